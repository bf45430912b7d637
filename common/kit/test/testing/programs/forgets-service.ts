/** Starts a service, prints its process id, then ends in the way that argument 1 says, without stopping it. */
import { fileURLToPath } from 'node:url';
import { spawnService } from '@common/kit/testing/service';

const entry = fileURLToPath(new URL('./server.ts', import.meta.url));
const service = await spawnService({ entry, ready: /listening on (\d+)/ });
process.stdout.write(`${service.pid}\n`);
if (process.argv[2] === 'hang') setInterval(() => {}, 1_000);

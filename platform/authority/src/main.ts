import { randomBytes } from 'node:crypto';
import { createFaults } from '@common/kit/faults';
import { listen } from '@common/kit/http/listen';
import { createLog } from '@common/kit/log';
import { nodeCrypto } from '@platform/proof/node';
import { createApp } from './app.ts';
import { readAuthorityConfig } from './config.ts';
import { openAuthority, REPOSITORY } from './open-authority.ts';
import { FAULT_POINTS } from './use-cases/deps.ts';

/** Exit code of settings that cannot be used (EX_CONFIG of sysexits). */
const UNUSABLE_SETTINGS = 78;

const settings = readAuthorityConfig(process.env, REPOSITORY);
if (!settings.ok) refuseStart(settings.error.message);
const { config } = settings.value;
const faults = createFaults(FAULT_POINTS, process.env, () => {
  process.kill(process.pid, 'SIGKILL');
  // Not a step further while the signal is on its way.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
if (!faults.ok) refuseStart(faults.error.message);
const log = createLog({ level: config.LOG_LEVEL, name: 'authority' });
const machine = { clock: Date.now, randomBytes, crypto: nodeCrypto, faults: faults.value };
const authority = await openAuthority(settings.value, machine, log).catch(refuseStart);
if (!authority.ok) refuseStart(authority.error.message);
const app = await createApp(authority.value.deps);
const listening = await listen(app, {
  host: config.AUTHORITY_HOST,
  port: config.AUTHORITY_PORT,
  signals: process,
}).catch(refuseStart);
process.stdout.write(`authority ready at ${listening.url} (docs at ${listening.url}/docs)\n`);
await listening.closed;
await authority.value.close();

/** What the operator has to mend: one line, no stack. */
function refuseStart(reason: unknown): never {
  const message = reason instanceof Error ? reason.message : String(reason);
  process.stderr.write(`authority: ${message}\n`);
  process.exit(UNUSABLE_SETTINGS);
}

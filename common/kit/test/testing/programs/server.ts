/** A small HTTP service: prints its port, answers, ends on SIGTERM with code 5. */
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('hello'));
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.stdout.write(`listening on ${address.port}\n`);
});
process.stderr.write(`secret inherited: ${process.env.NOT_PASSED_ON ?? 'no'}\n`);
process.on('SIGTERM', () => process.exit(5));

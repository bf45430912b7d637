/** The peer of `bench/waiting.ts`: holds `GET /` until `POST /` tells it, and does nothing else. */
import { createServer, type ServerResponse } from 'node:http';

let held: ServerResponse[] = [];
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    held.push(response);
    return;
  }
  for (const one of held) one.end('told');
  held = [];
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stdout.write(`bare ready at http://127.0.0.1:${port}\n`);
});

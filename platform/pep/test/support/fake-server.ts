import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { TestContext } from 'node:test';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** `hang` never answers, `drop` closes the connection. */
export type Reply =
  | 'hang'
  | 'drop'
  | {
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** An HTTP server on a free port of 127.0.0.1; closed at the test's end. Texts go out as they are, the rest as JSON. */
export async function fakeServer(
  t: TestContext,
  answer: (request: Received) => Reply | Promise<Reply>,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const { method = '', url: path = '', headers } = request;
      const reply = await answer({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
      if (reply === 'hang') return;
      if (reply === 'drop') return void request.socket.destroy();
      const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => close(server));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

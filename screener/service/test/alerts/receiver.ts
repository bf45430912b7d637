import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Somebody's receiver of webhooks, on a real port. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** What it answers from now on. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
}

export async function startReceiver(t: TestContext): Promise<Receiver> {
  const received: Received[] = [];
  let status = 204;
  let more: Readonly<Record<string, string>> = {};
  const server = createServer(async (request, reply) => {
    const body = await text(request);
    received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body });
    reply.writeHead(status, more).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answer(next, headers = {}) {
      status = next;
      more = headers;
    },
  };
}

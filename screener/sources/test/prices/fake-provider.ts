import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface FakeProvider extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: { readonly url: string; readonly headers: IncomingHttpHeaders }[];
}

/** A provider on loopback that sends what `answer` returns: an object as JSON, a string as is. */
export async function startFakeProvider(answer: (url: URL) => ProviderAnswer): Promise<FakeProvider> {
  const requests: FakeProvider['requests'] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    requests.push({ url, headers: request.headers });
    const { status = 200, type = 'application/json', body, headers } = answer(new URL(url, 'http://fake'));
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

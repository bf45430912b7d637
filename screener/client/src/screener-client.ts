import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.ts';

export type ScreenerClient = Client<paths>;

export interface ScreenerClientOptions {
  /** Base address of the service: `http://127.0.0.1:8090`. */
  readonly baseUrl: string;
  /** A key from `POST /api/keys`. Without one, the demo tier applies. */
  readonly apiKey?: string;
  /** Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client whose paths, parameters and answers are typed from the service's description:
 * `await client.GET('/v1/screen/{ticker}', { params: { path: { ticker: 'AAPL' } } })` gives `data` or `error`, and the
 * `response` with its headers. It throws only when the service cannot be reached.
 */
export function createScreenerClient({ baseUrl, apiKey, fetch }: ScreenerClientOptions): ScreenerClient {
  return createClient<paths>({
    baseUrl,
    ...(fetch === undefined ? {} : { fetch }),
    headers: apiKey === undefined ? {} : { 'x-api-key': apiKey },
  });
}

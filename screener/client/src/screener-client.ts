import createClient, { type Client, type MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from './schema.ts';

/** The body of a response in JSON; undefined where it has none. */
type Body<Response> = Response extends { readonly content: { readonly 'application/json': infer Json } }
  ? Json
  : undefined;

/** An answer with one of the statuses that the operation describes. */
type Described<Responses, Status extends keyof Responses> = Status extends 200 | 202 | 304
  ? { readonly status: Status; readonly data: Body<Responses[Status]>; readonly error?: never }
  : { readonly status: Status; readonly error: Body<Responses[Status]>; readonly data?: never };

/** Statuses that any operation may send, whether or not it describes them. */
type AnyStatus = 400 | 403 | 404 | 405 | 406 | 408 | 413 | 414 | 415 | 431 | 500 | 502 | 503 | 504;

/** A refusal that the operation does not describe itself. */
type Other<Responses> = Responses extends { readonly default: infer Refusal }
  ? {
      readonly status: Exclude<AnyStatus, keyof Responses>;
      readonly error: Body<Refusal>;
      readonly data?: never;
    }
  : never;

/** An answer: its `status` says which body it has. */
export type Answer<Responses> = (
  | { [Status in keyof Responses & number]: Described<Responses, Status> }[keyof Responses & number]
  | Other<Responses>
) & { readonly response: Response };

type Method = 'get' | 'post';
type ResponsesOf<Operation> = Operation extends { readonly responses: infer Responses } ? Responses : never;

type PathsWith<Name extends Method> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<Name, object>> ? Path : never;
}[keyof paths];

type Call<Name extends Method> = <
  Path extends PathsWith<Name>,
  Init extends MaybeOptionalInit<paths[Path], Name>,
>(
  path: Path,
  ...init: undefined extends Init ? [init?: Init] : [init: Init]
) => Promise<Answer<ResponsesOf<paths[Path][Name]>>>;

export interface ScreenerClient extends Pick<Client<paths>, 'use' | 'eject'> {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
}

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
 * `await client.GET('/v1/screen/{ticker}', { params: { path: { ticker: 'AAPL' } } })` gives `data` or `error`, the
 * `status`, which says which of them and of what type, and the `response` with its headers. It throws only when the
 * service cannot be reached.
 */
export function createScreenerClient({ baseUrl, apiKey, fetch }: ScreenerClientOptions): ScreenerClient {
  const client = createClient<paths>({
    baseUrl,
    ...(fetch === undefined ? {} : { fetch }),
    headers: apiKey === undefined ? {} : { 'x-api-key': apiKey },
  });
  const withStatus =
    (call: (...args: never[]) => Promise<{ readonly response: Response }>) =>
    async (...args: unknown[]) => {
      const answer = await call(...(args as never[]));
      return { ...answer, status: answer.response.status };
    };
  return {
    use: client.use,
    eject: client.eject,
    GET: withStatus(client.GET) as ScreenerClient['GET'],
    POST: withStatus(client.POST) as ScreenerClient['POST'],
  };
}

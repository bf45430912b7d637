import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Area } from './areas.ts';

/** Who may read an answer where a service closes its reads (`AUTHORITY_READS=tenants` of the authority). */
export type ReadClass =
  /** Anyone: it proves things, and names nobody’s business. */
  | 'public'
  /** Services, and people with an enrolled key, of whatever tenant. */
  | 'reader'
  /** Services alone. */
  | 'service'
  /** Services, and people of the tenant of the thing in the path. */
  | 'mandate'
  | 'grant'
  | 'receipt'
  /** Services, and people of the tenant in the query. */
  | 'directory'
  | 'account'
  /** The same as `reader`, each what is of their tenants. */
  | 'list';

/** One operation of a service over HTTP. The service registers it, and its clients are made from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:name` stands for a parameter. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: TSchema;
  /** Set if the body is not JSON but bytes of one of these types. */
  readonly bodyTypes?: readonly string[];
  /** The largest body that the service reads, if it differs from the service's usual limit. */
  readonly bodyBytes?: number;
  readonly answer: TSchema;
  /** Set if the answer is not JSON but bytes of this type. */
  readonly media?: {
    readonly type: 'text/plain' | 'application/octet-stream' | 'application/cose';
    readonly description: string;
  };
  /** The statuses of an answer. Default: 200. */
  readonly statuses?: readonly number[];
  /** The statuses of refusals, for the API description. */
  readonly refusals?: readonly (number | '4xx' | '5xx')[];
  /** Their body, if it has more than `RefusalBody`. */
  readonly refusal?: TSchema;
  /** Who may call the route: the service's security scheme for the bearer token. Default: anyone. */
  readonly security?: string;
  /** Whether a request may safely arrive twice. Default: a GET may, a POST may not. */
  readonly repeatable?: (body: unknown) => boolean;
  /** Other services call this route every few seconds. */
  readonly polled?: true;
  /** Who may read the answer where a service closes its reads. A service that can demands it of every read. */
  readonly reads?: ReadClass;
  /** The areas of the console that show it: where reads are closed, people of other roles are refused. */
  readonly areas?: readonly Area[];
  /** For a list in pages: the relation by which the header `Link` names the next page. */
  readonly pages?: 'next' | 'prev';
}

/** Puts something in the place of each parameter of a path. */
export function fillPath(path: string, fill: (name: string) => string): string {
  return path.replaceAll(/:(\w+)/g, (_part, name: string) => fill(name));
}

/** An answer that is bytes, with `media`. */
export const BYTES = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

export type RouteTable = Readonly<Record<string, Route>>;

/** What anybody known may read, or no person. */
type ForAllRoles = 'public' | 'reader' | 'service';

/** A table whose reads can be closed. INVARIANT: a read without a class, or of a tenant’s without areas, does not compile. */
export type ClosableTable = Readonly<
  Record<
    string,
    | (Route & { readonly method: 'GET'; readonly reads: ForAllRoles })
    | (Route & {
        readonly method: 'GET';
        readonly reads: Exclude<ReadClass, ForAllRoles>;
        readonly areas: readonly Area[];
      })
    | (Route & { readonly method: 'POST' })
  >
>;

/** The JSON form of one part of a route; `Absent` if the route lacks that part. */
export type PartOf<
  R extends Route,
  Name extends 'params' | 'query' | 'headers' | 'body',
  Absent,
> = R extends {
  readonly [Key in Name]: infer Schema extends TSchema;
}
  ? Static<Schema>
  : Absent;

export type AnswerOf<R extends Route> = Static<R['answer']>;

export const RefusalDetail = Type.Object({
  error: Type.String({ description: 'Code, for programs' }),
  message: Type.String({ description: 'What is wrong and what to do' }),
});

/** The body of every refusal by the platform's services (interface document, part 7). */
export const RefusalBody: TSchema = Type.Object(
  { detail: RefusalDetail },
  { description: 'The request was refused' },
);

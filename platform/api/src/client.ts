import { parseStrict } from '@common/evidence/canonical';
import type { HttpClient } from '@common/kit/http/client';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { type AnswerOf, fillPath, type PartOf, RefusalBody, type Route, type RouteTable } from './route.ts';

/** Why a call has no answer of the documented form. Each client words it for its own readers. */
export type CallFailure =
  /** If `handedOver` is false, nothing was done; otherwise the outcome is not known. */
  | {
      readonly kind: 'unanswered';
      readonly handedOver: boolean;
      readonly tooLong: boolean;
      readonly message: string;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      /** Null if the body is not a readable refusal. */
      readonly refusal: { readonly error: string; readonly message: string } | null;
      /** Seconds after which the service asks the client to try again. */
      readonly retryAfterS: number | null;
    }
  | { readonly kind: 'garbled'; readonly status: number };

type Query = Readonly<Record<string, unknown>>;

export type CallAnswer<Value> = {
  /** The requested path, below the service's address, with its query. */
  readonly path: string;
} & (
  | {
      readonly ok: true;
      readonly value: Value;
      /** Size of the answer's body. */
      readonly bytes: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      /** The next page of a list; null after its last page. */
      readonly next: { readonly path: string; readonly read: () => Promise<CallAnswer<Value>> } | null;
    }
  | { readonly ok: false; readonly error: CallFailure }
);

/** The token for a call, or a function that makes it from the body as it is sent. */
type Token = string | ((body: string | Uint8Array) => string);

type Loose<Part> = { readonly [Name in keyof Part]: Part[Name] | undefined };
type Nothing = Record<never, never>;
type RequestPart<Name extends string, Part> = Nothing extends Part
  ? { readonly [Key in Name]?: Part | undefined }
  : { readonly [Key in Name]: Part };

/** The token, and the parameters, query, headers and body that the route has; `bodyType`: what a body of bytes is said to be. */
type RequestOf<R extends Route> = RequestPart<'params', PartOf<R, 'params', Nothing>> &
  RequestPart<'query', Loose<PartOf<R, 'query', Nothing>>> &
  RequestPart<'headers', Loose<PartOf<R, 'headers', Nothing>>> &
  RequestPart<'body', PartOf<R, 'body', Nothing>> & { readonly token?: Token; readonly bodyType?: string };

type Call<R extends Route> = (
  ...request: Nothing extends RequestOf<R> ? [RequestOf<R>?] : [RequestOf<R>]
) => Promise<CallAnswer<AnswerOf<R>>>;

/** One function for each route of a service. */
export type Client<Table extends RouteTable> = { readonly [Name in keyof Table]: Call<Table[Name]> };

export interface ClientOptions {
  readonly http: Pick<HttpClient, 'send' | 'sendRepeatable'>;
  /** The service's address. If it has a path, that path comes before each route's. */
  readonly baseUrl: string;
  /** Time limit for a whole answer. */
  readonly timeoutMs: number;
  /** Limit on the size of an answer's body. */
  readonly maxBytes: number;
  /** The token that every read, and what is asked for as one, is sent with, unless the call has its own; null for none. */
  readonly readToken?: () => string | null;
  /** Reads answers with `JSON.parse`, because nobody hashes them. */
  readonly plainJson?: true;
}

/**
 * Creates the client of a service from its table of routes. INVARIANT: an answer is returned only if it has
 * the documented form, and a call is repeated only if the route says that it may be.
 */
export function createClient<Table extends RouteTable>(table: Table, options: ClientOptions): Client<Table> {
  const { origin, pathname } = new URL(options.baseUrl);
  const place = { ...options, origin, base: pathname.replace(/\/+$/, '') };
  const calls = Object.entries(table).map(([name, route]) => [name, callerOf(route, place)] as const);
  return Object.fromEntries(calls) as unknown as Client<Table>;
}

interface Place extends ClientOptions {
  readonly origin: string;
  readonly base: string;
}

interface AnyRequest {
  readonly params?: Query;
  readonly query?: Query;
  readonly headers?: Query;
  readonly body?: unknown;
  readonly token?: Token;
  readonly bodyType?: string;
}

const ANY_BYTES = 'application/octet-stream';

function callerOf(route: Route, place: Place) {
  const { http, origin, base, timeoutMs, maxBytes, readToken = () => null } = place;
  const parse = place.plainJson === true ? parsePlain : parseForHash;
  const { method, repeatable = () => method === 'GET' } = route;
  const isAnswer = createCheck(route.answer);
  // A wildcard stands for a path, slashes included.
  const addressOf = ({ params = {}, query = {} }: AnyRequest) =>
    fillPath(route.path, (name) => encodeURIComponent(String(params[name]))).replace('*', () =>
      String(params['*']),
    ) + queryOf(query);
  const call = async (request: AnyRequest = {}): Promise<CallAnswer<unknown>> => {
    const { headers = {}, body, bodyType = ANY_BYTES } = request;
    const token = request.token ?? (method === 'GET' || route.reads !== undefined ? readToken() : null);
    const path = addressOf(request);
    const isRaw = route.bodyTypes !== undefined && body instanceof Uint8Array;
    const sent = body === undefined ? null : isRaw ? body : JSON.stringify(body);
    const bearer = typeof token === 'function' ? token(sent ?? '') : token;
    const answer = await http[repeatable(body) ? 'sendRepeatable' : 'send']({
      method,
      origin,
      path: base + path,
      headers: {
        accept: route.media?.type ?? 'application/json',
        ...(sent === null ? {} : { 'content-type': isRaw ? bodyType : 'application/json' }),
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...Object.fromEntries(given(headers)),
      },
      body: sent,
      timeoutMs,
      maxBytes,
    });
    if (answer.kind === 'unanswered') {
      const { handedOver, tooLong = false, message } = answer;
      return { path, ok: false, error: { kind: 'unanswered', handedOver, tooLong, message } };
    }
    const { status, retryAfterS, bytes } = answer;
    const isSuccess = status >= 200 && status < 300;
    const isBytes = isSuccess && route.media !== undefined && route.media.type !== 'text/plain';
    const text = isBytes ? '' : Buffer.from(bytes).toString('utf8');
    const value = isBytes ? bytes : isSuccess && route.media !== undefined ? text : parse(text);
    if (!isSuccess) {
      const refusal = isRefusal(value) ? value.detail : null;
      return { path, ok: false, error: { kind: 'refused', status, refusal, retryAfterS } };
    }
    if (!isBytes && !isAnswer(value)) return { path, ok: false, error: { kind: 'garbled', status } };
    const more = moreOf(answer.headers.link, route.pages);
    const after = { ...request, query: more ?? {} };
    const next = more === null ? null : { path: addressOf(after), read: () => call(after) };
    return { path, ok: true, value, bytes: bytes.byteLength, headers: answer.headers, next };
  };
  return call;
}

const refusalForm = Compile(RefusalBody);

function isRefusal(value: unknown): value is { readonly detail: { error: string; message: string } } {
  return refusalForm.Check(value);
}

/** Parses strictly, because answers are hashed again. Returns undefined if the text is not such JSON. */
function parseForHash(text: string): unknown {
  const parsed = parseStrict(text);
  return parsed.ok ? parsed.value : undefined;
}

function parsePlain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compiling takes longer than checking one answer, so a schema is compiled on its second use. */
function createCheck(schema: TSchema): (value: unknown) => boolean {
  let uses = 0;
  let compiled: { Check(value: unknown): boolean } | undefined;
  return (value) => {
    uses += 1;
    if (uses === 1) return Value.Check(schema, value);
    compiled ??= Compile(schema);
    return compiled.Check(value);
  };
}

function queryOf(query: Query): string {
  const wanted = given(query);
  return wanted.length === 0 ? '' : `?${new URLSearchParams(wanted)}`;
}

function given(values: Query): [name: string, text: string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

/** Returns the query of the address in the header `Link`. INVARIANT: nothing else of that address is used. */
function moreOf(link: string | string[] | undefined, pages: Route['pages']): Query | null {
  if (pages === undefined || typeof link !== 'string') return null;
  const target = new RegExp(`^<(/[^/>][^>]*)>; rel="${pages}"$`).exec(link)?.[1];
  return target === undefined
    ? null
    : Object.fromEntries(new URL(target, 'http://relative.invalid').searchParams);
}

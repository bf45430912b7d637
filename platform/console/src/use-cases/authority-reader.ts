import { fail, ok, type Result } from '@common/base/result';
import { AUTHORITY } from '@platform/api/authority';
import { type CallAnswer, type ClientOptions, createClient } from '@platform/api/client';
import { MAX_ANSWER_BYTES } from '@platform/core/objects/answer-size';
import type { EventKind, EventRecord } from '@platform/core/objects/event';

const TIMEOUT_MS = 15_000;
/** The most pages of a list that is read whole. */
const MOST_PAGES = 1_000;

type AuthorityRefusal =
  /** No answer came, so it is unknown whether the request was carried out. */
  | 'authority_silent'
  /**
   * The authority refused. The code and words are its own; see `detail.error`, `detail.said` and
   * `detail.status`.
   */
  | 'authority_refused'
  /** The answer is not of the documented form. */
  | 'authority_garbled'
  /** The list is longer than what is read of one. */
  | 'authority_list_long';

export type AuthorityAnswer<Value> = Promise<Result<Value, AuthorityRefusal>>;

export interface AuthorityOptions extends Pick<ClientOptions, 'http' | 'baseUrl' | 'readToken'> {
  /** The most bytes that are read of a list. Reading a longer one fails. */
  readonly listBytes: number;
}

export interface ListLimits {
  /** Reading stops once there are so many items. */
  readonly most?: number;
  /** A list of more pages is the authority’s fault. */
  readonly mostPages?: number;
}

/** `isWhole`: whether the last page names no next one. */
interface Pages<Item> {
  readonly pages: readonly (readonly Item[])[];
  readonly isWhole: boolean;
}

export type AuthorityReader = ReturnType<typeof createReader>;

/** The authority’s client, with its answers and lists in the form that people’s programs use. */
export function createReader({ listBytes, ...place }: AuthorityOptions) {
  const { baseUrl } = place;
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES };
  const client = createClient(AUTHORITY, { ...place, ...limits });
  const asked = async <Value>(
    call: CallAnswer<Value> | Promise<CallAnswer<Value>>,
  ): AuthorityAnswer<Value> => {
    const called = await call;
    return called.ok ? ok(called.value) : failureOf(baseUrl, called);
  };
  const list = async <Item>(
    first: Promise<CallAnswer<Item[]>>,
    { most = Number.POSITIVE_INFINITY, mostPages = MOST_PAGES }: ListLimits = {},
  ): AuthorityAnswer<Pages<Item>> => {
    const pages: Item[][] = [];
    const seen = new Set<string>();
    let [count, bytes] = [0, 0];
    let page = await first;
    const { path } = page;
    for (;;) {
      if (!page.ok) return failureOf(baseUrl, page);
      seen.add(page.path);
      bytes += page.bytes;
      if (bytes > listBytes) return tooLong(path, listBytes);
      pages.push(page.value);
      count += page.value.length;
      const { next } = page;
      if (next !== null && page.value.length === 0) return endless(path);
      if (next === null || count >= most) return ok({ pages, isWhole: next === null });
      if (seen.has(next.path) || seen.size >= mostPages) return endless(path);
      page = await next.read();
    }
  };
  const items = async <Item>(
    first: Promise<CallAnswer<Item[]>>,
    limits?: ListLimits,
  ): AuthorityAnswer<readonly Item[]> => {
    const found = await list(first, limits);
    return found.ok ? ok(found.value.pages.flat()) : found;
  };
  const events = async (
    kinds: readonly EventKind[],
    limit: number,
  ): AuthorityAnswer<readonly EventRecord[]> => {
    const found: EventRecord[] = [];
    for (const kind of kinds) {
      const listed = await items(client.listEvents({ query: { kind, limit } }));
      if (!listed.ok) return listed;
      found.push(...listed.value);
    }
    return ok(found);
  };
  /** Turns the refusal `none`, which means that the object does not exist yet, into null. */
  const orNull = async <Value>(
    call: Promise<CallAnswer<Value>>,
    none: string,
  ): AuthorityAnswer<Value | null> => {
    const found = await asked(call);
    return !found.ok && found.error.detail?.error === none ? ok(null) : found;
  };
  return { client, asked, list, items, events, orNull };
}

function failureOf(baseUrl: string, { path, error }: CallAnswer<unknown> & { readonly ok: false }) {
  if (error.kind === 'garbled') return garbled(path);
  if (error.kind === 'unanswered') {
    return error.tooLong
      ? fail(
          'authority_garbled',
          `The answer of ${baseUrl} to ${path} is longer than a megabyte, so it was not read to its end: check that AUTHORITY_URL is the authority’s own address.`,
        )
      : fail(
          'authority_silent',
          `The authority at ${baseUrl} does not answer. Start it with npm start, or set AUTHORITY_URL.`,
        );
  }
  const { status, refusal } = error;
  if (refusal === null) {
    return fail('authority_refused', `The authority answered with status ${status}.`, { status });
  }
  const words = `The authority refused (${refusal.error}): ${refusal.message}`;
  return fail('authority_refused', words, { status, error: refusal.error, said: refusal.message });
}

/** Refuses an answer that the route’s schema does not describe. */
export function garbled(path: string) {
  return fail('authority_garbled', `The authority’s answer to ${path} is not of the documented form.`);
}

/** INVARIANT: no authority keeps us asking for ever, whatever it names as the next page. */
function endless(path: string) {
  return fail(
    'authority_garbled',
    `The authority’s list ${path} does not end: it names an empty page’s successor, a page that it named before, or too many pages. Check that AUTHORITY_URL is the authority’s own address.`,
  );
}

function tooLong(path: string, bytes: number) {
  const most = Math.floor(bytes / 1_048_576);
  return fail(
    'authority_list_long',
    `The authority’s list ${path} is longer than ${most} megabytes, so it was not read to its end and nothing of it is shown. The sanad command reads lists of any length.`,
  );
}

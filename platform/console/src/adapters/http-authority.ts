import { fail, ok } from '@common/base/result';
import { passedOn } from '@common/kit/telemetry/scope';
import { parseStrict } from '@platform/core/crypto/canonical';
import { OPEN_STATUSES } from '@platform/core/decide/grant-states';
import { Anchor } from '@platform/core/objects/anchor';
import { MAX_ANSWER_BYTES } from '@platform/core/objects/answer-size';
import { EventRecord } from '@platform/core/objects/event';
import { GrantRecord } from '@platform/core/objects/grant';
import { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import { ConsistencyProof, LogCheckpoints, SignedTreeHead } from '@platform/core/objects/log';
import { MandateRecord } from '@platform/core/objects/mandate';
import { GrantNotice } from '@platform/core/objects/notice';
import { Hash } from '@platform/core/objects/primitives';
import { Profile, SignedProfile } from '@platform/core/objects/profile';
import { Receipt } from '@platform/core/objects/receipt';
import { Signature } from '@platform/core/objects/signature';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Asked, type Authority, PluginView } from '../use-cases/authority.ts';

const TIMEOUT_MS = 15_000;
/** Of a list that is read whole. */
const MOST_PAGES = 1_000;
/** Two million receipts, asked for at a command line. */
const MOST_PAGES_OF_ALL = 100_000;
/** What is read of one answer holds a page of these: a receipt has about 30 kB, an event of deletions 20 kB. */
const RECEIPTS_AT_ONCE = 20;
const MANDATES_AT_ONCE = 100;
const GRANTS_AT_ONCE = 200;
/** More are not shown: whoever has so many has another trouble. */
const MOST_WAITING = 1_000;
const HEADS_AT_ONCE = 100;
/** A profile has 3 kB, or very much more with long lists. */
const VERSIONS_AT_ONCE = 5;
const MOST_VERSIONS = 100;
const DELETIONS_AT_ONCE = 20;
/** Each has some 2 kB. */
const KEY_EVENTS_AT_ONCE = 200;
/** Listed at a command line, unless all are asked for. */
const NEWEST = 100;

/** Null if it is longer than an answer may be: the rest is not fetched. */
async function boundedText({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the body.
    if (size > MAX_ANSWER_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

interface Caller {
  /** An answer that is no JSON. */
  text(path: string): Asked<string>;
  /** The answer with its header `Link`. */
  send<Schema extends TSchema>(schema: Schema, path: string): Asked<Page<Static<Schema>>>;
  call<Schema extends TSchema>(schema: Schema, path: string, body?: unknown): Asked<Static<Schema>>;
  /** The pages of a list, each with the path of the one that follows. */
  pages<Schema extends TSchema>(
    item: Schema,
    path: string,
    rel: 'next' | 'prev',
    /** No more pages once there are so many items. */
    most?: number,
    /** More of them is a fault of the authority’s. */
    mostPages?: number,
  ): Asked<Pages<Static<Schema>>>;
}

/** A GET, or with a body a POST of JSON. */
function ask(url: string, body: unknown): Promise<Response> {
  const posted =
    body === undefined
      ? { headers: passedOn() }
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...passedOn() },
          body: JSON.stringify(body),
        };
  return fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS), ...posted });
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly link: string | null;
}

/** What the authority answers, whatever its status. */
function createAsker(baseUrl: string): (path: string, body?: unknown) => Asked<Answer> {
  return async (path, body) => {
    const url = `${baseUrl.replace(/\/$/, '')}${path}`;
    let response: Response;
    let text: string | null;
    try {
      response = await ask(url, body);
      text = await boundedText(response);
    } catch {
      return fail(
        'authority_silent',
        `The authority at ${baseUrl} does not answer. Start it with npm start, or set AUTHORITY_URL.`,
      );
    }
    if (text === null) {
      return fail(
        'authority_garbled',
        `The answer of ${baseUrl} to ${path} is longer than a megabyte, so it was not read to its end: check that AUTHORITY_URL is the authority’s own address.`,
      );
    }
    return ok({ status: response.status, text, link: response.headers.get('link') });
  };
}

function createCaller(baseUrl: string, listBytes: number): Caller {
  const answered = createAsker(baseUrl);
  const text = async (path: string): Asked<string> => {
    const answer = await answered(path);
    if (!answer.ok) return answer;
    if (answer.value.status === 200) return ok(answer.value.text);
    const parsed = parseStrict(answer.value.text);
    return refused(answer.value.status, parsed.ok ? parsed.value : null);
  };
  const send = async <Schema extends TSchema>(
    schema: Schema,
    path: string,
    body?: unknown,
  ): Asked<Page<Static<Schema>>> => {
    const answer = await answered(path, body);
    if (!answer.ok) return answer;
    const { status, link } = answer.value;
    const parsed = parseStrict(answer.value.text);
    if (status < 200 || status > 299) return refused(status, parsed.ok ? parsed.value : null);
    if (parsed.ok && Value.Check(schema, parsed.value))
      return ok({ value: parsed.value, link, bytes: Buffer.byteLength(answer.value.text) });
    return fail('authority_garbled', `The authority’s answer to ${path} is not of the documented form.`);
  };
  const call = async <Schema extends TSchema>(
    schema: Schema,
    path: string,
    body?: unknown,
  ): Asked<Static<Schema>> => {
    const sent = await send(schema, path, body);
    return sent.ok ? ok(sent.value.value) : sent;
  };
  const pages = async <Schema extends TSchema>(
    item: Schema,
    path: string,
    rel: 'next' | 'prev',
    most = Number.POSITIVE_INFINITY,
    mostPages = MOST_PAGES,
  ): Asked<Pages<Static<Schema>>> => {
    const found: Static<Schema>[][] = [];
    const asked = new Set<string>();
    let [count, bytes] = [0, 0];
    let at: string | undefined = path;
    while (at !== undefined && count < most) {
      if (asked.has(at) || asked.size >= mostPages) return endless(path);
      asked.add(at);
      const page: Awaited<Asked<Page<Static<Schema>[]>>> = await send(Type.Array(item), at);
      if (!page.ok) return page;
      bytes += page.value.bytes;
      if (bytes > listBytes) return tooLong(path, listBytes);
      found.push(page.value.value);
      count += page.value.value.length;
      at = linkTo(page.value.link, rel);
      if (at !== undefined && page.value.value.length === 0) return endless(path);
    }
    return ok({ found, isWhole: at === undefined });
  };
  return { text, send, call, pages };
}

/**
 * The authority over HTTP; its answers are parsed strictly, because they are hashed again. A list that is longer than
 * `listBytes` is not read to its end.
 */
export function createHttpAuthority(baseUrl: string, listBytes = Number.POSITIVE_INFINITY): Authority {
  const caller = createCaller(baseUrl, listBytes);
  const { send, call, pages } = caller;
  const id = encodeURIComponent;
  return {
    ...keyCalls(caller),
    mandates: () => flattened(pages(MandateRecord, `/contracts?limit=${MANDATES_AT_ONCE}`, 'next')),
    mandate: (mandateId) => call(MandateRecord, `/contracts/${id(mandateId)}`),
    register: (mandate) => call(MandateRecord, '/contracts', mandate),
    revoke: (mandateId, revocation) => call(MandateRecord, `/contracts/${id(mandateId)}/revoke`, revocation),
    ...newestFirst(caller),
    waiting: async () => {
      const path = `/grants?status=pending&limit=${GRANTS_AT_ONCE}`;
      const found = await flattened(pages(GrantRecord, path, 'next', MOST_WAITING));
      return found.ok ? ok(found.value.toReversed()) : found;
    },
    grantsOf: (mandateId) =>
      flattened(pages(GrantRecord, `/grants?contract_id=${id(mandateId)}&limit=${GRANTS_AT_ONCE}`, 'next')),
    grant: (grantId) => call(GrantRecord, `/grants/${id(grantId)}`),
    notices: (grantId) => call(Type.Array(GrantNotice), `/grants/${id(grantId)}/notices`),
    approve: (grantId, approval) => call(GrantRecord, `/grants/${id(grantId)}/approve`, approval),
    reject: (grantId, rejection) => call(GrantRecord, `/grants/${id(grantId)}/reject`, rejection),
    ...profileReads({ call, pages }),
    receiptPage: async ({ before, grantId, limit }) => {
      const query = new URLSearchParams({
        ...(before === null ? {} : { before }),
        ...(grantId === null ? {} : { grant_id: grantId }),
        limit: String(limit),
      });
      const found = await send(Type.Array(Receipt), `/receipts?${query}`);
      if (!found.ok) return found;
      const earlier = linkTo(found.value.link, 'prev');
      return ok({
        receipts: found.value.value.toReversed(),
        earlier: earlier === undefined ? null : new URL(earlier, baseUrl).searchParams.get('before'),
      });
    },
    receipt: (receiptId) => call(Receipt, `/receipts/${id(receiptId)}`),
    ...directoryReads({ call, pages }),
    ...publicLogReads(caller),
  };
}

/** What the command line lists: the newest, or all. */
function newestFirst({ pages }: Pick<Caller, 'pages'>): Pick<Authority, 'grants' | 'receipts'> {
  const mostOf = (all: boolean) => (all ? Number.POSITIVE_INFINITY : NEWEST);
  return {
    grants: async ({ status, all }) => {
      const query = new URLSearchParams({
        ...(status === null ? {} : { status }),
        limit: String(all ? GRANTS_AT_ONCE : NEWEST),
      });
      const list = await pages(GrantRecord, `/grants?${query}`, 'next', mostOf(all), MOST_PAGES_OF_ALL);
      return list.ok ? ok({ items: list.value.found.flat(), isWhole: list.value.isWhole }) : list;
    },
    receipts: async ({ grantId, tenant, all }) => {
      const query = new URLSearchParams({
        ...(grantId === null ? {} : { grant_id: grantId }),
        ...(tenant === null ? {} : { tenant }),
        limit: String(RECEIPTS_AT_ONCE),
      });
      const list = await pages(Receipt, `/receipts?${query}`, 'prev', mostOf(all), MOST_PAGES_OF_ALL);
      return list.ok
        ? ok({ items: list.value.found.toReversed().flat(), isWhole: list.value.isWhole })
        : list;
    },
  };
}

/** Profiles, and what would end with one. */
function profileReads({
  call,
  pages,
}: Pick<Caller, 'call' | 'pages'>): Pick<Authority, 'openGrants' | 'profile' | 'versions' | 'publish'> {
  const id = encodeURIComponent;
  return {
    openGrants: async () => {
      const found: GrantRecord[] = [];
      for (const status of OPEN_STATUSES) {
        const path = `/grants?status=${status}&limit=${GRANTS_AT_ONCE}`;
        const listed = await flattened(pages(GrantRecord, path, 'next', MOST_WAITING));
        if (!listed.ok) return listed;
        found.push(...listed.value);
      }
      return ok(found);
    },
    profile: async (name) => {
      const [inForce, publication] = await Promise.all([
        call(ProfileView, `/profiles/${id(name)}`),
        call(PublicationView, `/profiles/${id(name)}/publication`),
      ]);
      if (!inForce.ok) return inForce;
      if (!publication.ok) return publication;
      const { profile_hash, ...profile } = inForce.value;
      return ok({ profile, profile_hash, signature: publication.value.signature });
    },
    versions: (name) =>
      flattened(
        pages(
          SignedProfile,
          `/profiles/${id(name)}/versions?limit=${VERSIONS_AT_ONCE}`,
          'next',
          MOST_VERSIONS,
        ),
      ),
    publish: (signed) => call(SignedProfile, `/profiles/${id(signed.profile.name)}/versions`, signed),
  };
}

/** Plugins, keys, the log and what is gone from it. */
function directoryReads({
  call,
  pages,
}: Pick<Caller, 'call' | 'pages'>): Pick<
  Authority,
  'plugins' | 'keys' | 'logHead' | 'logHeads' | 'consistency' | 'prunedReceipts'
> {
  return {
    plugins: () => call(Type.Array(PluginView), '/plugins'),
    keys: () => call(KeySet, '/.well-known/keys.json'),
    logHead: async () => {
      const head = await call(SignedTreeHead, '/log/head');
      return !head.ok && head.error.detail?.error === 'log_empty' ? ok(null) : head;
    },
    logHeads: () => call(Type.Array(SignedTreeHead), `/log/heads?limit=${HEADS_AT_ONCE}`),
    consistency: (from, to) => call(ConsistencyProof, `/log/consistency?from=${from}&to=${to}`),
    prunedReceipts: async () => {
      const found: EventRecord[] = [];
      for (const kind of ['receipts_pruned', 'log_restored']) {
        const listed = await pages(EventRecord, `/events?kind=${kind}&limit=${DELETIONS_AT_ONCE}`, 'next');
        if (!listed.ok) return listed;
        found.push(...listed.value.found.flat());
      }
      return ok(found);
    },
  };
}

/** The log in its public formats. */
function publicLogReads({ call, text }: Caller): Pick<Authority, 'checkpoints' | 'logProof' | 'anchor'> {
  return {
    anchor: async (id) => {
      const found = await call(Anchor, `/receipts/${encodeURIComponent(id)}/anchor`);
      return !found.ok && found.error.detail?.error === 'anchor_not_found' ? ok(null) : found;
    },
    checkpoints: ({ from, cosigned, limit }) =>
      call(LogCheckpoints, `/log/checkpoints?from=${from}&cosigned=${cosigned}&limit=${limit}`),
    logProof: (leafIndex, treeSize) => {
      const size = treeSize === null ? '' : `&tree_size=${treeSize}`;
      return text(`/log/proof?leaf_index=${leafIndex}${size}`);
    },
  };
}

/** People’s keys. */
function keyCalls({ call, pages }: Caller): Pick<Authority, 'enrolKey' | 'markCompromised' | 'keyEvents'> {
  return {
    enrolKey: (signed) => call(KeyEntry, '/keys', signed),
    markCompromised: (kid, signed) => call(KeyEntry, `/keys/${encodeURIComponent(kid)}/compromise`, signed),
    keyEvents: async () => {
      const found: EventRecord[] = [];
      for (const kind of ['key_enrolled', 'key_compromised']) {
        const listed = await pages(EventRecord, `/events?kind=${kind}&limit=${KEY_EVENTS_AT_ONCE}`, 'next');
        if (!listed.ok) return listed;
        found.push(...listed.value.found.flat());
      }
      return ok(found.toSorted((a, b) => a.event.sequence - b.event.sequence));
    },
  };
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

/** A page of a list, with its header `Link`. */
interface Page<Value> {
  readonly value: Value;
  readonly link: string | null;
  readonly bytes: number;
}

/** Whole: the last names none that follows. */
type Pages<Item> = { readonly found: Item[][]; readonly isWhole: boolean };

/** The path that the header names; only one of this very authority. */
function linkTo(link: string | null, rel: 'next' | 'prev'): string | undefined {
  return new RegExp(`^<(/[^/>][^>]*)>; rel="${rel}"$`).exec(link ?? '')?.[1];
}

const ProfileView = Type.Object(
  { ...Profile.properties, profile_hash: Hash },
  { additionalProperties: false },
);
const PublicationView = Type.Object({ signature: Signature });
const Refusal = Type.Object({ detail: Type.Object({ error: Type.String(), message: Type.String() }) });

async function flattened<Item>(pages: Asked<Pages<Item>>): Asked<readonly Item[]> {
  const list = await pages;
  return list.ok ? ok(list.value.found.flat()) : list;
}

function refused(status: number, body: unknown) {
  if (!Value.Check(Refusal, body)) {
    return fail('authority_refused', `The authority answered with status ${status}.`, { status });
  }
  const { error, message } = body.detail;
  return fail('authority_refused', `The authority refused (${error}): ${message}`, { status, error });
}

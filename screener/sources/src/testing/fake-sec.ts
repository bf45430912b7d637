import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/**
 * A server on loopback that behaves like data.sec.gov and www.sec.gov for the documents given to it, and
 * misbehaves on demand. For tests and local trials. It serves only what it was given.
 *
 * As the SEC does, it compresses where the client accepts gzip, sends `ETag` and `Last-Modified`, answers 304
 * to a validator that still matches, 404 to an unknown document, and a 403 page to a client without a contact
 * address. The SEC's own `ETag` behaviour was not observed; `validators: false` leaves them out.
 */
export interface FakeSec extends AsyncDisposable {
  /** Pass this to the client for both `data` and `www`. */
  readonly baseUrls: { readonly data: string; readonly www: string };
  /** Every request that arrived, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Adds or replaces a document. */
  put(path: string, bytes: Uint8Array): void;
  /** The next requests for `path` (or for any path: `*`) get these, one each; then the document again. */
  script(path: string, behaviours: readonly Behaviour[]): void;
  /** All further requests for `path` (or `*`) get this; null ends it. A script goes first. */
  always(path: string, behaviour: Behaviour | null): void;
  close(): Promise<void>;
}

interface RecordedRequest {
  /** On the injected clock. */
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export type Behaviour =
  | { readonly kind: 'document' }
  /** 403, HTML, no `Retry-After`. */
  | { readonly kind: 'throttle_page' }
  /** 403 whose page breaks off. */
  | { readonly kind: 'throttle_page_cut' }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'too_many_requests'; readonly retryAfter?: string }
  /** 403 with XML, as the storage behind the site answers for a closed document. */
  | { readonly kind: 'access_denied_xml' }
  | { readonly kind: 'redirect'; readonly location: string }
  /** The full length declared, half of the bytes, then the end of the connection. */
  | { readonly kind: 'truncated' }
  /** Half of the document as if it were all of it. */
  | { readonly kind: 'cut_json' }
  /** A gzip stream cut in the middle, with a length that fits. */
  | { readonly kind: 'cut_gzip' }
  /** Half of the document, then silence with the connection open. */
  | { readonly kind: 'stall' }
  /** One byte every `everyMs`, without ever reaching the end. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** Accepts the request and never answers. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'html_ok' }
  | { readonly kind: 'wrong_type'; readonly contentType: string }
  | { readonly kind: 'connection_reset' }
  /** `megabytes` of spaces in a JSON array, compressed to almost nothing. */
  | { readonly kind: 'gzip_bomb'; readonly megabytes: number };

interface FakeSecOptions {
  /** Path, such as `/submissions/CIK0000320193.json`, to its bytes. */
  readonly documents?: Iterable<readonly [string, Uint8Array]>;
  /** The clock in milliseconds that gives `RecordedRequest.at`. */
  readonly clock?: () => number;
  /** False: no `ETag` and no `Last-Modified`. */
  readonly validators?: boolean;
}

const CONTACT = /[^\s@]+@[^\s@]+\.[^\s@]+/;
const LAST_MODIFIED = 'Fri, 30 Jan 2026 11:00:00 GMT';
const THROTTLE_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Too many requests</title></head>' +
  '<body><h1>Your request rate is above the limit</h1></body></html>\n';

/** Starts the server on a free port of loopback. */
export async function startFakeSec(options: FakeSecOptions = {}): Promise<FakeSec> {
  const clock = options.clock ?? Date.now;
  const documents = new Map(options.documents ?? []);
  const scripts = new Map<string, Behaviour[]>();
  const standing = new Map<string, Behaviour>();
  const requests: RecordedRequest[] = [];
  const drips = new Set<NodeJS.Timeout>();

  const answerTo = (path: string, headers: IncomingHttpHeaders): Answer => {
    if (!CONTACT.test(headers['user-agent'] ?? '')) return page(403);
    const scripted = scripts.get(path)?.shift() ?? scripts.get('*')?.shift();
    const behaviour = scripted ?? standing.get(path) ?? standing.get('*') ?? { kind: 'document' };
    const document = documents.get(path);
    if (behaviour.kind !== 'document') return misbehave(behaviour, document ?? STAND_IN);
    // The archive's storage answers so for what it does not have, such as the index of a weekend.
    if (document === undefined && path.startsWith('/Archives/edgar/daily-index/')) return error(403);
    return document === undefined ? error(404) : serve(document, headers, options.validators ?? true);
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ at: clock(), path, headers: request.headers });
    send(response, answerTo(path, request.headers), drips);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const close = async (): Promise<void> => {
    for (const drip of drips) clearInterval(drip);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return {
    baseUrls: { data: base, www: base },
    requests,
    put(path, bytes) {
      documents.set(path, bytes);
    },
    script(path, behaviours) {
      scripts.set(path, [...behaviours]);
    },
    always(path, behaviour) {
      if (behaviour === null) standing.delete(path);
      else standing.set(path, behaviour);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A `master.YYYYMMDD.idx`, from `[CIK, form]` of each filing. */
export function fakeDailyIndex(
  day: string,
  filings: readonly (readonly [cik: number, form: string])[],
): readonly [path: string, bytes: Uint8Array] {
  const [year = '', month = ''] = day.split('-');
  const compact = day.replaceAll('-', '');
  const rows = filings.map(
    ([cik, form], index) =>
      `${cik}|FILER ${cik} INC|${form}|${compact}|edgar/data/${cik}/0001000000-26-${String(index).padStart(6, '0')}.txt`,
  );
  const lines = [
    'Description:           Daily Index of EDGAR Dissemination Feed',
    `Last Data Received:    ${day}`,
    'Comments:              webmaster@sec.gov',
    'Anonymous FTP:         ftp://ftp.sec.gov/edgar/',
    ' ',
    'CIK|Company Name|Form Type|Date Filed|File Name',
    '-'.repeat(80),
    ...rows,
    '',
  ];
  const path = `/Archives/edgar/daily-index/${year}/QTR${Math.ceil(Number(month) / 3)}/master.${compact}.idx`;
  return [path, new TextEncoder().encode(lines.join('\n'))];
}

/** One answer: the data sent, and the fate of the connection. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Uint8Array;
  readonly ending: 'complete' | 'hang_up' | 'stay_open' | 'reset' | { readonly dripEveryMs: number };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const XML_TYPE = { 'content-type': 'application/xml' };
const TEXT_TYPE = { 'content-type': 'text/plain' };
/** How an XML document begins. */
const LESS_THAN = 0x3c;
/** How an index begins: "Description:". */
const LETTER_D = 0x44;
const STAND_IN = new TextEncoder().encode('{"fake":[1,2,3,4,5,6,7,8,9]}');

function complete(status: number, headers: Record<string, string>, body: Uint8Array): Answer {
  return { status, headers: { ...headers, 'content-length': body.byteLength }, body, ending: 'complete' };
}

function page(status: number): Answer {
  return complete(status, { 'content-type': 'text/html' }, Buffer.from(THROTTLE_PAGE));
}

function error(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  const xml = '<?xml version="1.0"?><Error><Code>Fake</Code></Error>';
  return complete(status, { 'content-type': 'application/xml', ...headers }, Buffer.from(xml));
}

function misbehave(behaviour: Exclude<Behaviour, { kind: 'document' }>, bytes: Uint8Array): Answer {
  const half = bytes.subarray(0, Math.max(1, bytes.byteLength >> 1));
  const wholeLength = { ...JSON_TYPE, 'content-length': bytes.byteLength };
  const zippedType = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  switch (behaviour.kind) {
    case 'throttle_page':
      return page(403);
    case 'throttle_page_cut':
      return { ...page(403), body: Buffer.from(THROTTLE_PAGE.slice(0, 40)), ending: 'hang_up' };
    case 'status':
      return error(behaviour.status, behaviour.headers);
    case 'too_many_requests':
      return error(429, behaviour.retryAfter === undefined ? {} : { 'retry-after': behaviour.retryAfter });
    case 'access_denied_xml':
      return error(403);
    case 'redirect':
      return error(302, { location: behaviour.location });
    case 'truncated':
      return { status: 200, headers: wholeLength, body: half, ending: 'hang_up' };
    case 'cut_json':
      return complete(200, JSON_TYPE, half);
    case 'cut_gzip': {
      const zipped = gzipSync(bytes);
      return complete(200, zippedType, zipped.subarray(0, zipped.byteLength - (zipped.byteLength >> 2)));
    }
    case 'stall':
      return { status: 200, headers: wholeLength, body: half, ending: 'stay_open' };
    case 'drip': {
      const headers = { ...JSON_TYPE, 'content-length': 1_000_000 };
      return { status: 200, headers, body: Buffer.from('{'), ending: { dripEveryMs: behaviour.everyMs } };
    }
    case 'silence':
      return { status: 0, headers: {}, body: half, ending: 'stay_open' };
    case 'connection_reset':
      return { status: 0, headers: {}, body: half, ending: 'reset' };
    case 'html_ok':
      return page(200);
    case 'wrong_type':
      return complete(200, { 'content-type': behaviour.contentType }, bytes);
    case 'gzip_bomb': {
      const spaces = Buffer.alloc(behaviour.megabytes * 1024 * 1024, ' ');
      spaces[0] = 0x5b;
      spaces[spaces.length - 1] = 0x5d;
      return complete(200, zippedType, gzipSync(spaces, { level: 1 }));
    }
  }
}

function serve(document: Uint8Array, request: IncomingHttpHeaders, validators: boolean): Answer {
  const etag = `"${createHash('sha256').update(document).digest('hex').slice(0, 32)}"`;
  const type = document[0] === LESS_THAN ? XML_TYPE : document[0] === LETTER_D ? TEXT_TYPE : JSON_TYPE;
  const headers = { ...type, ...(validators ? { etag, 'last-modified': LAST_MODIFIED } : {}) };
  if (validators && request['if-none-match'] === etag) {
    return { status: 304, headers, body: new Uint8Array(), ending: 'complete' };
  }
  if (!/\bgzip\b/.test(String(request['accept-encoding'] ?? ''))) return complete(200, headers, document);
  return complete(200, { ...headers, 'content-encoding': 'gzip' }, gzipSync(document));
}

/** `status` 0 sends nothing before the ending. */
function send(response: ServerResponse, answer: Answer, drips: Set<NodeJS.Timeout>): void {
  const { ending } = answer;
  if (ending === 'reset') {
    response.req.socket.resetAndDestroy();
    return;
  }
  if (answer.status === 0) return;
  response.writeHead(answer.status, answer.headers);
  if (ending === 'complete') {
    response.end(answer.body);
    return;
  }
  response.write(answer.body, () => {
    if (ending === 'hang_up') response.req.socket.end();
  });
  if (typeof ending === 'object') {
    const drip = setInterval(() => response.write(' '), ending.dripEveryMs);
    drips.add(drip);
    response.on('close', () => clearInterval(drip));
  }
}

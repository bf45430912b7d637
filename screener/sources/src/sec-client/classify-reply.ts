import { type Failure, fail } from '@common/base/result';
import type { GetFailureCode, GetReply } from '@common/kit/http/bounded-get';
import { jsonExtent } from './json-extent.ts';
import type { SecLimits } from './limits.ts';
import { xmlExtent } from './xml-extent.ts';

/**
 * Why a document of the SEC is not available. The first two are about the request, the rest about the SEC or the way
 * to it. `sec_throttled` says in `detail.until` when the next attempt is allowed.
 */
export type SecFailureCode =
  | 'invalid_cik'
  | 'not_found'
  | 'sec_throttled'
  | 'sec_unavailable'
  | 'sec_timeout'
  | 'sec_truncated'
  | 'sec_too_large'
  | 'sec_unexpected_content'
  | 'sec_unexpected_status';

/** The kind of document that a request asks for. */
export type DocumentKind = 'json' | 'xml' | 'text';

/** The meaning of an answer from the SEC, and the client's next step. */
type ReplyMeaning =
  | { readonly kind: 'document'; readonly reply: GetReply }
  | { readonly kind: 'not_modified' }
  | { readonly kind: 'redirect'; readonly location: string }
  /** No request may leave for `forMs`. */
  | { readonly kind: 'hold'; readonly forMs: number }
  /** Try again, as often as the limits allow for this code. */
  | { readonly kind: 'retry'; readonly failure: Failure<'sec_unavailable' | 'sec_truncated'> }
  | { readonly kind: 'final'; readonly failure: Failure<SecFailureCode> };

function final(code: SecFailureCode, message: string, detail?: Failure['detail']): ReplyMeaning {
  return { kind: 'final', failure: fail(code, message, detail).error };
}

function isHtml(reply: GetReply): boolean {
  if (/\bx?html\b/i.test(reply.headers.get('content-type') ?? '')) return true;
  const start = new TextDecoder().decode(reply.bytes.subarray(0, 512));
  return /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(start.replace(/^\ufeff/, ''));
}

/** Milliseconds that `Retry-After` asks for (seconds or an HTTP date), or null where it is absent or unusable. */
function retryAfterMs(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return /[A-Za-z]/.test(text) && !Number.isNaN(at) ? Math.max(0, at - now) : null;
}

function holdFor(askedMs: number | null, limits: SecLimits): ReplyMeaning {
  const forMs = Math.min(limits.maxHoldMs, Math.max(1000, askedMs ?? limits.throttleHoldMs));
  return { kind: 'hold', forMs };
}

/**
 * Reads an answer to a request for a document. `conditional`: the request carried validators. Pure.
 *
 * A 403 with a page is the SEC's throttle page or its refusal of an undeclared client; both get worse if requests go
 * on. A 403 with XML or JSON comes from the storage behind the site and only means that this document is closed.
 */
export function classifyReply(
  reply: GetReply,
  context: {
    readonly kind: DocumentKind;
    readonly conditional: boolean;
    readonly now: number;
    readonly limits: SecLimits;
  },
): ReplyMeaning {
  const { status, headers } = reply;
  const asked = retryAfterMs(headers.get('retry-after'), context.now);
  const type = headers.get('content-type') ?? '';
  if (status === 200) return classifyDocument(reply, type, context.kind);
  if (status === 304 && context.conditional) return { kind: 'not_modified' };
  if (status === 403 && (isHtml(reply) || !/xml|json/i.test(type))) return holdFor(asked, context.limits);
  if (status === 429 || (status === 503 && asked !== null)) return holdFor(asked, context.limits);
  // In the archive a closed document is one that does not exist: the index of a day without filings.
  const isAbsent = status === 404 || status === 410 || (status === 403 && context.kind === 'text');
  if (isAbsent) return final('not_found', 'The SEC has no such document.');
  if (status >= 500) {
    const { error } = fail('sec_unavailable', `The SEC answered ${status}.`, { status });
    return { kind: 'retry', failure: error };
  }
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) return { kind: 'redirect', location };
  return final('sec_unexpected_status', `The SEC answered ${status}, which is not expected here.`, {
    status,
  });
}

/** Reads a request to `host` that brought no usable answer. Pure. */
export function classifyFailure(failure: Failure<GetFailureCode>, host: string): ReplyMeaning {
  const { code, detail } = failure;
  const message = FAILURES[code](`SEC (${host})`, detail?.maxBytes);
  if (code === 'timeout') return final('sec_timeout', message, detail);
  if (code === 'too_large') return final('sec_too_large', message, detail);
  const { error } = fail(code === 'network' ? 'sec_unavailable' : 'sec_truncated', message, detail);
  return { kind: 'retry', failure: error };
}

const FAILURES: Readonly<Record<GetFailureCode, (sec: string, maxBytes: unknown) => string>> = {
  network: (sec) => `The ${sec} did not answer.`,
  timeout: (sec) => `The answer of the ${sec} took too long.`,
  truncated: (sec) => `The answer of the ${sec} was cut off.`,
  too_large: (sec, maxBytes) => `The answer of the ${sec} is larger than the limit of ${maxBytes} bytes.`,
};

/** For each kind of document: its media types, and where the text stops being one. */
const KINDS = {
  json: { name: 'JSON', types: /^application\/(?:[\w.-]+\+)?json\b/i, extent: jsonExtent },
  // This format has no end that would reveal a cut; its length and its reader do.
  text: {
    name: 'text',
    types: /^(?:text\/plain|application\/octet-stream)\b/i,
    extent: () => 'complete' as const,
  },
  xml: { name: 'XML', types: /^(?:application|text)\/(?:[\w.-]+\+)?xml\b/i, extent: xmlExtent },
} as const;

function classifyDocument(reply: GetReply, type: string, kind: DocumentKind): ReplyMeaning {
  const { name, types, extent: extentOf } = KINDS[kind];
  if (isHtml(reply)) {
    return final('sec_unexpected_content', 'The SEC sent a web page instead of data.');
  }
  if (!types.test(type)) {
    return final('sec_unexpected_content', `The SEC sent something other than ${name}.`, {
      contentType: type,
    });
  }
  const extent = extentOf(reply.bytes);
  if (extent === 'complete') return { kind: 'document', reply };
  if (extent !== 'ends_early') {
    return final('sec_unexpected_content', `The body is not a ${name} document.`);
  }
  const { error } = fail('sec_truncated', `The ${name} ends early.`, {
    receivedBytes: reply.bytes.byteLength,
  });
  return { kind: 'retry', failure: error };
}

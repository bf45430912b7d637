import type { IncomingMessage } from 'node:http';
import { FAILURES, type FailureCode, failureCodeOf } from '../failures.ts';
import { BAD_REQUEST, type HttpFailure } from './errors.ts';

export const INTERNAL_ERROR: HttpFailure = {
  status: 500,
  code: 'internal_error',
  message: 'Something failed on our side. Try again; if it keeps failing, report the request id.',
};
export const NOT_FOUND: HttpFailure = {
  status: 404,
  code: 'not_found',
  message: 'There is nothing at this path. See /docs for what this service offers.',
};
export const TOO_LARGE: HttpFailure = {
  status: 413,
  code: 'payload_too_large',
  message: 'The body is larger than this operation accepts.',
};
const URI_TOO_LONG: HttpFailure = {
  status: 414,
  code: 'uri_too_long',
  message: 'A part of the path is too long.',
};
export const UNSUPPORTED_TYPE: HttpFailure = {
  status: 415,
  code: 'unsupported_media_type',
  message: 'This operation does not accept a body of this type.',
};
export const TIMED_OUT: HttpFailure = {
  status: 503,
  code: 'timeout',
  message: 'The answer took too long. Try again later.',
  headers: { 'retry-after': '5' },
};

/**
 * The framework's own refusals. All other exceptions are ours, whatever status they carry: a failure of what
 * the service stands on, or a bug, hence 500.
 */
const FRAMEWORK_FAILURES: Readonly<Record<string, HttpFailure>> = {
  FST_ERR_BAD_URL: BAD_REQUEST,
  FST_ERR_CTP_BODY_TOO_LARGE: TOO_LARGE,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: BAD_REQUEST,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: UNSUPPORTED_TYPE,
  FST_ERR_HANDLER_TIMEOUT: TIMED_OUT,
  FST_ERR_MAX_PARAM_LENGTH: URI_TOO_LONG,
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: UNSUPPORTED_TYPE,
  // This is a path with dots under /docs/static.
  FST_STATIC_FORBIDDEN_PATH: NOT_FOUND,
};

/** What a caller is told about an exception, and at which level the log keeps it; null for his own mistakes. */
interface Judged {
  readonly failure: HttpFailure;
  readonly level: 'warn' | 'error' | null;
}

/** Judges an exception while a request was answered. */
export function judge(error: unknown, request: Pick<IncomingMessage, 'errored'>): Judged {
  // INVARIANT: only what broke the caller's own connection is the caller's. A connection that the service
  // opened (to its database, to another service) fails with the same codes.
  if (error instanceof Error && error === request.errored) return { failure: BAD_REQUEST, level: null };
  const framework = frameworkFailureOf(error);
  if (framework !== undefined) return { failure: framework, level: framework.status >= 500 ? 'warn' : null };
  const code = failureCodeOf(error);
  if (code === null) return { failure: INTERNAL_ERROR, level: 'error' };
  return { failure: httpFailureOf(code), level: FAILURES[code].level };
}

export function frameworkFailureOf(error: unknown): HttpFailure | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return FRAMEWORK_FAILURES[error.code];
}

/** The answer to a failure of what the service stands on. */
function httpFailureOf(code: FailureCode): HttpFailure {
  const { status, message, retryAfterS } = FAILURES[code];
  return {
    status,
    code,
    message,
    ...(retryAfterS === null ? {} : { headers: { 'retry-after': String(retryAfterS) } }),
  };
}

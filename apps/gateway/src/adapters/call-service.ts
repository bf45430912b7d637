import type { Answered, UpstreamCode, UpstreamFailure } from '../use-cases/upstreams.ts';

export interface ServiceAddress {
  readonly service: 'authority' | 'pep';
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** What a good answer looks like. */
export interface AnswerForm<Value> {
  Check(value: unknown): value is Value;
}

export interface ServiceCall<Value> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly token?: string;
  readonly answer: AnswerForm<Value>;
}

/** Errors of a connection that never came about: the request was not handed over. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** One call, never repeated. What went wrong is told apart by whether the service can have acted on it. */
export async function callService<Value>(
  at: ServiceAddress,
  call: ServiceCall<Value>,
): Promise<Answered<Value>> {
  let status: number;
  let value: unknown;
  try {
    const response = await fetch(`${at.baseUrl.replace(/\/$/, '')}${call.path}`, {
      method: call.method,
      redirect: 'error',
      signal: AbortSignal.timeout(at.timeoutMs),
      headers: {
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
    });
    status = response.status;
    value = await response.json().catch(() => undefined);
  } catch (error) {
    return NOT_CONNECTED.has(causeOf(error))
      ? failed(at, 'upstream_unreachable', `The ${at.service} cannot be reached.`)
      : failed(at, 'upstream_silent', `The ${at.service} did not answer within ${at.timeoutMs} ms.`);
  }
  if (status >= 200 && status < 300) {
    if (call.answer.Check(value)) return { ok: true, value };
    return failed(at, 'upstream_silent', `The ${at.service} gave an answer that cannot be understood.`);
  }
  const refusal = refusalOf(value);
  return failed(
    at,
    'upstream_refused',
    refusal?.message ?? `The ${at.service} answered with status ${status}.`,
    { status, ...(refusal === undefined ? {} : { error: refusal.error }) },
  );
}

function failed(
  { service }: ServiceAddress,
  code: UpstreamCode,
  message: string,
  detail: { readonly status?: number; readonly error?: string } = {},
): { readonly ok: false; readonly error: UpstreamFailure } {
  return { ok: false, error: { code, message, detail: { service, ...detail } } };
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** `{"detail": {"error", "message"}}`. */
function refusalOf(value: unknown): { error: string; message: string } | undefined {
  const detail = typeof value === 'object' && value !== null && 'detail' in value ? value.detail : undefined;
  if (typeof detail !== 'object' || detail === null || !('error' in detail) || !('message' in detail)) {
    return undefined;
  }
  const { error, message } = detail;
  return typeof error === 'string' && typeof message === 'string' ? { error, message } : undefined;
}

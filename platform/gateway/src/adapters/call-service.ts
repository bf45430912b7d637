import type { HttpClient } from '@common/kit/http/client';
import type { Answered, UpstreamCode, UpstreamFailure } from '../use-cases/upstreams.ts';

export interface ServiceAddress {
  readonly http: HttpClient;
  readonly service: 'authority' | 'pep';
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** What a valid answer looks like. */
interface AnswerForm<Value> {
  Check(value: unknown): value is Value;
}

interface ServiceCall<Value> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly token?: string;
  readonly answer: AnswerForm<Value>;
}

/** An answer has at most this many bytes: the largest is a mandate with long lists. */
const MAX_ANSWER_BYTES = 1_048_576;

/** One call; only a read is ever repeated. Failures are told apart by whether the service can have acted on the call. */
export async function callService<Value>(
  at: ServiceAddress,
  call: ServiceCall<Value>,
): Promise<Answered<Value>> {
  const { origin, pathname } = new URL(at.baseUrl);
  const answer = await at.http[call.method === 'GET' ? 'sendRepeatable' : 'send']({
    method: call.method,
    ...{ origin, path: `${pathname.replace(/\/$/, '')}${call.path}` },
    headers: {
      accept: 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
    },
    body: call.body ?? null,
    ...{ timeoutMs: at.timeoutMs, maxBytes: MAX_ANSWER_BYTES },
  });
  if (answer.kind === 'unanswered') {
    return answer.handedOver
      ? failed(at, 'upstream_silent', `The ${at.service} did not answer within ${at.timeoutMs} ms.`)
      : failed(at, 'upstream_unreachable', `The ${at.service} cannot be reached.`);
  }
  const { status } = answer;
  const value = jsonOf(answer.bytes);
  if (status >= 200 && status < 300) {
    if (call.answer.Check(value)) return { ok: true, value };
    return failed(at, 'upstream_silent', `The ${at.service} gave an answer that cannot be understood.`);
  }
  const refusal = refusalOf(value);
  return failed(
    at,
    'upstream_refused',
    refusal?.message ?? `The ${at.service} answered with status ${status}.`,
    {
      status,
      ...(refusal === undefined ? {} : { error: refusal.error }),
      ...(answer.retryAfterS === null ? {} : { retryAfterS: answer.retryAfterS }),
    },
  );
}

function failed(
  { service }: ServiceAddress,
  code: UpstreamCode,
  message: string,
  detail: Omit<UpstreamFailure['detail'], 'service'> = {},
): { readonly ok: false; readonly error: UpstreamFailure } {
  return { ok: false, error: { code, message, detail: { service, ...detail } } };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
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

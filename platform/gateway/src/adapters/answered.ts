import type { CallAnswer, CallFailure, ClientOptions } from '@platform/api/client';
import type { IssueToken } from '@platform/keys/service-token';
import type { UpstreamAnswer, UpstreamCode, UpstreamFailure } from '../use-cases/upstreams.ts';

/**
 * The largest answer is a mandate with long lists. Nothing is hashed here; a counterparty's data is passed
 * on.
 */
export const READING = { maxBytes: 1_048_576, plainJson: true } as const;

/** The address of an upstream service, and how to call it. */
export interface UpstreamAddress extends Pick<ClientOptions, 'http' | 'baseUrl' | 'timeoutMs' | 'readToken'> {
  readonly issueToken: IssueToken;
}

interface Upstream {
  readonly service: 'authority' | 'pep';
  readonly timeoutMs: number;
}

/** Converts a client's answer. Failures differ by whether the service can have acted on the call. */
export function answered<Value>(upstream: Upstream, called: CallAnswer<Value>): UpstreamAnswer<Value> {
  return called.ok
    ? { ok: true, value: called.value }
    : { ok: false, error: failureOf(upstream, called.error) };
}

function failureOf({ service, timeoutMs }: Upstream, failure: CallFailure): UpstreamFailure {
  const failed = (code: UpstreamCode, message: string): UpstreamFailure => ({
    code,
    message,
    detail: { service },
  });
  if (failure.kind === 'unanswered') {
    return failure.handedOver
      ? failed('upstream_silent', `The ${service} did not answer within ${timeoutMs} ms.`)
      : failed('upstream_unreachable', `The ${service} cannot be reached.`);
  }
  if (failure.kind === 'garbled') {
    return failed('upstream_silent', `The ${service} gave an answer that cannot be understood.`);
  }
  const { status, refusal, retryAfterS } = failure;
  return {
    code: 'upstream_refused',
    message: refusal?.message ?? `The ${service} answered with status ${status}.`,
    detail: {
      service,
      status,
      ...(refusal === null ? {} : { error: refusal.error }),
      ...(retryAfterS === null ? {} : { retryAfterS }),
    },
  };
}

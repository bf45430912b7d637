import type { Failure } from '@common/base/result';
import type { HttpFailure } from '@common/kit/http/errors';
import type { AgentRefusal } from '../use-cases/authenticate-agent.ts';
import type { CallRefusal } from '../use-cases/call-tool.ts';
import type { ModelRefusal } from '../use-cases/model/model.ts';
import type { UpstreamFailure } from '../use-cases/upstreams.ts';
import type { WaitRefusal } from '../use-cases/watch-grants.ts';

type Refusal =
  | WaitRefusal
  | AgentRefusal
  | CallRefusal
  | ModelRefusal
  | 'model_not_found'
  | 'plugin_not_found';

/** The HTTP status of each refusal. */
const STATUS: Readonly<Record<Refusal, number>> = {
  unauthorized: 401,
  contract_header_missing: 422,
  contract_not_found: 404,
  contract_not_yours: 403,
  agent_key_required: 403,
  agent_key_differs: 403,
  requests_too_many: 429,
  tool_not_found: 404,
  plugin_not_found: 404,
  model_not_found: 404,
  grant_not_found: 404,
  too_many_wait: 503,
  invalid_request: 422,
  base_url_missing: 503,
  log_rolled_back: 503,
  authority_unavailable: 503,
  model_unavailable: 503,
  model_refused: 502,
  model_answer_unusable: 502,
  model_rounds_exceeded: 502,
};
const RETRY_AFTER_S = 5;

export function httpFailure(error: Failure<Refusal> | UpstreamFailure): HttpFailure {
  if (isUpstream(error)) return upstreamFailure(error);
  const status = STATUS[error.code];
  return {
    status,
    code: status === 422 ? 'invalid_request' : error.code,
    message: error.message,
    ...(status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {}),
    ...(status === 429 || status === 503 ? { headers: { 'retry-after': String(RETRY_AFTER_S) } } : {}),
  };
}

function isUpstream(error: Failure<Refusal> | UpstreamFailure): error is UpstreamFailure {
  return error.code.startsWith('upstream_');
}

/**
 * Passes on faults of the request, and requests to wait, unchanged. An upstream that fails or rejects the
 * gateway itself becomes a 503.
 */
function upstreamFailure({ code, message, detail }: UpstreamFailure): HttpFailure {
  const { service, status = 503, error, retryAfterS } = detail;
  const headers = { 'retry-after': String(retryAfterS ?? RETRY_AFTER_S) };
  if (code === 'upstream_refused' && error !== undefined) {
    if ([429, 503, 507].includes(status)) return { status, code: error, message, headers };
    if ([400, 404, 409, 413, 422].includes(status)) return { status, code: error, message };
    if (status === 401 || status === 403) {
      const words = `The ${service} refused the gateway: ${message} The operator must give both the same SERVICE_GATEWAY_SECRET.`;
      return { status: 503, code: `${service}_refused_gateway`, message: words, headers };
    }
  }
  const words =
    code === 'upstream_unreachable'
      ? `${message} Nothing was done; try again later.`
      : `${message} It is not known whether a grant was made: check your mandate’s grants before you try again.`;
  return { status: 503, code: `${service}_unavailable`, message: words, headers };
}

import type { Failure } from '@common/base/result';
import { refuse, refuseInvalid } from '@common/kit/http/app';
import type { HoldingsRefusal } from '@screener/sources/holdings/read-holdings';
import type { FastifyReply } from 'fastify';
import type { ScreenRefusal } from '../use-cases/screen-ticker.ts';

type RouteRefusal =
  | ScreenRefusal
  | HoldingsRefusal
  | 'ranking_running'
  | 'ranking_stopped'
  | 'unknown_overlay'
  | 'invalid_cursor'
  | 'unknown_field'
  | 'invalid_search'
  | 'idempotency_key_reused'
  | 'too_many_jobs'
  | 'job_not_found'
  | 'too_many_statements'
  | 'seal_key_replaced';

/**
 * How each refusal is sent over HTTP: a status from the document's table 7, or the location in a 422.
 * `retryAfterS` is the default for a refusal that does not give its own.
 */
const ANSWERS: Readonly<
  Record<
    RouteRefusal,
    | { readonly status: number; readonly retryAfterS?: number; readonly tellsDetail?: true }
    | { readonly query: string }
    | { readonly body: string }
  >
> = {
  malformed_ticker: { status: 400, tellsDetail: true },
  ticker_not_found: { status: 404, tellsDetail: true },
  invalid_as_of: { query: 'as_of' },
  unknown_rules: { query: 'rules' },
  unknown_methodology: { query: 'methodologies' },
  unknown_overlay: { query: 'overlays' },
  invalid_cursor: { query: 'cursor' },
  unknown_field: { query: 'fields' },
  invalid_search: { query: 'q' },
  no_holdings: { body: 'text' },
  too_many_holdings: { body: 'text' },
  list_of_trades: { body: 'text' },
  invalid_csv: { body: 'text' },
  facts_unavailable: { status: 503, retryAfterS: 60 },
  idempotency_key_reused: { status: 409 },
  too_many_jobs: { status: 429, retryAfterS: 60 },
  job_not_found: { status: 404 },
  too_many_statements: { status: 429, retryAfterS: 60 },
  seal_key_replaced: { status: 503, retryAfterS: 60 },
  ranking_running: { status: 409, tellsDetail: true },
  ranking_stopped: { status: 503, retryAfterS: 60 },
};

export function answerRefusal(reply: FastifyReply, refusal: Failure<RouteRefusal>): FastifyReply {
  const answer = ANSWERS[refusal.code];
  if ('query' in answer || 'body' in answer) {
    const loc = 'query' in answer ? ['query', answer.query] : ['body', answer.body];
    return refuseInvalid(reply, [{ loc, msg: refusal.message, type: refusal.code }]);
  }
  const known = refusal.detail?.retry_after_s;
  const retryAfterS = typeof known === 'number' ? known : answer.retryAfterS;
  return refuse(reply, {
    status: answer.status,
    code: refusal.code,
    message: refusal.message,
    ...(answer.tellsDetail && refusal.detail !== undefined ? { detail: refusal.detail } : {}),
    ...(retryAfterS === undefined ? {} : { headers: { 'retry-after': String(retryAfterS) } }),
  });
}

import type { Failure } from '@common/base/result';
import { refuse } from '@common/kit/http/app';
import type { TokenRefusal } from '@platform/frame/check-broker-token';
import type { FastifyReply } from 'fastify';
import type { OnceRefusal } from '../use-cases/once.ts';

type CounterpartyRefusal =
  | TokenRefusal
  | OnceRefusal
  | 'account_unknown'
  | 'movements_unknown'
  | 'period_invalid'
  | 'record_unknown'
  | 'requester_unknown'
  | 'currency_unknown';

/**
 * The HTTP status of each refusal. After 401, a new broker token may succeed. All other refusals are final:
 * the same request gets the same one again.
 */
const STATUS: Readonly<Record<CounterpartyRefusal, number>> = {
  broker_token_missing: 401,
  broker_token_invalid: 401,
  broker_token_expired: 401,
  broker_token_mismatch: 401,
  broker_token_used: 401,
  idempotency_key_mismatch: 422,
  grant_mismatch: 422,
  idempotency_key_reused: 422,
  refused: 409,
  account_unknown: 404,
  movements_unknown: 404,
  period_invalid: 422,
  record_unknown: 404,
  requester_unknown: 404,
  currency_unknown: 404,
};

export function answerRefusal(reply: FastifyReply, refusal: Failure<CounterpartyRefusal>): FastifyReply {
  const named = refusal.detail?.code;
  return refuse(reply, {
    status: STATUS[refusal.code],
    code: typeof named === 'string' ? named : refusal.code,
    message: refusal.message,
  });
}

import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { RateLimiter } from '@common/kit/rate-limit';
import type {
  MovementQuestion,
  SignedMovementPage,
  SignedMovementQuestion,
} from '@platform/core/objects/movement';
import { signObject } from '@platform/core/signed/signed';
import type { AuthorityDeps } from './deps.ts';

export type MovementsRefusal =
  | 'movements_not_listed'
  | 'movements_unavailable'
  | 'movements_too_many'
  | 'period_invalid';

/** Asks the enforcement point, once. */
export type AskEnforcement = (
  question: SignedMovementQuestion,
) => Promise<Result<SignedMovementPage, 'movements_not_listed' | 'movements_unavailable'>>;

export interface MovementDeps extends Pick<AuthorityDeps, 'deployment' | 'authority' | 'clock'> {
  readonly askEnforcement: AskEnforcement;
  /** Each page is a call of the counterparty, also where one reader asks again. */
  readonly movementPages: RateLimiter;
}

type Asked = Omit<MovementQuestion, 'type' | 'deployment' | 'asked_at'>;

/** A page of a counterparty's list. The enforcement point alone can ask for it; the question is signed, so that nobody else makes it ask. */
export async function askMovements(
  deps: MovementDeps,
  asked: Asked,
): Promise<Result<SignedMovementPage, MovementsRefusal>> {
  if (asked.from >= asked.until) return fail('period_invalid', 'until must be a later day than from.');
  const allowance = await deps.movementPages.take(asked.tenant);
  if (!allowance.allowed) {
    const message = `Counterparties were asked too often for ${asked.tenant}. Ask again in ${allowance.resetS} s.`;
    return fail('movements_too_many', message);
  }
  const question: MovementQuestion = {
    type: 'sanad/movement-question/1',
    deployment: deps.deployment,
    ...asked,
    asked_at: formatInstant(deps.clock()),
  };
  const { hash, signature } = signObject(nodeCrypto, deps.authority, question);
  const answer = await deps.askEnforcement({ question, question_hash: hash, signature });
  return answer.ok ? ok(answer.value) : answer;
}

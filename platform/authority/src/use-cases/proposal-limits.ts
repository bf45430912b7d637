import { dateOfInstant } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { RateLimiter } from '@common/kit/rate-limit';
import type { Unit } from '../store/store.ts';

/** How much is kept of documents. */
interface DocumentLimits {
  /** Of one tenant, named or not. */
  readonly tenantBytes: number;
  /** Uploaded under one mandate in a day (UTC). */
  readonly mandateDayBytes: number;
  /** How long after it was named in a proposal that has ended; null for as long as its receipt. */
  readonly keptDays: number | null;
}

export type LimitRefusal = 'proposals_too_many' | 'denials_spent';

/**
 * How many proposals are decided. Proposals beyond that are refused undecided, without a grant or a receipt.
 */
export interface ProposalLimits {
  /** Proposals for each principal and mandate, in this process. */
  readonly proposals: RateLimiter;
  /** Denials of one mandate a day (UTC), each with its receipt; counted in the database for all processes. */
  readonly denialsPerDay: number;
  readonly documents: DocumentLimits;
}

const MS_PER_DAY = 86_400_000;
const MS_PER_SECOND = 1_000;

/** Runs before anything is locked or stored. `detail.retry_after_s` states when to try again. */
export async function takeProposal(
  { proposals }: ProposalLimits,
  principal: string,
  mandateId: string,
): Promise<Result<void, 'proposals_too_many'>> {
  const { allowed, resetS } = await proposals.take(`${principal} ${mandateId}`);
  if (allowed) return ok(undefined);
  const { requests, windowS } = proposals.policy;
  return fail(
    'proposals_too_many',
    `Not decided, and nothing was kept: ${mandateId} has had ${requests} proposals within ${windowS} s. Propose again in ${resetS} s.`,
    { retry_after_s: resetS },
  );
}

/**
 * Checks, under the tenant's lock and before the decision, that one more denial of this mandate could be
 * recorded today. If not, nothing is decided at all: without a receipt, nobody could prove the denial.
 */
export async function checkDenials(
  { denialsPerDay }: ProposalLimits,
  unit: Unit,
  mandateId: string,
  nowMs: number,
): Promise<Result<void, LimitRefusal>> {
  const [denied = '0'] = await unit.standing.read(mandateId, [denialsOn(nowMs)]);
  if (Number(denied) < denialsPerDay) return ok(undefined);
  const restS = Math.ceil((MS_PER_DAY - (nowMs % MS_PER_DAY)) / MS_PER_SECOND);
  return fail(
    'denials_spent',
    `Not decided, and nothing was kept: ${denied} proposals under ${mandateId} were denied today (UTC), the most that are recorded in a day. Propose again tomorrow, and what the mandate allows.`,
    { retry_after_s: restS },
  );
}

export async function countDenial(unit: Unit, mandateId: string, nowMs: number): Promise<void> {
  const counter = denialsOn(nowMs);
  const [denied = '0'] = await unit.standing.read(mandateId, [counter]);
  await unit.standing.write(mandateId, [{ ...counter, value: String(Number(denied) + 1) }]);
}

/** No rule of a plugin can have this name, because theirs are lower-case words with underscores. */
function denialsOn(nowMs: number) {
  return { counter: '$denials', period: dateOfInstant(nowMs) };
}

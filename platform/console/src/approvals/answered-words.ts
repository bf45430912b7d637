import { capitalised } from '@common/base/english';
import type { GrantRecord } from '@platform/core/objects/grant';
import { isUndone } from '@platform/core/objects/settled';
import { unansweredWords } from '@platform/words/doubt';
import { type Done, grantState, stateWithTime } from '@platform/words/grant-state';
import { clauseWords, quoted, sentence } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';
import type { Mark } from '../browser/marks.ts';

/**
 * Says how a request was answered, by whom and what became of it, according to the authority; null while it waits.
 * Callers must escape it. INVARIANT: what a person or a service gave as the reason cannot be read as our words.
 */
export function answeredWords(record: GrantRecord, done: Done): string | null {
  const { status, grant } = record;
  const { approved_by: kid } = grant;
  const by = kid === null ? 'Allowed by the rules alone' : `Approved by ${kid}`;
  const permission = kid === null ? 'The permission' : 'The approval';
  switch (status) {
    case 'pending':
      return null;
    case 'active':
      return `${by}, not ${done.word} yet.${grant.expires_at === null ? '' : ` ${permission} expires on ${dayAndTime(grant.expires_at)}.`}`;
    case 'redeemed':
      return sentence(`${by}, and ${unansweredWords(record) ?? stateWithTime(record, done)}`);
    case 'denied':
    case 'expired':
      return endedWords(record, done);
  }
}

/** Who ended a request, when and why; without a person, what the rules or the enforcement point say. */
function endedWords(record: GrantRecord, done: Done): string {
  const { ending, settlement, grant } = record;
  const state = grantState(record);
  const rejection = ending?.rejection;
  if (rejection !== undefined) {
    const { signature, rejected_at: at, rejection: said } = rejection;
    return `Rejected by ${signature.kid} on ${dayAndTime(at)}, and nothing was done: ${quoted(said.reason)}`;
  }
  const cancelled = ending?.cancellation ?? record.cancellation;
  if (state === 'cancelled' && cancelled !== undefined) {
    const { signature, cancellation: said } = cancelled;
    return `Cancelled by ${signature.kid} on ${dayAndTime(said.cancelled_at)}, and nothing was done: ${quoted(said.reason)}`;
  }
  if (state === 'counted_as_not_done' && settlement !== undefined) {
    const { signature, settlement: said } = settlement;
    const how = capitalised(stateWithTime(record, done));
    return `${how} by ${signature.kid} on ${dayAndTime(said.settled_at)}; nobody knows whether it was ${done.word}: ${quoted(said.reason)}`;
  }
  const became = state === 'expired' ? 'expired' : `was ${stateWithTime(record, done)}`;
  const ended =
    grant.approved_by === null ? `It ${became}` : `Approved by ${grant.approved_by}. It ${became}`;
  return `${ended}, and nothing was done${ending === null ? '.' : `: ${sentence(clauseWords(ending.detail))}`}`;
}

/** Says what the agent does next after the answer; null if nothing is left to do. */
export function nextWords({ status }: GrantRecord): string | null {
  if (status !== 'active') return null;
  return 'The agent can go on now. There is nothing else to do here.';
}

/** The mark beside those words: open where nobody knows, or a person alone says so. */
export function answerMark(record: GrantRecord): Mark {
  const state = grantState(record);
  switch (state) {
    case 'pending':
    case 'unanswered':
    case 'in_doubt':
    case 'counted_as_done':
    case 'counted_as_not_done':
      return 'open';
    case 'active':
      return 'holds';
    case 'executed':
      if (record.became === null) return 'open';
      return record.became && isUndone(record.became.state) ? 'bar' : 'holds';
    default:
      return 'bar';
  }
}

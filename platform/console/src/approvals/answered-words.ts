import type { GrantRecord } from '@platform/core/objects/grant';
import { unansweredWords } from '@platform/words/doubt';
import { sentence } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';

/**
 * Says how a request was answered and by whom, according to the authority; null while it waits. Callers must
 * escape it.
 */
export function answeredWords(record: GrantRecord): string | null {
  const { status, grant, ending } = record;
  const by = grant.approved_by === null ? 'Allowed by the rules alone' : `Approved by ${grant.approved_by}`;
  switch (status) {
    case 'pending':
      return null;
    case 'active':
      return `${by}, not executed yet.${grant.expires_at === null ? '' : ` The agent may use it until ${dayAndTime(grant.expires_at)}.`}`;
    case 'redeemed':
      return `${by}, and ${unansweredWords(record) ?? 'used'}.`;
    case 'denied':
    case 'expired':
      return ending?.rejection === undefined
        ? `It ${status === 'denied' ? 'was denied' : 'expired'}, and nothing was done${ending === null ? '.' : `: ${sentence(ending.detail)}`}`
        : `Rejected by ${ending.rejection.signature.kid} on ${dayAndTime(ending.rejection.rejected_at)}, and nothing was done: ${ending.rejection.rejection.reason}`;
  }
}

/** Says what the agent does next after the answer; null if nothing is left to do. */
export function nextWords({ status, grant }: GrantRecord): string | null {
  if (status !== 'active') return null;
  return `The agent goes on by presenting ${grant.grant_id} again. There is nothing else to do here.`;
}

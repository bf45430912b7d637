import type { GrantRecord } from '@platform/protocol/grant';
import { dayAndTime } from '../words/when.ts';

/** How a request was answered, and by whom, as the authority says; null while it waits. Escape it where it is shown. */
export function answeredWords({ status, grant, ending }: GrantRecord): string | null {
  const by = grant.approved_by ?? 'the rules alone';
  switch (status) {
    case 'pending':
      return null;
    case 'active':
      return `Approved by ${by}, not yet done.${grant.expires_at === null ? '' : ` The agent may use it until ${dayAndTime(grant.expires_at)}.`}`;
    case 'redeemed':
      return `Approved by ${by}, and used.`;
    case 'denied':
    case 'expired':
      return ending?.rejection === undefined
        ? `It ended, and nothing was done${ending === null ? '' : `: ${ending.detail}`}.`
        : `Rejected by ${ending.rejection.signature.kid} on ${dayAndTime(ending.rejection.rejected_at)}, and nothing was done: ${ending.rejection.rejection.reason}`;
  }
}

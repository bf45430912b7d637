import { formatInstant } from '@common/base/instant';
import type { Result } from '@common/base/result';
import type { SendWebhook } from '@common/kit/webhooks/send';
import { type SendFailure, waitAfter } from '@common/kit/webhooks/waits';
import { isSameHolder } from '@platform/core/decide/approval';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { ApproverAddress } from '@platform/keys/approver-addresses';
import type { NoticeLease, StoredNotice } from '../store/notices.store.ts';
import { readGrant } from '../use-cases/read-grants.ts';
import { approversOf, awaitsPrincipal, type NoticeDeps } from './ask-approvers.ts';

export interface DeliveryDeps extends NoticeDeps {
  readonly sendWebhook: SendWebhook;
}

/** The outcome of one attempt. `problem` contains no address. */
interface NoticeOutcome {
  readonly state: 'delivered' | 'postponed' | 'given_up' | 'withdrawn';
  readonly problem: string | null;
}

/**
 * Makes one attempt to deliver a leased notice, and records the outcome. Sends nothing once this person's
 * answer is no longer awaited; a notice that failed before then counts as given up, so that the operator
 * learns of a broken receiver.
 */
export async function deliverNotice(deps: DeliveryDeps, lease: NoticeLease): Promise<NoticeOutcome> {
  const { notice } = lease;
  const { addresses, notices } = deps;
  const grant = await readGrant(deps, notice.grant_id);
  const over = await whyOver(deps, notice, grant);
  if (grant === null || over !== null) {
    const failed = notice.attempts > 1;
    const problem = failed ? `${notice.problem ?? 'No attempt succeeded.'} ${over}` : over;
    return end(deps, lease, { state: failed ? 'given_up' : 'withdrawn', problem });
  }
  const address = await addresses.address(notice.person);
  if (address === null) {
    return end(deps, lease, { state: 'withdrawn', problem: `${notice.person} has no address any more.` });
  }
  if (await notices.hasRefused(address.id)) {
    return end(deps, lease, { state: 'given_up', problem: REFUSED });
  }
  deps.faults.at('notice_sent', 'before');
  const sent = await send(deps, notice, address, grant.action_hash);
  deps.faults.at('notice_sent', 'after');
  if (sent.ok) return end(deps, lease, { state: 'delivered', problem: null });
  const { code, message } = sent.error;
  const wait = waitAfter(notice.attempts, sent.error);
  if (wait === null) {
    const refused = code === 'gone' ? { refusedBy: address.id } : {};
    return end(deps, lease, { state: 'given_up', problem: message, ...refused });
  }
  // Waits until the notice's end at most, so that a failed delivery is recorded then.
  await notices.postpone(lease, Math.min(deps.clock() + wait, notice.until), message);
  return { state: 'postponed', problem: message };
}

const REFUSED = 'The receiver answered 410 before: nothing is sent there until an address is enrolled anew.';

async function end(
  { notices, clock }: DeliveryDeps,
  lease: NoticeLease,
  ended: Omit<Parameters<NoticeDeps['notices']['end']>[1], 'at'>,
): Promise<NoticeOutcome> {
  await notices.end(lease, { ...ended, at: clock() });
  return ended;
}

async function whyOver(
  { keys, clock }: DeliveryDeps,
  { type, until, person }: StoredNotice,
  grant: GrantRecord | null,
): Promise<string | null> {
  if (grant === null) return 'The grant is gone.';
  if (type === 'grant.in_doubt') {
    if (!awaitsPrincipal(grant)) return 'The grant is no longer in doubt, or its principal has decided.';
    return until <= clock() ? 'The time to tell it is over.' : null;
  }
  if (grant.status !== 'pending') return `The grant is ${grant.status}.`;
  if (until <= clock()) return 'The time to approve is over.';
  const approved = approversOf(grant, await keys());
  return approved.some((other) => isSameHolder(other, person)) ? `${person} has approved.` : null;
}

/**
 * INVARIANT: the message contains the hash of what waits, not its content, so an outsider who sees it learns
 * no payee, amount or address. The receiver reads the action with its own credentials and recomputes the
 * hash.
 */
function send(
  { sendWebhook, clock }: DeliveryDeps,
  { id, type, grant_id, until, entered_at }: StoredNotice,
  { url, secret }: ApproverAddress,
  actionHash: string,
): Promise<Result<void, SendFailure>> {
  const about = { grant_id, action_hash: actionHash };
  // A doubt does not end by itself.
  const data = type === 'grant.in_doubt' ? about : { ...about, expires_at: formatInstant(until) };
  const body = JSON.stringify({ type, timestamp: formatInstant(entered_at), data });
  return sendWebhook({ url, secret, id, sentAt: clock(), body });
}

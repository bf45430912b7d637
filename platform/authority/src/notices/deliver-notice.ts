import { waitAfter } from '@common/kit/webhooks/waits';
import { isSameHolder } from '@platform/core/decide/approval';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { NoticeAddress } from '@platform/keys/notice-addresses';
import type { SendNotice } from '@platform/keys/send-notice';
import type { NoticeLease, StoredNotice } from '../store/notices.store.ts';
import { agentAddress, type WebhookDeps } from '../use-cases/agent-webhooks.ts';
import { readGrant } from '../use-cases/read-grants.ts';
import { approversOf, awaitsPrincipal, type NoticeDeps } from './ask-approvers.ts';
import { contentOf, isOfGrant, messageOf } from './notice-text.ts';
import { agentContent, isForAgent, mandateOfAgent } from './tell-agents.ts';
import { sinkOf, type TellDeps } from './tell-sinks.ts';

export interface DeliveryDeps extends NoticeDeps, TellDeps, Pick<WebhookDeps, 'gatewaySecret'> {
  readonly sendNotice: SendNotice;
  /** Where people open the console; null if it is not known. */
  readonly consoleOrigin: string | null;
}

/** The outcome of one attempt. `problem` contains no address. */
interface NoticeOutcome {
  readonly state: 'delivered' | 'postponed' | 'given_up' | 'withdrawn';
  readonly problem: string | null;
}

/**
 * Makes one attempt to deliver a leased notice, and records the outcome. Sends nothing once nobody needs to know;
 * a notice that failed before then counts as given up, so that the operator learns of a broken receiver.
 */
export async function deliverNotice(deps: DeliveryDeps, lease: NoticeLease): Promise<NoticeOutcome> {
  const { notice } = lease;
  const { notices } = deps;
  const grant = isOfGrant(notice) ? await readGrant(deps, notice.about) : null;
  const content =
    isForAgent(notice.type) && grant !== null
      ? await agentContent(deps, notice.type, grant)
      : contentOf(notice, grant);
  const over = await whyOver(deps, notice, grant);
  if (content === null || over !== null) {
    const failed = notice.attempts > 1;
    const problem = failed ? `${notice.problem ?? 'No attempt succeeded.'} ${over}` : over;
    return end(deps, lease, { state: failed ? 'given_up' : 'withdrawn', problem });
  }
  const address = await addressOf(deps, notice);
  if (address === null) {
    return end(deps, lease, {
      state: 'withdrawn',
      problem: `${notice.recipient} no longer has an address.`,
    });
  }
  if (await notices.hasRefused(address.id)) {
    return end(deps, lease, { state: 'given_up', problem: REFUSED });
  }
  const message = await messageOf(deps, { notice, content, grant, address });
  deps.faults.at('notice_sent', 'before');
  const sent = await deps.sendNotice(address, { ...message, sentAt: deps.clock() });
  deps.faults.at('notice_sent', 'after');
  if (sent.ok) return end(deps, lease, { state: 'delivered', problem: null });
  const { code, message: problem } = sent.error;
  const wait = waitAfter(notice.attempts, sent.error);
  if (wait === null) {
    const refused = code === 'gone' ? { refusedBy: address.id } : {};
    return end(deps, lease, { state: 'given_up', problem, ...refused });
  }
  // Waits until the notice's end at most, so that a failed delivery is recorded then.
  await notices.postpone(lease, Math.min(deps.clock() + wait, notice.until), problem);
  return { state: 'postponed', problem };
}

const REFUSED = 'The receiver answered 410 before: nothing is sent there until an address is enrolled anew.';

function addressOf(deps: DeliveryDeps, notice: StoredNotice): Promise<NoticeAddress | null> {
  const { addresses, sinks } = deps;
  const mandateId = mandateOfAgent(notice);
  if (mandateId !== null) return agentAddress(deps, mandateId);
  const sink = sinkOf(notice);
  return sink === null ? addresses.address(notice.recipient) : sinks.address(sink);
}

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
  notice: StoredNotice,
  grant: GrantRecord | null,
): Promise<string | null> {
  const { type, until, recipient } = notice;
  if (isOfGrant(notice) && grant === null) return 'The grant is gone.';
  if (type === 'grant.in_doubt' && grant !== null && !awaitsPrincipal(grant))
    return 'The grant is no longer in doubt, or its principal has decided.';
  if (type === 'grant.outcome_unknown' && grant?.receipt_id !== null)
    return 'It is known how the grant ended.';
  // The event of its end says more.
  if (type === 'grant.approved' && grant?.status !== 'active') return `The grant is ${grant?.status}.`;
  const asks = type === 'approval.requested' || type === 'approval.reminder';
  if (asks && grant !== null && grant.status !== 'pending') return `The grant is ${grant.status}.`;
  if (until <= clock()) return asks ? 'The time to approve is over.' : 'The time to tell it is over.';
  if (!asks || grant === null || sinkOf(notice) !== null) return null;
  const approved = approversOf(grant, await keys());
  return approved.some((other) => isSameHolder(other, recipient)) ? `${recipient} has approved.` : null;
}

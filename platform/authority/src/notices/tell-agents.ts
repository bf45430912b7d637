import { AGENT_EVENTS, type AgentEvent } from '@platform/core/objects/agent-webhook';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { NoticeContent, NoticeType, OfAgentsGrant } from '@platform/core/objects/notice';
import { AGENT, type NewNotice, type NoticeEvent } from '../store/notices.store.ts';
import { type WebhookDeps, webhookOf } from '../use-cases/agent-webhooks.ts';
import { type AuthorityDeps, freshId } from '../use-cases/deps.ts';

/** How long an agent is told; then it reads the grant. */
const TOLD_MS = 86_400_000;

export function isForAgent(type: NoticeType): type is AgentEvent {
  return AGENT_EVENTS.some((event) => event === type);
}

/** The id of the mandate whose agent a notice is for; null if it is for somebody else. */
export function mandateOfAgent({ recipient }: Pick<NewNotice, 'recipient'>): string | null {
  return recipient.startsWith(AGENT) ? recipient.slice(AGENT.length) : null;
}

/** The notice of an event for the agent that proposed, if its webhook is for such events. */
export async function agentNotice(
  deps: Pick<WebhookDeps, 'webhooks' | 'store' | 'keys' | 'crypto' | 'clock' | 'randomBytes'>,
  { type, about }: NoticeEvent,
): Promise<readonly NewNotice[]> {
  if (!isForAgent(type)) return [];
  const mandateId = (await deps.store.grant(about))?.grant.contract_id;
  const webhook = mandateId === undefined ? null : await webhookOf(deps, mandateId);
  if (webhook === null || !webhook.events.includes(type)) return [];
  const now = deps.clock();
  const id = freshId('ntc_', deps);
  const recipient = `${AGENT}${webhook.contract_id}`;
  const times = { until: now + TOLD_MS, entered_at: now };
  // A program needs each.
  return [{ type, about, id, recipient, content: null, ...times, isBounded: false }];
}

/** What the agent is told: the same as by `GET /v1/grants/{grant_id}` of the gateway. */
export async function agentContent(
  { store }: Pick<AuthorityDeps, 'store'>,
  type: AgentEvent,
  { grant, action, ending, receipt_id: receiptId }: GrantRecord,
): Promise<NoticeContent> {
  const rules = await store.rules(grant.profile_hash);
  const tool = rules?.plugin.manifest.tools.find(({ facade }) => facade === action.facade);
  const about: OfAgentsGrant = {
    grant_id: grant.grant_id,
    contract_id: grant.contract_id,
    tool: tool?.name ?? action.facade,
    status: STATUS[type],
    reason: ending?.reason ?? 'ok',
    ...(type !== 'grant.approved' || grant.expires_at === null ? {} : { expires_at: grant.expires_at }),
    ...(receiptId === null ? {} : { receipt_id: receiptId }),
  };
  return { type, about, told: {} };
}

const STATUS: Readonly<Record<AgentEvent, OfAgentsGrant['status']>> = {
  'grant.approved': 'approved',
  'grant.rejected': 'denied',
  'grant.executed': 'executed',
  'grant.denied': 'denied',
  'grant.expired': 'refused',
  'grant.settled': 'executed',
  'grant.failed': 'executed',
  'grant.returned': 'executed',
};

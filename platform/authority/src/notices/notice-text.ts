import { formatInstant } from '@common/base/instant';
import { AGENT_EVENTS } from '@platform/core/objects/agent-webhook';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { NoticeContent, NoticeType } from '@platform/core/objects/notice';
import { type NoticeAddress, wayOf } from '@platform/keys/notice-addresses';
import type { NoticeMessage } from '@platform/keys/send-notice';
import { asTitle, headingPieces } from '@platform/words/action-heading';
import { NOTICE_FOOTER, noticeDetails, noticeTitle } from '@platform/words/notices';
import { sentence } from '@platform/words/short';
import { pieceText } from '@platform/words/story';
import { dayAndTime } from '@platform/words/when';
import type { StoredNotice } from '../store/notices.store.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';

const OF_GRANT: ReadonlySet<NoticeType> = new Set([
  'approval.requested',
  'approval.reminder',
  'grant.in_doubt',
  'grant.outcome_unknown',
  'effect.returned',
  ...AGENT_EVENTS,
]);

/** Whether a notice is about a grant, and over when that is. */
export function isOfGrant({ type }: Pick<StoredNotice, 'type'>): boolean {
  return OF_GRANT.has(type);
}

/** What a notice says; null if the grant that it is about is gone. */
export function contentOf(notice: StoredNotice, grant: GrantRecord | null): NoticeContent | null {
  const { type, content } = notice;
  if (type === 'notices.left_out') return { type, about: { left_out: notice.left_out }, told: {} };
  if (type === 'test') return { type, about: {}, told: {} };
  if (!isOfGrant(notice)) return content;
  if (grant === null) return null;
  const { action_hash } = grant;
  const about = { grant_id: notice.about, action_hash };
  const told = {};
  if (type === 'grant.outcome_unknown')
    return { type, about: { ...about, redeemed_at: grant.redeemed_at ?? '' }, told };
  // Neither ends by itself.
  if (type === 'grant.in_doubt' || type === 'effect.returned') return { type, about, told };
  if (type !== 'approval.requested' && type !== 'approval.reminder') return null;
  return { type, about: { ...about, expires_at: formatInstant(notice.until) }, told };
}

interface Told {
  readonly notice: StoredNotice;
  readonly content: NoticeContent;
  readonly grant: GrantRecord | null;
  readonly address: NoticeAddress;
}

interface TextDeps extends Pick<AuthorityDeps, 'store'> {
  /** Where people open the console; null if it is not known. */
  readonly consoleOrigin: string | null;
}

/**
 * A notice in all forms. INVARIANT: without `details` it contains names of what happened and no amount, payee or
 * person. To a person’s or an agent’s own program it never contains a link: it reads what waits with its own credentials, and
 * recomputes the hash.
 */
export async function messageOf(
  { store, consoleOrigin }: TextDeps,
  { notice, content, grant, address }: Told,
): Promise<Pick<NoticeMessage, 'id' | 'event' | 'subject' | 'text'>> {
  const title = noticeTitle(content);
  const details = address.details === true ? noticeDetails(content, await headingOf({ store }, grant)) : null;
  const path = linkPath(content);
  const link = consoleOrigin === null ? null : `${consoleOrigin}${path}`;
  const isProgram = !('kinds' in address) && wayOf(address) === 'webhook';
  const data = {
    ...content.about,
    ...(details === null ? {} : { text: details }),
    ...(link === null || isProgram ? {} : { link }),
  };
  const until = 'expires_at' in content.about ? (content.about.expires_at ?? null) : null;
  const lines = [
    sentence(title),
    ...(details === null ? [] : [details]),
    ...(until === null ? [] : [`It can be approved until ${dayAndTime(until)}.`]),
    ...(link === null ? [] : [link]),
  ];
  return {
    id: notice.id,
    event: { type: content.type, timestamp: formatInstant(notice.entered_at), data },
    subject: `Sanad: ${title}`,
    text: (wayOf(address) === 'mail' ? [...lines, '', NOTICE_FOOTER] : lines).join('\n'),
  };
}

async function headingOf(
  { store }: Pick<TextDeps, 'store'>,
  grant: GrantRecord | null,
): Promise<string | null> {
  if (grant === null) return null;
  const rules = await store.rules(grant.grant.profile_hash);
  return pieceText(asTitle(headingPieces(grant.action, rules?.plugin.manifest ?? null)));
}

/** The page of the console that shows it. */
function linkPath(content: NoticeContent): string {
  switch (content.type) {
    case 'approval.requested':
    case 'approval.reminder':
      return `/approvals/${content.about.grant_id}`;
    case 'grant.in_doubt':
    case 'grant.outcome_unknown':
    case 'effect.returned':
    case 'grant.settled':
    case 'grant.failed':
    case 'grant.returned':
    case 'grant.approved':
    case 'grant.rejected':
    case 'grant.executed':
    case 'grant.denied':
    case 'grant.expired':
      return `/grants/${content.about.grant_id}`;
    case 'limit.near':
      return `/mandates/${content.about.contract_id}`;
    case 'directory.changed':
      return `/payees/${content.about.tenant}/${content.about.profile}/${content.about.directory}`;
    case 'key.marked':
      return '/keys';
    case 'profile.published':
      return `/policy/${content.about.profile}`;
    case 'reconciliation.differs':
      return '/statements';
    case 'notices.left_out':
    case 'test':
      return '/notices';
    default:
      content satisfies never;
      return '/';
  }
}

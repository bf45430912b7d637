import { capitalised } from '@common/base/english';
import type { NoticeContent, NoticeType } from '@platform/core/objects/notice';
import { printable } from '@platform/core/verify/report-html';
import { grouped, priced } from './amounts.ts';
import { oneOf } from './directories.ts';
import { mandateName } from './mandate-name.ts';
import { nameWords } from './names.ts';
import { listed, sentence } from './short.ts';
import { day, dayAndTime } from './when.ts';

/** What a kind of notice is about, in lists of them. */
export const NOTICE_WORDS = {
  'approval.requested': 'approval wanted',
  'approval.reminder': 'approval still wanted',
  'grant.in_doubt': 'decision on a doubt wanted',
  'grant.outcome_unknown': 'outcome unknown for ten minutes',
  'effect.returned': 'accepted, and failed or returned later',
  'limit.near': 'limit at 80 %',
  'directory.changed': 'payee or account changed',
  'key.marked': 'key reported lost or stolen',
  'profile.published': 'policy published',
  'reconciliation.differs': 'statement differs from the bank’s list',
  'grant.approved': 'approved',
  'grant.rejected': 'rejected',
  'grant.executed': 'executed',
  'grant.denied': 'ended without effect',
  'grant.expired': 'expired',
  'grant.settled': 'settled',
  'grant.failed': 'accepted, and failed later',
  'grant.returned': 'returned later',
  'notices.left_out': 'how many were left out',
  test: 'test',
} as const satisfies Readonly<Record<NoticeType, string>>;

/**
 * What happened, without an amount, a payee or anybody’s name: a mail’s subject, and the first line of each text. It is
 * no sentence of a stranger’s, so that nothing in it needs to be made harmless.
 */
export function noticeTitle(content: NoticeContent): string {
  switch (content.type) {
    case 'approval.requested':
      return 'A request needs approval';
    case 'approval.reminder':
      return 'A request still needs approval';
    case 'grant.in_doubt':
      return 'A principal must decide what a request counts as';
    case 'grant.outcome_unknown':
      return 'The outcome of a request has been unknown for ten minutes';
    case 'effect.returned':
      return 'What was accepted failed or came back later';
    case 'limit.near':
      return 'A limit has reached 80 %';
    case 'directory.changed':
      return `${capitalised(oneOf(content.about.directory))} was ${content.about.change}`;
    case 'key.marked':
      return 'A key was reported lost or stolen';
    case 'profile.published':
      return 'A new version of a policy was published';
    case 'reconciliation.differs':
      return 'A statement differs from the counterparty’s list';
    case 'grant.approved':
    case 'grant.rejected':
    case 'grant.executed':
    case 'grant.denied':
    case 'grant.expired':
    case 'grant.settled':
    case 'grant.failed':
    case 'grant.returned':
      return `A request of an agent: ${NOTICE_WORDS[content.type]}`;
    case 'notices.left_out':
      return content.about.left_out === 1
        ? '1 more notice was left out'
        : `${grouped(String(content.about.left_out))} more notices were left out`;
    case 'test':
      return 'A test of notices';
    default:
      content satisfies never;
      return '';
  }
}

/**
 * Who, what and how much, as one harmless sentence; null where there is nothing more to say. `heading` says what the
 * grant’s action does.
 */
export function noticeDetails(content: NoticeContent, heading: string | null): string | null {
  const words = detailWords(content, heading);
  return words === null ? null : sentence(unlinked(words));
}

function detailWords(content: NoticeContent, heading: string | null): string | null {
  switch (content.type) {
    case 'approval.requested':
    case 'approval.reminder':
    case 'grant.in_doubt':
    case 'grant.approved':
    case 'grant.rejected':
    case 'grant.executed':
    case 'grant.denied':
    case 'grant.expired':
    case 'grant.settled':
    case 'grant.failed':
    case 'grant.returned':
    case 'effect.returned':
      return heading;
    case 'grant.outcome_unknown':
      return heading === null
        ? null
        : `${heading}: begun on ${dayAndTime(content.about.redeemed_at)}, and nobody has reported how it ended`;
    case 'limit.near':
      return limitWords(content);
    case 'directory.changed': {
      const { name, label, by } = content.told;
      const named = label === undefined ? name : `${name} (${label})`;
      return `${listed(by)} ${content.about.change} ${named}`;
    }
    case 'key.marked': {
      const { by, person, since } = content.told;
      return `${by} reported ${content.about.kid} of ${person}: what it signed since ${dayAndTime(since)} does not count`;
    }
    case 'profile.published':
      return `${content.about.profile} ${content.about.version}, signed by ${content.told.by}`;
    case 'reconciliation.differs': {
      const { account, differences: many } = content.told;
      return `${account}, ${content.about.period}: ${many === 1 ? '1 difference' : `${many} differences`}`;
    }
    case 'notices.left_out':
    case 'test':
      return null;
    default:
      content satisfies never;
      return null;
  }
}

function limitWords({ about, told }: Extract<NoticeContent, { readonly type: 'limit.near' }>): string {
  const { used, max, currency = '', profile, mandate } = told;
  const { contract_id } = about;
  const name = mandateName({ profile, contract_id, ...(mandate === undefined ? {} : { name: mandate }) });
  const unit = currency === '' ? '' : ` ${currency}`;
  const what = about.limit === 'uses' ? 'uses' : nameWords(about.limit);
  const when = about.day === undefined ? '' : ` on ${day(about.day)}`;
  return `${name}, ${what}: ${priced(used, currency)} of ${priced(max, currency)}${unit}${when}`;
}

/**
 * A text in which nothing is a link to a mail program or a chat, and no character is unseen: names and references come
 * from agents and from others outside.
 */
export function unlinked(text: string): string {
  return (
    printable(text)
      .replaceAll('://', '[:]//')
      // The last part of a host's name is of letters alone: a version or an amount is none.
      .replaceAll(/(?<=[\p{L}\p{N}])[.．。｡](?=\p{L}{2,}(?![\p{L}\p{N}]))/gu, '[.]')
  );
}

/** What a mail says about itself, at its end. */
export const NOTICE_FOOTER =
  'This message approves nothing and asks for no password. Only a signature with your own key decides.';

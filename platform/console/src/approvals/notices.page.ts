import { html, type Safe } from '@common/web/html';
import type { GrantNotice } from '@platform/core/objects/notice';
import { printable } from '@platform/core/verify/report-html';
import { dayAndTime } from '@platform/words/when';

/** Names the people whom the authority says it notified by webhook, and when. Null if it notified nobody. */
export function noticesNote(notices: readonly GrantNotice[]): Safe | null {
  const people = [
    ...new Set(notices.filter(({ type }) => type !== 'grant.in_doubt').map(({ person }) => person)),
  ];
  const told = people.flatMap((person) => {
    const own = notices.filter(({ person: whom, type }) => whom === person && type !== 'grant.in_doubt');
    const words = own.map(noticeWords).filter((text) => text !== '');
    return words.length === 0 ? [] : [html`<strong>${printable(person)}</strong> ${words.join(', ')}`];
  });
  if (told.length === 0) return null;
  return html`<p class="note until-answered">Told by webhook: ${told.map((one, index) => html`${index > 0 && '; '}${one}`)}.</p>`;
}

function noticeWords({ type, state, attempts, ended_at: at }: GrantNotice): string {
  const isReminder = type === 'approval.reminder';
  switch (state) {
    case 'delivered':
      return `${isReminder ? 'reminded ' : ''}on ${dayAndTime(at ?? '')}`;
    case 'waiting':
      return attempts === 0 ? '' : `${isReminder ? 'reminder ' : ''}not reached yet`;
    case 'given_up':
      return `${isReminder ? 'reminder ' : ''}not reached`;
    case 'withdrawn':
      return '';
  }
}

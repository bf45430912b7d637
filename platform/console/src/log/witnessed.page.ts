import { html, type Safe } from '@common/web/html';
import { printable } from '@platform/core/verify/report-html';
import { counted } from '@platform/words/short';
import { pointed } from '../site/site.page.ts';

/** Names the signers of the newest head other than the authority. */
export function witnessedMarks(witnesses: readonly string[]): Safe {
  if (witnesses.length === 0)
    return html`<ul class="marks">${pointed('open', 'No witness has signed it: others may be shown another log.')}</ul>`;
  const names = witnesses.map((name, at) => html`${at > 0 && ', '}<bdi class="id">${printable(name)}</bdi>`);
  const who = witnesses.length === 1 ? 'a witness' : `${counted(witnesses.length)} witnesses`;
  return html`<ul class="marks">${pointed('open', html`The authority shows it with the signatures of ${who}: ${names}. Check them by a policy of your own: <code>sanad-verify --policy</code>.`)}</ul>`;
}

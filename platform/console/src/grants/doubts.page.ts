import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import { printable } from '@platform/core/verify/report-html';
import { doubtWords } from '@platform/words/doubt';
import { referenceWords } from '@platform/words/reference';
import { counted } from '@platform/words/short';
import { actionPieces } from '@platform/words/story';
import { dayAndTime } from '@platform/words/when';
import { leaf, mark, told } from '../site/site.page.ts';
import { type ManifestOf, profileOf } from '../use-cases/authority.ts';

/** The page of everything in doubt. */
export function doubtsMain(
  doubts: readonly GrantRecord[],
  manifestOf: ManifestOf,
): { readonly title: string; readonly main: Safe } {
  const title = doubtsTitle(doubts.length);
  const main = html`<header class="opening">
<h1>${title}</h1>
<p class="story">${doubts.length === 0 ? 'Whatever left for a counterparty was answered, or is still being asked about.' : 'Each may have left for its counterparty, and no answer came. Its principal decides; nothing has to be decided now.'}</p>
</header>
${doubts.length > 0 && doubtsLeaf(doubts, manifestOf)}`;
  return { title, main };
}

/** As a heading: `Two outcomes are not known`. */
function doubtsTitle(count: number): string {
  if (count === 0) return 'Every outcome is known';
  return count === 1 ? 'One outcome is not known' : `${capitalised(counted(count))} outcomes are not known`;
}

/** The actions in doubt, oldest first, each with a link to where it is decided. */
export function doubtsLeaf(doubts: readonly GrantRecord[], manifestOf: ManifestOf): Safe {
  const items = doubts.map(({ action, grant, in_doubt: doubt }) => {
    const manifest = manifestOf(profileOf(action));
    const words = told(actionPieces(action, manifest));
    const about = referenceWords(action, manifest);
    return html`<li>
<p class="lead">${mark('open')} <a href="${url(`/grants/${grant.grant_id}`)}">${words}</a></p>
<p>${doubt !== undefined && doubtWords(doubt)}</p>
<p class="note">${about !== null && capitalised(`${about}. `)}${doubt !== undefined && html`Since ${dayAndTime(doubt.doubt.declared_at)}, `}asked by <bdi class="id">${printable(action.agent)}</bdi>. The counterparty’s number for it: <bdi class="id">${printable(action.idempotency_key)}</bdi>. <bdi class="id">${grant.grant_id}</bdi></p>
</li>`;
  });
  return leaf({
    id: 'doubts',
    title: 'In doubt',
    note: 'Oldest first. Nothing is sent again before a person decides.',
    matter: html`<ul class="plain requests">${items}</ul>`,
  });
}

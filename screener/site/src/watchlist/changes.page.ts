import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, statusMark, verdictMark } from '../parts/words.page.ts';
import { whyChanged } from './change-words.page.ts';
import type { OwnedChange } from './headline.page.ts';

/** The most changes listed. Older ones are in each ticker's report. */
const MOST_LISTED = 12;

/** Lists what changed, newest first, each change with the one fact that decided it. */
export function changesSection(changes: readonly OwnedChange[], alerts: Safe): Safe {
  return pageSection({
    id: 'what-changed',
    title: 'What changed',
    note: html`A change of verdict or of a check, and the one fact that decided it. ${alerts}`,
    content: html`${
      changes.length === 0
        ? html`<p class="muted">Nothing in the last twelve months. Each change appears here with its date, its cause and its filing.</p>`
        : html`<ol class="changes">
${changes.slice(0, MOST_LISTED).map(changeItem)}</ol>`
    }`,
  });
}

function changeItem({ change, row }: OwnedChange): Safe {
  const { verdict, check, stale, date, symbol } = change;
  const turn =
    stale !== null
      ? marked('unknown', 'no recent report')
      : verdict !== null
        ? html`${verdictMark(verdict.from)} ${ARROW} <b>${verdictMark(verdict.to)}</b>`
        : check !== null && html`${statusMark(check.from)} ${ARROW} <b>${statusMark(check.to)}</b>`;
  return html`<li>
<p class="when">${dateInWords(date)}</p>
<div>
<p class="turn"><a href="${url(`/portal/report/${encodeURIComponent(symbol)}`)}"><bdi>${shownName(row.name)}</bdi></a> ${turn}</p>
<p class="why">${whyChanged(change, row.currency)}</p>
</div>
</li>
`;
}

const ARROW = html`<span class="arrow"></span><span class="only-read">, now</span>`;

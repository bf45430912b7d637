import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, statusMark, verdictMark } from '../parts/words.page.ts';
import { whyChanged } from './change-words.page.ts';
import type { OwnedChange } from './headline.page.ts';

/** The most changes listed. Older ones are in each ticker's report. */
const MOST_LISTED = 12;

/** Lists what changed, newest first, each change with the one fact that decided it. */
export function changesSection(changes: readonly OwnedChange[], alerts: Safe): Safe {
  const said = words().watchlist.changes;
  return pageSection({
    id: 'what-changed',
    title: said.title,
    note: html`${said.note(alerts)}`,
    content: html`${
      changes.length === 0
        ? html`<p class="muted">${said.none}</p>`
        : html`<ol class="changes">
${changes.slice(0, MOST_LISTED).map(changeItem)}</ol>`
    }`,
  });
}

function changeItem({ change, row }: OwnedChange): Safe {
  const { verdict, check, stale, date, symbol } = change;
  const turn =
    stale !== null
      ? marked('unknown', words().watchlist.changes.noRecentReport)
      : verdict !== null
        ? html`${verdictMark(verdict.from)} ${arrow()} <b>${verdictMark(verdict.to)}</b>`
        : check !== null && html`${statusMark(check.from)} ${arrow()} <b>${statusMark(check.to)}</b>`;
  return html`<li>
<p class="when">${dateInWords(date)}</p>
<div>
<p class="turn"><a href="${url(`/portal/report/${encodeURIComponent(symbol)}`)}"><bdi>${shownName(row.name)}</bdi></a> ${turn}</p>
<p class="why">${whyChanged(change, row.currency)}</p>
</div>
</li>
`;
}

function arrow(): Safe {
  return html`<span class="arrow"></span><span class="only-read">${words().watchlist.changes.now}</span>`;
}

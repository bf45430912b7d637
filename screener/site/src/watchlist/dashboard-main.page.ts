import type { CalendarDate } from '@common/base/calendar';
import type { Failure } from '@common/base/result';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { Choice } from '@screener/service/accounts/choice.store';
import {
  formerOf,
  MOST_TYPED,
  MOST_WATCHED,
  suggestedBy,
  type WatchedOne,
  type WatchRefusal,
} from '@screener/service/watchlist/watch-ticker';
import type { UnscreenedRow, WatchedRow } from '@screener/service/watchlist/watched-row';
import { formerInWords } from '@screener/words/former';
import { face, words } from '../parts/language.ts';
import { byWhom } from '../parts/methodology-choice.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { changesSection } from './changes.page.ts';
import { changesOf, headline } from './headline.page.ts';
import { watchlistTable } from './watchlist-table.page.ts';

export interface Dashboard {
  readonly rows: readonly (WatchedRow | UnscreenedRow)[];
  readonly tier: keyof typeof MOST_WATCHED;
  readonly today: CalendarDate;
  /** API calls of this month. */
  readonly calls: number;
  /** Why a ticker was not added. */
  readonly refused?: RefusedTicker | undefined;
  /** What became of several that were added at once, where one of them was refused. */
  readonly several?: readonly WatchedOne[];
  /** What the reader follows. */
  readonly choice: Choice;
}

export interface RefusedTicker extends Failure<WatchRefusal> {
  readonly typed: string;
  /** The address to open after the form. */
  readonly next: string;
}

export function dashboardTitle({ rows, today }: Dashboard): string {
  if (rows.length === 0) return words().watchlist.empty;
  return headline(rows, changesOf(screenedOf(rows), today), today).title;
}

export function dashboardMain(dashboard: Dashboard): Safe {
  const { rows, today, refused } = dashboard;
  const said = words().watchlist;
  if (rows.length === 0) {
    return html`<div class="state">
<h1>${said.empty}</h1>
<p class="lead">${said.emptyLead}</p>
${addForm(refused)}${severalLines(dashboard)}
</div>`;
  }
  const changes = changesOf(screenedOf(rows), today);
  const { title, lead } = headline(rows, changes, today);
  return html`<div class="dashboard-head">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${whose(dashboard.choice)}
</div>
${changesSection(changes, html`<a href="${url('/portal/alerts')}">${said.changes.alerts}</a>`)}
${watchlistTable(rows)}
<div class="dashboard-foot">
${addForm(refused)}${severalLines(dashboard)}
${usageLine(dashboard)}
</div>`;
}

function screenedOf(rows: Dashboard['rows']): readonly WatchedRow[] {
  return rows.filter((row): row is WatchedRow => !('problem' in row));
}

function addForm(refused: RefusedTicker | undefined): Safe {
  const { parts, watchlist } = words();
  const invalid = refused !== undefined && html` aria-invalid="true" aria-describedby="ticker-error"`;
  return html`<div class="add-ticker">
<form action="${url('/portal/watchlist/add')}" method="post" data-suggest="ticker">
<label for="ticker">${watchlist.add}</label>
<div class="search-row">
<input id="ticker" name="ticker" type="text" value="${refused?.typed ?? ''}" maxlength="${MOST_TYPED}" placeholder="${watchlist.example}" autocomplete="off" autocapitalize="characters" spellcheck="false"${invalid}>
${nextField(refused)}<button type="submit">${parts.watch}</button>
</div>
${refused !== undefined && html`<p class="field-error" id="ticker-error">${marked('fail', refusalInWords(refused))}</p>`}
</form>
${refused !== undefined && suggestions(refused)}
</div>`;
}

function refusalInWords(refused: Failure): string {
  const former = formerOf(refused);
  return former === null ? words().watchlist.refusal(refused) : `${formerInWords(former, face())}.`;
}

/** Whose verdicts the page gives; nothing for a reader who chose nothing. */
function whose({ methodologies, rules }: Choice): Safe | false {
  if (methodologies === null && rules === 'current') return false;
  const said = words().watchlist;
  return html`<p class="muted">${said.whose(byWhom(methodologies ?? []), rules === 'classic')} <a href="${url('/portal/account#follows')}">${said.choose}</a></p>`;
}

/** Says of each ticker or name that was added at once what became of it. */
function severalLines({ several }: Dashboard): Safe | false {
  if (several === undefined) return false;
  const said = words().watchlist;
  return html`<ul class="rows" aria-label="${said.several}">
${several.map(({ typed, added }) => {
  const name = html`<bdi>${typed}</bdi>`;
  return html`<li><span>${
    added.ok
      ? said.watchedAs(name, html`<bdi class="ticker">${added.value.symbol}</bdi>`)
      : said.notWatched(name, refusalInWords(added.error))
  }</span></li>\n`;
})}</ul>`;
}

function nextField(refused: RefusedTicker | undefined): Safe | false {
  return (
    refused !== undefined &&
    refused.next !== '' &&
    html`<input type="hidden" name="next" value="${refused.next}">`
  );
}

function suggestions(refused: RefusedTicker): Safe | false {
  const tickers = suggestedBy(refused);
  const { parts, watchlist } = words();
  return (
    tickers.length > 0 &&
    html`<ul class="rows tickers" aria-label="${watchlist.suggestions}">
${tickers.map(
  ({
    symbol,
    name,
  }) => html`<li><span class="ticker"><bdi>${symbol}</bdi></span> <span><bdi>${name === null ? symbol : shownName(name)}</bdi></span>
<form action="${url('/portal/watchlist/add')}" method="post"><input type="hidden" name="ticker" value="${symbol}">${nextField(refused)}<button type="submit" class="in-row" aria-label="${watchlist.watchThis(symbol)}">${parts.watch}</button></form></li>
`,
)}</ul>`
  );
}

const COUNT = new Intl.NumberFormat('en-GB');

function usageLine({ tier, calls, rows, today }: Dashboard): Safe {
  const said = words().watchlist;
  const used = { calls, shown: COUNT.format(calls), today };
  const watched = { count: rows.length, most: MOST_WATCHED[tier] };
  return html`<p class="usage">${said.usage(tier, used, watched)} <a href="${url('/portal/watchlist.csv')}">${said.download}</a> <a href="${url('/portal/account')}">${said.usageLink}</a></p>`;
}

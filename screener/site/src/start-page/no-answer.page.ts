import type { Failure } from '@common/base/result';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { DEFAULT_HITS } from '@screener/service/search/search';
import type { FindableTicker } from '@screener/service/store/search.store';
import { PAGE } from '@screener/words/face';
import { formerInWords } from '@screener/words/former';
import { shownName } from '../parts/shown-name.ts';
import { searchForm } from '../parts/site.page.ts';
import { watchForm } from '../parts/watch.page.ts';

export const NOTHING = 'No company or fund by that name';
export const ENDED = 'This listing has ended';
export const UNREADABLE = 'That cannot be a ticker or a name';
export const UNAVAILABLE = 'The SEC does not answer right now';

/** Lists the tickers when several have the search term in their name. */
export function hitsMain(hits: readonly FindableTicker[], typed: string): Safe {
  const many = hits.length >= DEFAULT_HITS;
  return html`<div class="state">
<h1>Which one do you mean?</h1>
<p class="lead">${many ? `The first ${hits.length}` : hits.length} tickers and names that fit ${quoted(typed)}.</p>
${tickerList(hits)}
${searchForm({ typed, label: 'Search again', hint: HINT })}
</div>`;
}

export function nothingMain(near: readonly FindableTicker[], typed: string): Safe {
  const lead: Content =
    near.length === 0
      ? html`No US listing known here is called ${quoted(typed)}.`
      : html`No US listing known here is called ${quoted(typed)}. ${near.length === 1 ? 'This one is' : 'These are'} nearest.`;
  return html`<div class="state">
<h1>${NOTHING}</h1>
<p class="lead">${lead}</p>
${near.length > 0 && tickerList(near)}
${searchForm({ typed, label: 'Search again', hint: HINT })}
</div>`;
}

/** Says what became of a listing that ended. */
export function endedMain(former: FormerListing, typed: string): Safe {
  const { successor } = former;
  return html`<div class="state">
<h1>${ENDED}</h1>
<p class="lead">${formerInWords(former, PAGE)}. A company that is not listed is not screened.</p>
${successor !== null && html`<p><a href="${url(`/?q=${encodeURIComponent(successor)}`)}">Screen <bdi>${successor}</bdi></a>, the company that it went to</p>`}
${searchForm({ typed, label: 'Search again', hint: HINT })}
</div>`;
}

export function unreadableMain(typed: string): Safe {
  return html`<div class="state">
<h1>${UNREADABLE}</h1>
${searchForm({ typed, label: 'Search again', error: 'Type a ticker such as AAPL, or a name such as Apple.', hint: HINT })}
</div>`;
}

/** Says that the SEC, which alone has the facts of a ticker, did not answer. */
export function unavailableMain({ detail }: Failure, typed: string): Safe {
  const wait = detail?.retry_after_s;
  const when = typeof wait === 'number' ? `in ${Math.ceil(wait / 60)} min` : 'in a few minutes';
  return html`<div class="state">
<h1>${UNAVAILABLE}</h1>
<p class="lead">Nothing about ${quoted(typed)} is stored here, so there is no answer without the SEC’s server. Try again ${when}.</p>
${searchForm({ typed, label: 'Search again', hint: HINT })}
</div>`;
}

const HINT = 'US listings only, by ticker or name.';

function quoted(typed: string): Safe {
  return html`<q><bdi>${typed}</bdi></q>`;
}

function tickerList(tickers: readonly FindableTicker[]): Safe {
  return html`<ul class="rows tickers" aria-label="Suggestions">
${tickers.map(
  ({ symbol, name, exchange, type }) =>
    html`<li><bdi class="ticker">${symbol}</bdi> <a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${name === null ? symbol : shownName(name)}</bdi></a> <span class="small muted">${type === 'fund' ? 'fund' : exchange}</span> ${watchForm(symbol, `/?q=${encodeURIComponent(symbol)}`)}</li>\n`,
)}</ul>`;
}

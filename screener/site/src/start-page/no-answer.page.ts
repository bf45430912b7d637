import type { Failure } from '@common/base/result';
import { html, type Safe, url } from '@common/web/html';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { DEFAULT_HITS } from '@screener/service/search/search';
import type { FindableTicker } from '@screener/service/store/search.store';
import { formerInWords } from '@screener/words/former';
import { face, words } from '../parts/language.ts';
import { shownName } from '../parts/shown-name.ts';
import { searchForm } from '../parts/site.page.ts';
import { watchForm } from '../parts/watch.page.ts';

/** Lists the tickers when several have the search term in their name. */
export function hitsMain(hits: readonly FindableTicker[], typed: string): Safe {
  const said = words().noAnswer;
  const isCut = hits.length >= DEFAULT_HITS;
  return html`<div class="state">
<h1>${said.which}</h1>
<p class="lead">${said.fitting(hits.length, isCut, quoted(typed))}</p>
${tickerList(hits)}
${searchForm({ typed, label: said.again, hint: said.hint })}
</div>`;
}

export function nothingMain(near: readonly FindableTicker[], typed: string): Safe {
  const said = words().noAnswer;
  return html`<div class="state">
<h1>${said.nothing}</h1>
<p class="lead">${said.notKnown(quoted(typed), near.length)}</p>
${near.length > 0 && tickerList(near)}
${searchForm({ typed, label: said.again, hint: said.hint })}
</div>`;
}

/** Says what became of a listing that ended. */
export function endedMain(former: FormerListing, typed: string): Safe {
  const { successor } = former;
  const said = words().noAnswer;
  const link = html`<a href="${url(`/?q=${encodeURIComponent(successor ?? '')}`)}">${said.screenThis(html`<bdi>${successor}</bdi>`)}</a>`;
  return html`<div class="state">
<h1>${said.ended}</h1>
<p class="lead">${said.endedWhy(formerInWords(former, face()))}</p>
${successor !== null && html`<p>${said.successor(link)}</p>`}
${searchForm({ typed, label: said.again, hint: said.hint })}
</div>`;
}

export function unreadableMain(typed: string): Safe {
  const said = words().noAnswer;
  return html`<div class="state">
<h1>${said.unreadable}</h1>
${searchForm({ typed, label: said.again, error: said.typeOne, hint: said.hint })}
</div>`;
}

/** Says that the SEC, which alone has the facts of a ticker, did not answer. */
export function unavailableMain({ detail }: Failure, typed: string): Safe {
  const wait = detail?.retry_after_s;
  const minutes = typeof wait === 'number' ? Math.ceil(wait / 60) : null;
  const said = words().noAnswer;
  return html`<div class="state">
<h1>${said.unavailable}</h1>
<p class="lead">${said.tryLater(quoted(typed), minutes)}</p>
${searchForm({ typed, label: said.again, hint: said.hint })}
</div>`;
}

function quoted(typed: string): Safe {
  return html`<q><bdi>${typed}</bdi></q>`;
}

function tickerList(tickers: readonly FindableTicker[]): Safe {
  const { fund, suggestions } = words().noAnswer;
  return html`<ul class="rows tickers" aria-label="${suggestions}">
${tickers.map(
  ({ symbol, name, exchange, type }) =>
    html`<li><bdi class="ticker">${symbol}</bdi> <a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${name === null ? symbol : shownName(name)}</bdi></a> <span class="small muted">${type === 'fund' ? fund : exchange}</span> ${watchForm(symbol, { next: `/?q=${encodeURIComponent(symbol)}` })}</li>\n`,
)}</ul>`;
}

import type { Failure } from '@common/base/result';
import type { ErrorPage, HttpFailure } from '@common/kit/http/errors';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage } from '@common/web/send-page';
import type { FindableTicker } from '../search/search.store.ts';
import { renderSitePage, searchForm } from '../site/site.page.ts';
import type { ScreenRefusal } from '../use-cases/screen-ticker.ts';

/** A refused search, with what was typed. */
interface RefusedSearch extends Failure<ScreenRefusal> {
  readonly typed: string;
}

/** As in the API, except that a malformed ticker typed into the field is a form error. */
export const STATUS_OF: Readonly<Record<ScreenRefusal, number>> = {
  malformed_ticker: 422,
  ticker_not_found: 404,
  invalid_as_of: 422,
  unknown_rules: 422,
  facts_unavailable: 503,
};

export function refusedTitle({ code, detail }: RefusedSearch): string {
  if (code === 'facts_unavailable') return 'The SEC is not available right now';
  if (code === 'malformed_ticker' && suggestionsOf(detail).length > 0) return 'Which one do you mean?';
  return code === 'ticker_not_found' ? 'No company or fund with this ticker' : 'This is not a ticker';
}

export function refusedMain(refused: RefusedSearch): Safe {
  const { code, message, typed, detail } = refused;
  const suggestions = suggestionsOf(detail);
  const isNoTicker = STATUS_OF[code] === 422 && suggestions.length === 0;
  const sentence: Content = isNoTicker
    ? html`The search takes exact tickers, and <q><bdi>${typed}</bdi></q> is not one.`
    : suggestions.length > 0
      ? html`<q><bdi>${typed}</bdi></q> is not a ticker here. These come closest:`
      : message;
  return html`<h1>${refusedTitle(refused)}</h1>
<p class="lead">${sentence}</p>
${suggestions.length > 0 && suggestionList(suggestions)}
${code === 'ticker_not_found' && html`<p class="muted">The search takes the exact ticker of a US listing: Apple’s is <bdi class="ticker">AAPL</bdi>.</p>`}
${searchForm({ typed, label: 'Search again', ...(isNoTicker ? { error: message } : {}) })}`;
}

type Suggestion = Pick<FindableTicker, 'symbol' | 'name'>;

function suggestionsOf(detail: RefusedSearch['detail']): readonly Suggestion[] {
  return Array.isArray(detail?.suggestions) ? detail.suggestions : [];
}

function suggestionList(suggestions: readonly Suggestion[]): Safe {
  return html`<ul class="rows" aria-label="Suggestions">
${suggestions.map(({ symbol, name }) => html`<li><a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${name ?? symbol}</bdi></a> <bdi class="ticker">${symbol}</bdi></li>\n`)}</ul>`;
}

/** The service's error pages for people. */
export function errorPages(site: Site): (failure: HttpFailure, requestId: string) => ErrorPage {
  return (failure, requestId) => {
    const { title, sentence } = words(failure);
    const main = html`<h1>${title}</h1>
<p class="lead">${sentence}</p>
${searchForm({})}
<p class="muted small">Status ${failure.status}, request <code>${requestId}</code></p>`;
    return errorPage(renderSitePage(site, { title, description: title, main, area: 'start' }));
  };
}

function words({ status, message }: HttpFailure): { readonly title: string; readonly sentence: string } {
  if (status === 404) {
    const sentence = 'The address may be mistyped, or the page has moved.';
    return { title: 'Page not found', sentence };
  }
  if (status === 429) return { title: 'Too many searches', sentence: message };
  if (status >= 500) return { title: 'Something failed on our side', sentence: message };
  return { title: 'This request cannot be answered', sentence: message };
}

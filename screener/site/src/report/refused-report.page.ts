import type { Failure } from '@common/base/result';
import { html, type Safe } from '@common/web/html';
import type { FindableTicker } from '@screener/service/store/search.store';
import type { ScreenRefusal } from '@screener/service/use-cases/screen-ticker';
import { unknownTickerOf } from '@screener/service/use-cases/unknown-ticker';
import { PAGE } from '@screener/words/face';
import { formerInWords } from '@screener/words/former';
import { refusalOnPage } from '@screener/words/refusals';
import { searchForm } from '../parts/site.page.ts';
import { reportTools } from './report-main.page.ts';
import { type AskedReport, reportAddress } from './report-words.page.ts';

export type ReportRefusal = ScreenRefusal | 'unknown_overlay' | 'invalid_holdings' | 'not_recomputable';

/** A refusal of a report, with what the reader asked for. */
export interface RefusedReport extends Failure<ReportRefusal> {
  readonly ticker: string;
  readonly asked: AskedReport;
}

/** The statuses of refusals, as in the API. */
export const REPORT_STATUS: Readonly<Record<ReportRefusal, number>> = {
  malformed_ticker: 400,
  ticker_not_found: 404,
  invalid_as_of: 422,
  unknown_rules: 422,
  unknown_methodology: 422,
  unknown_overlay: 422,
  invalid_holdings: 422,
  not_recomputable: 404,
  facts_unavailable: 503,
};

const TITLES: Readonly<Record<ReportRefusal, string>> = {
  malformed_ticker: 'This is not a ticker',
  ticker_not_found: 'No company or fund with this ticker',
  invalid_as_of: 'There is no report for this date',
  unknown_rules: 'There are no such rules',
  unknown_methodology: 'There is no such methodology',
  unknown_overlay: 'There is no such overlay',
  invalid_holdings: 'There is no such list of holdings',
  not_recomputable: 'This report cannot be computed again',
  facts_unavailable: 'The SEC is not available right now',
};

export function refusedReportTitle({ code, detail }: RefusedReport): string {
  return unknownTickerOf(detail).former === null ? TITLES[code] : 'This listing has ended';
}

export function refusedReportMain(refused: RefusedReport): Safe {
  const { code, ticker, asked, detail } = refused;
  const suggestions: readonly Suggestion[] = Array.isArray(detail?.suggestions) ? detail.suggestions : [];
  const { former } = unknownTickerOf(detail);
  const why = former === null ? refusalOnPage(refused, ticker) : `${formerInWords(former, PAGE)}.`;
  const isOfTheForm = code === 'invalid_as_of' || code === 'unknown_rules';
  return html`<h1>${refusedReportTitle(refused)}</h1>
${isOfTheForm ? correctedForm(refused) : html`<p class="lead">${why}</p>`}
${former?.successor != null && html`<p><a href="${reportAddress(former.successor)}">Report of <bdi>${former.successor}</bdi></a>, the company that it went to</p>`}
${suggestions.length > 0 && suggestionList(suggestions)}
${code === 'unknown_overlay' && html`<p><a href="${reportAddress(ticker, { ...asked, overlays: 'all' }, '#overlays')}">Show all overlays</a></p>`}
${code === 'invalid_holdings' && html`<p><a href="${reportAddress(ticker, { ...asked }, '#holdings')}">Show all holdings</a></p>`}
${(code === 'ticker_not_found' || code === 'malformed_ticker') && searchForm({ typed: ticker.slice(0, 100), label: 'Search for a company, by name or ticker' })}`;
}

/** Shows the form again as typed, with the error beside its field. */
function correctedForm(refused: RefusedReport): Safe {
  const { code, ticker, asked } = refused;
  const field = code === 'invalid_as_of' ? 'as_of' : 'rules';
  return html`<p class="lead">Correct it here:</p>
${reportTools(ticker, asked, null, { [field]: refusalOnPage(refused, ticker) })}`;
}

type Suggestion = Pick<FindableTicker, 'symbol' | 'name'>;

function suggestionList(suggestions: readonly Suggestion[]): Safe {
  return html`<ul class="rows" aria-label="Suggestions">
${suggestions.map(({ symbol, name }) => html`<li><a href="${reportAddress(symbol)}"><bdi>${name ?? symbol}</bdi></a> <bdi class="ticker">${symbol}</bdi></li>\n`)}</ul>`;
}

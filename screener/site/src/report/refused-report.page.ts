import type { Failure } from '@common/base/result';
import { html, type Safe } from '@common/web/html';
import type { FindableTicker } from '@screener/service/store/search.store';
import type { ScreenRefusal } from '@screener/service/use-cases/screen-ticker';
import { unknownTickerOf } from '@screener/service/use-cases/unknown-ticker';
import { formerInWords } from '@screener/words/former';
import { refusalOnPage } from '../parts/in-words.ts';
import { face, words } from '../parts/language.ts';
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

export function refusedReportTitle({ code, detail }: RefusedReport): string {
  const { titles, ended } = words().report.refused;
  return unknownTickerOf(detail).former === null ? titles[code] : ended;
}

export function refusedReportMain(refused: RefusedReport): Safe {
  const { code, ticker, asked, detail } = refused;
  const suggestions: readonly Suggestion[] = Array.isArray(detail?.suggestions) ? detail.suggestions : [];
  const { former } = unknownTickerOf(detail);
  const why = former === null ? refusalOnPage(refused, ticker) : `${formerInWords(former, face())}.`;
  const said = words().report.refused;
  const isOfTheForm = code === 'invalid_as_of' || code === 'unknown_rules';
  return html`<h1>${refusedReportTitle(refused)}</h1>
${isOfTheForm ? correctedForm(refused) : html`<p class="lead">${why}</p>`}
${former?.successor != null && html`<p>${said.successor(html`<a href="${reportAddress(former.successor)}">${said.reportOf(html`<bdi>${former.successor}</bdi>`)}</a>`)}</p>`}
${suggestions.length > 0 && suggestionList(suggestions)}
${code === 'unknown_overlay' && html`<p><a href="${reportAddress(ticker, { ...asked, overlays: 'all' }, '#overlays')}">${said.allOverlays}</a></p>`}
${code === 'invalid_holdings' && html`<p><a href="${reportAddress(ticker, { ...asked }, '#holdings')}">${said.allHoldings}</a></p>`}
${(code === 'ticker_not_found' || code === 'malformed_ticker') && searchForm({ typed: ticker.slice(0, 100), label: said.search })}`;
}

/** Shows the form again as typed, with the error beside its field. */
function correctedForm(refused: RefusedReport): Safe {
  const { code, ticker, asked } = refused;
  const field = code === 'invalid_as_of' ? 'as_of' : 'rules';
  return html`<p class="lead">${words().report.refused.correct}</p>
${reportTools(ticker, asked, null, { [field]: refusalOnPage(refused, ticker) })}`;
}

type Suggestion = Pick<FindableTicker, 'symbol' | 'name'>;

function suggestionList(suggestions: readonly Suggestion[]): Safe {
  return html`<ul class="rows" aria-label="${words().report.refused.suggestions}">
${suggestions.map(({ symbol, name }) => html`<li><a href="${reportAddress(symbol)}"><bdi>${name ?? symbol}</bdi></a> <bdi class="ticker">${symbol}</bdi></li>\n`)}</ul>`;
}

import { html, type Safe, url } from '@common/web/html';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { MOST } from '@screener/service/portfolio/assess-portfolio';
import { FILE_CHOICE, holdingsField } from '../parts/holdings-form.page.ts';

export const PURIFICATION_TITLE = 'Your purification';
/** The choice of every fiscal year since the purchase. */
export const EVERY_YEAR = 'all';
/** How many calendar years may be chosen. */
const YEARS = 6;

export interface AskedOnPage {
  /** The holdings as typed. */
  readonly typed: string;
  /** `2025`, or `all`. */
  readonly year: string;
  /** Id of the methodology. */
  readonly methodology: string;
  /** The present calendar year. */
  readonly thisYear: number;
  /** What is wrong with the holdings; null if nothing is. */
  readonly error: string | null;
}

/** Asks what somebody held, and says what comes of it. */
export function askPurificationMain(asked: AskedOnPage): Safe {
  return html`<div class="ask-holdings">
<div>
<h1>${PURIFICATION_TITLE}</h1>
<p class="lead">How much of a year’s income from your shares to give away. You need no account.</p>
${purificationForm(asked)}
</div>
<section class="what-you-get" aria-labelledby="what-you-get"><h2 id="what-you-get">What you get</h2>
<dl>
<dt>A usual figure for each holding</dt><dd>and in all: as filed, or an estimate that says so.</dd>
<dt>The range</dt><dd>that the filings leave open.</dd>
<dt>Both methods</dt><dd>by share and by dividends, with the reports behind them.</dd>
</dl>
<p class="hint">What you enter here is not stored and not logged: it comes back to you in the page, and is gone when you close it. The same list works for <a href="${url('/portal/portfolio')}">your portfolio</a>, where you can save it, and <a href="${url('/portal/zakat')}">your zakat</a>.</p>
</section>
</div>`;
}

/** The field for holdings with their dividends and days, the year and the methodology. */
export function purificationForm({ typed, year, methodology, thisYear, error }: AskedOnPage): Safe {
  const years = Array.from({ length: YEARS }, (_, index) => String(thisYear - index));
  const option = (value: string, text: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;
  return html`<form action="${url('/portal/purification')}" method="post" class="holdings-form">
${holdingsField({ typed, example: EXAMPLE, hint: html`Up to ${MOST.lines} lines: a ticker or a name, then how many shares, as counted today or on the day you sold. Add what you know: dividends 41.20, bought 2024-03-01, sold 2025-06-30. Where you leave dividends out, those that the company filed are used if they are here. Or paste a CSV file with these columns.`, error })}
<div class="two-fields">
<div><label for="year">Fiscal years that end in</label>
<select id="year" name="year">${years.map((one) => option(one, one, year))}${option(EVERY_YEAR, 'every year since I bought', year)}</select></div>
<div><label for="methodology">Methodology that you follow</label>
<select id="methodology" name="methodology">${METHODOLOGIES.map(({ current: { id, name } }) => option(id, name, methodology))}</select></div>
</div>
<button type="submit">Calculate</button>
${FILE_CHOICE}
</form>`;
}

const EXAMPLE = 'AAPL 40, dividends 41.20\nMicrosoft 20\nNVDA 45, bought 2024-03-01';

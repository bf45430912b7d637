import { html, type Safe, url } from '@common/web/html';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { MOST } from '@screener/service/portfolio/assess-portfolio';
import { methodologyName } from '@screener/words/names';
import { fileChoice, holdingsField, holdingsToSend } from '../parts/holdings-form.page.ts';
import { face, words } from '../parts/language.ts';

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
  const { holdings, purification } = words();
  const { get } = purification;
  const { typed, year, methodology } = asked;
  return html`<div class="ask-holdings">
<div>
<h1>${purification.title}</h1>
<p class="lead">${purification.lead}</p>
${typed !== '' && holdingsToSend('/portal/purification', typed, { year, methodology })}
${purificationForm(asked)}
</div>
<section class="what-you-get" aria-labelledby="what-you-get"><h2 id="what-you-get">${holdings.whatYouGet}</h2>
<dl>
<dt>${get.figure}</dt><dd>${get.figureText}</dd>
<dt>${get.range}</dt><dd>${get.rangeText}</dd>
<dt>${get.methods}</dt><dd>${get.methodsText}</dd>
</dl>
<p class="hint">${holdings.notStored(
    html`<a href="${url('/portal/portfolio')}">${holdings.yourPortfolio}</a>`,
    html`<a href="${url('/portal/zakat')}">${holdings.yourZakat}</a>`,
  )}</p>
</section>
</div>`;
}

/** The field for holdings with their dividends and days, the year and the methodology. */
export function purificationForm({ typed, year, methodology, thisYear, error }: AskedOnPage): Safe {
  const { holdings, purification } = words();
  const years = Array.from({ length: YEARS }, (_, index) => String(thisYear - index));
  const option = (value: string, text: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;
  return html`<form action="${url('/portal/purification')}" method="post" class="holdings-form">
${holdingsField({ typed, example: purification.example, hint: purification.hint(MOST.lines), error })}
<div class="two-fields">
<div><label for="year">${purification.year}</label>
<select id="year" name="year">${years.map((one) => option(one, one, year))}${option(EVERY_YEAR, purification.everyYear, year)}</select></div>
<div><label for="methodology">${purification.methodology}</label>
<select id="methodology" name="methodology">${METHODOLOGIES.map(({ current }) => option(current.id, methodologyName(current, face()), methodology))}</select></div>
</div>
<button type="submit">${holdings.calculate}</button>
${fileChoice()}
</form>`;
}

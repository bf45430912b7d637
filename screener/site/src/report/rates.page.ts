import { html, type Safe, url } from '@common/web/html';
import type { TranslationAnswer } from '@screener/engine/rates/translation-answer';
import { words } from '../parts/language.ts';
import { dateInWords, shortDate } from '../parts/words.page.ts';

/** Lists the exchange rates behind the balances in the currency of the price, as published. */
export function ratesTable({ from, to, rates }: TranslationAnswer): Safe {
  const said = words().report.ledger;
  return html`<table class="filing">
<caption>${said.asPublished(html`<strong>${said.rates(from, to)}</strong>`)}</caption>
<tbody>
${rates.map(rateRow)}</tbody>
</table>
`;
}

function rateRow(rate: TranslationAnswer['rates'][number]): Safe {
  const { id, currency, base, value, period_start: start, period_end: end, source } = rate;
  const { averageOf, oneFor } = words().report.ledger;
  const day = start === null ? dateInWords(end) : averageOf(shortDate(start), shortDate(end));
  return html`<tr><td class="numbering">${id}</td><th scope="row">${oneFor(currency, base)}</th><td class="what">${day}, <a href="${url(rate.source_url)}"><bdi>${source}</bdi></a></td><td class="number">${String(value)}</td></tr>
`;
}

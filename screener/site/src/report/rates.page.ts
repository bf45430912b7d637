import { html, type Safe, url } from '@common/web/html';
import type { TranslationAnswer } from '@screener/engine/rates/translation-answer';
import { dateInWords, shortDate } from '../parts/words.page.ts';

/** Lists the exchange rates behind the balances in the currency of the price, as published. */
export function ratesTable({ from, to, rates }: TranslationAnswer): Safe {
  return html`<table class="filing">
<caption><strong>Exchange rates from ${from} to ${to}</strong>, as published</caption>
<tbody>
${rates.map(rateRow)}</tbody>
</table>
`;
}

function rateRow(rate: TranslationAnswer['rates'][number]): Safe {
  const { id, currency, base, value, period_start: start, period_end: end, source } = rate;
  const day = start === null ? dateInWords(end) : html`average of ${shortDate(start)} – ${shortDate(end)}`;
  return html`<tr><td class="numbering">${id}</td><th scope="row">${currency} for one ${base}</th><td class="what">${day}, <a href="${url(rate.source_url)}">${source}</a></td><td class="number">${String(value)}</td></tr>
`;
}

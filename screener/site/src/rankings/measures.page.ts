import { sentence } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import {
  LEADER_KEYS,
  VALUE_FIGURES,
  VALUE_MEASURES,
  type ValueMeasureName,
} from '@screener/engine/rankings/formulas';
import { pageSection } from '../parts/section.page.ts';

export const MEASURE_WORDS: Readonly<Record<ValueMeasureName, string>> = {
  book_yield: 'Equity',
  sales_yield: 'Sales',
  net_cash_yield: 'Net cash',
  earnings_yield: 'Earnings',
  free_cash_yield: 'Free cash',
};
const FIGURE_WORDS: Readonly<Record<keyof typeof VALUE_FIGURES, string>> = {
  equity: 'equity',
  revenue: 'revenue',
  cash_beyond_debt: 'cash beyond debt',
  earnings: 'earnings',
  free_cash_flow: 'free cash flow',
  market_cap: 'market capitalisation',
  market_cap_and_debt: 'market capitalisation and debt',
};

/** Explains the order by score. */
export function orderSection(): Safe {
  return pageSection({
    id: 'the-order',
    title: 'The order',
    note: 'The first of these that differs decides between two companies.',
    content: html`<ol class="order">${LEADER_KEYS.map(
      ({ key, why }) =>
        html`<li>${withCode(sentence(key))} <span class="small-text">${sentence(why)}</span></li>\n`,
    )}</ol>`,
  });
}

/** Explains the order by value. */
export function measureSection(): Safe {
  return pageSection({
    id: 'measures',
    title: 'The measures',
    note: 'All weigh the same. A place is 1 plus the number of companies with more; equal figures share one.',
    content: html`<dl class="reasons">${VALUE_MEASURES.map(({ name, numerator, denominator, why }) => html`<div><dt>${MEASURE_WORDS[name]}</dt><dd>${sentence(`${FIGURE_WORDS[numerator]} over ${FIGURE_WORDS[denominator]}`)} <span class="small-text">${why}</span></dd></div>`)}</dl>
<details>
<summary>Which figures these are</summary>
<p>Each is the end of its range that flatters the company least.</p>
<ul>${Object.entries(VALUE_FIGURES).map(
      ([name, what]) =>
        html`<li>${sentence(`${FIGURE_WORDS[name as keyof typeof VALUE_FIGURES]}: ${what}`)}</li>
`,
    )}</ul>
</details>`,
  });
}

/** Renders a text in which names are between backticks. */
function withCode(text: string): Safe {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

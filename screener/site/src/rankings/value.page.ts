import { sentence } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import { VALUE_FIGURES, VALUE_MEASURES, type ValueMeasureName } from '@screener/engine/rankings/formulas';
import type { RankedValue } from '@screener/engine/rankings/value';
import { pageSection } from '../parts/section.page.ts';
import {
  companyCells,
  periodCell,
  type RankingScene,
  rankingMain,
  sortHeading,
  watchCell,
} from './ranking-parts.page.ts';
import { VALUE_ORDERS, viewRanking } from './view-ranking.ts';

type ValueScene = RankingScene<'value', keyof typeof VALUE_ORDERS>;

const MEASURE_WORDS: Readonly<Record<ValueMeasureName, string>> = {
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
const PERCENT = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const PLURALS = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
/** The columns: rank, company, sum of places, period, watching, and the measures. */
const COLUMNS = 5 + VALUE_MEASURES.length;

export function valueMain(scene: ValueScene): Safe {
  const { ranking, query } = scene;
  const view = viewRanking<'value'>(ranking.lines, VALUE_ORDERS[query.sort], query);
  return rankingMain(scene, view, {
    lead: 'Companies that every methodology passes, ordered by what they have filed for each dollar of their market price.',
    notSaid:
      'The figures are from the past. They say nothing about what a share will be worth, and this is not advice.',
    caption: 'Percent of the price, and the place that this earns. The lowest sum of places comes first.',
    columns: COLUMNS,
    headings: html`${sortHeading(scene, 'rank', 'Places', { isNumber: true, arrow: '↑' })}
${VALUE_MEASURES.map(({ name }) => sortHeading(scene, name, MEASURE_WORDS[name], { isNumber: true }))}`,
    row: (line) => row(scene, line),
    explained: measureSection(),
  });
}

function row(scene: ValueScene, line: RankedValue): Safe {
  const sum = VALUE_MEASURES.map(({ name }) => line.places[name]).join(' + ');
  return html`<tr>
${companyCells(line)}
<td class="standing number"><strong>${line.place_sum}</strong><span class="small-text">${sum}</span></td>
${VALUE_MEASURES.map(({ name }) => measureCell(line, name))}${periodCell(scene, line)}
${watchCell(scene, line.symbol)}
</tr>
`;
}

function measureCell({ measures, places }: RankedValue, name: ValueMeasureName): Safe {
  const place = places[name];
  const text = `${place}${ENDINGS[PLURALS.select(place)]}`;
  return html`<td class="measure-cell number${place === 1 && ' best'}"><span class="label" aria-hidden="true">${MEASURE_WORDS[name]}</span> <span>${PERCENT.format(measures[name])}<span class="small-text">${text}</span></span></td>
`;
}

function measureSection(): Safe {
  return pageSection({
    id: 'measures',
    title: 'The measures',
    note: 'All weigh the same. A place is 1 plus the number of companies with more; equal figures share one.',
    content: html`<dl class="reasons">${VALUE_MEASURES.map(({ name, numerator, denominator, why }) => html`<div><dt>${MEASURE_WORDS[name]}</dt><dd>${sentence(`${FIGURE_WORDS[numerator]} over ${FIGURE_WORDS[denominator]}`)} <span class="small-text">${why}</span></dd></div>`)}</dl>
<details>
<summary>Which figures these are</summary>
<p>Each is the end of its range that flatters the company least.</p>
<ul>${Object.entries(VALUE_FIGURES).map(
      ([
        name,
        what,
      ]) => html`<li>${sentence(`${FIGURE_WORDS[name as keyof typeof VALUE_FIGURES]}: ${what}`)}</li>
`,
    )}</ul>
</details>`,
  });
}

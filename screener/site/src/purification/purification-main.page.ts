import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import type { Method, Purification, PurifiedHolding } from '@screener/service/purification/purification';
import { numberInWords, percent, perShare, price } from '@screener/words/numbers';
import { METHODS_IN_WORDS } from '@screener/words/purification';
import { sendHoldings } from '../parts/holdings-form.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords } from '../parts/words.page.ts';
import { type AskedOnPage, PURIFICATION_TITLE, purificationForm } from './ask-purification.page.ts';

const DOLLARS = 'USD';

const METHOD_NAMES: Readonly<Record<Method, string>> = {
  by_share: 'By share',
  by_dividends: 'By dividends',
  by_days: 'By share, for the days held',
};

/** The page about a purification: the sum, the method, each holding, and what is not in the sum. */
export function purificationMain(answer: Purification, asked: AskedOnPage): Safe {
  const { holdings, method } = answer;
  const inSum = holdings.filter((one) => one[method]?.usual != null && !isLeftOut(answer, one));
  return html`<div class="portfolio purification">
<h1>${PURIFICATION_TITLE}</h1>
<p class="when">${answer.year === null ? 'Every fiscal year since the purchase' : `Fiscal years that end in ${answer.year}`}, ${numberInWords(inSum.length)} of ${numberInWords(holdings.length)} ${holdings.length === 1 ? 'holding' : 'holdings'}.</p>
${sumOf(answer, asked)}
${methodSection(answer)}
${inSum.length > 0 && holdingsSection(answer, inSum)}
${notInSum(answer, inSum)}
<p class="small muted">Calculated on ${dateInWords(answer.as_of)} from annual reports filed with the SEC. A calculation, not a ruling. <a href="${url('/methodology#purification')}">Rules and sources</a></p>
<details class="change-holdings"><summary>Change holdings, year or methodology</summary>
${purificationForm(asked)}
</details>
</div>`;
}

/** Its usual figure is known and yet not in the sum, because of its currency. */
function isLeftOut({ sums, method }: Purification, { symbol }: PurifiedHolding): boolean {
  return sums[method].left_out.includes(symbol);
}

function sumOf({ sums, method }: Purification, { typed, year, methodology }: AskedOnPage): Safe {
  const { usual, low, high, counted, left_out: leftOut } = sums[method];
  const range =
    high === null
      ? `At least ${dollars(low)}; no upper end is known.`
      : low === high
        ? 'All of it as filed.'
        : `Between ${dollars(low)} and ${dollars(high)}.`;
  return html`<div class="to-give">
<p><span class="small-text">To give away, usual figure</span>
<strong>${counted === 0 ? 'not known' : dollars(usual ?? 0)}</strong>
${counted > 0 && html`<span class="small-text">${range}${leftOut.length > 0 && ` Without ${leftOut.join(', ')}.`}</span>`}</p>
<div class="portfolio-tools">
<button type="button" class="outlined print" hidden>Print</button>
${sendHoldings('/portal/purification.csv', 'CSV', typed, { year, methodology })}
${sendHoldings('/portal/zakat', 'Zakat', typed)}
</div>
</div>`;
}

function methodSection({ sums, method, methodology, holdings }: Purification): Safe {
  const name = METHODOLOGIES.find(({ current }) => current.id === methodology)?.current.name ?? methodology;
  const isDated = holdings.some(({ lots }) => lots.some(({ bought, sold }) => (bought ?? sold) !== null));
  const shown: readonly Method[] = ['by_share', 'by_dividends', ...(isDated ? (['by_days'] as const) : [])];
  const content = html`<dl class="two-ways">${shown.map(
    (one) =>
      html`<div${one === method && html` class="chosen"`}><dt>${METHOD_NAMES[one]}${one === method && html` <span class="small-text">asked for by ${name}</span>`}</dt><dd>${sums[one].counted === 0 ? 'not known' : dollars(sums[one].usual ?? 0)}</dd></div>`,
  )}</dl>
<p>${METHODS_IN_WORDS}</p>`;
  return pageSection({ id: 'method', title: 'How to count', note: `You follow ${name}.`, content });
}

function holdingsSection(answer: Purification, inSum: readonly PurifiedHolding[]): Safe {
  const { method, sums } = answer;
  const content = html`<table class="to-purify">
<thead><tr><th scope="col">Holding</th><th scope="col" class="wide-cell">Source</th><th scope="col" class="number">Usual</th><th scope="col" class="number">Range</th></tr></thead>
<tbody>
${inSum.map(
  (one) =>
    html`<tr><th scope="row">${nameOf(one)}<span class="small-text">${howOf(one, method)}</span></th><td class="wide-cell small-text">${sourceOf(one)}</td><td class="number"><strong>${dollars(one[method]?.usual ?? 0)}</strong></td><td class="number">${rangeOf(one[method])}</td></tr>
`,
)}<tr class="double-rule"><th scope="row">In all</th><td class="wide-cell"></td><td class="number"><strong>${dollars(sums[method].usual ?? 0)}</strong></td><td class="number">${rangeOf(sums[method])}</td></tr>
</tbody></table>`;
  return pageSection({ id: 'holdings-purified', title: 'Per holding', note: NOTES[method], content });
}

const NOTES: Readonly<Record<Method, string>> = {
  by_share: 'Shares held at the end of the fiscal year × prohibited income a share.',
  by_days: 'The amount a share, for the days held.',
  by_dividends: 'Dividends × the share of prohibited income in revenue.',
};

function nameOf({ symbol, name }: PurifiedHolding): Safe {
  return html`<a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${name === null ? symbol : shownName(name)}</bdi> <bdi class="ticker">${symbol}</bdi></a>`;
}

/** `40 × $0.4142 a share, est.`, where one lot and one year make the amount. */
function howOf(one: PurifiedHolding, method: Method): string {
  if (one.covered_rate_pct !== null) return `covered rate ${percent(one.covered_rate_pct / 100)}`;
  const years = one.lots.flatMap(({ years: all }) => all);
  const [lot] = one.lots;
  const [year] = years;
  if (lot === undefined || year === undefined || one.lots.length > 1 || years.length > 1)
    return `${one.lots.length > 1 ? `${numberInWords(one.lots.length)} lots` : 'one lot'}, ${numberInWords(years.length)} fiscal ${years.length === 1 ? 'year' : 'years'}`;
  const estimated = year.kind === 'estimate' ? ', est.' : '';
  if (method === 'by_dividends') {
    const rate =
      year.revenue === null || year.income_usual === null ? null : year.income_usual / year.revenue;
    const from = year.dividends?.from === 'filed' ? ' as filed' : '';
    return `${price(year.dividends?.usual ?? 0, DOLLARS)} of dividends${from} × ${rate === null ? 'not known' : percent(rate)}${estimated}`;
  }
  if (!year.held_at_end && method === 'by_share') return `not held on ${year.end}`;
  const share = (year.by_share?.usual ?? 0) / (lot.shares ?? 1);
  return `${lot.shares} × ${perShare(share, one.currency)}${estimated}`;
}

const KINDS = {
  filed: 'Interest income as filed',
  filed_with_dividends: 'Interest and dividends, filed as one figure',
} as const;

function sourceOf(one: PurifiedHolding): Safe {
  if (one.covered_rate_pct !== null)
    return html`Covered rate: holdings of ${percent((one.coverage_pct ?? 0) / 100)} of net assets, whose own rate is known`;
  const years = one.lots.flatMap(({ years: all }) => all);
  const reports = new Map(years.map((year) => [year.report.accession, year]));
  return html`${[...reports.values()].map(({ kind, bill_yield_pct: pct, report }, index) => {
    const what =
      kind === 'estimate'
        ? `Estimate: cash and securities at the Treasury bill’s average, ${percent((pct ?? 0) / 100)}`
        : kind === null
          ? 'Not known'
          : KINDS[kind];
    return html`${index > 0 && html`<br>`}${what}: <a href="${url(report.source_url)}">${report.form} to ${dateInWords(report.period_end)}</a>`;
  })}`;
}

function rangeOf(give: Pick<Purification['sums'][Method], 'low' | 'high'> | null): string {
  if (give === null) return '–';
  if (give.high === null) return 'not known';
  if (give.low === give.high) return 'as filed';
  return `${give.low === 0 ? '$0' : dollars(give.low)}–${dollars(give.high).slice(1)}`;
}

function dollars(value: number): string {
  return price(value, DOLLARS);
}

/** Every holding and line that the sum does not hold, with the reason and what to do. */
function notInSum(answer: Purification, inSum: readonly PurifiedHolding[]): Safe | false {
  const { holdings, apart, unread } = answer;
  const without = holdings.filter((one) => !inSum.includes(one));
  const failing = inSum.filter(({ fails }) => fails);
  const items = [
    ...without.map((one) => html`<strong>${nameOf(one)}</strong> ${whyNot(one, answer)}`),
    ...failing.map(
      (one) =>
        html`<strong>${nameOf(one)}</strong> is in the sum, and fails today by the methodology that you follow: what else to do is a question for a scholar.`,
    ),
    ...apart.map(
      (one) => html`<strong><bdi>${one.asked}</bdi></strong>, line ${one.line}: ${APART[one.kind]}.`,
    ),
    ...unread.map(
      ({ line, text }) =>
        html`<strong><bdi>${text}</bdi></strong>, line ${line}: not understood. Write it like this: AAPL 40, dividends 41.20, bought 2024-03-01.`,
    ),
  ];
  if (items.length === 0) return false;
  const content = html`<ul class="sentences">
${items.map((item) => html`<li>${item}</li>\n`)}</ul>`;
  return pageSection({
    id: 'not-in-sum',
    title: 'Not in the sum',
    note: 'And what to know about the rest.',
    content,
  });
}

const APART = {
  cash: 'cash, which is not counted here',
  option: 'an option, which is not counted',
  short: 'sold short, which is not counted',
  foreign: 'listed in another country, and not counted',
  unmatched: 'no listing found; write its ticker',
} as const satisfies Readonly<Record<Purification['apart'][number]['kind'], string>>;

function whyNot(one: PurifiedHolding, { year, method, sums }: Purification): Safe {
  const newest =
    one.newest_year === null
      ? html`We have none.`
      : html`The newest ends on ${dateInWords(one.newest_year)}.`;
  switch (one.state) {
    case 'business_excluded':
      return html`The business itself is excluded, so there is no rate: what to do with its dividends is a question for a scholar.`;
    case 'no_annual_report':
      return html`We have no annual report for a fiscal year that ends in ${year}. ${newest}`;
    case 'no_purchase_date':
      return html`Add the day on which you bought it, or choose one year.`;
    case 'not_screened':
      return html`${one.problem ?? 'It could not be screened.'}`;
    case 'counted':
      return sums[method].left_out.includes(one.symbol) && one[method]?.usual != null
        ? html`Its report is in ${one.currency}: ${price(one[method]?.usual ?? 0, one.currency)}, not added to dollars.`
        : html`${lacking(one, method)}`;
  }
}

/** Says what figure a method lacks. */
function lacking(one: PurifiedHolding, method: Method): string {
  if (
    one.covered_rate_pct !== null ||
    (one.currency === DOLLARS && one.lots.every(({ years }) => years.length === 0))
  )
    return method === 'by_dividends'
      ? 'A fund: add the dividends that you received.'
      : 'A fund: only by dividends, at the rate of the holdings whose own rate is known.';
  if (
    method === 'by_dividends' &&
    one.lots.some(({ years }) => years.some(({ dividends }) => dividends === null))
  )
    return 'Add the dividends that you received: none are filed here.';
  if (method !== 'by_dividends' && one.lots.some(({ shares }) => shares === null))
    return 'Say how many shares.';
  const low = one[method]?.low ?? 0;
  const least = low > 0 ? ` It is at least ${price(low, one.currency)}.` : '';
  return capitalised(
    `no usual figure is known: no interest income is filed, or shares were split and no filing says how.${least}`,
  );
}

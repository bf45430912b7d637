import { type Content, html, type Safe, url } from '@common/web/html';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import type { Method, Purification, PurifiedHolding } from '@screener/service/purification/purification';
import { methodologyName } from '@screener/words/names';
import { percent, perShare, price, priceRange } from '@screener/words/numbers';
import { methodsInWords } from '@screener/words/purification';
import { holdingsToSend, MOST_UNREAD, moreUnread, sendHoldings } from '../parts/holdings-form.page.ts';
import { face, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords, holdingLink } from '../parts/words.page.ts';
import { type AskedOnPage, purificationForm } from './ask-purification.page.ts';

const DOLLARS = 'USD';

/** The page about a purification: the sum, the method, each holding, and what is not in the sum. */
export function purificationMain(answer: Purification, asked: AskedOnPage): Safe {
  const { holdings, method } = answer;
  const { purification, holdings: shared } = words();
  const inSum = holdings.filter((one) => one[method]?.usual != null && !isLeftOut(answer, one));
  return html`<div class="portfolio purification">
<h1>${purification.title}</h1>
<p class="when">${purification.when(answer.year, inSum.length, holdings.length)}</p>
${sumOf(answer, asked)}
${methodSection(answer)}
${inSum.length > 0 && holdingsSection(answer, inSum)}
${notInSum(answer, inSum)}
<p class="small muted">${purification.calculated(dateInWords(answer.as_of))} <a href="${url('/methodology#purification')}">${shared.rules}</a></p>
<details class="change-holdings"><summary>${purification.change}</summary>
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
  const { frame, holdings, purification, ranges } = words();
  const range =
    high === null
      ? purification.atLeast(dollars(low))
      : low === high
        ? purification.allAsFiled
        : purification.between(dollars(low), dollars(high));
  return html`<div class="to-give">
<p><span class="small-text">${purification.toGive}</span>
<strong>${counted === 0 ? ranges.notKnown : dollars(usual ?? 0)}</strong>
${counted > 0 && html`<span class="small-text">${range}${leftOut.length > 0 && ` ${purification.without(leftOut)}`}</span>`}</p>
${holdingsToSend('/portal/purification', typed, { year, methodology })}
<div class="portfolio-tools">
<button type="button" class="outlined print" hidden>${holdings.print}</button>
${sendHoldings('/portal/purification.csv', 'CSV')}
${sendHoldings('/portal/zakat', frame.zakat)}
</div>
</div>`;
}

function methodSection({ sums, method, methodology, holdings }: Purification): Safe {
  const { purification, ranges } = words();
  const known = METHODOLOGIES.find(({ current }) => current.id === methodology);
  const name = known === undefined ? methodology : methodologyName(known.current, face());
  const isDated = holdings.some(({ lots }) => lots.some(({ bought, sold }) => (bought ?? sold) !== null));
  const shown: readonly Method[] = ['by_share', 'by_dividends', ...(isDated ? (['by_days'] as const) : [])];
  const content = html`<dl class="two-ways">${shown.map(
    (one) =>
      html`<div${one === method && html` class="chosen"`}><dt>${purification.methods[one]}${one === method && html` <span class="small-text">${purification.askedForBy(name)}</span>`}</dt><dd>${sums[one].counted === 0 ? ranges.notKnown : dollars(sums[one].usual ?? 0)}</dd></div>`,
  )}</dl>
<p>${methodsInWords(face())}</p>`;
  return pageSection({
    id: 'method',
    title: purification.method,
    note: purification.youFollow(name),
    content,
  });
}

function holdingsSection(answer: Purification, inSum: readonly PurifiedHolding[]): Safe {
  const { method, sums } = answer;
  const { holdings, purification } = words();
  const content = html`<table class="to-purify">
<thead><tr><th scope="col">${holdings.holding}</th><th scope="col" class="wide-cell">${purification.source}</th><th scope="col" class="number">${purification.usual}</th><th scope="col" class="number">${purification.range}</th></tr></thead>
<tbody>
${inSum.map(
  (one) =>
    html`<tr><th scope="row">${holdingLink(one)}<span class="small-text">${howOf(one, method)}</span></th><td class="wide-cell small-text">${sourceOf(one)}</td><td class="number"><strong>${dollars(one[method]?.usual ?? 0)}</strong></td><td class="number">${rangeOf(one[method])}</td></tr>
`,
)}<tr class="double-rule"><th scope="row">${purification.inAll}</th><td class="wide-cell"></td><td class="number"><strong>${dollars(sums[method].usual ?? 0)}</strong></td><td class="number">${rangeOf(sums[method])}</td></tr>
</tbody></table>`;
  return pageSection({
    ...{ id: 'holdings-purified', title: holdings.perHolding },
    ...{ note: purification.formulas[method], content },
  });
}

/** `40 × $0.4142 a share, est.`, where one lot and one year make the amount. */
function howOf(one: PurifiedHolding, method: Method): string {
  const { purification, ranges } = words();
  const { how } = purification;
  if (one.covered_rate_pct !== null) return how.coveredRate(percent(one.covered_rate_pct / 100, face()));
  const years = one.lots.flatMap(({ years: all }) => all);
  const [lot] = one.lots;
  const [year] = years;
  if (lot === undefined || year === undefined || one.lots.length > 1 || years.length > 1)
    return how.lots(one.lots.length, years.length);
  const isEstimate = year.kind === 'estimate';
  if (method === 'by_dividends') {
    const rate =
      year.revenue === null || year.income_usual === null ? null : year.income_usual / year.revenue;
    const rateInWords = rate === null ? ranges.notKnown : percent(rate, face());
    const { usual, from } = year.dividends ?? { usual: 0, from: 'entered' };
    return how.ofDividends(dollars(usual ?? 0), from, rateInWords, isEstimate);
  }
  if (!year.held_at_end && method === 'by_share') return how.notHeldOn(year.end);
  const share = (year.by_share?.usual ?? 0) / (lot.shares ?? 1);
  return how.ofShares(lot.shares, perShare(share, one.currency, face()), isEstimate);
}

function sourceOf(one: PurifiedHolding): Safe {
  const { figures, purification } = words();
  const { sources } = purification;
  if (one.covered_rate_pct !== null)
    return html`${sources.covered(percent((one.coverage_pct ?? 0) / 100, face()))}`;
  const years = one.lots.flatMap(({ years: all }) => all);
  const reports = new Map(years.map((year) => [year.report.accession, year]));
  return html`${[...reports.values()].map(({ kind, bill_yield_pct: pct, report }, index) => {
    const what =
      kind === 'estimate'
        ? sources.estimate(percent((pct ?? 0) / 100, face()))
        : kind === null
          ? sources.notKnown
          : sources[kind];
    return html`${index > 0 && html`<br>`}${what}: <a href="${url(report.source_url)}">${figures.formTo(report.form, dateInWords(report.period_end))}</a>`;
  })}`;
}

function rangeOf(give: Pick<Purification['sums'][Method], 'low' | 'high'> | null): string {
  if (give === null) return '–';
  if (give.high === null) return words().ranges.notKnown;
  if (give.low === give.high) return words().purification.asFiled;
  return priceRange(give.low, give.high, DOLLARS, face());
}

function dollars(value: number): string {
  return price(value, DOLLARS, face());
}

/** Every holding and line that the sum does not hold, with the reason and what to do. */
function notInSum(answer: Purification, inSum: readonly PurifiedHolding[]): Safe | false {
  const { holdings, apart, unread } = answer;
  const { purification } = words();
  const without = holdings.filter((one) => !inSum.includes(one));
  const failing = inSum.filter(({ fails }) => fails);
  const items = [
    ...without.map((one) => html`<strong>${holdingLink(one)}.</strong> ${whyNot(one, answer)}`),
    ...failing.map((one) => purification.fails(html`<strong>${holdingLink(one)}</strong>`)),
    ...apart.map(({ asked, line, kind }) =>
      purification.apart(html`<strong><bdi>${asked}</bdi></strong>`, line, kind),
    ),
    ...unread
      .slice(0, MOST_UNREAD)
      .map(({ line, text }) => purification.unread(html`<strong><bdi>${text}</bdi></strong>`, line)),
    ...moreUnread(unread),
  ];
  if (items.length === 0) return false;
  const content = html`<ul class="sentences">
${items.map((item) => html`<li>${item}</li>\n`)}</ul>`;
  return pageSection({
    id: 'not-in-sum',
    title: purification.notInSum,
    note: purification.notInSumNote,
    content,
  });
}

function whyNot(one: PurifiedHolding, { year, method, sums }: Purification): Content {
  const { missing } = words().purification;
  switch (one.state) {
    case 'business_excluded':
      return missing.excluded;
    case 'no_annual_report':
      return missing.noReport(year, one.newest_year === null ? null : dateInWords(one.newest_year));
    case 'no_purchase_date':
      return missing.noDate;
    case 'not_screened':
      return words().holdings.notScreened;
    case 'counted':
      return sums[method].left_out.includes(one.symbol) && one[method]?.usual != null
        ? missing.otherCurrency(one.currency, price(one[method]?.usual ?? 0, one.currency, face()))
        : lacking(one, method);
  }
}

/** Says what figure a method lacks. */
function lacking(one: PurifiedHolding, method: Method): string {
  const { missing } = words().purification;
  if (
    one.covered_rate_pct !== null ||
    (one.currency === DOLLARS && one.lots.every(({ years }) => years.length === 0))
  )
    return method === 'by_dividends' ? missing.fundDividends : missing.fundByShare;
  const years = one.lots.flatMap((lot) => lot.years);
  if (method === 'by_dividends' && years.every(({ days_held: days }) => days === 0))
    return missing.notHeldThen;
  if (method === 'by_dividends' && years.some(({ dividends }) => dividends === null))
    return missing.noDividends;
  if (method !== 'by_dividends' && one.lots.some(({ shares }) => shares === null)) return missing.noShares;
  const low = one[method]?.low ?? 0;
  return missing.noFigure(low > 0 ? price(low, one.currency, face()) : null);
}

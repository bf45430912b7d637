import { capitalised } from '@common/base/english';
import { shareBar } from '@common/web/charts';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { BUCKETS, type Bucket } from '@screener/engine/funds/asset-buckets';
import type { EtfLookThrough, HoldingAnswer } from '@screener/engine/funds/fund-screening';
import { percentRange } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { verdictMark } from '../parts/words.page.ts';
import { kindOf } from './fund-weights.ts';
import type { HoldingsListing } from './holdings-listing.ts';

/** Returns an address of the report with these parameters besides the date and the rules. */
export type FundAddress = (query: Readonly<Record<string, string>>, fragment?: string) => Safe;

/** Lists the holdings as filed, largest first, by page and by kind. */
export function holdingsSection(
  fund: EtfLookThrough,
  listing: HoldingsListing,
  addressOf: FundAddress,
): Safe {
  const { first, rows, total } = listing;
  const heaviest = fund.holdings[0]?.pct ?? 0;
  const sum = rows.reduce((weight, { pct }) => weight + (pct ?? 0), 0);
  const said = words().report.holdings;
  return pageSection({
    id: 'holdings',
    title: said.title,
    fold: {
      hint: said.hint,
      result: String(fund.holdings.length),
      isOpen: listing.bucket !== null || listing.page > 1,
    },
    note: said.note,
    content: html`${kindLinks(fund, listing, addressOf)}
<p class="holding-head" aria-hidden="true"><span>${said.holding}</span><span>${said.verdict}</span><span class="number">${said.score}</span><span class="number">${said.purify}</span><span class="number">${said.weight}</span></p>
<ul class="holdings">
${rows.map((holding) => holdingRow(holding, heaviest))}</ul>
<div class="paging">
<p class="muted">${total === 0 ? said.none : said.range(first, first + rows.length - 1, total, pct(sum))}</p>
${pageLinks(listing, addressOf)}
</div>`,
  });
}

function kindLinks({ holdings }: EtfLookThrough, { bucket }: HoldingsListing, addressOf: FundAddress): Safe {
  const counts = Map.groupBy(holdings, (holding) => holding.bucket);
  const link = (kind: Bucket | null, text: string, query: Readonly<Record<string, string>>) =>
    kind === bucket
      ? html`<li><a href="${addressOf(query, '#holdings')}" aria-current="true">${text}</a></li>`
      : html`<li><a href="${addressOf(query, '#holdings')}">${text}</a></li>`;
  const { holdings: said, fund } = words().report;
  const kinds = BUCKETS.filter((kind) => counts.has(kind));
  return html`<ul class="choices" aria-label="${said.which}">
${link(null, said.all(holdings.length), {})}${kinds.map((kind) => link(kind, said.kind(capitalised(fund.bucket(kind)), counts.get(kind)?.length ?? 0), { verdict: kind }))}</ul>`;
}

function holdingRow(holding: HoldingAnswer, heaviest: number): Safe {
  const { company, name, title, symbol, bucket, score, pct: weight } = holding;
  const { notKnown, noNameFiled, holdings: said } = words().report;
  const shown = shownName(company ?? name ?? title ?? noNameFiled);
  const link =
    symbol === null
      ? html`<bdi>${shown}</bdi>`
      : html`<a href="${url(`/portal/report/${encodeURIComponent(symbol)}`)}"><bdi>${shown}</bdi></a>`;
  const id = symbol ?? holding.ticker ?? holding.isin ?? holding.cusip;
  const kind = kindOf(bucket) === 'open' || kindOf(bucket) === 'blank' ? 'open' : 'solid';
  return html`<li><span class="who"><strong>${link}</strong>${id !== null && html`<span class="small-text"><bdi class="ticker">${id}</bdi></span>`}</span><span class="verdict-cell">${holdingMark(holding)}</span><span class="score-cell number"><span class="only-read">${said.score} </span>${score === null || holding.compliance === 'not_screenable' ? noFigure() : score.toFixed(1)}</span><span class="purify-cell number"><span class="only-read">${said.purify} </span>${purificationOf(holding)}</span><span class="weight-cell number"><span class="only-read">${said.weight} </span>${weight === null ? notKnown : pct(weight)}</span><span class="bar-cell">${shareBar(heaviest > 0 ? (weight ?? 0) / heaviest : 0, kind)}</span></li>
`;
}

function noFigure(): Safe {
  return html`<span aria-hidden="true">–</span><span class="only-read">${words().report.none}</span>`;
}

function holdingMark({ compliance, bucket, missing }: HoldingAnswer): Content {
  if (compliance === null) return marked('unknown', words().report.fund.bucket(bucket));
  const [reason] = missing;
  return html`${verdictMark(compliance)}${compliance === 'not_screenable' && reason !== undefined && html`<span class="small-text">${words().report.fund.reason(reason)}</span>`}`;
}

function purificationOf({ purification_low_pct: low, purification_high_pct: high }: HoldingAnswer): Content {
  if (low === null || high === null) return html`<span class="muted">${words().report.notKnown}</span>`;
  return percentRange(low / 100, high / 100);
}

function pageLinks({ page, pages, bucket }: HoldingsListing, addressOf: FundAddress): Safe | false {
  if (pages === 1) return false;
  const query = (to: number) => ({ ...(bucket === null ? {} : { verdict: bucket }), page: String(to) });
  const { holdings: said } = words().report;
  const link = (to: number, text: string) =>
    html`<li><a href="${addressOf(query(to), '#holdings')}"${to === page && html` aria-current="page"`}>${text}</a></li>`;
  const numbers = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (to) => to === 1 || to === pages || Math.abs(to - page) <= 1,
  );
  return html`<nav aria-label="${said.pages}">
<ul class="choices">${numbers.map((to, at) => html`${to - (numbers[at - 1] ?? to) > 1 && html`<li class="gap">…</li>`}${link(to, String(to))}`)}${page < pages && link(page + 1, said.next)}</ul>
</nav>`;
}

function pct(value: number): string {
  return percentRange(value / 100, value / 100);
}

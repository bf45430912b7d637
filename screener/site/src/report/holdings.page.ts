import { capitalised } from '@common/base/english';
import { shareBar } from '@common/web/charts';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { BUCKETS, type Bucket } from '@screener/engine/funds/asset-buckets';
import type { EtfLookThrough, HoldingAnswer } from '@screener/engine/funds/fund-screening';
import { percentRange } from '@screener/words/numbers';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { verdictMark } from '../parts/words.page.ts';
import { kindOf } from './fund-weights.ts';
import type { HoldingsListing } from './holdings-listing.ts';

/** Returns an address of the report with these parameters besides the date and the rules. */
export type FundAddress = (query: Readonly<Record<string, string>>, fragment?: string) => Safe;

export const BUCKET_NAMES: Readonly<Record<Bucket, string>> = {
  compliant: 'compliant',
  questionable: 'questionable',
  non_compliant: 'non-compliant',
  not_screenable: 'no verdict',
  unresolved: 'no company found',
  cash: 'money market',
  debt: 'debt',
  derivatives: 'contracts',
  other: 'other',
  unlisted_assets: 'assets outside the list',
  liabilities: 'what the fund owes',
};

const REASONS: Readonly<Record<string, string>> = {
  facts_not_at_hand: 'no filings available',
  stale_report: 'newest report too old',
  reports_not_here: 'no recent report',
  report_scale: 'newest report not believed',
  market_cap: 'no market value',
  business_activity: 'business not known',
};

/** Says in few words why a company has no verdict. */
export function reasonInWords(code: string): string {
  return REASONS[code] ?? `${code.replaceAll('_', ' ')} not known`;
}

/** Lists the holdings as filed, largest first, by page and by kind. */
export function holdingsSection(
  fund: EtfLookThrough,
  listing: HoldingsListing,
  addressOf: FundAddress,
): Safe {
  const { first, rows, total } = listing;
  const heaviest = fund.holdings[0]?.pct ?? 0;
  const sum = rows.reduce((weight, { pct }) => weight + (pct ?? 0), 0);
  return pageSection({
    id: 'holdings',
    title: 'Holdings',
    fold: {
      hint: 'By weight, each screened on its own',
      result: String(fund.holdings.length),
      isOpen: listing.bucket !== null || listing.page > 1,
    },
    note: 'As the fund filed them, by weight. Each company is screened on its own; its name opens its report.',
    content: html`${kindLinks(fund, listing, addressOf)}
<p class="holding-head" aria-hidden="true"><span>Holding</span><span>Verdict</span><span class="number">Score</span><span class="number">To purify</span><span class="number">Weight</span></p>
<ul class="holdings">
${rows.map((holding) => holdingRow(holding, heaviest))}</ul>
<div class="paging">
<p class="muted">${total === 0 ? 'None.' : `${first}–${first + rows.length - 1} of ${total}, together ${pct(sum)} of net assets`}</p>
${pageLinks(listing, addressOf)}
</div>`,
  });
}

function kindLinks({ holdings }: EtfLookThrough, { bucket }: HoldingsListing, addressOf: FundAddress): Safe {
  const counts = Map.groupBy(holdings, (holding) => holding.bucket);
  const link = (kind: Bucket | null, words: string, query: Readonly<Record<string, string>>) =>
    kind === bucket
      ? html`<li><a href="${addressOf(query, '#holdings')}" aria-current="true">${words}</a></li>`
      : html`<li><a href="${addressOf(query, '#holdings')}">${words}</a></li>`;
  const kinds = BUCKETS.filter((kind) => counts.has(kind));
  return html`<ul class="choices" aria-label="Which holdings">
${link(null, `All ${holdings.length}`, {})}${kinds.map((kind) => link(kind, `${capitalised(BUCKET_NAMES[kind])} ${counts.get(kind)?.length}`, { verdict: kind }))}</ul>`;
}

function holdingRow(holding: HoldingAnswer, heaviest: number): Safe {
  const { company, name, title, symbol, bucket, score, pct: weight } = holding;
  const shown = shownName(company ?? name ?? title ?? 'no name filed');
  const link =
    symbol === null
      ? html`<bdi>${shown}</bdi>`
      : html`<a href="${url(`/portal/report/${encodeURIComponent(symbol)}`)}"><bdi>${shown}</bdi></a>`;
  const id = symbol ?? holding.ticker ?? holding.isin ?? holding.cusip;
  const kind = kindOf(bucket) === 'open' || kindOf(bucket) === 'blank' ? 'open' : 'solid';
  return html`<li><span class="who"><strong>${link}</strong>${id !== null && html`<bdi class="ticker small-text">${id}</bdi>`}</span><span class="verdict-cell">${holdingMark(holding)}</span><span class="score-cell number"><span class="only-read">Score </span>${score === null || holding.compliance === 'not_screenable' ? NONE : score.toFixed(1)}</span><span class="purify-cell number"><span class="only-read">To purify </span>${purificationOf(holding)}</span><span class="weight-cell number"><span class="only-read">Weight </span>${weight === null ? 'not known' : pct(weight)}</span><span class="bar-cell">${shareBar(heaviest > 0 ? (weight ?? 0) / heaviest : 0, kind)}</span></li>
`;
}

const NONE = html`<span aria-hidden="true">–</span><span class="only-read">none</span>`;

function holdingMark({ compliance, bucket, missing }: HoldingAnswer): Content {
  if (compliance === null) return marked('unknown', BUCKET_NAMES[bucket]);
  const [reason] = missing;
  return html`${verdictMark(compliance)}${compliance === 'not_screenable' && reason !== undefined && html`<span class="small-text">${reasonInWords(reason)}</span>`}`;
}

function purificationOf({ purification_low_pct: low, purification_high_pct: high }: HoldingAnswer): Content {
  if (low === null || high === null) return html`<span class="muted">not known</span>`;
  return percentRange(low / 100, high / 100);
}

function pageLinks({ page, pages, bucket }: HoldingsListing, addressOf: FundAddress): Safe | false {
  if (pages === 1) return false;
  const query = (to: number) => ({ ...(bucket === null ? {} : { verdict: bucket }), page: String(to) });
  const link = (to: number, words: string) =>
    html`<li><a href="${addressOf(query(to), '#holdings')}"${to === page && html` aria-current="page"`}>${words}</a></li>`;
  const numbers = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (to) => to === 1 || to === pages || Math.abs(to - page) <= 1,
  );
  return html`<nav aria-label="Pages of holdings">
<ul class="choices">${numbers.map((to, at) => html`${to - (numbers[at - 1] ?? to) > 1 && html`<li class="gap">…</li>`}${link(to, String(to))}`)}${page < pages && link(page + 1, 'Next')}</ul>
</nav>`;
}

function pct(value: number): string {
  return percentRange(value / 100, value / 100);
}

import { capitalised } from '@common/base/english';
import { shareBar } from '@common/web/charts';
import { type Content, html, type Safe } from '@common/web/html';
import { BUCKETS, type Bucket, JUDGED_BUCKETS } from '@screener/engine/funds/asset-buckets';
import type { EtfLookThrough } from '@screener/engine/funds/fund-screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { weightsOverWhole } from '@screener/words/fund-summary';
import { DIRECTIONS } from '@screener/words/language';
import {
  bucketInWords,
  componentWords,
  coveredRateInWords,
  methodologyName,
  millions,
  money,
  percentRange,
} from '../parts/in-words.ts';
import { intervalDrawing } from '../parts/interval.page.ts';
import { face, language, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, statusMarkOf, verdictMark } from '../parts/words.page.ts';
import { type FundLimit, kindOf, limitOn, openGroups, type Slice, slicesOf } from './fund-weights.ts';

const JUDGED: ReadonlySet<Bucket> = new Set(JUDGED_BUCKETS);
/** The least width of a labelled part, in per cent of the bar. */
const LABELLED_FROM = 14;
const BAR_HEIGHT = 44;

/** Shows all of the fund as one bar to scale, and as a table that adds up to it. */
export function weightsSection(fund: EtfLookThrough): Safe {
  const { weights, net_assets: net, report } = fund;
  const slices = slicesOf(fund);
  const decided = sumOf(slices.filter(({ bucket }) => JUDGED.has(bucket)));
  const shown = BUCKETS.filter(
    (bucket) => JUDGED.has(bucket) || weights[bucket].holdings > 0 || weights[bucket].value !== 0,
  );
  const holdings = BUCKETS.reduce((sum, bucket) => sum + weights[bucket].holdings, 0);
  const open = BUCKETS.reduce((sum, bucket) => sum + weights[bucket].open_pct, 0);
  const overWhole = weightsOverWhole(net, fund.total_liabilities, face());
  const said = words().report.fundWeights;
  const amount = net === null ? said.unknownAmount : money(net, 'USD');
  const netAssets =
    report === null ? said.netAssets(amount) : said.netAssetsOn(amount, dateInWords(report.period_end));
  return pageSection({
    id: 'weights',
    title: said.title,
    note: said.note,
    content: html`<p>${said.whole} <span class="muted">${netAssets} ${overWhole}</span></p>
${weightBar(slices, decided, Math.min(open, 100))}
<table class="weights">
<caption class="only-read">${said.caption}</caption>
<thead><tr><td></td><th scope="col">${said.verdict}</th><th scope="col" class="number wide-cell">${said.holdings}</th><th scope="col" class="number wide-cell">${said.millions}</th><th scope="col" class="number">${said.weight}</th></tr></thead>
<tbody>
${shown.map((bucket) => weightRow(fund, bucket))}</tbody>
<tfoot><tr><td></td><th scope="row">${said.total}</th><td class="number wide-cell">${holdings}</td><td class="number wide-cell">${net === null ? '–' : millions(net)}</td><td class="number">${sumOfWeights(fund)}</td></tr></tfoot>
</table>`,
  });
}

function weightBar(slices: readonly Slice[], decided: number, open: number): Safe {
  const { fundWeights: said, fund } = words().report;
  // The bar turns with the direction of the page, as its letters do.
  const isTurned = DIRECTIONS[language()] === 'rtl';
  const part = ({ bucket, pct }: Slice) => said.part(fund.bucket(bucket), range(pct, pct));
  return html`<p class="bar-ends"><strong>${said.hasVerdict(range(decided, decided))}</strong><strong>${said.hasNone(range(open, open))}</strong></p>
<svg class="weight-bar" width="100%" height="${BAR_HEIGHT + 24}" role="img" aria-label="${said.label(slices.map(part))}" focusable="false">
${slices.map(({ kind, from, width }) => html`<rect class="slice ${kind}" x="${at(isTurned ? 100 - from - width : from)}" y="0.5" width="${at(width)}" height="${BAR_HEIGHT - 1}"${kind === 'open' && html` fill="url(#hatch-unknown)"`}/>`)}<rect class="bar-frame" x="0" y="0.5" width="100%" height="${BAR_HEIGHT - 1}"/>
${slices.filter(({ width }) => width >= LABELLED_FROM).map((slice) => html`<text x="${at(isTurned ? 100 - slice.from : slice.from)}" dx="${isTurned ? -2 : 2}" y="${BAR_HEIGHT + 17}">${part(slice)}</text>`)}
</svg>`;
}

function weightRow(fund: EtfLookThrough, bucket: Bucket): Safe {
  const { holdings, value, pct } = fund.weights[bucket];
  const kind = kindOf(bucket);
  const name =
    bucket === 'compliant' ||
    bucket === 'questionable' ||
    bucket === 'non_compliant' ||
    bucket === 'not_screenable'
      ? verdictMark(bucket)
      : words().report.fund.bucket(bucket);
  return html`<tr><td class="swatch"><svg width="26" height="14" aria-hidden="true" focusable="false"><rect class="slice ${kind}" x="0.5" y="0.5" width="25" height="13"${kind === 'open' && html` fill="url(#hatch-unknown)"`}/><rect class="bar-frame" x="0.5" y="0.5" width="25" height="13"/></svg></td><th scope="row">${name}<span class="small-text">${noteOf(fund, bucket)}</span></th><td class="number wide-cell">${bucket === 'unlisted_assets' || bucket === 'liabilities' ? '–' : holdings}</td><td class="number wide-cell">${millions(value)}</td><td class="number"><strong>${range(pct, pct)}</strong></td></tr>
`;
}

/** The most companies that a row names. The list of holdings has all. */
const FEW_NAMES = 6;

function noteOf(fund: EtfLookThrough, bucket: Bucket): Content {
  const { fundWeights: said, fund: named, noNameFiled } = words().report;
  if (bucket === 'derivatives') return contractsNote(fund);
  if (bucket === 'not_screenable') {
    const groups = openGroups(fund).map(({ reason, holdings, pct }) =>
      said.openGroup(holdings.length, named.reason(reason), range(pct, pct)),
    );
    return groups.join(words().report.semicolon);
  }
  if (!JUDGED.has(bucket) && bucket !== 'unresolved') return bucketInWords(bucket);
  const inside = fund.holdings.filter((holding) => holding.bucket === bucket);
  if (inside.length === 0) return said.noneFound;
  const names = inside
    .slice(0, FEW_NAMES)
    .map(({ company, name, title }) => shownName(company ?? name ?? title ?? noNameFiled));
  return said.some(names, inside.length - FEW_NAMES);
}

/** Contracts are filed at their gain or loss and count by their exposure. */
function contractsNote({ weights: { derivatives } }: EtfLookThrough): string {
  const { contracts } = words().report.fundWeights;
  return contracts(bucketInWords('derivatives'), range(derivatives.open_pct, derivatives.open_pct));
}

function sumOfWeights({ weights }: EtfLookThrough): string {
  const sum = BUCKETS.reduce((total, bucket) => total + weights[bucket].pct, 0);
  return range(sum, sum);
}

interface LimitRow {
  readonly name: string;
  readonly note: string;
  readonly limit: FundLimit;
}

/** Shows beside each limit how much counts against the fund, and how much more could. */
export function limitsSection(answer: ScreenAnswer, fund: EtfLookThrough): Safe {
  const { weights, limits } = fund;
  const openWeight = answer.ratios.open_weight ?? null;
  const open = openWeight === null ? null : openWeight * 100;
  const failing = weights.non_compliant.pct;
  const doubtful = failing + weights.questionable.pct;
  const mostFailing = 100 - weights.compliant.pct - weights.questionable.pct;
  const mostDoubtful = 100 - weights.compliant.pct;
  const limitOf = (name: string) => limits[name] ?? 0;
  const most = limitOf('non_compliant_above_pct');
  const said = words().report.fundWeights.limits;
  const own: readonly LimitRow[] = [
    {
      name: said.nonCompliant,
      note: said.toBeCompliant,
      limit: limitOn(failing, open, limitOf('compliant_up_to_non_compliant_pct'), mostFailing),
    },
    {
      name: said.withQuestionable,
      note: said.toBeCompliant,
      limit: limitOn(doubtful, open, limitOf('compliant_up_to_doubtful_pct'), mostDoubtful),
    },
    {
      name: said.nonCompliant,
      note: said.above(`${most}%`),
      limit: limitOn(failing, open, most, mostFailing),
    },
  ];
  return pageSection({
    id: 'limits',
    title: said.title,
    fold: { hint: said.hint },
    note: html`${said.note}${open !== null && ` ${said.openComesTo(range(open, open))}`}${hasUnbounded(fund) && ` ${said.unbounded}`} ${said.ours}`,
    content: html`<h3 class="limit-head">${said.fund}</h3>
<ul class="limit-rows">${own.map((row) => limitRow(row, answer))}</ul>
<h3 class="limit-head">${said.each}</h3>
<ul class="limit-rows">${methodologyRows(answer, fund).map((row) => limitRow(row, answer))}</ul>`,
  });
}

/** Whether a contract alone leaves all of net assets open. */
function hasUnbounded({ holdings, net_assets: net }: EtfLookThrough): boolean {
  return net !== null && holdings.some(({ bucket, open }) => bucket === 'derivatives' && open >= net);
}

function methodologyRows({ methodologies }: ScreenAnswer, fund: EtfLookThrough): readonly LimitRow[] {
  return methodologies.flatMap(({ id, name, checks }) => {
    const sums = fund.methodologies.find((candidate) => candidate.id === id);
    const [check] = checks;
    if (sums === undefined || check === undefined) return [];
    const { passing_pct: passing, failing_pct: failing } = sums;
    const { low, high, threshold, status } = check;
    const limit: FundLimit = {
      low,
      high,
      threshold,
      comparison: '<=',
      basis: low === high ? 'derived' : 'bounded',
      status,
    };
    const { passesFails } = words().report.fundWeights.limits;
    const note = passesFails(range(passing, passing), range(failing, failing));
    return [{ name: methodologyName({ id, name }), note, limit }];
  });
}

function limitRow({ name, note, limit }: LimitRow, answer: ScreenAnswer): Safe {
  return html`<li><span class="who">${name}<span class="small-text">${note}</span></span><span class="ratio">${percentRange(limit.low, limit.high)}</span><span class="drawn">${intervalDrawing(limit)}</span><span class="result">${statusMarkOf(answer, limit.status)}</span></li>
`;
}

/** Shows the purification rates of the holdings, by weight. */
export function purificationSection(answer: ScreenAnswer, { purification }: EtfLookThrough): Safe | false {
  const told = coveredRateInWords(answer.purification);
  if (answer.purification.high_pct === null || told === null) return false;
  const { low_pct: low, high_pct: high, covered_weight_pct: weight } = purification;
  const { covered_low_pct: coveredLow, covered_high_pct: coveredHigh } = purification;
  const [restLow, restHigh] = [Math.max(low - coveredLow, 0), Math.max(high - coveredHigh, 0)];
  const isWhole = answer.purification.pct_of_dividends_and_gains !== null;
  const row = (name: string, note: string, cells: readonly string[]) =>
    html`<tr><th scope="row">${name}<span class="small-text">${note}</span></th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>\n`;
  const one = (value: number) => range(value, value);
  const said = words().report.fundWeights.purification;
  return pageSection({
    id: 'purification',
    title: said.title,
    fold: { hint: said.hint, result: told.rate },
    note: said.note,
    content: html`<p>${said.covered(html`<strong>${said.ofDividends(told.rate)}</strong>`, told.coverage)}${!isWhole && ` ${said.notEnough}`}</p>
<table class="purified">
<caption class="only-read">${said.caption}</caption>
<thead><tr><th scope="col">${said.part}</th><th scope="col" class="number">${words().report.fundWeights.weight}</th><th scope="col" class="number">${said.atLeast}</th><th scope="col" class="number">${said.atMost}</th></tr></thead>
<tbody>
${row(said.known, said.knownNote, [one(weight), one(coveredLow), one(coveredHigh)])}${row(said.rest, said.restNote, ['', one(restLow), one(restHigh)])}</tbody>
<tfoot><tr><th scope="row">${said.total}</th><td></td><td class="number"><strong>${one(low)}</strong></td><td class="number"><strong>${one(high)}</strong></td></tr></tfoot>
</table>
<p class="muted small">${said.managers}</p>`,
  });
}

/** Shows the components of a fund's score. */
export function scoreSection({ components, score }: ScreenAnswer): Safe {
  const { score: said, fundWeights } = words().report;
  const row = (name: string, points: number, max: number) =>
    html`<li><span class="who">${name}</span><span class="points-cell">${shareBar(points / max)}</span><span class="number">${said.outOf(points.toFixed(1), max)}</span></li>\n`;
  return pageSection({
    id: 'score',
    title: said.title,
    fold: { hint: fundWeights.score.hint, result: said.outOf(score, 100) },
    note: fundWeights.score.note,
    content: html`<ul class="lines points-of">
${Object.entries(components).map(([name, { score: points, max }]) => row(capitalised(componentWords(name)), points, max))}<li class="double-rule"><strong class="who">${said.total}</strong><span class="points-cell"></span><strong class="number">${said.outOf(score, 100)}</strong></li>
</ul>`,
  });
}

function sumOf(slices: readonly Slice[]): number {
  return slices.reduce((sum, { pct }) => sum + pct, 0);
}

function range(low: number, high: number): string {
  return percentRange(low / 100, high / 100);
}

function at(place: number): string {
  return `${Number(place.toFixed(3))}%`;
}

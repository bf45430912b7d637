import { capitalised } from '@common/base/english';
import { shareBar } from '@common/web/charts';
import { type Content, html, type Safe } from '@common/web/html';
import { BUCKET_WORDS, BUCKETS, type Bucket, JUDGED_BUCKETS } from '@screener/engine/funds/asset-buckets';
import type { EtfLookThrough } from '@screener/engine/funds/fund-screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { PAGE } from '@screener/words/face';
import { weightsOverWhole } from '@screener/words/fund-summary';
import { componentWords } from '@screener/words/names';
import { millions, money, percentRange } from '@screener/words/numbers';
import { coveredRateInWords } from '@screener/words/purification';
import { intervalDrawing } from '../parts/interval.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, statusMarkOf, verdictMark } from '../parts/words.page.ts';
import { type FundLimit, kindOf, limitOn, openGroups, type Slice, slicesOf } from './fund-weights.ts';
import { BUCKET_NAMES, reasonInWords } from './holdings.page.ts';

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
  const overWhole = weightsOverWhole(net, fund.total_liabilities, PAGE);
  return pageSection({
    id: 'weights',
    title: 'The weights',
    note: 'Solid: decided. Hatched: open, so it may comply or not. Blank: cash.',
    content: html`<p>All of the fund, to scale <span class="muted">Net assets of ${net === null ? 'an unknown amount' : money(net, 'USD')}${report !== null && html` on ${dateInWords(report.period_end)}`}. ${overWhole}</span></p>
${weightBar(slices, decided, Math.min(open, 100))}
<table class="weights">
<caption class="only-read">Net assets by verdict</caption>
<thead><tr><td></td><th scope="col">Verdict</th><th scope="col" class="number wide-cell">Holdings</th><th scope="col" class="number wide-cell">$ m</th><th scope="col" class="number">Weight</th></tr></thead>
<tbody>
${shown.map((bucket) => weightRow(fund, bucket))}</tbody>
<tfoot><tr><td></td><th scope="row">Net assets</th><td class="number wide-cell">${holdings}</td><td class="number wide-cell">${net === null ? '–' : millions(net)}</td><td class="number">${sumOfWeights(fund)}</td></tr></tfoot>
</table>`,
  });
}

function weightBar(slices: readonly Slice[], decided: number, open: number): Safe {
  const label = slices.map(({ bucket, pct }) => `${BUCKET_NAMES[bucket]} ${range(pct, pct)}`).join(', ');
  return html`<p class="bar-ends"><strong>${range(decided, decided)} has a verdict</strong><strong>${range(open, open)} has none</strong></p>
<svg class="weight-bar" width="100%" height="${BAR_HEIGHT + 24}" role="img" aria-label="Weights: ${label}" focusable="false">
${slices.map(({ kind, from, width }) => html`<rect class="slice ${kind}" x="${at(from)}" y="0.5" width="${at(width)}" height="${BAR_HEIGHT - 1}"${kind === 'open' && html` fill="url(#hatch-unknown)"`}/>`)}<rect class="bar-frame" x="0" y="0.5" width="100%" height="${BAR_HEIGHT - 1}"/>
${slices.filter(({ width }) => width >= LABELLED_FROM).map(({ bucket, from, pct }) => html`<text x="${at(from)}" dx="2" y="${BAR_HEIGHT + 17}">${BUCKET_NAMES[bucket]} ${range(pct, pct)}</text>`)}
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
      : BUCKET_NAMES[bucket];
  return html`<tr><td class="swatch"><svg width="26" height="14" aria-hidden="true" focusable="false"><rect class="slice ${kind}" x="0.5" y="0.5" width="25" height="13"${kind === 'open' && html` fill="url(#hatch-unknown)"`}/><rect class="bar-frame" x="0.5" y="0.5" width="25" height="13"/></svg></td><th scope="row">${name}<span class="small-text">${noteOf(fund, bucket)}</span></th><td class="number wide-cell">${bucket === 'unlisted_assets' || bucket === 'liabilities' ? '–' : holdings}</td><td class="number wide-cell">${millions(value)}</td><td class="number"><strong>${range(pct, pct)}</strong></td></tr>
`;
}

/** The most companies that a row names. The list of holdings has all. */
const FEW_NAMES = 6;

function noteOf(fund: EtfLookThrough, bucket: Bucket): Content {
  if (bucket === 'derivatives') return contractsNote(fund);
  if (bucket === 'not_screenable') {
    const groups = openGroups(fund).map(
      ({ reason, holdings, pct }) => `${holdings.length} ${reasonInWords(reason)}, ${range(pct, pct)}`,
    );
    return groups.join('; ');
  }
  if (!JUDGED.has(bucket) && bucket !== 'unresolved') return BUCKET_WORDS[bucket];
  const inside = fund.holdings.filter((holding) => holding.bucket === bucket);
  if (inside.length === 0) return 'none found so far';
  const names = inside
    .slice(0, FEW_NAMES)
    .map(({ company, name, title }) => shownName(company ?? name ?? title ?? 'no name filed'));
  const more = inside.length > FEW_NAMES ? ` and ${inside.length - FEW_NAMES} more` : '';
  return `${names.join(', ')}${more}`;
}

/** Contracts are filed at their gain or loss and count by their exposure. */
function contractsNote({ weights: { derivatives } }: EtfLookThrough): string {
  return `${BUCKET_WORDS.derivatives}: ${range(derivatives.open_pct, derivatives.open_pct)}`;
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
  const own: readonly LimitRow[] = [
    {
      name: 'Non-compliant',
      note: 'to be compliant',
      limit: limitOn(failing, open, limitOf('compliant_up_to_non_compliant_pct'), mostFailing),
    },
    {
      name: 'Non-compliant and questionable',
      note: 'to be compliant',
      limit: limitOn(doubtful, open, limitOf('compliant_up_to_doubtful_pct'), mostDoubtful),
    },
    {
      name: 'Non-compliant',
      note: `above ${most}%, the fund is non-compliant`,
      limit: limitOn(failing, open, most, mostFailing),
    },
  ];
  return pageSection({
    id: 'limits',
    title: 'The limits',
    fold: { hint: 'What counts against the fund, and what could' },
    note: html`How much counts against the fund for certain, and how much could.${open !== null && ` What is open comes to ${range(open, open)}.`}${hasUnbounded(fund) && ' It holds contracts whose exposure the filing does not bound, so all of it stays open.'} No standard sets these limits: they are this service’s own.`,
    content: html`<h3 class="limit-head">The fund</h3>
<ul class="limit-rows">${own.map((row) => limitRow(row, answer))}</ul>
<h3 class="limit-head">Each methodology</h3>
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
    return [{ name, note: `${range(passing, passing)} passes, ${range(failing, failing)} fails`, limit }];
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
  return pageSection({
    id: 'purification',
    title: 'Purification',
    fold: { hint: 'The rates of the holdings, by weight', result: told.rate },
    note: 'The rates of the holdings, by weight, from their own filings.',
    content: html`<p><strong>${told.rate} of dividends</strong>, ${told.coverage}.${isWhole ? '' : ' That is not enough to stand for the whole fund, so no rate is given for it.'}</p>
<table class="purified">
<caption class="only-read">Bounds of the part of each dividend to give away</caption>
<thead><tr><th scope="col">Part of the fund</th><th scope="col" class="number">Weight</th><th scope="col" class="number">At least</th><th scope="col" class="number">At most</th></tr></thead>
<tbody>
${row('Holdings with a known rate', 'what they add, by weight', [one(weight), one(coveredLow), one(coveredHigh)])}${row('Everything else', 'nothing at least, all of it at most', ['', one(restLow), one(restHigh)])}</tbody>
<tfoot><tr><th scope="row">Of each dividend</th><td></td><td class="number"><strong>${one(low)}</strong></td><td class="number"><strong>${one(high)}</strong></td></tr></tfoot>
</table>
<p class="muted small">A figure by the managers, where they publish one, rests on facts that are not filed.</p>`,
  });
}

/** Shows the components of a fund's score. */
export function scoreSection({ components, score }: ScreenAnswer): Safe {
  const row = (name: string, points: number, max: number) =>
    html`<li><span class="who">${name}</span><span class="points-cell">${shareBar(points / max)}</span><span class="number">${points.toFixed(1)} of ${max}</span></li>\n`;
  return pageSection({
    id: 'score',
    title: 'The score',
    fold: { hint: 'It never changes the verdict', result: `${score} of 100` },
    note: 'It never changes the verdict.',
    content: html`<ul class="lines points-of">
${Object.entries(components).map(([name, { score: points, max }]) => row(capitalised(componentWords(name)), points, max))}<li class="double-rule"><strong class="who">Score</strong><span class="points-cell"></span><strong class="number">${score} of 100</strong></li>
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

import { figuresBehind, type Step, smallSteps, stepChart } from '@common/web/charts';
import { html, type Safe, url } from '@common/web/html';
import { type Meaning, marked } from '@common/web/mark';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { ratioName } from '@screener/words/names';
import { limitInWords, percent, percentRange } from '@screener/words/numbers';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords, shortDate, VERDICT_MEANINGS, verdictMark, verdictWord } from '../parts/words.page.ts';
import { flipList, reportLink } from './flips.page.ts';
import {
  type CauseKind,
  endOf,
  type Flip,
  flipsOf,
  inOrder,
  isStaleEvent,
  type RatioHistory,
  ratioHistories,
  type ShownHistory,
} from './shown-history.ts';

/** Shows how each ratio moved against its limit, and what caused each flip. */
export function historySection(answer: ScreenAnswer, history: ShownHistory): Safe {
  const flips = flipsOf(history.drawn, history.earlier.at(-1));
  return pageSection({
    id: 'history',
    title: 'History',
    aside: marginWords(answer, history, flips),
    kind: 'history',
    fold: {
      hint: 'Each change, and what caused it',
      result: flips.length === 0 ? 'no change' : flips.length === 1 ? '1 change' : `${flips.length} changes`,
    },
    content: html`${history.drawn.length + history.earlier.length < 2 ? tooFew(answer, history) : drawn(answer, history, flips)}`,
  });
}

function tooFew({ symbol, as_of: asOf }: ScreenAnswer, { drawn, earlier }: ShownHistory): Safe {
  const [only] = [...earlier, ...drawn];
  return only === undefined
    ? html`<p>No screening of ${symbol} up to ${dateInWords(asOf)} is kept, so there is nothing to compare with. One is kept whenever a filing, a price or a rule changes the answer.</p>`
    : html`<p>One screening is kept: ${dateInWords(only.as_of)}, ${verdictMark(only.compliance)}. The drawing begins with the second one, when a filing, a price or a rule changes the answer.</p>`;
}

function drawn(answer: ScreenAnswer, history: ShownHistory, flips: readonly Flip[]): Safe {
  const ratios = ratioHistories(answer, history);
  const known = ratios.filter(({ points }) => points.some(({ value }) => value !== null));
  const [main, ...rest] = known;
  const currency = currencyOf(answer);
  return html`${main !== undefined && mainChart(answer, history, main, flips)}
${
  flips.length > 0
    ? flipList(flips, currency, 'What changed, newest first')
    : html`<p>No check crossed its limit since ${dateInWords(history.from)}, and the verdict stayed the same.</p>`
}
${rest.length > 0 && html`<div class="small-charts">${rest.map((ratio) => smallChart(answer, ratio))}</div>`}
${tableBehind(history, ratios)}
${earlierFlips(history, currency)}
<p class="muted small"><a href="${url(`/v1/history/${encodeURIComponent(answer.symbol)}?rules=${answer.rules}`)}">The whole history</a> (JSON)</p>`;
}

function mainChart(
  answer: ScreenAnswer,
  history: ShownHistory,
  ratio: RatioHistory,
  flips: readonly Flip[],
): Safe {
  return stepChart({
    ...chartOf(answer, ratio),
    title: `${ratioName(ratio)}, at each filing`,
    note: `${namesOf(answer, ratio)}.`,
    flips: flips.map(({ number, snapshot }) => ({ day: snapshot.as_of, number })),
    ribbon: ribbonOf(answer, history),
  });
}

function smallChart(answer: ScreenAnswer, ratio: RatioHistory): Safe {
  const { low, high } = currentOf(answer, ratio);
  const caption = html`${ratioName(ratio)} <strong>${percentRange(low, high)}</strong>`;
  return smallSteps({ ...chartOf(answer, ratio), caption });
}

const MEANINGS = { pass: 'pass', fail: 'fail', unknown: 'unknown' } as const satisfies Record<
  string,
  Meaning
>;

function chartOf(answer: ScreenAnswer, ratio: RatioHistory) {
  const { points, threshold } = ratio;
  const steps: readonly Step[] = points.map(({ date, value, status }) => ({
    day: date,
    value,
    meaning: MEANINGS[status],
  }));
  return {
    steps,
    end: endOf(answer),
    limit: threshold,
    laxer: ratio.others,
    inWords: (value: number) => percent(value),
    label: labelOf(ratio),
  };
}

/** Describes the chart for screen readers: where it began, how often it crossed the limit, where it is. */
function labelOf(ratio: RatioHistory): string {
  const { points, flips } = ratio;
  const [first, last] = [points[0], points.at(-1)];
  const said = (point: typeof first) =>
    point === undefined
      ? 'nothing'
      : `${point.value === null ? 'not known' : percent(point.value)} on ${point.date}`;
  const crossed = flips === 0 ? 'the result never changed' : `the result changed ${times(flips)}`;
  return `${ratioName(ratio)}, limit ${limitInWords(ratio)}: from ${said(first)} to ${said(last)}; ${crossed}.`;
}

function currentOf(answer: ScreenAnswer, { ratio, methodologies }: RatioHistory) {
  const rules = answer.methodologies.find(({ id }) => id === methodologies[0]);
  return rules?.checks.find((check) => check.ratio === ratio) ?? { low: 0, high: null };
}

function namesOf({ rules }: ScreenAnswer, { methodologies }: RatioHistory): string {
  const names = methodologies.map(
    (id) => RULE_SETS[rules].methodologies.find((methodology) => methodology.id === id)?.name ?? id,
  );
  return LIST.format(names);
}

type RibbonDay = Pick<ShownHistory['drawn'][number], 'as_of' | 'compliance'> &
  Partial<Pick<ShownHistory['drawn'][number], 'changes'>>;

/** Lists the verdicts in order, each from the day on which it changed. */
function ribbonOf(answer: ScreenAnswer, { drawn, earlier, from }: ShownHistory) {
  const before = earlier.at(-1);
  const kept: readonly RibbonDay[] = [
    ...(before === undefined ? [] : [{ as_of: from, compliance: before.compliance }]),
    ...drawn,
  ];
  const turns = inOrder(kept, answer).map((screening) => ({
    day: screening.as_of,
    ...(isStaleEvent(screening)
      ? ({ meaning: 'unknown', word: 'no recent report' } as const)
      : { meaning: VERDICT_MEANINGS[screening.compliance], word: verdictWord(screening.compliance) }),
  }));
  return turns.filter(({ word }, at) => word !== turns[at - 1]?.word);
}

const LIST = new Intl.ListFormat('en-GB');
const KIND_WORDS: Readonly<Record<CauseKind, string>> = {
  filing: 'a filing',
  price: 'a price',
  rules: 'a change of the rules',
  business: 'the line of business',
  data: 'the filings that we have',
};

function marginWords(
  { rules }: ScreenAnswer,
  { drawn, earlier, from }: ShownHistory,
  flips: readonly Flip[],
): Safe {
  if (drawn.length + earlier.length < 2) return html`<p>By the ${rules} rules.</p>`;
  const turns = flips.filter(({ changes }) => changes.verdict !== null).length;
  const kinds = Object.entries(KIND_WORDS).flatMap(([kind, words]) => {
    const decided = flips.filter((flip) => flip.kinds.has(kind as CauseKind)).length;
    return decided === 0 ? [] : [`by ${words} ${times(decided)}`];
  });
  const turned = turns === 0 ? 'The verdict never changed.' : `The verdict changed ${times(turns)}.`;
  return html`<p>${drawn.length} ${drawn.length === 1 ? 'screening' : 'screenings'} since ${dateInWords(drawn[0]?.as_of ?? from)}, by the ${rules} rules. ${turned}${kinds.length > 0 && ` The changes were decided ${LIST.format(kinds)}.`}</p>
<p>The line is the end of each ratio’s interval that decides. Red is beyond the limit, dots are undecided, a gap is not known.</p>`;
}

const TIMES = [
  'never',
  'once',
  'twice',
  'three times',
  'four times',
  'five times',
  'six times',
  'seven times',
  'eight times',
  'nine times',
];

function times(count: number): string {
  return TIMES[count] ?? `${count} times`;
}

function tableBehind({ drawn }: ShownHistory, ratios: readonly RatioHistory[]): Safe {
  const rows = drawn.toReversed();
  const figureOf = ({ methodologies, ratio }: RatioHistory, snapshot: (typeof drawn)[number]) => {
    if (isStaleEvent(snapshot)) return 'not known';
    const rules = snapshot.methodologies.find(({ id }) => id === methodologies[0]);
    const value = rules?.checks.find((check) => check.ratio === ratio)?.value ?? null;
    return value === null ? 'not known' : percent(value);
  };
  return figuresBehind(
    'All figures behind the drawings',
    html`<table>
<caption class="only-read">Each screening with its ratios, newest first</caption>
<thead><tr><th scope="col">Screened</th><th scope="col">Report</th><th scope="col">Verdict</th>${ratios.map((ratio) => html`<th scope="col" class="number">${ratioName(ratio)}<span class="small-text">${limitInWords(ratio)}</span></th>`)}</tr></thead>
<tbody>
${rows.map((snapshot) => html`<tr><th scope="row">${shortDate(snapshot.as_of)}</th><td>${reportLink(snapshot)}</td><td>${isStaleEvent(snapshot) ? marked('unknown', 'no recent report') : verdictMark(snapshot.compliance)}</td>${ratios.map((ratio) => html`<td class="number">${figureOf(ratio, snapshot)}</td>`)}</tr>\n`)}</tbody>
</table>`,
  );
}

function earlierFlips({ earlier, hasMore }: ShownHistory, currency: string | null): Safe | false {
  const flips = flipsOf(earlier);
  const [first] = earlier;
  if (first === undefined || flips.length === 0) return false;
  return html`<details class="earlier">
<summary>Earlier: ${flips.length} ${flips.length === 1 ? 'change' : 'changes'} in ${earlier.length} screenings since ${dateInWords(first.as_of)}${hasMore && ', and older ones'}</summary>
${flipList(flips, currency, 'Earlier changes, newest first')}
</details>`;
}

/** Returns the one currency of the figures; null if there are several, which are then shown without. */
function currencyOf({ evidence, market_data: market }: ScreenAnswer): string | null {
  const units = new Set(evidence.map(({ unit }) => unit).filter((unit) => /^[A-Z]{3}$/.test(unit)));
  if (market.currency !== null) units.add(market.currency);
  const [only, ...others] = units;
  return others.length === 0 ? (only ?? null) : null;
}

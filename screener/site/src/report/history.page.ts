import { figuresBehind, type Step, smallSteps, stepChart } from '@common/web/charts';
import { html, type Safe, url } from '@common/web/html';
import { type Meaning, marked } from '@common/web/mark';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import {
  limitInWords,
  listedNames,
  methodologyName,
  percent,
  percentRange,
  ratioName,
} from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
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
  const { title, hint, changes } = words().report.history;
  return pageSection({
    id: 'history',
    title,
    aside: marginWords(answer, history, flips),
    kind: 'history',
    fold: { hint, result: changes(flips.length) },
    content: html`${history.drawn.length + history.earlier.length < 2 ? tooFew(answer, history) : drawn(answer, history, flips)}`,
  });
}

function tooFew({ symbol, as_of: asOf }: ScreenAnswer, { drawn, earlier }: ShownHistory): Safe {
  const [only] = [...earlier, ...drawn];
  const { noneKept, oneKept } = words().report.history;
  const told =
    only === undefined
      ? noneKept(html`<bdi>${symbol}</bdi>`, dateInWords(asOf))
      : oneKept(dateInWords(only.as_of), verdictMark(only.compliance));
  return html`<p>${told}</p>`;
}

function drawn(answer: ScreenAnswer, history: ShownHistory, flips: readonly Flip[]): Safe {
  const ratios = ratioHistories(answer, history);
  const known = ratios.filter(({ points }) => points.some(({ value }) => value !== null));
  const [main, ...rest] = known;
  const currency = currencyOf(answer);
  const { whatChanged, noChange, whole } = words().report.history;
  return html`${main !== undefined && mainChart(answer, history, main, flips)}
${
  flips.length > 0
    ? flipList(flips, currency, whatChanged)
    : html`<p>${noChange(dateInWords(history.from))}</p>`
}
${rest.length > 0 && html`<div class="small-charts">${rest.map((ratio) => smallChart(answer, ratio))}</div>`}
${tableBehind(history, ratios)}
${earlierFlips(history, currency)}
<p class="muted small"><a href="${url(`/v1/history/${encodeURIComponent(answer.symbol)}?rules=${answer.rules}`)}">${whole}</a> (JSON)</p>`;
}

function mainChart(
  answer: ScreenAnswer,
  history: ShownHistory,
  ratio: RatioHistory,
  flips: readonly Flip[],
): Safe {
  return stepChart({
    ...chartOf(answer, ratio),
    title: words().report.history.chart(ratioName(ratio)),
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
    inWords: onChart,
    label: labelOf(ratio),
    words: words().report.history.onChart,
  };
}

/** There is little room beside a chart: whole numbers have no decimals. */
function onChart(value: number): string {
  const isWhole = Number.isInteger(Number((100 * value).toFixed(2)));
  return percent(value, isWhole ? 0 : 2);
}

/** Describes the chart for screen readers: where it began, how often it crossed the limit, where it is. */
function labelOf(ratio: RatioHistory): string {
  const { points, flips } = ratio;
  const [first, last] = [points[0], points.at(-1)];
  const { notKnown, history } = words().report;
  const said = (point: typeof first) =>
    point === undefined
      ? history.nothing
      : history.point(point.value === null ? notKnown : percent(point.value), point.date);
  return history.label(ratioName(ratio), limitInWords(ratio), said(first), said(last), flips);
}

function currentOf(answer: ScreenAnswer, { ratio, methodologies }: RatioHistory) {
  const rules = answer.methodologies.find(({ id }) => id === methodologies[0]);
  return rules?.checks.find((check) => check.ratio === ratio) ?? { low: 0, high: null };
}

function namesOf({ rules }: ScreenAnswer, { methodologies }: RatioHistory): string {
  const names = methodologies.map((id) => {
    const found = RULE_SETS[rules].methodologies.find((methodology) => methodology.id === id);
    return found === undefined ? id : methodologyName(found);
  });
  return listedNames(names);
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
      ? ({ meaning: 'unknown', word: words().report.noVerdict.known.noRecent } as const)
      : { meaning: VERDICT_MEANINGS[screening.compliance], word: verdictWord(screening.compliance) }),
  }));
  return turns.filter(({ word }, at) => word !== turns[at - 1]?.word);
}

const KINDS: readonly CauseKind[] = ['filing', 'price', 'rules', 'business', 'data'];

function marginWords(
  { rules }: ScreenAnswer,
  { drawn, earlier, from }: ShownHistory,
  flips: readonly Flip[],
): Safe {
  const said = words().report.history;
  if (drawn.length + earlier.length < 2) return html`<p>${said.rules(rules)}</p>`;
  const turns = flips.filter(({ changes }) => changes.verdict !== null).length;
  const kinds = KINDS.flatMap((kind) => {
    const decided = flips.filter((flip) => flip.kinds.has(kind)).length;
    return decided === 0 ? [] : [said.causes[kind](decided)];
  });
  const since = dateInWords(drawn[0]?.as_of ?? from);
  return html`<p>${said.screenings(drawn.length, since, rules)} ${said.turned(turns)}${kinds.length > 0 && ` ${said.decided(listedNames(kinds))}`}</p>
<p>${said.key}</p>`;
}

function tableBehind({ drawn }: ShownHistory, ratios: readonly RatioHistory[]): Safe {
  const rows = drawn.toReversed();
  const { notKnown, history: said, noVerdict } = words().report;
  const figureOf = ({ methodologies, ratio }: RatioHistory, snapshot: (typeof drawn)[number]) => {
    if (isStaleEvent(snapshot)) return notKnown;
    const rules = snapshot.methodologies.find(({ id }) => id === methodologies[0]);
    const value = rules?.checks.find((check) => check.ratio === ratio)?.value ?? null;
    return value === null ? notKnown : percent(value);
  };
  return figuresBehind(
    said.allFigures,
    html`<table>
<caption class="only-read">${said.tableCaption}</caption>
<thead><tr><th scope="col">${said.screened}</th><th scope="col">${said.report}</th><th scope="col">${said.verdict}</th>${ratios.map((ratio) => html`<th scope="col" class="number">${ratioName(ratio)}<span class="small-text">${limitInWords(ratio)}</span></th>`)}</tr></thead>
<tbody>
${rows.map((snapshot) => html`<tr><th scope="row">${shortDate(snapshot.as_of)}</th><td>${reportLink(snapshot)}</td><td>${isStaleEvent(snapshot) ? marked('unknown', noVerdict.known.noRecent) : verdictMark(snapshot.compliance)}</td>${ratios.map((ratio) => html`<td class="number">${figureOf(ratio, snapshot)}</td>`)}</tr>\n`)}</tbody>
</table>`,
  );
}

function earlierFlips({ earlier, hasMore }: ShownHistory, currency: string | null): Safe | false {
  const flips = flipsOf(earlier);
  const [first] = earlier;
  if (first === undefined || flips.length === 0) return false;
  const { earlier: told, earlierAndOlder, earlierLabel } = words().report.history;
  const tell = hasMore ? earlierAndOlder : told;
  return html`<details class="earlier">
<summary>${tell(flips.length, earlier.length, dateInWords(first.as_of))}</summary>
${flipList(flips, currency, earlierLabel)}
</details>`;
}

/** Returns the one currency of the figures; null if there are several, which are then shown without. */
function currencyOf({ evidence, market_data: market }: ScreenAnswer): string | null {
  const units = new Set(evidence.map(({ unit }) => unit).filter((unit) => /^[A-Z]{3}$/.test(unit)));
  if (market.currency !== null) units.add(market.currency);
  const [only, ...others] = units;
  return others.length === 0 ? (only ?? null) : null;
}

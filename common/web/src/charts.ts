import { scaleLinear, scaleUtc } from 'd3-scale';
import { type Content, html, type Safe } from './html.ts';
import { type Meaning, markShape } from './mark.ts';

/*
 * Charts as SVG without a viewBox: across in per cent, down in pixels, so that a chart fits any width and its letters
 * keep their size. Days are `YYYY-MM-DD`.
 */

/** A ratio is `value` from this day on; null if it is not known, which leaves a gap. */
export interface Step {
  readonly day: string;
  readonly value: number | null;
  /** The meaning of the value against the limit. */
  readonly meaning: Meaning;
}

interface Steps {
  /** The steps in order of their days. The last one lasts until `end`. */
  readonly steps: readonly Step[];
  readonly end: string;
  readonly limit: number;
  /** Laxer limits, which the chart writes but does not draw. */
  readonly laxer?: readonly number[];
  /** A value as the chart writes it: `33.33%`. */
  readonly inWords: (value: number) => string;
  /** Everything that the picture shows, in words. */
  readonly label: string;
  /** What the chart writes beside its values, in the language of the page. */
  readonly words: StepWords;
}

interface StepWords {
  readonly limit: (limits: string) => string;
  readonly now: (value: string) => string;
  readonly notKnown: string;
  /** Says that the scale does not begin at zero. */
  readonly begins: (value: string) => string;
  /** The limits and the present value as a sentence. */
  readonly ends: (limits: string, now: string) => string;
}

interface StepChart extends Steps {
  readonly title: Content;
  /** Muted text behind the title. The chart adds a note if the scale does not begin at zero. */
  readonly note?: string;
  /** Numbered days, in order. A list below the chart says what happened on each. */
  readonly flips: readonly { readonly day: string; readonly number: number }[];
  /** What applied from which day on, below the chart. */
  readonly ribbon: readonly { readonly day: string; readonly meaning: Meaning; readonly word: string }[];
}

const PLOT = { height: 176, room: 12, years: 24, ribbon: 34 } as const;
const DISC = { radius: 10, level: 22 } as const;
/** How much of the narrowest plot two discs side by side need, in per cent. */
const DISC_SHARE = 8.5;
/** How much of the plot a word of the ribbon needs, in per cent, on a phone and on a screen. */
const WORD_SHARES = { narrow: 42, wide: 16 } as const;
const LEAST_BETWEEN_LABELS = 17;
/** How much of the plot a shape of the ribbon needs, in per cent. */
const SHAPE_SHARE = 4;
/** If the differences are a smaller part of the greatest value, the scale begins at zero. */
const LEAST_SPREAD = 0.15;

/** Draws one ratio over time against its limit. */
export function stepChart(chart: StepChart): Safe {
  const { steps, end, limit, title, note = '', inWords, label, words, flips } = chart;
  const values = valuesOf(steps);
  const across = acrossOf(steps[0]?.day ?? end, end);
  const levels = levelsOf(flips.map(({ day }) => across(day)));
  const discs = flips.length === 0 ? 0 : (Math.max(...levels) + 1) * DISC.level;
  const top = discs + PLOT.room;
  const scale = scaleOf([...values, limit], top);
  const floor = scale.ticks[0] ?? 0;
  const begins = floor > 0 ? ` ${words.begins(inWords(floor))}` : '';
  const last = steps.at(-1)?.value ?? null;
  const height = top + PLOT.height + PLOT.years + (chart.ribbon.length > 0 ? PLOT.ribbon : 0);
  const ends = words.ends(limitsOf(chart), last === null ? words.notKnown : inWords(last));
  return html`<figure class="chart">
<figcaption>${title} <span class="muted">${note}${begins}</span> <span class="ends-in-words muted">${ends}</span></figcaption>
<div class="steps" role="img" aria-label="${label}">
<svg class="scale" height="${height}" aria-hidden="true" focusable="false">${scale.ticks.map((tick) => html`<text x="100%" y="${px(scale.down(tick) + 4)}">${inWords(tick)}</text>`)}</svg>
<svg class="plot" height="${height}" aria-hidden="true" focusable="false">
${scale.ticks.map((tick) => level(scale.down(tick), 'grid'))}
${yearLabels(steps[0]?.day ?? end, end, across, top + PLOT.height + 17)}
${level(scale.down(limit), 'limit')}
${flipMarks(chart, across, levels, discs, height)}
${stepLines(steps, across, scale.down, limit)}
${ribbonMarks(chart, across, height)}
</svg>
<svg class="ends" height="${height}" aria-hidden="true" focusable="false">${endLabels(chart, last, scale.down)}</svg>
</div>
</figure>`;
}

const SMALL = { height: 68, limitAt: 32, top: 14, limitText: 10 } as const;

/** Draws the same chart small, on a scale from zero to one and a half times the limit. */
export function smallSteps(chart: Steps & { readonly caption: Content }): Safe {
  const { steps, end, limit, label, caption } = chart;
  const across = acrossOf(steps[0]?.day ?? end, end);
  const perLimit = SMALL.height - SMALL.limitAt;
  // A line beyond the scale runs along its upper edge.
  const down = (value: number) => Math.max(SMALL.height - (value / limit) * perLimit, SMALL.top);
  return html`<figure class="chart small">
<figcaption>${caption}</figcaption>
<svg class="plot" height="${SMALL.height + 1}" role="img" aria-label="${label}" focusable="false">
<text class="limit-text" x="0" y="${SMALL.limitText}">${chart.words.limit(limitsOf(chart))}</text>${level(SMALL.limitAt, 'limit')}${level(SMALL.height, 'grid')}
${stepLines(steps, across, down, limit)}
</svg>
</figure>`;
}

/** What a chart of days says, in the language of its page. */
interface DayBarsWords {
  /** Write a day with its year, or without it. */
  readonly longDay: (day: string) => string;
  readonly shortDay: (day: string) => string;
  readonly none: string;
  readonly inAll: (total: string, most: string, day: string) => string;
  /** Names the two inks. */
  readonly inks: (solid: string, grey: string) => string;
  readonly numbers: string;
  readonly day: string;
}

interface DayBars {
  readonly words: DayBarsWords;
  /** Every day from the first to the last, even days without a count. */
  readonly days: readonly string[];
  /** One number for each day. The first is drawn in ink, and a second one in grey above it. */
  readonly series: readonly { readonly name: string; readonly counts: readonly number[] }[];
  /** The title, such as `Screenings by day`. */
  readonly label: string;
  readonly note?: string;
}

const BARS = { height: 110, top: 22, labels: 24 } as const;
const INKS = ['ink', 'grey'] as const;

/** Draws counts by day, with the greatest labelled, and adds them as a table. */
export function barsByDay({ days, series, label, note, words }: DayBars): Safe {
  const { longDay, shortDay, none, inAll, inks: named, numbers, day: dayColumn } = words;
  const sums = days.map((_, at) => series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  const most = Math.max(0, ...sums);
  const total = sums.reduce((sum, count) => sum + count, 0);
  const busiest = sums.indexOf(most);
  const [solid, grey] = series;
  const inks = solid === undefined || grey === undefined ? '' : ` ${named(solid.name, grey.name)}`;
  const said = most === 0 ? none : `${inAll(count(total), count(most), longDay(days[busiest] ?? ''))}${inks}`;
  const scale = scaleOf([0, most], BARS.top, BARS.height, 2);
  return html`<figure class="chart">
<figcaption>${label} <span class="muted">${note ?? said}</span></figcaption>
${
  most > 0 &&
  html`<div class="bars" dir="ltr" role="img" aria-label="${label}. ${said}">
<svg class="scale" height="${BARS.top + BARS.height + BARS.labels}" aria-hidden="true" focusable="false">${scale.ticks.map((tick) => html`<text x="100%" y="${px(scale.down(tick) + 4)}">${count(tick)}</text>`)}</svg>
<svg class="plot" height="${BARS.top + BARS.height + BARS.labels}" aria-hidden="true" focusable="false">
${scale.ticks.map((tick) => level(scale.down(tick), 'grid'))}
${days.map((_, at) => bar({ at, of: days.length, counts: series.map(({ counts }) => counts[at] ?? 0) }, scale.down))}
<text x="${pct(middle(busiest, days.length))}" y="${px(scale.down(most) - 6)}" class="middle strong">${count(most)}</text>
${dayLabels(days, shortDay)}
</svg>
</div>`
}
${figuresBehind(
  numbers,
  html`<table>
<caption class="only-read">${label}</caption>
<thead><tr><th scope="col">${dayColumn}</th>${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${days.map((day, at) => html`<tr><th scope="row">${shortDay(day)}</th>${series.map(({ counts }) => html`<td class="number">${count(counts[at] ?? 0)}</td>`)}</tr>`)}</tbody>
</table>`,
)}
</figure>`;
}

/** Draws a share as a bar, for a cell beside its number. Screen readers skip it. */
export function shareBar(share: number, kind: 'solid' | 'open' = 'solid'): Safe {
  return html`<svg class="share ${kind}" height="10" aria-hidden="true" focusable="false"><rect x="0" y="1" width="${pct(Math.min(Math.max(share, 0), 1) * 100)}" height="8"/></svg>`;
}

/** Shows the data of a chart as a table that opens. A wide table scrolls by itself. */
export function figuresBehind(summary: string, table: Safe): Safe {
  return html`<details class="figures-behind">
<summary>${summary}</summary>
<section class="scrolls" aria-label="${summary}" tabindex="0">${table}</section>
</details>`;
}

type DayScale = (day: string) => number;
type ValueScale = (value: number) => number;

/** The position between the first day and the last, in per cent. A single day is at the beginning. */
function acrossOf(first: string, last: string): DayScale {
  const scale = scaleUtc()
    .domain([new Date(first), new Date(first === last ? Date.parse(last) + 1 : last)])
    .range([0, 100])
    .clamp(true);
  return (day) => scale(new Date(day));
}

/**
 * A round scale around values, with the heights of its numbers. It begins at zero unless that would flatten
 * the rest.
 */
function scaleOf(values: readonly number[], top: number, height: number = PLOT.height, marks = 5) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // Values that hardly differ would look as if they jumped.
  const isSpread = most - least > most * LEAST_SPREAD;
  const from = least > most / 2 && isSpread ? least : Math.min(least, 0);
  const scale = scaleLinear()
    .domain([from, most === from ? from + 1 : most])
    .nice(marks);
  const down = scale.range([top + height, top]);
  return { ticks: scale.ticks(marks), down: (value: number) => down(value) };
}

function valuesOf(steps: readonly Step[]): readonly number[] {
  return steps.flatMap(({ value }) => (value === null ? [] : [value]));
}

function stepLines(
  steps: readonly Step[],
  across: DayScale,
  down: ValueScale,
  limit: number,
): readonly Safe[] {
  return steps.flatMap(({ day, value, meaning }, at) => {
    if (value === null) return [];
    const [x, y] = [across(day), down(value)];
    const next = steps[at + 1];
    const until = next === undefined ? 100 : across(next.day);
    const flat = line({ x1: pct(x), x2: pct(until), y1: px(y), y2: px(y) }, meaning);
    return next === undefined || next.value === null
      ? [flat]
      : [flat, ...riser({ x: until, from: value, to: next.value }, [meaning, next.meaning], down, limit)];
  });
}

/** Draws the line from one step to the next. The part beyond the limit has the colour of a failure. */
function riser(
  { x, from, to }: { readonly x: number; readonly from: number; readonly to: number },
  meanings: readonly Meaning[],
  down: ValueScale,
  limit: number,
): readonly Safe[] {
  const part = (low: number, high: number, meaning: Meaning) =>
    low < high ? [line({ x1: pct(x), x2: pct(x), y1: px(down(low)), y2: px(down(high)) }, meaning)] : [];
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (meanings.includes('unknown')) return part(low, high, 'unknown');
  return [...part(low, Math.min(high, limit), 'pass'), ...part(Math.max(low, limit), high, 'fail')];
}

interface Ends {
  readonly x1: string;
  readonly x2: string;
  readonly y1: number;
  readonly y2: number;
}

function line({ x1, x2, y1, y2 }: Ends, meaning: Meaning): Safe {
  return html`<line class="step ${meaning}" x1="${x1}" x2="${x2}" y1="${y1}" y2="${y2}"/>`;
}

function level(y: number, kind: 'grid' | 'limit'): Safe {
  return html`<line class="${kind}" x1="0" x2="100%" y1="${px(y)}" y2="${px(y)}"/>`;
}

/** How many rows up to place each disc, so that it does not cover an earlier one. */
function levelsOf(places: readonly number[]): readonly number[] {
  const lastAt: number[] = [];
  return places.map((place) => {
    const free = lastAt.findIndex((last) => place - last >= DISC_SHARE);
    const row = free === -1 ? lastAt.length : free;
    lastAt[row] = place;
    return row;
  });
}

function flipMarks(
  { flips, ribbon }: StepChart,
  across: DayScale,
  levels: readonly number[],
  bottom: number,
  height: number,
): readonly Safe[] {
  return flips.map(({ day, number }, at) => {
    // Only the marks that changed the ribbon reach down to it.
    const to = ribbon.some((turn) => turn.day === day) ? height : bottom + PLOT.room + PLOT.height;
    const [x, y] = [pct(across(day)), bottom - DISC.radius - 1 - (levels[at] ?? 0) * DISC.level];
    return html`<line class="flip" x1="${x}" x2="${x}" y1="${y + DISC.radius}" y2="${to}"/><circle class="disc" cx="${x}" cy="${y}" r="${DISC.radius}"/><text class="middle disc-text" x="${x}" y="${y + 4}">${number}</text>`;
  });
}

function ribbonMarks({ ribbon, end }: StepChart, across: DayScale, height: number): Content {
  if (ribbon.length === 0) return false;
  const y = height - PLOT.ribbon / 2;
  const marks = ribbon.map(({ day, meaning, word }, at) => {
    const from = across(day);
    const share = across(ribbon[at + 1]?.day ?? end) - from;
    if (share < SHAPE_SHARE) return false;
    const room = share >= WORD_SHARES.narrow ? '' : share >= WORD_SHARES.wide ? ' wide-only' : null;
    const text =
      room !== null &&
      html`<text class="${meaning}${room}" x="${pct(from)}" dx="21" y="${y + 5}">${word}</text>`;
    return html`<svg class="ribbon-mark ${meaning}" x="${pct(from)}" y="${y - 5.5}" width="17" height="11" viewBox="-9 0 25 16">${markShape(meaning)}</svg>${text}`;
  });
  return html`${marks}${level(height - 0.5, 'grid')}`;
}

function endLabels(chart: Steps, last: number | null, down: ValueScale): Content {
  const { limit, inWords, words } = chart;
  const limitAt = down(limit);
  if (last === null)
    return html`<text x="0" y="${px(limitAt + 4)}">${chart.words.limit(limitsOf(chart))}</text>`;
  const lastAt = down(last);
  const apart = Math.max(LEAST_BETWEEN_LABELS - Math.abs(lastAt - limitAt), 0) / 2;
  const shift = lastAt >= limitAt ? apart : -apart;
  return html`<text x="0" y="${px(limitAt + 4 - shift)}">${chart.words.limit(limitsOf(chart))}</text><text class="strong" x="0" y="${px(lastAt + 4 + shift)}">${words.now(inWords(last))}</text>`;
}

function limitsOf({ limit, laxer = [], inWords }: Steps): string {
  return [limit, ...laxer].map(inWords).join(', ');
}

function yearLabels(first: string, last: string, across: DayScale, y: number): readonly Safe[] {
  const scale = scaleUtc().domain([new Date(first), new Date(last)]);
  const inWords = scale.tickFormat();
  return scale
    .ticks(5)
    .map((instant) => ({ x: across(instant.toISOString()), word: inWords(instant) }))
    .filter(({ x }) => x >= 2 && x <= 98)
    .map(({ x, word }) => html`<text class="middle" x="${pct(x)}" y="${y}">${word}</text>`);
}

interface Bar {
  readonly at: number;
  readonly of: number;
  readonly counts: readonly number[];
}

function bar({ at, of, counts }: Bar, down: ValueScale): readonly Safe[] {
  const width = (100 / of) * 0.62;
  const x = pct(middle(at, of) - width / 2);
  let below = 0;
  return counts.map((counted, which) => {
    const [foot, head] = [down(below), down(below + counted)];
    below += counted;
    return html`${counted > 0 && html`<rect class="${INKS[which] ?? 'grey'}" x="${x}" width="${pct(width)}" y="${px(head)}" height="${px(foot - head)}"/>`}`;
  });
}

/** The middle of one of this many columns, in per cent. */
function middle(at: number, of: number): number {
  return ((at + 0.5) / of) * 100;
}

/** The first day, the last, and the weeks between that do not touch. */
function dayLabels(days: readonly string[], shortDay: (day: string) => string): readonly Safe[] {
  const y = BARS.top + BARS.height + 17;
  const every = Math.max(7, Math.ceil(days.length / 28) * 7);
  return days.flatMap((day, at) => {
    const isLast = at === days.length - 1;
    if (!isLast && (at % every !== 0 || days.length - 1 - at < every / 2)) return [];
    const anchor = at === 0 ? 'first' : isLast ? 'last' : 'middle';
    const x = at === 0 ? 0 : isLast ? 100 : middle(at, days.length);
    return [html`<text class="${anchor}" x="${pct(x)}" y="${y}">${shortDay(day)}</text>`];
  });
}

const COUNT = new Intl.NumberFormat('en-GB');

function count(value: number): string {
  return COUNT.format(value);
}

function pct(value: number): string {
  return `${Number(value.toFixed(3))}%`;
}

/** The vertical position to the half pixel, which keeps hairlines sharp. */
function px(value: number): number {
  return Math.round(value * 2) / 2;
}

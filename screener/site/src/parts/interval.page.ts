import { html, type Safe } from '@common/web/html';
import type { Basis } from '@screener/engine/amounts/amount';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Words } from '@screener/words/words';
import { limitInWords, percentRange } from './in-words.ts';
import { words } from './language.ts';

/** A ratio and its limit, in the field names of a check. */
export interface DrawnCheck {
  readonly low: number;
  /** Null if nothing bounds the ratio. */
  readonly high: number | null;
  readonly threshold: number;
  readonly comparison: '<' | '<=';
  readonly basis: Basis;
  readonly status: CheckStatus;
}

/** The scale ends at one and a half times the limit, so that all limits are drawn at the same place. */
const END_IN_LIMITS = 1.5;
const LIMIT_AT = 100 / END_IN_LIMITS;
const DEFAULT_HEIGHT = 56;
const HATCHES = ['pass', 'fail', 'unknown'] as const;

/**
 * Draws the patterns that fill bounded intervals, once in a page. Each result needs its own pattern, because
 * a pattern takes no colour from what it fills.
 */
export function intervalPatterns(): Safe {
  return html`<svg class="patterns" aria-hidden="true" focusable="false" width="0" height="0">${HATCHES.map(
    (name) =>
      html`<pattern id="hatch-${name}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch ${name}" x1="0" y1="0" x2="0" y2="5"/></pattern>`,
  )}</svg>`;
}

/**
 * Draws a check: a scale with the limit marked, a solid dot for a reported figure, a ring for a derived one,
 * a hatched bar from end to end for one that is only bounded, and an arrow if it continues beyond the scale.
 * Needs `intervalPatterns` once in the page. `limit: false` omits the limit's number if the row above has it.
 */
export function intervalDrawing(
  check: DrawnCheck,
  { height = DEFAULT_HEIGHT, limit = true }: { readonly height?: number; readonly limit?: boolean } = {},
): Safe {
  const y = height / 2 + 4;
  const label = words().interval.label(percentRange(check.low, check.high), limitInWords(check));
  return html`<svg class="interval ${check.status}" width="100%" height="${height}" role="img" aria-label="${label}" focusable="false">
<line class="base" x1="0" x2="${at(LIMIT_AT)}" y1="${y}" y2="${y}"/><line class="base beyond" x1="${at(LIMIT_AT)}" x2="100%" y1="${y}" y2="${y}"/><line class="base" x1="0.5" x2="0.5" y1="${y - 3}" y2="${y + 3}"/>
<line class="limit" x1="${at(LIMIT_AT)}" x2="${at(LIMIT_AT)}" y1="0" y2="${height + 1}"/>${limit && html`<text class="limit-text" x="${at(LIMIT_AT)}" y="${y - 12}" dx="6">${limitInWords(check)}</text>`}
${shapeOf(check, y)}
</svg>`;
}

/** Explains each shape in the margin of a page that draws intervals. */
export function intervalKey(): Safe {
  return html`<dl class="key">${KEY.map(
    ([shape, name]) =>
      html`<div><dt><svg class="interval" width="32" height="16" aria-hidden="true" focusable="false">${shape}</svg></dt><dd>${words().interval.key[name]}</dd></div>`,
  )}</dl>`;
}

const KEY: readonly (readonly [shape: Safe, name: keyof Words['interval']['key']])[] = [
  [html`<circle class="dot" cx="16" cy="8" r="4.5"/>`, 'filed'],
  [html`<circle class="ring" cx="16" cy="8" r="4.5"/>`, 'calculated'],
  [
    html`<rect x="1" y="3" width="30" height="10" fill="url(#hatch-pass)"/><line class="cap" x1="1" x2="1" y1="0" y2="16"/><line class="cap" x1="31" x2="31" y1="0" y2="16"/>`,
    'bounded',
  ],
  [html`<line class="limit" x1="16" x2="16" y1="0" y2="16"/>`, 'limit'],
  [
    html`<rect x="1" y="3" width="24" height="10" fill="url(#hatch-pass)"/><path class="arrow" d="M24 2l7 6l-7 6"/>`,
    'beyond',
  ],
];

function shapeOf(check: DrawnCheck, y: number): Safe {
  const { low, high, threshold, basis } = check;
  const [from, to] = [
    placeOf(low, threshold),
    high === null ? Number.POSITIVE_INFINITY : placeOf(high, threshold),
  ];
  if (basis !== 'bounded' && from === to) return dot(from, y, basis);
  return bar(from, to, y, check.status);
}

/** Returns the place of a value in per cent of the scale; over 100 if the value is beyond its end. */
function placeOf(value: number, threshold: number): number {
  return (Math.max(value, 0) / threshold / END_IN_LIMITS) * 100;
}

function dot(place: number, y: number, basis: Basis): Safe {
  if (place > 100) return chevron(y);
  return html`<circle class="${basis === 'reported' ? 'dot' : 'ring'}" cx="${at(place)}" cy="${y}" r="4.5"/>`;
}

function bar(from: number, to: number, y: number, status: CheckStatus): Safe {
  const [start, end] = [Math.min(from, 100), Math.min(to, 100)];
  const cap = (place: number) =>
    html`<line class="cap" x1="${at(place)}" x2="${at(place)}" y1="${y - 8}" y2="${y + 8}"/>`;
  return html`<rect x="${at(start)}" y="${y - 5}" width="${at(Math.max(end - start, 0))}" height="10" fill="url(#hatch-${status})"/>${from <= 100 && cap(start)}${to <= 100 ? cap(end) : chevron(y)}`;
}

function chevron(y: number): Safe {
  // The drawing's width is unknown here, so the arrow is placed relative to its right edge.
  return html`<svg class="chevron" x="100%" y="${y - 6}" width="8" height="12" overflow="visible"><path d="M-8 0l7 6l-7 6"/></svg>`;
}

function at(place: number): string {
  return `${Number(place.toFixed(3))}%`;
}

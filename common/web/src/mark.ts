import { html, type Safe } from './html.ts';

/**
 * The meaning of a mark. A word always accompanies it, because shape or colour alone must never carry the
 * meaning.
 */
export type Meaning = 'pass' | 'warn' | 'fail' | 'unknown';

const SHAPES: Readonly<Record<Meaning, Safe>> = {
  pass: html`<circle cx="8" cy="8" r="7" fill="currentColor"/>`,
  warn: html`<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/><path d="M8 2a6 6 0 0 0 0 12z" fill="currentColor"/>`,
  fail: html`<path d="M2.5 2.5l11 11m0-11l-11 11" fill="none" stroke="currentColor" stroke-width="3"/>`,
  unknown: html`<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/>`,
};

/**
 * The shape alone, 16 by 16, for drawings that have the word elsewhere. It takes the colour of its
 * surroundings.
 */
export function markShape(meaning: Meaning): Safe {
  return SHAPES[meaning];
}

/** A shape with its word, in the meaning's colour: a filled circle, a half-filled one, a cross, an open circle. */
export function marked(meaning: Meaning, word: string): Safe {
  return html`<span class="marked ${meaning}"><svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">${SHAPES[meaning]}</svg> ${word}</span>`;
}

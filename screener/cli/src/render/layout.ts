import { wholeNumber } from '@screener/words/numbers';
import { type Glyphs, glyphsOf, type Terminal } from './terminal.ts';

/** How a text is laid out. */
export interface Page {
  readonly terminal: Terminal;
  readonly glyphs: Glyphs;
  /** The number of columns to use: those of the terminal, within limits. */
  readonly width: number;
}

const NARROWEST = 40;
/** Lines longer than this are hard to read. */
const WIDEST = 100;

export function pageFor(terminal: Terminal): Page {
  return {
    terminal,
    glyphs: glyphsOf(terminal),
    width: Math.min(WIDEST, Math.max(NARROWEST, terminal.columns)),
  };
}

/** The space between a figure and its unit, where a line must not break. */
const BEFORE_UNIT = /(\d) (?=(?:%|bn|tn|m)(?![A-Za-z]))/g;

/** A command stays on one line, so that it can be copied. */
const COMMAND = /npm run sanad -- [a-z-]+/g;

/** Breaks a text at spaces so that each indented line fits the width. A longer word gets its own line. */
export function wrap(text: string, width: number, indent: number, hanging = indent): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of unbroken(text).split(/[ \n]+/)) {
    const word = part.replaceAll('\u00a0', ' ');
    if (word === '') continue;
    const margin = lines.length === 0 ? indent : hanging;
    if (line !== '' && margin + line.length + 1 + word.length > width) {
      lines.push(' '.repeat(margin) + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  if (line !== '') lines.push(' '.repeat(lines.length === 0 ? indent : hanging) + line);
  return lines;
}

function unbroken(text: string): string {
  return text
    .replaceAll(BEFORE_UNIT, '$1\u00a0')
    .replaceAll(COMMAND, (command) => command.replaceAll(' ', '\u00a0'));
}

/** Writes a wrapped paragraph that starts with a bullet. */
export function bullet(page: Page, text: string, indent = 2): readonly string[] {
  return wrap(`${page.glyphs.bullet} ${text}`, page.width, indent, indent + 2);
}

/** Writes `label   text`, with the text wrapped beside its label, or below it on a narrow page. */
export function labelled(page: Page, label: string, text: string, labelWidth: number): readonly string[] {
  const indent = 2 + labelWidth;
  if (page.width < indent + 30) return [`  ${label}`, ...wrap(text, page.width, 4)];
  const [first = '', ...rest] = wrap(text, page.width, indent);
  return [`  ${label.padEnd(labelWidth)}${first.trimStart()}`, ...rest];
}

/**
 * Writes `left ... right` in the given width. A long left part is wrapped; its last line has the right part.
 */
export function ledgerLine(left: string, right: string, width: number): readonly string[] {
  const indent = left.length - left.trimStart().length;
  const lines = wrap(left, width - right.length - 2, indent, indent + 4);
  const last = lines.at(-1) ?? '';
  return last.length + 2 + right.length <= width
    ? [...lines.slice(0, -1), last + right.padStart(width - last.length)]
    : [...lines, right.padStart(width)];
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}

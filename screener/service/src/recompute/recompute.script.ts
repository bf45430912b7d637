/** Runs in the reader's browser, in a report that was saved to a disk: computes it again, and compares. */
import { recompute } from '../use-cases/screening-case.ts';
import { printedValues } from './report-lines.ts';

/** The parts of the browser that this script uses. */
interface Element {
  textContent: string | null;
  className: string;
  getAttribute(name: string): string | null;
}
declare const document: {
  getElementById(id: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
};
declare const crypto: {
  readonly subtle: { digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> };
};

/** Named in the result; the page marks all. */
const MOST_NAMED = 5;

async function compare(): Promise<void> {
  const text = document.getElementById('case')?.textContent ?? '';
  const expected = printedValues(recompute(JSON.parse(text)));
  const cells = [...document.querySelectorAll('[data-line]')];
  const strangers = [...document.querySelectorAll('a:not([data-line])')];
  // A link leads where it says.
  const isAsPrinted = (cell: Element, place: number) =>
    cell.textContent === expected[place] && (linkOf(cell) ?? expected[place]) === expected[place];
  const differing = [...cells.filter((cell, place) => !isAsPrinted(cell, place)), ...strangers];
  for (const cell of differing) cell.className = 'differs';
  const isWhole = document.getElementById('digest')?.textContent === (await digestOf(text));
  if (differing.length === 0 && cells.length === expected.length && isWhole) {
    say('agrees', `This browser computed the report again: all ${cells.length} printed values are right.`);
    return;
  }
  const facts = isWhole ? '' : ' The facts in the file are not those that it was made with.';
  const lines =
    cells.length === expected.length ? '' : ` It should have ${expected.length} values, not ${cells.length}.`;
  const names = differing.slice(0, MOST_NAMED).map((cell) => `“${linkOf(cell) ?? cell.textContent}”`);
  const named = names.length === 0 ? '' : ` ${differing.length} printed values differ: ${names.join('; ')}.`;
  say('differs', `Do not rely on this file: it was changed.${facts}${lines}${named}`);
}

function linkOf(cell: Element): string | null {
  return cell.getAttribute('href');
}

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function say(className: string, text: string): void {
  const result = document.getElementById('result');
  if (result !== null) Object.assign(result, { className, textContent: text });
}

compare().catch((error) =>
  say('differs', `Do not rely on this file: its facts cannot be computed (${String(error)}).`),
);

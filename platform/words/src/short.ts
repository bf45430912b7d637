import { printable } from '@platform/core/verify/report-html';

/** The first eight digits of a hash or a fingerprint. */
export function shortHash(hash: string): string {
  return hash.replace(/^sha256:/, '').slice(0, 8);
}

/** Writes a hash or a fingerprint in groups of so many digits, so that people can compare two. */
export function inGroups(hash: string, digits: 4 | 8): string {
  const groups = digits === 4 ? /.{4}/g : /.{8}/g;
  return (hash.replace(/^sha256:/, '').match(groups) ?? []).join(' ');
}

/** Writes a number up to nine in words: `seven`. */
export function counted(count: number): string {
  const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  return words[count] ?? String(count);
}

/** Joins items as in `2, 4 and 5`. */
export function listed(items: readonly (string | number)[], word = 'and'): string {
  const head = items.slice(0, -1).join(', ');
  const last = items.at(-1) ?? '';
  return head === '' ? String(last) : `${head} ${word} ${last}`;
}

/** Adds a full stop, unless the text ends with a mark. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A stranger’s words in a sentence of ours: no quotation mark among them ends the quotation. */
export function quoted(text: string): string {
  return `“${withinQuotation(printable(text))}”`;
}

/** What stands within a quotation, which no mark in it ends. */
export function withinQuotation(text: string): string {
  return text.replaceAll(/["“”„‟«»″＂]/gu, "'");
}

/** Words without a space or a quotation mark: one, or several as a list. */
const WORDS = /^[^\s"“”„‟«»″＂]+(?:, [^\s"“”„‟«»″＂]+)*$/u;

/** Where a clause ends, or a quotation. */
const ENDING = /[.:;!?…](?:\s|$)|["“”„‟«»″＂]/u;

/** A service’s clause in a sentence of ours. One that could begin another sentence stands in quotation marks. */
export function clauseWords(text: string): string {
  const shown = printable(text);
  return ENDING.test(shown) ? quoted(shown) : shown;
}

/** A stranger’s value in a sentence of ours. One that could go on as the sentence stands in quotation marks. */
export function valueWords(text: string): string {
  const shown = printable(text);
  return shown === '' || WORDS.test(shown) ? shown : quoted(shown);
}

/** What is so of a mandate whose plugin this program has not loaded, as a clause. */
export const PLUGIN_NOT_LOADED =
  'its plugin is not loaded here, so nothing can be done under it (PLUGINS chooses which are)';

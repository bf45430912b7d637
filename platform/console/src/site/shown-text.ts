import { fail, ok, type Result } from '@common/base/result';
import { utf8 } from '@common/evidence/bytes';
import { canonicalText, parseStrict } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import { seenParts } from '@platform/words/odd-characters';
import type { Piece } from '@platform/words/story';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { byId, type PageElement } from '../browser/dom.ts';
import type { ActionRow } from './action-rows.ts';

/** What the browser made of the exact text on the page. */
export interface ShownText<Value> {
  readonly value: Value;
  readonly hash: string;
  readonly bytes: number;
}

interface Wording<Value> {
  readonly rows: (value: Value) => readonly ActionRow[];
  /** The content of the element `sentence`. */
  readonly sentence: (value: Value) => readonly Piece[];
}

/**
 * Reads the exact text back from the page and hashes it. INVARIANT: it refuses unless hash, rows and sentence
 * on the page are what this code makes of that very text, so the hashed text is the one that a person read.
 */
export function readShown<const Schema extends TSchema>(
  schema: Schema,
  telling: Wording<Static<Schema>>,
): Result<ShownText<Static<Schema>>, 'page_disagrees'> {
  const text = byId('exact').textContent ?? '';
  const parsed = parseStrict(text);
  if (!parsed.ok || !Check(schema, parsed.value))
    return disagrees('the exact text is not of the documented form');
  const value: Static<Schema> = parsed.value;
  if (canonicalText(value) !== text) return disagrees('the exact text is not in canonical form');
  const hash = hashOf(webCrypto, value);
  const shownHash = (byId('hash').textContent ?? '').replaceAll(' ', '');
  if (shownHash !== hash) return disagrees(`the text hashes to ${hash}, and the page shows ${shownHash}`);
  if (!isTold(telling.rows(value), byId('content')))
    return disagrees('the rows do not say what the text says');
  const sentence = telling
    .sentence(value)
    .map((piece) => piece.text)
    .join('');
  if (byId('sentence').textContent !== sentence)
    return disagrees('the sentence does not say what the text says');
  return ok({ value, hash, bytes: utf8(text).length });
}

function disagrees(why: string): Result<never, 'page_disagrees'> {
  return fail('page_disagrees', `Do not sign: ${why}.`);
}

/** Whether the table in this place shows exactly these rows, in words and in canonical form. */
export function isTold(rows: readonly ActionRow[], place: PageElement): boolean {
  const table = [...place.querySelectorAll('.asked tbody tr')];
  return (
    table.length === rows.length &&
    rows.every((row, index) => {
      const shown = table[index];
      if (shown === undefined) return false;
      const members = row.members.map(([name, value]) => `"${seen(name)}":${seen(JSON.stringify(value))}`);
      return (
        textOf(shown, '.said') === row.words.split('\n').map(seen).join('') &&
        textOf(shown, 'td.id') === members.join('')
      );
    })
  );
}

function textOf(row: PageElement, selector: string): string {
  return [...row.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '').join('');
}

function seen(text: string): string {
  return seenParts(text)
    .map((part) => part.text)
    .join('');
}

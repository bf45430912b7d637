import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { anyText } from '@common/kit/testing/any-text';
import fc from 'fast-check';
import unhomoglyph from 'unhomoglyph/data.json' with { type: 'json' };
import { comparedParams, likenessKeys, likenessTo } from '../../../src/decide/possible-duplicate.ts';
import { canonicalReference, referenceIn } from '../../../src/decide/reference/canonical.ts';
import { compareReferences, referenceKeys } from '../../../src/decide/reference/compare.ts';
import { LOOK_ALIKES } from '../../../src/decide/reference/look-alikes.ts';
import { hasMixedScripts } from '../../../src/decide/reference/mixed-scripts.ts';
import type { ActionParams } from '../../../src/objects/grant.ts';
import type { FacadeSpec } from '../../../src/objects/plugin.ts';

const [OF_REFERENCES = '', OF_MEMOS = ''] = readFileSync(new URL('pairs.md', import.meta.url), 'utf8').split(
  '## A memo beside a reference',
);
const PAIRS = rowsOf(OF_REFERENCES);

function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => /^\| /.test(line) && !line.startsWith('| earlier |'))
    .map((line) => line.split('|').slice(1, -1).map(unescaped));
}

function unescaped(cell: string): string {
  return cell
    .trim()
    .replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function judged(earlier: string, later: string): string {
  return hasMixedScripts(later) ? 'refused' : (compareReferences(earlier, later) ?? 'different');
}

describe('pairs of references', () => {
  test('there are at least 200', () => assert.ok(PAIRS.length >= 200, String(PAIRS.length)));

  for (const [earlier = '', later = '', expected = '', note = ''] of PAIRS) {
    test(`${earlier}, then ${later}: ${expected} ${note}`, () => {
      assert.equal(judged(earlier, later), expected);
      if (expected !== 'refused') assert.equal(judged(later, earlier), expected, 'in the other order');
      if (expected === 'different' || expected === 'refused') return;
      const keys = referenceKeys(earlier);
      assert.ok(
        referenceKeys(later).some((key) => keys.includes(key)),
        'a store finds one by the other',
      );
    });
  }
});

describe('a memo beside a reference', () => {
  const facade: Pick<FacadeSpec, 'name' | 'params' | 'idempotency'> = {
    name: 'pay',
    params: {
      payee: { kind: 'name', description: '' },
      memo: { kind: 'text', description: '' },
      reference: { kind: 'reference', description: '', read_from: 'memo' },
    },
    idempotency: {
      prefix: 'idem_pay_',
      params: ['payee', 'reference'],
      unique: true,
      possible_duplicate: { same: ['payee'], repeat: [], within_days: 7 },
    },
  };
  const at = { proposedAt: '2026-03-02T10:00:00.000Z' };
  const cameOf = (one: ActionParams, other: ActionParams) => {
    const known = { ...at, grantId: 'gr_1', params: comparedParams(facade, one) };
    const { own } = likenessKeys(facade, one);
    const isFound = likenessKeys(facade, other).asked.some((key) => own.includes(key));
    const { duplicateOf, possible } = likenessTo(facade, { ...at, params: other }, isFound ? [known] : []);
    return duplicateOf === null ? (possible?.why ?? 'different') : 'same';
  };

  for (const [paid = '', reference = '', memo = '', expected = '', note = ''] of rowsOf(OF_MEMOS)) {
    test(`${paid}, then ${reference} with “${memo}”: ${expected} ${note}`, () => {
      const one = { payee: 'acme', memo: paid, reference: paid };
      const other = { payee: 'acme', memo, reference };
      assert.deepEqual([cameOf(one, other), cameOf(other, one)], [expected, expected]);
    });
  }
});

/** References of the characters that matter here. */
const reference = fc.oneof(
  anyText({ maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(...'INVinvSO0l15-/ .٩९ßéÅИв'), maxLength: 16 }),
);

test('the canonical form of a canonical form is the same', () => {
  fc.assert(
    fc.property(reference, (text) => {
      const canonical = canonicalReference(text);
      assert.equal(canonicalReference(canonical), canonical);
      assert.equal(canonicalReference(text.normalize('NFD')), canonical);
    }),
    { numRuns: 500 },
  );
});

test('references with different numbers are never the same, nor held, whatever is around the numbers', () => {
  const number = fc.integer({ min: 1, max: 9_999 });
  const around = fc.constantFrom('INV-', 'RE ', 'FV/', '№', 'invoice ', 'A', '');
  fc.assert(
    fc.property(
      around,
      around,
      fc.array(number, { minLength: 1, maxLength: 3 }),
      fc.array(number, { minLength: 1, maxLength: 3 }),
      (a, b, one, other) => {
        fc.pre(one.join('-') !== other.join('-'));
        assert.equal(compareReferences(`${a}${one.join('-')}`, `${b}${other.join('/')}`), null);
      },
    ),
    { numRuns: 500 },
  );
});

test('what is the same or probably the same shares a key', () => {
  fc.assert(
    fc.property(reference, reference, (one, other) => {
      if (compareReferences(one, other) === null) return;
      const keys = referenceKeys(one);
      assert.ok(
        referenceKeys(other).some((key) => keys.includes(key)),
        JSON.stringify([one, other]),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('a reference read from a memo is the memo’s, without words at its ends that say nothing', () => {
  const cases = [
    ['Payment of invoice INV-7', 'INV-7'],
    ['Invoice no. 7 payment', '7'],
    ['  Rechnung  Nr. 7 ', '7'],
    ['INV-7', 'INV-7'],
    ['for March: invoice 7', 'for March: invoice 7'],
    ['Invoice', ''],
    ['--', ''],
    ['', ''],
  ] as const;
  for (const [memo, expected] of cases) assert.equal(referenceIn(memo), expected);
  fc.assert(
    fc.property(reference, (memo) => {
      const found = referenceIn(memo);
      if (found !== '') assert.equal(canonicalReference(found), canonicalReference(memo));
    }),
  );
});

test('the look-alikes are those of the package’s table between single capital letters', () => {
  const table: Readonly<Record<string, string>> = unhomoglyph;
  const prototype = (letter: string) => table[letter] ?? letter;
  const expected = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((latin) =>
    Object.keys(table)
      .filter((letter) => /^\p{Lu}$/u.test(letter) && !/\p{Script=Latin}/u.test(letter))
      .filter((letter) => letter.normalize('NFKC').toUpperCase() === letter)
      .filter((letter) => prototype(letter) === prototype(latin))
      .map((letter) => [letter, latin]),
  );
  assert.deepEqual([...LOOK_ALIKES].sort(), expected.sort());
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { anyText } from '@common/kit/testing/any-text';
import fc from 'fast-check';
import unhomoglyph from 'unhomoglyph/data.json' with { type: 'json' };
import { comparedParams, likenessKeys, likenessTo } from '../../../src/decide/possible-duplicate.ts';
import { canonicalReference, isTelling, referenceIn } from '../../../src/decide/reference/canonical.ts';
import { isUnread } from '../../../src/decide/reference/coarse.ts';
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

function askedFor(facade: Parameters<typeof likenessKeys>[0], params: ActionParams): readonly string[] {
  const { asked, askedOfLate } = likenessKeys(facade, params);
  return [...asked, ...askedOfLate];
}

function isFoundBy(earlier: string, later: string): boolean {
  const { own } = referenceKeys(earlier);
  return referenceKeys(later).asked.some((key) => own.includes(key));
}

describe('pairs of references', () => {
  test('there are at least 200', () => assert.ok(PAIRS.length >= 200, String(PAIRS.length)));

  for (const [earlier = '', later = '', expected = '', note = ''] of PAIRS) {
    test(`${earlier}, then ${later}: ${expected} ${note}`, () => {
      assert.equal(judged(earlier, later), expected);
      if (expected !== 'refused') assert.equal(judged(later, earlier), expected, 'in the other order');
      if (expected === 'different' || expected === 'refused') return;
      assert.ok(isFoundBy(earlier, later), 'a store finds the earlier one by the later one');
      assert.ok(isFoundBy(later, earlier), 'and in the other order');
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
    const isFound = askedFor(facade, other).some((key) => own.includes(key));
    const { duplicateOf, possible } = likenessTo(
      facade,
      { ...at, params: other },
      { actions: isFound ? [known] : [], isCut: false },
    );
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

test('plain letters are read alike on the short way and on the long way, which a dash behind them forces', () => {
  const words = fc.constantFrom(
    'invoice',
    'no.',
    'of',
    'INV',
    '7',
    '-',
    '/',
    ' ',
    'n/a',
    'Payment',
    '#',
    'x',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc.array(words).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const long = `${text}\u2013`;
      assert.deepEqual(
        [canonicalReference(text), isTelling(text)],
        [canonicalReference(long), isTelling(long)],
      );
    }),
    { numRuns: 500 },
  );
});

test('references with as many, but other numbers are never the same, nor held, whatever is around the numbers', () => {
  const number = fc.integer({ min: 1, max: 9_999 });
  const around = fc.constantFrom('INV-', 'RE ', 'FV/', '№', 'invoice ', 'A', '');
  fc.assert(
    fc.property(
      around,
      around,
      fc.array(number, { minLength: 1, maxLength: 3 }),
      fc.array(number, { minLength: 1, maxLength: 3 }),
      (a, b, one, other) => {
        fc.pre(one.length === other.length && one.join('-') !== other.join('-'));
        assert.equal(compareReferences(`${a}${one.join('-')}`, `${b}${other.join('/')}`), null);
      },
    ),
    { numRuns: 500 },
  );
});

test('what is the same or probably the same shares a key', () => {
  fc.assert(
    fc.property(reference, reference, (one, other) => {
      fc.pre([one, other].every((text) => isTelling(text) && !isUnread(text)));
      if (compareReferences(one, other) === null) return;
      assert.ok(isFoundBy(one, other), JSON.stringify([one, other]));
    }),
    { numRuns: 2_000 },
  );
});

test('a reference with more numbers is found by one with fewer, and the other way round, however many there are', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(2025, 2026, 4711));
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.boolean()), { minLength: 1, maxLength: 14 }), (numbers) => {
      const kept = numbers.filter(([, isKept]) => isKept);
      fc.pre(kept.length > 0);
      const [all, some] = [numbers, kept].map((list) => list.map(([value]) => value).join('/'));
      assert.ok(isFoundBy(`${all}`, `${some}`) && isFoundBy(`${some}`, `${all}`), `${all} and ${some}`);
    }),
    { numRuns: 1_000 },
  );
});

test('a payee with a payment a day, each under one contract, has few to compare with after two years', () => {
  const days = Array.from({ length: 730 }, (_, day) =>
    new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10),
  );
  for (const reference of [(day: string) => day, (day: string) => `Contract 4711, ${day}`]) {
    const counts = new Map<string, number>();
    for (const key of days.flatMap((day) => referenceKeys(reference(day)).own))
      counts.set(key, (counts.get(key) ?? 0) + 1);
    const { asked } = referenceKeys(reference('2028-01-01'));
    for (const key of asked) assert.ok((counts.get(key) ?? 0) < 100, `${key} ${counts.get(key)}`);
  }
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

describe('what is compared beside the reference', () => {
  const facade: Pick<FacadeSpec, 'name' | 'params' | 'idempotency'> = {
    name: 'pay',
    params: {
      payee: { kind: 'name', description: '' },
      account: { kind: 'name', description: '' },
      reference: { kind: 'reference', description: '' },
    },
    idempotency: {
      prefix: 'idem_pay_',
      params: ['payee', 'account', 'reference'],
      unique: true,
      possible_duplicate: { same: ['payee'], or_same: ['account'], repeat: [], within_days: 7 },
    },
  };
  const at = { proposedAt: '2026-03-02T10:00:00.000Z' };
  const paid = { payee: 'acme', account: 'a1', reference: 'INV-900' };

  test('a payee with two names and one account is one', () => {
    for (const [patch, why] of [
      [{ payee: 'acme_ltd' }, 'same_reference'],
      [{ account: 'a2' }, 'same_reference'],
      [{ payee: 'acme_ltd', account: 'a2' }, undefined],
    ] as const) {
      const other = { ...paid, ...patch };
      const { own } = likenessKeys(facade, paid);
      const isFound = askedFor(facade, other).some((key) => own.includes(key));
      assert.equal(isFound, why !== undefined);
      const known = { ...at, grantId: 'gr_1', params: comparedParams(facade, paid) };
      const { duplicateOf, possible } = likenessTo(
        facade,
        { ...at, params: other },
        { actions: [known], isCut: false },
      );
      assert.deepEqual([duplicateOf, possible?.why], [null, why]);
    }
  });

  test('an action with more beside it than are read is held', () => {
    const other = { ...at, grantId: 'gr_1', params: { ...paid, reference: 'PO-900' } };
    const { possible } = likenessTo(facade, { ...at, params: paid }, { actions: [other], isCut: true });
    assert.deepEqual(possible, { grant_id: 'gr_1', why: 'too_many_alike' });
  });
});

test('a reference that says nothing by itself is none', () => {
  const empty = [
    'Invoice',
    'Payment',
    'Rechnung',
    'payment of',
    'Invoice no.',
    'none',
    'N/A',
    'unknown',
    '无',
    'بدون',
  ];
  for (const text of empty) assert.equal(isTelling(text), false, text);
  for (const text of ['INV-7', '7', 'Rent', 'Payment 2', 'NA-7', 'Unknown Ltd'])
    assert.equal(isTelling(text), true, text);
});

test('a number that nothing here can read makes a reference like one that is not given', () => {
  for (const text of ['INV-\u{137b}', 'INV-九百', 'INV-\u{10e60}']) assert.equal(isUnread(text), true, text);
  for (const text of ['INV-900', '第12号', 'INV-❾']) assert.equal(isUnread(text), false, text);
});

/** TS 39 calls a digit of another script confusable with a Latin letter or another digit; its value is what counts. */
const isOtherDigit = (letter: string) => /\p{Nd}/u.test(letter);

test('whatever Unicode TS 39 calls confusable with a character of a reference is never paid a second time', () => {
  const table: Readonly<Record<string, string>> = unhomoglyph;
  const prototype = (letter: string) => table[letter] ?? letter;
  const paid: string[] = [];
  for (const latin of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-/.:') {
    for (const letter of Object.keys(table)) {
      if (letter === latin || letter.length > 2 || letter <= '\u{7f}' || isOtherDigit(letter)) continue;
      if (prototype(letter) !== prototype(latin)) continue;
      const with_ = (character: string) =>
        /[0-9]/.test(latin)
          ? `INV-7${character}4`
          : /[-/.:]/.test(latin)
            ? `INV${character}900`
            : `Q${character}V-900`;
      if (judged(with_(latin), with_(letter)) === 'different') paid.push(`${latin} ${letter}`);
    }
  }
  assert.deepEqual(paid, []);
});

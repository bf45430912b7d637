import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { anyText } from '@common/kit/testing/any-text';
import { size } from '@common/kit/testing/size';
import fc from 'fast-check';
import unhomoglyph from 'unhomoglyph/data.json' with { type: 'json' };
import { comparedParams, likenessKeys, likenessTo } from '../../../src/decide/possible-duplicate.ts';
import { canonicalReference, isTelling, referenceIn } from '../../../src/decide/reference/canonical.ts';
import { isUnread } from '../../../src/decide/reference/coarse.ts';
import {
  compareReferences,
  type ReadReference,
  readReference,
  referenceKeys,
} from '../../../src/decide/reference/compare.ts';
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
  return hasMixedScripts(later) ? 'refused' : (compared(earlier, later) ?? 'different');
}

function compared(one: string, other: string): ReturnType<typeof compareReferences> {
  return compareReferences(readReference(one), readReference(other));
}

/** Whether a store finds the action of `own` by the keys of another. */
function isFound(
  facade: Parameters<typeof likenessKeys>[0],
  own: ActionParams,
  other: ActionParams,
): boolean {
  const [theirs, { subjects, asked, askedOfLate }] = [likenessKeys(facade, own), likenessKeys(facade, other)];
  const isAmong = (keys: readonly string[], others: readonly string[]) =>
    keys.some((key) => others.includes(key));
  return isAmong(subjects, theirs.subjects) && isAmong([...asked, ...askedOfLate], theirs.own);
}

function isFoundBy(earlier: string, later: string): boolean {
  return shareKey(readReference(earlier), readReference(later));
}

function shareKey(earlier: ReadReference, later: ReadReference): boolean {
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
    const actions = isFound(facade, one, other) ? [known] : [];
    const { duplicateOf, possible } = likenessTo(facade, { ...at, params: other }, { actions, isCut: false });
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
        assert.equal(compared(`${a}${one.join('-')}`, `${b}${other.join('/')}`), null);
      },
    ),
    { numRuns: 500 },
  );
});

test('what is the same or probably the same shares a key', () => {
  fc.assert(
    fc.property(reference, reference, (one, other) => {
      fc.pre([one, other].every((text) => isTelling(text) && !isUnread(text)));
      if (compared(one, other) === null) return;
      assert.ok(isFoundBy(one, other), JSON.stringify([one, other]));
    }),
    { numRuns: size({ quick: 2_000, full: 200_000 }) },
  );
});

test('of all short references of the characters that look alike, those that are alike share a key', () => {
  const longest = size({ quick: 4, full: 6 });
  const alphabet = 'RN0O1-M';
  const texts = [''];
  for (const text of texts)
    if (text.length < longest) texts.push(...[...alphabet].map((letter) => `${text}${letter}`));
  const read = texts
    .filter((text) => isTelling(text) && text.length % 2 === longest % 2 && !/^-|-$|--/.test(text))
    .map(readReference);
  const bySign = new Map<string, number>();
  // Each with the next so many in several orders: a reference and what looks like it are apart in one, near in another.
  const sortedBy = (spell: (each: ReadReference) => string) =>
    read
      .map((each) => [spell(each), each] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, each]) => each);
  const orders = [
    read,
    sortedBy((each) => each.looks().joined),
    sortedBy((each) => each.looks().skeleton),
    sortedBy((each) => each.withoutZeros),
    sortedBy((each) => each.looks().joined.replaceAll(/[^1-9]/g, '')),
  ];
  for (const order of orders)
    for (const [index, one] of order.entries())
      for (const other of order.slice(index + 1, index + 40)) {
        const sign = compareReferences(one, other);
        if (sign === null) continue;
        bySign.set(sign, (bySign.get(sign) ?? 0) + 1);
        const both = JSON.stringify([one.canonical, other.canonical, sign]);
        assert.ok(shareKey(one, other) && shareKey(other, one), both);
      }
  for (const sign of ['same', 'leading_zeros', 'look_alike', 'other_groups', 'more_words', 'more_numbers'])
    assert.ok((bySign.get(sign) ?? 0) > 20, `${sign}: ${bySign.get(sign)}`);
});

test('a reference with more numbers is found by one with fewer, and the other way round, however many there are', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(2025, 2026, 4711));
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.boolean()), { minLength: 1, maxLength: 24 }), (numbers) => {
      const kept = numbers.filter(([, isKept]) => isKept);
      fc.pre(kept.length > 0);
      const [all, some] = [numbers, kept].map((list) => list.map(([value]) => value).join('/'));
      assert.ok(isFoundBy(`${all}`, `${some}`) && isFoundBy(`${some}`, `${all}`), `${all} and ${some}`);
    }),
    { numRuns: size({ quick: 1_000, full: 50_000 }) },
  );
});

test('a payee with a payment a day, each under one contract, has few to compare with after two years', () => {
  const days = Array.from({ length: 730 }, (_, day) =>
    new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10),
  );
  for (const reference of [(day: string) => day, (day: string) => `Contract 4711, ${day}`]) {
    const counts = new Map<string, number>();
    for (const key of days.flatMap((day) => referenceKeys(readReference(reference(day))).own))
      counts.set(key, (counts.get(key) ?? 0) + 1);
    const { asked } = referenceKeys(readReference(reference('2028-01-01')));
    for (const key of asked) assert.ok((counts.get(key) ?? 0) < 100, `${key} ${counts.get(key)}`);
  }
});

test('a payee with thousands of invoices, each with a customer’s number, has few to compare with', () => {
  const invoices = Array.from({ length: 4_000 }, (_, index) => index + 1);
  const forms = [
    (invoice: number) => `INV-19321-${invoice}`,
    (invoice: number) => `INV-7-${invoice}`,
    (invoice: number) => `INV19321/${invoice}`,
    (invoice: number) => `RN 4711.${invoice}`,
    (invoice: number) => `SO-2026-${invoice}`,
    (invoice: number) => `BILL ${invoice}/90210045`,
    (invoice: number) => `Customer 123456789, invoice ${invoice}`,
    (invoice: number) => `INV-1-19321-${invoice}`,
  ];
  for (const form of forms) {
    const byKey = new Map<string, Set<number>>();
    for (const invoice of invoices)
      for (const key of referenceKeys(readReference(form(invoice))).own)
        byKey.set(key, (byKey.get(key) ?? new Set()).add(invoice));
    const found = invoices.map(
      (invoice) =>
        new Set(
          referenceKeys(readReference(form(invoice))).asked.flatMap((key) => [...(byKey.get(key) ?? [])]),
        ),
    );
    // With three numbers, 50 invoices' own are taken for a year, and say less than the branch's.
    const isWithBranch = form === forms.at(-1);
    const told = found.filter((_, index) => !isWithBranch || index < 1_999 || index > 2_048);
    const most = Math.max(...told.map((each) => each.size));
    assert.ok(most <= (isWithBranch ? 60 : 10), `${form(2_500)}: ${most}`);
    for (const [index, invoice] of invoices.entries()) assert.ok(found[index]?.has(invoice));
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
      assert.equal(isFound(facade, paid, other), why !== undefined);
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { KeySet } from '../../src/objects/key-entry.ts';
import { isWholeMonth } from '../../src/statement/extent.ts';
import {
  createStatementJudge,
  isStatementFile,
  type StatementCheck,
} from '../../src/statement/judge-file.ts';
import { statementPeriod } from '../../src/statement/period.ts';
import { partHash } from '../../src/statement/write-file.ts';
import { CAST, keysOf, tell } from '../verify/story.ts';
import { fileOf, MOVEMENTS, PAGES, pageOf, payeesOf, RECEIPTS, signPage, WHOSE } from './month.ts';

const PINNED: KeySet = keysOf(CAST);

function judged(lines: readonly string[], keys: KeySet | undefined = PINNED) {
  const judge = createStatementJudge(nodeCrypto, keys === undefined ? {} : { keys });
  for (const line of lines) judge.take(line);
  return judge.end();
}

const JUNE = '2026-06-15T09:00:00.000Z';
const [FIRST, DENIED, SECOND] = RECEIPTS;
const given = <Value>(value: Value | undefined): Value => {
  assert.ok(value !== undefined);
  return value;
};
const signedPages = (...pages: Parameters<typeof signPage>[0][]) => pages.map((page) => signPage(page));
const [PAGE_1, PAGE_2] = PAGES.map((page) => page);

test('a month verifies under keys that the reader trusts, and without them only agrees with itself', () => {
  const lines = fileOf();
  assert.ok(isStatementFile(lines[0] ?? ''));
  const { verdict, faults, chain, statement, receipts } = judged(lines);
  assert.deepEqual([verdict, faults, receipts], ['verified', [], 3]);
  assert.deepEqual([chain?.first.sequence, chain?.last.sequence], [0, 2]);
  assert.deepEqual(
    [statement?.opening, statement?.paid, statement?.others_out, statement?.closing],
    ['1000', '340', '1.5', '658.5'],
  );
  assert.equal(
    lines.filter((line) => line.startsWith('{"part"')).length,
    4 + 2 + 2,
    'what receipts share is there once: of the directory, two entries and two proofs',
  );
  const alone = createStatementJudge(nodeCrypto);
  for (const line of lines) alone.take(line);
  assert.equal(alone.end().verdict, 'self-consistent');
});

test('a statement without a list, or without anything, shows what it has', () => {
  const unlisted = judged(fileOf({ pages: [] }));
  assert.deepEqual(
    [unlisted.verdict, unlisted.statement, unlisted.chain?.last.sequence],
    ['verified', null, 2],
  );
  const empty = judged(fileOf({ receipts: [], pages: [signPage(pageOf([]))], head: { head: null } }));
  assert.deepEqual([empty.verdict, empty.statement?.closing], ['verified', '1000']);
});

const isWhole = ({ extent }: ReturnType<typeof judged>) => extent !== null && isWholeMonth(extent);

test('a month is whole where list and receipts are shown to go from its first day to its last', () => {
  assert.ok(isWhole(judged(fileOf())), 'from the first receipt of the chain to the newest entry of the log');
  const listed = { ...statementPeriod('2026-07').movements, listed_at: '2026-08-01T00:00:00.000Z' };
  const july = {
    month: '2026-07',
    receipts: [given(SECOND)],
    pages: [signPage(pageOf([], listed))],
    headAt: '2026-08-01T00:00:00.000Z',
  };
  const { verdict, extent, statement } = judged(fileOf(july));
  assert.deepEqual([verdict, statement?.payments, statement?.closing], ['verified', 0, '1000']);
  assert.ok(extent !== null && isWholeMonth(extent), 'nothing happened after a receipt of the month before');
  const inMay = { ...statementPeriod('2026-05').movements };
  const may = judged(fileOf({ month: '2026-05', pages: [signPage(pageOf([], inMay))], headAt: JUNE }));
  assert.ok(isWhole(may), 'a receipt of the next month ends it, whenever the head was signed');
});

/** What holds as far as it goes, and is not the whole month: what was done to the file, and what is not shown. */
const PARTIAL: Readonly<Record<string, readonly [lines: () => string[], lacks: readonly string[]]>> = {
  'a list that was made before the month was over': [
    () => fileOf({ pages: PAGES.map((page) => signPage({ ...page, listed_at: JUNE })) }),
    ['isListOver'],
  ],
  'an old last page after a new first one': [
    () => fileOf({ pages: signedPages(given(PAGE_1), { ...given(PAGE_2), listed_at: JUNE }) }),
    ['isListOver'],
  ],
  'the list left out': [() => fileOf({ pages: [] }), ['isListOver']],
  'the newest receipt, a refusal, cut off': [
    () =>
      fileOf({
        logged: [given(FIRST), given(DENIED)],
        receipts: [given(FIRST)],
        pages: signedPages(pageOf(MOVEMENTS.slice(0, 2))),
      }),
    ['isEndShown'],
  ],
  'the same under a head from before it': [
    () =>
      fileOf({
        logged: [given(FIRST)],
        headAt: JUNE,
        receipts: [given(FIRST)],
        pages: signedPages(pageOf(MOVEMENTS.slice(0, 2))),
      }),
    ['isEndShown'],
  ],
  'the first receipt cut off': [() => fileOf({ receipts: [given(DENIED), given(SECOND)] }), ['isStartShown']],
  'every receipt left out': [() => fileOf({ receipts: [] }), ['isStartShown', 'isEndShown']],
};

for (const [what, [lines, lacks]] of Object.entries(PARTIAL)) {
  test(`not taken for a whole month: ${what}`, () => {
    const judgement = judged(lines());
    assert.deepEqual([judgement.verdict, judgement.faults], ['verified', []]);
    const { isListOver, isStartShown, isEndShown } = given(judgement.extent ?? undefined);
    const shown = Object.entries({ isListOver, isStartShown, isEndShown });
    assert.deepEqual(
      shown.flatMap(([name, is]) => (is ? [] : [name])),
      lacks,
    );
    assert.ok(!isWhole(judgement));
  });
}

const changed = (from: string, to: string) => (line: string) => line.replace(from, to);
const lineWith = (text: string, change: (line: string) => string) => {
  const lines = fileOf();
  const at = lines.findIndex((line) => line.includes(text));
  assert.ok(at >= 0 && change(given(lines[at])) !== lines[at], text);
  return lines.with(at, change(given(lines[at])));
};
const other = tell({
  mandate: { tenant: 'tn_other' },
  logSize: 1,
  outcome: 'denied',
  previous: given(FIRST),
});

/** The first part with this text. */
const partAt = (text: string) =>
  fileOf().findIndex((line) => line.startsWith('{"part"') && line.includes(text));
const referenceIn = (line: string, name: string) =>
  given(new RegExp(`"${name}":"([0-9a-f]{64})"`).exec(line)?.[1]);
/** The references of this name exchanged between the first two receipts. */
const withReferencesSwapped = (name: string) => {
  const lines = fileOf();
  const [a, b] = lines.filter((line) => line.startsWith('{"receipt"')).map((line) => referenceIn(line, name));
  const exchanged = new Map([
    [given(a), given(b)],
    [given(b), given(a)],
  ]);
  assert.equal(exchanged.size, 2);
  return lines.map((line) =>
    line.replace(new RegExp(`(?<="${name}":")[0-9a-f]{64}`), (hash) => exchanged.get(hash) ?? hash),
  );
};

/** What was done to the file, and the check that finds it first. */
const HOSTILE: Readonly<Record<string, readonly [lines: () => string[], found: StatementCheck]>> = {
  'a digit of a payment': [
    () => lineWith('"receipt":', changed('"amount","250"', '"amount","260"')),
    'receipts',
  ],
  'a digit of a movement': [
    () => lineWith('{"movements":{"page"', changed('"balance":"750"', '"balance":"760"')),
    'movements',
  ],
  'a digit of a sum': [() => lineWith('"end":', changed('"paid":"340"', '"paid":"34"')), 'sums'],
  'a difference that is not told': [
    () => {
      const lines = fileOf({ pages: signedPages(pageOf(MOVEMENTS.slice(0, 2))) });
      const end = given(lines.at(-1));
      return lines.with(-1, end.replace(/"differences":\[.*\]/, '"differences":[]'));
    },
    'sums',
  ],
  'a receipt left out': [() => fileOf({ receipts: [given(FIRST), given(SECOND)] }), 'chain'],
  'a receipt twice': [() => fileOf({ receipts: [...RECEIPTS, given(DENIED)] }), 'chain'],
  'a receipt of another tenant in the place of one': [
    () => fileOf({ receipts: [given(FIRST), other, given(SECOND)] }),
    'receipts',
  ],
  'a receipt of the same number that is in no log': [
    () => {
      const forged = tell({
        mandate: { tenant: WHOSE.tenant },
        logSize: 1,
        outcome: 'expired',
        previous: given(FIRST),
      });
      return fileOf({ receipts: [given(FIRST), forged, given(SECOND)] });
    },
    'log',
  ],
  'the proof of another receipt': [
    () => {
      const lines = fileOf();
      const [a, b] = lines.filter((line) => line.startsWith('{"receipt"'));
      const proofOf = (line = '') => /"proof":\[[^\]]*\]\}$/.exec(line)?.[0] ?? '';
      return lines.map((line) => (line === a ? line.replace(proofOf(a), proofOf(b)) : line));
    },
    'log',
  ],
  'a head that somebody else signed': [
    () => lineWith('"tree_head_hash"', (line) => line.replace(/"sig":"[0-9a-f]{4}/, '"sig":"0000')),
    'log',
  ],
  'two movements in each other’s place': [
    () => fileOf({ pages: [{ ...signPage(pageOf(MOVEMENTS)), page: pageOf(MOVEMENTS.toReversed()) }] }),
    'movements',
  ],
  'a list that the bank’s key signed': [
    () => fileOf({ pages: [signPage(pageOf(MOVEMENTS), CAST.bank.signer)] }),
    'movements',
  ],
  'a list of another account': [
    () => fileOf({ pages: signedPages(pageOf(MOVEMENTS, { account: 'acct_x' })) }),
    'movements',
  ],
  'a list of another tenant': [
    () => fileOf({ pages: signedPages(pageOf(MOVEMENTS, { tenant: 'tn_x' })) }),
    'movements',
  ],
  'a list of another month': [
    () => fileOf({ pages: signedPages(pageOf([], { from: '2026-05-01' })) }),
    'movements',
  ],
  'the last page left out': [() => fileOf({ pages: signedPages(given(PAGE_1)) }), 'movements'],
  'the first page left out': [() => fileOf({ pages: signedPages(given(PAGE_2)) }), 'movements'],
  'a page twice': [
    () => fileOf({ pages: signedPages(given(PAGE_1), given(PAGE_1), given(PAGE_2)) }),
    'movements',
  ],
  'a line left out': [() => fileOf().toSpliced(5, 1), 'file'],
  'the last line left out': [() => fileOf().slice(0, -1), 'file'],
  'a line after the last one': [() => [...fileOf(), '{"part":1}'], 'file'],
  'another first line': [() => fileOf().with(0, '{"type":"sanad/account-statement/1"}'), 'file'],
  'a line that is not JSON': [() => fileOf().with(2, '{"part":1'), 'file'],
  'a receipt whose parts are not there': [
    () => fileOf().filter((line) => !line.startsWith('{"part"')),
    'receipts',
  ],
  'a part left out': [() => fileOf().toSpliced(partAt('"change":"added"'), 1), 'receipts'],
  'a part twice': [
    () => {
      const lines = fileOf();
      const at = partAt('"change":"added"');
      return lines.toSpliced(at, 0, given(lines[at]));
    },
    'file',
  ],
  'a part that no receipt has': [() => fileOf().toSpliced(1, 0, '{"part":1}'), 'file'],
  'a part after the receipt that has it': [
    () => {
      const lines = fileOf();
      const at = partAt('"change":"added"');
      const first = lines.findIndex((line) => line.startsWith('{"receipt"'));
      return lines.toSpliced(first + 1, 0, given(lines[at])).toSpliced(at, 1);
    },
    'receipts',
  ],
  'a digit of an entry': [
    () => lineWith('"change":"added"', changed('"to_account":"DE02"', '"to_account":"DE03"')),
    'receipts',
  ],
  'two proofs in each other’s place': [() => withReferencesSwapped('beneficiaries'), 'receipts'],
  'a mandate in the place of a profile': [
    () => {
      const line = given(fileOf().find((each) => each.startsWith('{"receipt"')));
      const [contract, profile] = [referenceIn(line, 'contract'), referenceIn(line, 'profile')];
      return fileOf().map((each) => each.replace(`"profile":"${profile}"`, `"profile":"${contract}"`));
    },
    'receipts',
  ],
  'an entry of another tenant': [
    () => {
      const [ours, theirs] = [WHOSE.tenant, 'tn_other'].map((tenant) => payeesOf(tenant).alone.entry);
      const [from, to] = [ours, theirs].map((entry) => partHash(nodeCrypto, entry));
      const lines = fileOf();
      const at = partAt(given(from));
      const proof = given(lines[at]).replaceAll(given(from), given(to));
      const proofHash = (line: string) => partHash(nodeCrypto, JSON.parse(line).part);
      return lines
        .toSpliced(at, 1, JSON.stringify({ part: theirs }), proof)
        .map((line) => line.replace(proofHash(given(lines[at])), proofHash(proof)));
    },
    'receipts',
  ],
  'a part in a receipt instead of before it': [
    () =>
      lineWith('{"receipt"', (line) =>
        line.replace(/"contract":"[0-9a-f]{64}"/, `"contract":${JSON.stringify(FIRST?.who.contract)}`),
      ),
    'receipts',
  ],
  'a list that is dated later': [
    () => lineWith('{"movements":{"page"', changed('"listed_at":"2026-07', '"listed_at":"2026-08')),
    'movements',
  ],
  'a head of the log that is dated later': [
    () => lineWith('"tree_head_hash"', changed('"timestamp":"2026-07', '"timestamp":"2026-08')),
    'log',
  ],
  'a time that nobody signed': [
    () => lineWith('"tree_head_hash"', changed('"month":', '"made_at":"2026-07-02T09:00:00.000Z","month":')),
    'file',
  ],
  'a list of a month that had not begun': [
    () => {
      const days = statementPeriod('2027-05').movements;
      return fileOf({ month: '2027-05', receipts: [], pages: signedPages(pageOf([], days)) });
    },
    'movements',
  ],
  'receipts alone, of a month that had not begun': [
    () => fileOf({ month: '2027-05', receipts: [], pages: [] }),
    'log',
  ],
  'another month on a list': [
    () => lineWith('"tree_head_hash"', changed('"2026-06"', '"2026-05"')),
    'movements',
  ],
  'nothing that is signed': [() => fileOf({ receipts: [], pages: [], head: { head: null } }), 'file'],
  nothing: [() => [], 'file'],
};

for (const [what, [lines, found]] of Object.entries(HOSTILE)) {
  test(`found in a statement: ${what}`, () => {
    const { verdict, faults } = judged(lines());
    assert.equal(verdict, 'failed');
    assert.ok(
      faults.some(({ check }) => check === found),
      JSON.stringify(faults),
    );
  });
}

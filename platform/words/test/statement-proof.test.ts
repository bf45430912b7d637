import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatementJudgement } from '@platform/core/statement/judge-file';
import { statementAnswer } from '../src/statement-proof.ts';

const EMPTY: StatementJudgement = {
  verdict: 'verified',
  head: null,
  receipts: 0,
  level: 'L1-sim',
  faults: [],
  faultCount: 0,
  chain: null,
  listed: null,
  statement: null,
  extent: null,
  unpinned: [],
};

test('the answer says by which keys a statement was judged, and refuses one by keys that were not given', () => {
  const unpinned = ['pep', 'authority'];
  const told = (judgement: Partial<StatementJudgement>, hasKeys: boolean) => {
    const { word, isRefused, keys } = statementAnswer({ ...EMPTY, ...judgement }, hasKeys);
    return [word, isRefused, keys];
  };
  assert.deepEqual(told({}, true), [
    'Holds as a simulation',
    false,
    'Every key relied on is one that you gave.',
  ]);
  assert.deepEqual(told({ verdict: 'self-consistent', unpinned }, false), [
    'Self-consistent',
    false,
    'Only the file vouches for pep and authority.',
  ]);
  assert.deepEqual(told({ verdict: 'self-consistent', unpinned }, true), [
    'Not verified',
    true,
    'Your key file does not have pep and authority.',
  ]);
  assert.deepEqual(told({ verdict: 'failed' }, true), ['Failed', true, 'Judged by the keys that you gave.']);
});

test('of a file that fails, it says what fails and nothing that the file says', () => {
  const faults = [{ check: 'chain', detail: 'A receipt is left out.' }] as const;
  const answer = statementAnswer({ ...EMPTY, verdict: 'failed', receipts: 3, faults, faultCount: 4 }, false);
  assert.deepEqual(answer.problems, ['A receipt is left out.', 'and 3 more']);
  assert.deepEqual([answer.sums, answer.differences, answer.complete], [[], [], []]);
  assert.deepEqual(
    answer.checks.map(({ outcome }) => outcome),
    ['pass', 'pass', 'pass', 'fail', 'n/a', 'n/a'],
  );
});

test('a month without receipts says on whose word that is, and what was not checked', () => {
  const extent = {
    ...{ listedAt: '2026-07-01T09:00:00.000Z', headAt: '2026-07-01T09:00:00.000Z' },
    ...{ isListOver: true, isStartShown: false, isEndShown: false, following: 4 },
  };
  const head = {
    type: 'sanad/account-statement/1',
    ...{ deployment: 'dp_1', head: null, keys: {} },
    ...{ tenant: 'tn_a', account: 'acct_a', month: '2026-06' },
  } as const;
  const listed = {
    ...{ currency: 'EUR', plugin: 'treasury', counterparty: 'bank', opening: '5', closing: '5' },
    ...{ movements: [], listedAt: extent.listedAt },
  };
  const answer = statementAnswer({ ...EMPTY, head, extent, listed }, true);
  assert.equal(answer.isWhole, false);
  assert.equal(answer.word, 'Holds as a simulation, not shown to be whole');
  assert.deepEqual(answer.complete, [
    'The counterparty’s list is of 1 July 2026 at 09:00 UTC, after the end of June 2026. Only the enforcement point vouches for it.',
    'The head of the log is of 1 July 2026 at 09:00 UTC.',
    'There is no receipt of tn_a in it, so checks 2 to 4 looked at none. That there was none in June 2026 is the word of the person who made the file.',
  ]);
});

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
  assert.deepEqual([answer.sums, answer.differences, answer.complete], [[], [], null]);
  assert.deepEqual(
    answer.checks.map(({ outcome }) => outcome),
    ['pass', 'pass', 'pass', 'fail', 'n/a', 'n/a'],
  );
});

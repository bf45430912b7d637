import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisionSentence } from '../src/words/decided.ts';

test('why the policy decided so begins a sentence, and a name keeps its spelling', () => {
  assert.equal(
    decisionSentence('amount 7400 is over rules.threshold 1000 and needs an approval'),
    'Amount 7,400 is over threshold 1,000 and needs an approval.',
  );
  assert.equal(decisionSentence('acme is not an approved payee'), 'acme is not an approved payee.');
  assert.equal(decisionSentence('bank.pay is forbidden'), 'bank.pay is forbidden.');
});

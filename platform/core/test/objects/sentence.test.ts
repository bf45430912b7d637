import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledSentence, stretchesOf } from '../../src/objects/sentence.ts';

const SENTENCE = 'pay {amount} to {payee}[ for {reference}][, {memo}]';

function told(params: Readonly<Record<string, string>>): string {
  return filledSentence(SENTENCE, params)
    .map((part) => (part.kind === 'words' ? part.text : params[part.name]))
    .join('');
}

test('a part in brackets is there only with all of its params', () => {
  const params = { amount: '40', payee: 'acme' };
  assert.equal(told(params), 'pay 40 to acme');
  assert.equal(told({ ...params, reference: 'INV-8' }), 'pay 40 to acme for INV-8');
  assert.equal(told({ ...params, memo: 'rent' }), 'pay 40 to acme, rent');
  assert.equal(told({ ...params, reference: 'INV-8', memo: 'rent' }), 'pay 40 to acme for INV-8, rent');
});

test('a value is never read as a part of the sentence', () => {
  assert.equal(told({ amount: '40', payee: 'acme', reference: '{memo}[x]' }), 'pay 40 to acme for {memo}[x]');
});

test('brackets that do not match, are nested or empty are no sentence', () => {
  for (const odd of ['pay [{amount}', 'pay {amount}]', 'pay [a [b] c]', 'pay []', ']['])
    assert.equal(stretchesOf(odd), null, odd);
});

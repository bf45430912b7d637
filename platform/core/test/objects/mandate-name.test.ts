import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canonicalText } from '@common/evidence/canonical';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { Mandate } from '../../src/objects/mandate.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import { ownVectors } from '../verify/shared-vectors.ts';

const compiled = Compile(Mandate);
const UNNAMED = ownVectors<Receipt>('receipts/executed.json').who.contract;

/** Services compile the schema, and the verifier does not: both must say the same. */
function isTaken(name: unknown): boolean {
  const mandate = { ...UNNAMED, name };
  const answer = Value.Check(Mandate, mandate);
  assert.equal(compiled.Check(mandate), answer);
  return answer;
}

describe('the name of a mandate', () => {
  test('is 1 to 60 visible characters of any script', () => {
    for (const name of [
      'S',
      'Supplier payments',
      'مدفوعات الموردين',
      '支払い',
      'Q3 – ads',
      '🧾'.repeat(60),
    ]) {
      assert.ok(isTaken(name), name);
    }
  });

  test('hides nothing, turns no writing around, and has no second spelling', () => {
    for (const [what, name] of Object.entries({
      empty: '',
      'a space alone': ' ',
      'a space before': ' Suppliers',
      'a space after': 'Suppliers ',
      '61 characters': 'x'.repeat(61),
      'a line break': 'Supp\nliers',
      'a tab': 'Supp\tliers',
      'another space': 'Supplier\u00a0payments',
      'a wide space': 'Supplier\u3000payments',
      'right to left, forced': 'Supp\u202eliers',
      isolated: 'Supp\u2067liers',
      'a mark of direction': 'Suppliers\u200f',
      'no width': 'Supp\u200bliers',
      'a soft hyphen': 'Supp\u00adliers',
      'a filler': 'Supp\u3164liers',
      'an empty braille cell': 'Supp\u2800liers',
      'a tag': 'Suppliers\u{e0041}',
      'private use': 'Supp\ue000liers',
      'a line separator': 'Supp\u2028liers',
      'no text': 7,
      null: null,
    })) {
      assert.ok(!isTaken(name), what);
    }
  });

  test('is absent from the text of a mandate without one', () => {
    assert.ok(compiled.Check(UNNAMED));
    assert.ok(!canonicalText(UNNAMED).includes('"name"'));
  });
});

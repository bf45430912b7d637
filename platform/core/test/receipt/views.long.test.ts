import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkView, NAMES } from './views.ts';

test('every view of a receipt with twelve members that can be withheld', () => {
  assert.equal(NAMES.length, 12);
  for (let hidden = 0; hidden < 2 ** NAMES.length; hidden += 1)
    checkView(new Set(NAMES.filter((_, index) => (hidden >> index) % 2 === 1)));
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { freshId } from '@platform/authority/use-cases/deps';

const NOW = Date.UTC(2026, 10, 28);
const at = (nowMs: number) => freshId('gr_', { clock: () => nowMs, randomBytes });

test('an id begins with its time, and has as many digits as before', () => {
  const ids = [at(0), at(NOW), at(NOW + 1), at(Date.UTC(9999, 0))];
  for (const id of ids) assert.match(id, /^gr_[0-9a-f]{24}$/);
  assert.deepEqual(ids.toSorted(), ids);
});

test('ids of one millisecond differ, as after a clock was set back', () => {
  assert.equal(new Set(Array.from({ length: 1_000 }, () => at(NOW))).size, 1_000);
});

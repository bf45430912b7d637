import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTargetDay, lastTargetDay } from '@screener/engine/rates/target-days';

test('days without rates: weekends, four fixed days, and those beside Easter', () => {
  // As in the ECB's own history.
  for (const day of ['2024-03-29', '2024-04-01', '2024-05-01', '2024-12-25', '2024-12-26', '2025-01-01']) {
    assert.equal(isTargetDay(day), false, day);
  }
  for (const day of ['2024-03-28', '2024-04-02', '2024-12-24', '2024-12-31', '2026-04-13']) {
    assert.equal(isTargetDay(day), true, day);
  }
  assert.equal(lastTargetDay('2024-04-01'), '2024-03-28');
  assert.equal(lastTargetDay('2022-12-26'), '2022-12-23');
  assert.equal(lastTargetDay('2024-12-31'), '2024-12-31');
});

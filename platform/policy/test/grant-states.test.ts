import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredMs } from '@common/base/instant';
import {
  activeUntil,
  firstStatus,
  GRANT_EVENTS,
  isOver,
  nextStatus,
  pendingUntil,
  TRANSITIONS,
} from '@platform/policy/grant-states';
import { GRANT_STATUSES } from '@platform/protocol/grant';
import fc from 'fast-check';
import { readPlugin } from './plugin-files.ts';

const { mandate, now } = readPlugin('treasury').decisions.base;
const nowMs = requiredMs(now);

test('the moves are those of the design and no others', () => {
  const moves = GRANT_STATUSES.flatMap((from) =>
    GRANT_EVENTS.flatMap((event) => {
      const to = nextStatus(from, event);
      return to.ok ? [`${from} ${event} ${to.value}`] : [];
    }),
  );
  assert.deepEqual(moves, [
    'pending approve active',
    'pending expire expired',
    'pending deny denied',
    'pending revoke denied',
    'active redeem redeemed',
    'active expire expired',
    'active revoke denied',
  ]);
  assert.deepEqual(Object.keys(TRANSITIONS), [...GRANT_STATUSES]);
});

test('whatever happens, a grant is redeemed at most once, after it was active, and an end stays an end', () => {
  const outcomes = fc.constantFrom('allow' as const, 'hold' as const, 'deny' as const);
  fc.assert(
    fc.property(outcomes, fc.array(fc.constantFrom(...GRANT_EVENTS)), (outcome, events) => {
      let status = firstStatus(outcome);
      let redeemed = 0;
      for (const event of events) {
        const next = nextStatus(status, event);
        if (!next.ok) continue;
        assert.ok(status === 'pending' || status === 'active');
        if (next.value === 'redeemed') {
          assert.equal(status, 'active');
          redeemed += 1;
        }
        status = next.value;
      }
      assert.ok(redeemed <= (outcome === 'deny' ? 0 : 1));
    }),
    { numRuns: 200 },
  );
});

test('a refused move says what the grant is', () => {
  const codes = GRANT_STATUSES.map((status) => {
    const result = nextStatus(status, status === 'active' ? 'approve' : 'redeem');
    return result.ok ? null : result.error.code;
  });
  assert.deepEqual(codes, [
    'grant_pending',
    'grant_already_active',
    'grant_already_redeemed',
    'grant_denied',
    'grant_expired',
  ]);
});

test('an active grant lasts runtime_max_s, a pending one the longest route, neither past the mandate', () => {
  assert.equal(activeUntil(mandate, nowMs), '2026-03-02T09:45:00.000Z');
  assert.equal(pendingUntil(mandate, nowMs), '2026-03-02T11:30:00.000Z');
  assert.equal(pendingUntil({ ...mandate, approval: {} }, nowMs), now);
  const ending = { ...mandate, valid_to: '2026-03-02T09:30:01Z' };
  assert.equal(activeUntil(ending, nowMs), '2026-03-02T09:30:01.000Z');
  assert.equal(pendingUntil(ending, nowMs), '2026-03-02T09:30:01.000Z');
});

test('a grant is over from its expiry on, however the instant is written', () => {
  for (const expires_at of ['2026-03-02T09:30:00Z', '2026-03-02T09:30:00.000Z']) {
    assert.equal(isOver({ expires_at }, requiredMs('2026-03-02T09:29:59.999Z')), false);
    assert.equal(isOver({ expires_at }, requiredMs('2026-03-02T09:30:00.000Z')), true);
  }
  assert.equal(isOver({ expires_at: null }, nowMs), true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredMs } from '@common/base/instant';
import fc from 'fast-check';
import {
  activeUntil,
  firstStatus,
  type GrantEvent,
  isLive,
  isOpen,
  isOver,
  mayMove,
  OPEN_STATUSES,
  pendingUntil,
  TRANSITIONS,
} from '../../src/decide/grant-states.ts';
import { GRANT_STATUSES } from '../../src/objects/grant.ts';
import { readPlugin } from './plugin-files.ts';

const { mandate, now } = readPlugin('treasury').decisions.base;
const nowMs = requiredMs(now);
const EVENTS = Object.keys(TRANSITIONS) as GrantEvent[];

test('the moves are those of the design and no others', () => {
  const moves = EVENTS.flatMap((event) =>
    GRANT_STATUSES.filter((status) => mayMove(status, event)).map(
      (status) => `${status} --${event}--> ${TRANSITIONS[event].to}`,
    ),
  );
  assert.deepEqual(moves, [
    'pending --approve--> active',
    'pending --reject--> denied',
    'active --redeem--> redeemed',
    'pending --expire--> expired',
    'active --expire--> expired',
    'pending --revoke--> denied',
    'active --revoke--> denied',
    'pending --cancel--> denied',
    'active --cancel--> denied',
  ]);
  assert.deepEqual(OPEN_STATUSES, ['pending', 'active']);
  assert.deepEqual(GRANT_STATUSES.filter(isLive), ['pending', 'active', 'redeemed']);
});

test('a grant is redeemed at most once, after it was active, and a final status remains', () => {
  const outcomes = fc.constantFrom('allow' as const, 'hold' as const, 'deny' as const);
  fc.assert(
    fc.property(outcomes, fc.array(fc.constantFrom(...EVENTS)), (outcome, events) => {
      let status = firstStatus(outcome);
      let redeemed = 0;
      for (const event of events) {
        if (!mayMove(status, event)) continue;
        assert.ok(isOpen(status));
        const next = TRANSITIONS[event].to;
        if (next === 'redeemed') {
          assert.equal(status, 'active');
          redeemed += 1;
        }
        status = next;
      }
      assert.ok(redeemed <= (outcome === 'deny' ? 0 : 1));
    }),
    { numRuns: 200 },
  );
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

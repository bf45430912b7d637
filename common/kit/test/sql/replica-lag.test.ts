import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplicaLag } from '@common/kit/sql/replica-lag';

test('a replica is as late as the oldest look at the primary whose position it lacks', () => {
  let now = 0;
  const lag = createReplicaLag(() => now);
  assert.equal(lag.of(100n), Number.POSITIVE_INFINITY, 'nothing is known');
  lag.mark(100n);
  assert.equal(lag.of(99n), Number.POSITIVE_INFINITY, 'it lacks what there was at the start');
  assert.equal(lag.of(100n), 0);
  now = 5_000;
  lag.mark(200n);
  assert.equal(lag.of(100n), 0, 'written at this moment');
  now = 65_000;
  lag.mark(200n);
  assert.equal(lag.of(199n), 60_000);
  assert.equal(lag.of(200n), 0, 'nobody has written since');
  now = 500_000;
  assert.equal(lag.of(199n), 60_000, 'the primary is away: nothing newer is known');
});

test('after a primary with an earlier log takes over, the looks begin again', () => {
  const lag = createReplicaLag(() => 0);
  lag.mark(900n);
  lag.mark(500n);
  assert.equal(lag.of(600n), 0);
  assert.equal(lag.of(499n), Number.POSITIVE_INFINITY);
});

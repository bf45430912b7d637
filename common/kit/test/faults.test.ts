import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaults } from '@common/kit/faults';

const POINTS = ['proposed', 'redeemed'] as const;
const TEST = { SANAD_TEST_FAULTS: '1', NODE_ENV: 'test' };

test('a fault is refused outside tests, and if it names no known point', () => {
  const attempt = (env: Readonly<Record<string, string>>) => createFaults(POINTS, env, () => {}).ok;
  assert.equal(attempt({}), true);
  assert.equal(attempt({ ...TEST, SANAD_FAULT: 'proposed:before' }), true);
  for (const fault of ['nowhere:before', 'proposed', 'proposed:before:0', 'toString:before']) {
    assert.equal(attempt({ ...TEST, SANAD_FAULT: fault }), false, fault);
  }
  assert.equal(attempt({ SANAD_FAULT: 'proposed:before' }), false);
  assert.equal(attempt({ ...TEST, NODE_ENV: 'production', SANAD_FAULT: 'proposed:before' }), false);
  const without = createFaults([], { ...TEST, SANAD_FAULT: 'proposed:before' }, () => {});
  assert.match(without.ok ? '' : without.error.message, /no fault points/);
});

test('a fault strikes once, at the n-th pass of the given side of its point', () => {
  let killed = 0;
  const faults = createFaults(POINTS, { ...TEST, SANAD_FAULT: 'redeemed:after:2' }, () => {
    killed += 1;
  });
  assert.ok(faults.ok);
  faults.value.at('redeemed', 'after');
  faults.value.at('redeemed', 'before');
  faults.value.at('proposed', 'after');
  assert.equal(killed, 0);
  faults.value.at('redeemed', 'after');
  faults.value.at('redeemed', 'after');
  assert.equal(killed, 1);
});

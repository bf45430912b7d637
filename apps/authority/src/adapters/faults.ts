import { fail, ok, type Result } from '@sanad/base/result';
import type { FaultPoint, Faults } from '../use-cases/deps.ts';

/** Nothing happens at any point: outside of crash tests. */
const NO_FAULTS: Faults = { at: () => {} };

const POINTS: Readonly<Record<FaultPoint, true>> = {
  proposed: true,
  approved: true,
  redeemed: true,
  event_recorded: true,
  sequenced: true,
};

/**
 * For crash tests: `SANAD_FAULT=<point>:<before|after>[:n]` ends the process at the n-th pass of that point (default
 * the first). INVARIANT: refused unless SANAD_TEST_FAULTS=1 and NODE_ENV=test, so that no deployment can be ended by a
 * stray variable.
 */
export function createFaults(
  env: Readonly<Record<string, string | undefined>>,
  kill: () => void,
): Result<Faults, 'unusable_settings'> {
  const wanted = env.SANAD_FAULT;
  if (wanted === undefined || wanted === '') return ok(NO_FAULTS);
  if (env.SANAD_TEST_FAULTS !== '1' || env.NODE_ENV !== 'test')
    return fail('unusable_settings', 'SANAD_FAULT is for tests: unset it.');
  const [, point, side, count = '1'] = /^([a-z_]+):(before|after)(?::([1-9]\d{0,5}))?$/.exec(wanted) ?? [];
  if (point === undefined || !Object.hasOwn(POINTS, point)) {
    const points = Object.keys(POINTS).join(', ');
    return fail(
      'unusable_settings',
      `SANAD_FAULT must be <point>:<before|after>[:n], point one of ${points}.`,
    );
  }
  let left = Number(count);
  return ok({
    at: (passed, when) => {
      if (passed !== point || when !== side) return;
      left -= 1;
      if (left === 0) kill();
    },
  });
}

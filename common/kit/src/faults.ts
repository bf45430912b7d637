import { fail, ok, type Result } from '@common/base/result';

/** Where a crash test may end the process: before or after a named step. */
export interface Faults<Point extends string> {
  at(point: Point, side: 'before' | 'after'): void;
}

/**
 * For crash tests: `SANAD_FAULT=<point>:<before|after>[:n]` calls `kill` the n-th time that point is passed
 * (default: the first). INVARIANT: refused unless SANAD_TEST_FAULTS=1 and NODE_ENV=test, so that a stray
 * variable cannot end a deployment.
 */
export function createFaults<Point extends string>(
  points: readonly Point[],
  env: Readonly<Record<string, string | undefined>>,
  kill: () => void,
): Result<Faults<Point>, 'unusable_settings'> {
  const wanted = env.SANAD_FAULT;
  if (wanted === undefined || wanted === '') return ok({ at: () => {} });
  if (env.SANAD_TEST_FAULTS !== '1' || env.NODE_ENV !== 'test')
    return fail('unusable_settings', 'SANAD_FAULT is for tests: unset it.');
  if (points.length === 0)
    return fail('unusable_settings', 'SANAD_FAULT: this service has no fault points; unset it.');
  const [, point, side, count = '1'] = /^([a-z_]+):(before|after)(?::([1-9]\d{0,5}))?$/.exec(wanted) ?? [];
  if (point === undefined || !points.some((known) => known === point)) {
    return fail(
      'unusable_settings',
      `SANAD_FAULT must be <point>:<before|after>[:n], where the point is one of ${points.join(', ')}.`,
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

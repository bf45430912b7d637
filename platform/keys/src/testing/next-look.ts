import { mock } from 'node:test';

/** Longer than what watches a folder of keys or plugins waits between looks at it. */
const PAST_LOOK_MS = 150;

const monotonicMs = performance.now.bind(performance);
let aheadMs = 0;

/** Moves this process's monotonic clock on, so that whatever watches files looks at them when it is next asked. */
export function comeToNextLook(): void {
  if (aheadMs === 0) mock.method(performance, 'now', () => monotonicMs() + aheadMs);
  aheadMs += PAST_LOOK_MS;
}

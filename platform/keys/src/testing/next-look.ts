import { mock } from 'node:test';

/** This is longer than the wait between two looks at a folder of keys or plugins. */
const PAST_LOOK_MS = 150;

const monotonicMs = performance.now.bind(performance);
let aheadMs = 0;

/** Advances this process's monotonic clock, so that watchers of files look at them at the next request. */
export function comeToNextLook(): void {
  if (aheadMs === 0) mock.method(performance, 'now', () => monotonicMs() + aheadMs);
  aheadMs += PAST_LOOK_MS;
}

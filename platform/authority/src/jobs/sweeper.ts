import type { AuthorityDeps } from '../use-cases/deps.ts';
import { sweepGrants } from '../use-cases/sweep-grants.ts';

/** Every `intervalMs`, ends grants whose own time, or whose mandate's, is over. Returns a function that stops it. */
export function startSweeper(
  deps: AuthorityDeps,
  intervalMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= sweepGrants(deps)
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

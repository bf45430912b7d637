/** Waits `ms` milliseconds, or less when `signal` is aborted. Never rejects. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** {@link Sleep} on real timers. */
export const realSleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish);
  });

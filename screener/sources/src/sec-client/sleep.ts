import { setTimeout } from 'node:timers/promises';

/** Waits `ms` milliseconds, or less when `signal` is aborted. Never rejects. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** {@link Sleep} on real timers. */
export const realSleep: Sleep = (ms, signal) =>
  setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);

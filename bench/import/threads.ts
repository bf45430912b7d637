import type { Threads } from '@common/kit/threads';

export function threadsOf(count: string): Threads {
  return { most: Number(count), program: new URL('./thread.ts', import.meta.url) };
}

/** Does the work of this process, and prints for `bench/import.ts` what it took, its threads included. */
export async function measured(work: () => Promise<number>): Promise<void> {
  const start = performance.now();
  const done = await work();
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage();
  process.stdout.write(
    JSON.stringify({
      done,
      seconds,
      cpuSeconds: (user + system) / 1e6,
      // Kilobytes on every system.
      peakBytes: process.resourceUsage().maxRSS * 1_024,
    }),
  );
}

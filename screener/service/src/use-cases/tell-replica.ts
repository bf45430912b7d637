import type { LiveFacts } from './live-facts.ts';
import type { LiveQuotes } from './live-quotes.ts';

/** Live mode writes to the primary: the answer that waited for it is made of what it wrote. */
export function tellReplica<Live extends LiveFacts | LiveQuotes>(
  live: Live,
  { saw }: { readonly saw: () => void },
): Live {
  const told = Object.entries(live).map(([name, refresh]) => [
    name,
    async (...given: unknown[]) => {
      const refreshed = await refresh(...given);
      if (refreshed.ok && refreshed.value === 'updated') saw();
      return refreshed;
    },
  ]);
  return { ...live, ...Object.fromEntries(told) };
}

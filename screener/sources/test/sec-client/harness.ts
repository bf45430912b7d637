import { unwrap } from '@common/base/result';
import type { StoredResponse } from '../../src/sec-client/response-store.ts';
import { createSecClient, type SecClient, type SecClientOptions } from '../../src/sec-client/sec-client.ts';
import { type FakeSec, startFakeSec } from '../../src/testing/fake-sec.ts';
import { VirtualClock } from './virtual-clock.ts';

export const CONTACT = 'operator@example.com';
export const APPLE = '/api/xbrl/companyfacts/CIK0000320193.json';
export const APPLE_BYTES = new TextEncoder().encode(
  JSON.stringify({ cik: 320193, entityName: 'Apple Inc.', facts: { text: 'a "quoted" \\ name'.repeat(50) } }),
);

interface Bench extends AsyncDisposable {
  readonly sec: FakeSec;
  readonly time: VirtualClock;
  readonly client: SecClient;
  readonly stored: Map<string, StoredResponse>;
}

/** A fake SEC that has Apple's facts, and a client for it on virtual time. */
export async function startBench(
  options: Partial<SecClientOptions> & { readonly validators?: boolean } = {},
): Promise<Bench> {
  const time = new VirtualClock();
  const sec = await startFakeSec({
    documents: [[APPLE, APPLE_BYTES]],
    clock: time.clock,
    validators: options.validators ?? true,
  });
  const stored = new Map<string, StoredResponse>();
  const client = unwrap(
    createSecClient({
      userAgent: `Sanad Test ${CONTACT}`,
      baseUrls: sec.baseUrls,
      clock: time.clock,
      sleep: time.sleep,
      fetch: time.fetch,
      random: () => 0,
      store: {
        get: async (url) => stored.get(url) ?? null,
        put: async (url, response) => void stored.set(url, response),
      },
      ...options,
    }),
  );
  return { sec, time, client, stored, [Symbol.asyncDispose]: () => sec.close() };
}

/** The largest number of instants that share one second. */
export function mostInOneSecond(instants: readonly number[]): number {
  return Math.max(
    0,
    ...instants.map((from) => instants.filter((at) => at >= from && at < from + 1000).length),
  );
}

import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Of each kind; the oldest gives way. Only people who signed in make any. */
const MOST = 1_000;

/**
 * What the library keeps between two steps of one authorization, in this process alone: after a restart, the client asks
 * again.
 */
export function keptForAWhile(clock: () => number): Adapter {
  const kept = new Map<string, { payload: AdapterPayload; readonly untilMs: number }>();
  const find = (id: string) => {
    const found = kept.get(id);
    return found === undefined || found.untilMs <= clock() ? undefined : found.payload;
  };
  const findBy = (is: (payload: AdapterPayload) => boolean) =>
    [...kept.keys()].map(find).find((payload) => payload !== undefined && is(payload));
  return {
    async upsert(id, payload, expiresInS = 0) {
      kept.delete(id);
      for (const [one, { untilMs }] of kept) if (untilMs <= clock()) kept.delete(one);
      for (const one of kept.keys()) {
        if (kept.size < MOST) break;
        kept.delete(one);
      }
      kept.set(id, { payload, untilMs: clock() + expiresInS * 1_000 });
    },
    find: async (id) => find(id),
    findByUid: async (uid) => findBy((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = find(id);
      if (payload !== undefined) payload.consumed = Math.floor(clock() / 1_000);
    },
    async destroy(id) {
      kept.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of kept) if (payload.grantId === grantId) kept.delete(id);
    },
  };
}

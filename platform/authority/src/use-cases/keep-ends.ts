import { SignedAgentTokenEnd } from '@platform/core/objects/agent-token';
import type { EventKind, EventRecord } from '@platform/core/objects/event';
import { SignedRevocation } from '@platform/core/objects/mandate';
import { SignedCancellation } from '@platform/core/objects/settlement';
import { Value } from 'typebox/value';
import type { AuthorityDeps, KeptFiles } from './deps.ts';

const PAGE = 500;

/** Ends whose copies could not be written yet, by mandate, grant or token. */
const waiting = new WeakMap<KeptFiles, Map<string, End>>();

type End = SignedRevocation | SignedCancellation | SignedAgentTokenEnd;

/**
 * Writes the second copy of an end, beside the keys: it brings the end back where an older copy of the database is
 * restored. INVARIANT: written after the end is recorded, and never in its way: if the folder takes no file now,
 * `keepWaitingEnds` writes it as soon as it can.
 */
export async function keepEnd(kept: KeptFiles, end: End): Promise<void> {
  const all = waiting.get(kept) ?? new Map<string, End>();
  waiting.set(kept, all);
  all.set(idOf(end), end);
  await keepWaitingEnds(kept).catch(() => undefined);
}

/** Writes the copies that are still missing. Throws while one cannot be written, as the last step. */
export async function keepWaitingEnds(kept: KeptFiles): Promise<void> {
  const failures: unknown[] = [];
  for (const [id, end] of waiting.get(kept) ?? []) {
    try {
      await write(kept, end);
      waiting.get(kept)?.delete(id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Writes the copies of recorded ends that an earlier run could not write. */
export async function keepRecordedEnds({
  store,
  kept,
}: Pick<AuthorityDeps, 'store' | 'kept'>): Promise<void> {
  const those = [kept.revocations(), kept.cancellations(), kept.tokenEnds()];
  const known = new Set((await Promise.all<readonly End[]>(those)).flat().map(idOf));
  const kinds: readonly EventKind[] = ['mandate_revoked', 'grant_cancelled', 'agent_token_ended'];
  for (const kind of kinds) {
    for (let after: number | null = null; ; ) {
      const page: readonly EventRecord[] = await store.events(after, PAGE, kind);
      for (const { body } of page) {
        if (isEnd(body) && !known.has(idOf(body))) await keepEnd(kept, body);
      }
      after = page.at(-1)?.event.sequence ?? null;
      if (after === null) break;
    }
  }
}

function isEnd(body: unknown): body is End {
  return [SignedRevocation, SignedCancellation, SignedAgentTokenEnd].some((form) => Value.Check(form, body));
}

function idOf(end: End): string {
  if ('end' in end) return end.end.token_id;
  return 'revocation' in end ? end.revocation.contract_id : end.cancellation.grant_id;
}

function write(kept: KeptFiles, end: End): Promise<void> {
  if ('end' in end) return kept.keepTokenEnd(end);
  return 'revocation' in end ? kept.keepRevocation(end) : kept.keepCancellation(end);
}

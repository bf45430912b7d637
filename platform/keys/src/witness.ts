import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { AUTHORITY } from '@platform/api/authority';
import type { PartOf } from '@platform/api/route';
import type { EventRecord } from '@platform/core/objects/event';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { LogContinuation, Witnessed } from '@platform/core/objects/log';
import { SignedRevocation } from '@platform/core/objects/mandate';
import { Value } from 'typebox/value';
import { checkHead, mandateRevokedBy } from './witness/continuation.ts';
import type { EventCursor, WitnessMemory } from './witness/memory.ts';

/** What was seen: the size of the log, and the first event wanted. */
export type ContinuationQuery = Required<PartOf<typeof AUTHORITY.continueLog, 'query', never>>;

/** `authority_unavailable`: the authority did not show its log, so nothing is known about it. */
export type WitnessRefusal = 'log_rolled_back' | 'authority_unavailable';

type LookResult = Result<void, WitnessRefusal>;

interface WitnessDeps {
  readonly crypto: Crypto;
  readonly memory: WitnessMemory;
  readonly keys: () => Promise<KeySet>;
  /** `GET /log/continuation` of the authority. */
  readonly ask: (query: ContinuationQuery) => Promise<Result<LogContinuation, 'authority_unavailable'>>;
  readonly warn: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

/**
 * Remembers what the authority has shown, and compares. INVARIANT: a revocation is on disk before anything relies on
 * it, and a head before anything leaves for a counterparty (`settle`). A head that nothing left under is on disk within
 * a second: losing it to a crash forgets less than a second of the log.
 */
export interface Witness {
  /** Looks at the authority's log as it is at this call or later. */
  look(): Promise<LookResult>;
  /** Writes the head that was seen last. Costs nothing if it is written. */
  settle(): Promise<void>;
  /** The refusal of the last look; null if it succeeded, or before the first. */
  last(): WitnessRefusal | null;
  /** When and why a mandate was revoked, as far as was seen here; null if no revocation was seen. */
  revocationOf(mandateId: string): Promise<SignedRevocation['revocation'] | null>;
  /** Everything that was seen, with its evidence. */
  witnessed(): Promise<Witnessed>;
}

const PAGE = 500;

export function createWitness(deps: WitnessDeps): Witness {
  const { memory } = deps;
  let running: Promise<LookResult> | null = null;
  let next: Promise<LookResult> | null = null;
  let last: WitnessRefusal | null = null;
  const begin = (): Promise<LookResult> => {
    next = null;
    running = lookNow(deps)
      .then((looked) => {
        last = looked.ok ? null : looked.error.code;
        return looked;
      })
      .finally(() => {
        running = next;
      });
    return running;
  };
  return {
    look() {
      if (running === null) return begin();
      // All callers that come during one look share the next one.
      next ??= running.then(begin, begin);
      return next;
    },
    settle: () => memory.settle(),
    last: () => last,
    async revocationOf(mandateId) {
      const record = await memory.revocation(mandateId);
      return record !== null && Value.Check(SignedRevocation, record.body) ? record.body.revocation : null;
    },
    async witnessed() {
      return { head: await memory.head(), revocations: [...(await memory.revocations())] };
    },
  };
}

async function lookNow(deps: WitnessDeps): Promise<LookResult> {
  const { crypto, memory } = deps;
  const keys = await deps.keys();
  const seen = await memory.head();
  const cursor = await memory.cursor();
  const query = { tree_size: seen?.tree_head.tree_size ?? 0, event: cursor?.sequence ?? 0, limit: PAGE };
  const answer = await deps.ask(query);
  if (!answer.ok) return answer;
  const { head } = answer.value;
  const continued = checkHead(crypto, answer.value, seen, keys);
  if (!continued.ok) {
    const { code, message } = continued.error;
    deps.warn({ code, seen, shown: head }, 'the authority’s log does not continue the one that was seen');
    return fail(code === 'log_unproven' ? 'authority_unavailable' : code, message);
  }
  const read = await readRevocations(deps, keys, cursor, answer.value.revocations);
  if (!read.ok) return read;
  if (head !== null && head.tree_head.tree_size > query.tree_size) memory.noteHead(head);
  return ok(undefined);
}

/**
 * Reads to the end. A chain that has lost the last known event is read from its beginning, and nothing is
 * forgotten.
 */
async function readRevocations(
  deps: WitnessDeps,
  keys: KeySet,
  cursor: EventCursor | null,
  first: readonly EventRecord[],
): Promise<LookResult> {
  const [known] = first;
  const goesOn = cursor === null || (known !== undefined && isAt(known, cursor));
  let page = goesOn ? first : null;
  let last = goesOn ? cursor : null;
  for (;;) {
    if (page === null) {
      const answer = await deps.ask({ tree_size: 0, event: last === null ? 0 : last.sequence, limit: PAGE });
      if (!answer.ok) return answer;
      page = answer.value.revocations;
    }
    const end = page.at(-1);
    const news = page.filter(({ event }) => last === null || event.sequence > last.sequence);
    if (end === undefined || news.length === 0) return ok(undefined);
    await keepPage(deps, keys, news, cursorOf(end));
    last = cursorOf(end);
    if (page.length < PAGE) return ok(undefined);
    page = null;
  }
}

async function keepPage(
  { crypto, memory, warn }: WitnessDeps,
  keys: KeySet,
  page: readonly EventRecord[],
  cursor: EventCursor,
): Promise<void> {
  const revoked = new Map<string, EventRecord>();
  for (const record of page) {
    const mandateId = mandateRevokedBy(crypto, record, keys);
    if (mandateId !== null) revoked.set(mandateId, record);
    else
      warn({ event_id: record.event.event_id }, 'an event of a revocation proves nothing and is passed over');
  }
  await memory.keepRevocations(revoked, cursor);
}

function isAt({ event, event_hash }: EventRecord, { sequence, hash }: EventCursor): boolean {
  return event.sequence === sequence && event_hash === hash;
}

function cursorOf({ event, event_hash: hash }: EventRecord): EventCursor {
  return { sequence: event.sequence, hash };
}

import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { RateLimiter } from '@common/kit/rate-limit';
import { verifyConsistency } from '@platform/core/log/merkle/tree';
import {
  checkStandingKept,
  type HeadStanding,
  type OpenedCheckpoint,
  openCheckpointByAny,
  parseCheckpoint,
} from '@platform/core/log/note/checkpoint';
import { cosignatureLine, cosignatureMessage } from '@platform/core/log/note/cosignature';
import type { NoteKey } from '@platform/core/log/note/note-key';
import { formatNote, formatSignatureLine, parseNote } from '@platform/core/log/note/signed-note';
import { checkStanding } from '@platform/core/log/standing/endings';
import { type Endable, MOST_ASKED, type StandingProof } from '@platform/core/objects/standing';
import type { CosignedCheckpoint, Decision, WitnessStore } from '../store/store.ts';
import { type AddCheckpoint, readAddCheckpoint } from './read-request.ts';

export interface WitnessDeps {
  readonly store: WitnessStore;
  readonly crypto: Crypto;
  /** The keys of the logs that are admitted. A log that replaces its key has two for a while. */
  readonly logs: readonly NoteKey[];
  readonly key: NoteKey;
  readonly sign: (message: Uint8Array) => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Limits larger checkpoints, by the log’s origin. */
  readonly growth: RateLimiter;
  /** The mandates whose signed revocations were handed over for a log; their proof is asked of it. */
  readonly handed: HandedRevocations;
  readonly faults: { at(point: 'cosigned', side: 'before' | 'after'): void };
  /**
   * Called with both notes if a log shows different people different things, which nothing else can cause.
   */
  readonly onFork: (found: Fork) => void;
}

export interface HandedRevocations {
  /** Ids of mandates. */
  of(origin: string): Promise<readonly string[]>;
  /** What the log itself shows of things at the head of that size; null if it shows nothing. */
  proof(origin: string, things: readonly Endable[], size: number): Promise<StandingProof | null>;
  /** Called if a log shows a checkpoint that lacks some of them. */
  onLeftOut(left: { readonly origin: string; readonly size: number; readonly mandates: string }): void;
}

/** Two roots of one log at one size, both signed by the log. It is evidence for anyone. */
export interface Fork {
  readonly origin: string;
  readonly size: number;
  readonly cosigned: string;
  readonly shown: string;
}

export type AddRefusal =
  | 'malformed'
  | 'log_unknown'
  | 'log_signature_invalid'
  | 'size_differs'
  | 'not_consistent'
  | 'ending_left_out'
  | 'standing_left_out'
  | 'too_many';
type Answer = Result<{ readonly lines: string }, AddRefusal>;

const MS_PER_S = 1_000;

/** C2SP tlog-witness, `add-checkpoint`: cosigns a checkpoint that continues the one cosigned before. */
export async function addCheckpoint(deps: WitnessDeps, body: Uint8Array): Promise<Answer> {
  const request = readAddCheckpoint(body);
  if (!request.ok) return request;
  const opened = openAdmitted(deps, request.value.note);
  if (!opened.ok) return opened;
  const checkpoint = opened.value;
  const { old } = request.value;
  if (old > checkpoint.size) {
    return fail('malformed', `The old size, ${old}, is larger than the checkpoint’s, ${checkpoint.size}.`);
  }
  const shown = await showsEndings(deps, checkpoint);
  if (!shown.ok) return shown;
  const grown = checkpoint.size > ((await deps.store.cosigned(checkpoint.origin))?.size ?? 0);
  const spent = grown ? await deps.growth.spent(checkpoint.origin) : null;
  if (spent !== null) return tooMany(deps, spent.resetS);
  // The witness signs before the commit and answers after it, so nobody ever sees a signature that was not
  // kept.
  const signed = cosign(deps, checkpoint);
  const answer = await deps.store.advance(checkpoint.origin, (stored) => {
    const decision = decide(deps, request.value, checkpoint, { stored, signed });
    if (decision.keep !== null) deps.faults.at('cosigned', 'before');
    return decision;
  });
  if (answer.ok) deps.faults.at('cosigned', 'after');
  // INVARIANT: only cosigned checkpoints count, so nobody can spend a log’s share by repeating what it
  // published.
  if (answer.ok && grown) await deps.growth.take(checkpoint.origin);
  if (!answer.ok) await reportFork(deps, checkpoint, request.value.note);
  return answer;
}

/**
 * INVARIANT: no checkpoint is cosigned that does not have the end of every mandate whose signed revocation was handed over.
 * The log proves it; a log that cannot is refused as one that will not.
 */
async function showsEndings(
  { crypto, handed }: WitnessDeps,
  { origin, size, standing }: AdmittedCheckpoint,
): Promise<Result<void, 'ending_left_out'>> {
  const mandates = await handed.of(origin);
  const isMissing: string[] = [];
  for (let at = 0; at < mandates.length; at += MOST_ASKED) {
    const some = mandates.slice(at, at + MOST_ASKED);
    const things = some.map((id) => ({ kind: 'mandate' as const, id }));
    const proof = standing === undefined ? null : await handed.proof(origin, things, size);
    const checked = standing && proof ? checkStanding(crypto, standing, things, proof) : null;
    const ended = new Set(checked?.ok === true ? checked.value.map(({ id }) => id) : []);
    isMissing.push(...some.filter((id) => !ended.has(id)));
  }
  if (isMissing.length === 0) return ok(undefined);
  const missing = isMissing.join(', ');
  handed.onLeftOut({ origin, size, mandates: missing });
  const message = `This witness holds signed revocations that the checkpoint is not shown to have: of ${missing}.`;
  return fail('ending_left_out', message);
}

function tooMany({ growth }: WitnessDeps, resetS: number): Result<never, 'too_many'> {
  const message = `${growth.policy.requests} checkpoints of this log were cosigned within a minute: ask again in ${resetS} s.`;
  return fail('too_many', message, { retry_after_s: resetS });
}

interface AdmittedCheckpoint extends OpenedCheckpoint {
  readonly signedBy: readonly NoteKey[];
}

/**
 * The checkpoint of an admitted log. INVARIANT: a known key of the log signed it, and no line under a known
 * key fails.
 */
function openAdmitted({ crypto, logs }: WitnessDeps, note: string): Result<AdmittedCheckpoint, AddRefusal> {
  const parsed = parseNote(note);
  if (!parsed.ok) return fail('malformed', parsed.error.message);
  const said = parseCheckpoint(parsed.value.text);
  if (!said.ok) return fail('malformed', said.error.message);
  const keys = logs.filter(({ name }) => name === said.value.origin);
  if (keys.length === 0) return fail('log_unknown', 'This witness does not know the log of this checkpoint.');
  const opened = openCheckpointByAny(crypto, note, keys);
  if (opened.ok) return opened;
  const { code, message } = opened.error;
  return fail(code === 'checkpoint_malformed' ? 'malformed' : 'log_signature_invalid', message);
}

interface CosignedNote {
  readonly line: string;
  /** The checkpoint with the log’s signatures under keys that are known here, and ours. */
  readonly note: string;
}

function cosign(deps: WitnessDeps, { note, signedBy }: AdmittedCheckpoint): CosignedNote {
  const timeS = Math.floor(deps.clock() / MS_PER_S);
  const own = cosignatureLine(deps.key, timeS, deps.sign(cosignatureMessage(note.text, timeS)));
  // INVARIANT: each key has one line, however many were sent, so that anyone can read the note with our line
  // below.
  const ofLog = note.signatures.filter(
    ({ name, keyId }, at, lines) =>
      signedBy.some((log) => name === log.name && keyId === log.id) &&
      lines.findIndex((line) => line.name === name && line.keyId === keyId) === at,
  );
  return {
    line: formatSignatureLine(own),
    note: formatNote({ text: note.text, signatures: [...ofLog, own] }),
  };
}

function decide(
  { crypto }: Pick<WitnessDeps, 'crypto'>,
  { old, proof }: AddCheckpoint,
  { size, root, standing }: OpenedCheckpoint,
  { stored, signed }: { readonly stored: CosignedCheckpoint | null; readonly signed: CosignedNote },
): Decision<Answer> {
  const refuse = (code: AddRefusal, message: string): Decision<Answer> => ({
    keep: null,
    answer: fail(code, message, { size: stored?.size ?? 0 }),
  });
  const known = stored?.size ?? 0;
  if (old !== known) return refuse('size_differs', `The size cosigned last is ${known}, not ${old}.`);
  // Every log begins with the empty one, so there is nothing to prove from there.
  const continues =
    stored === null || known === 0
      ? proof.length === 0
      : verifyConsistency(crypto, { from: known, to: size, fromRoot: stored.root, toRoot: root, proof });
  if (!continues || (stored !== null && size === known && root !== stored.root)) {
    return refuse('not_consistent', 'The proof does not show that this checkpoint continues the last one.');
  }
  const before = stored === null ? null : readStored(stored);
  const kept = before === null ? ok(undefined) : checkStandingKept(before, { size, standing });
  if (!kept.ok) return refuse(kept.error.code, kept.error.message);
  return { keep: { size, root, note: signed.note }, answer: ok({ lines: signed.line }) };
}

/** What was cosigned last; it was whole when it was stored. */
function readStored({ note }: CosignedCheckpoint): HeadStanding | null {
  const parsed = parseNote(note);
  const checkpoint = parsed.ok ? parseCheckpoint(parsed.value.text) : parsed;
  return checkpoint.ok ? checkpoint.value : null;
}

/**
 * It does not matter what else is wrong with the request: the log’s signature on another root at this size is
 * enough.
 */
async function reportFork(
  { store, onFork }: WitnessDeps,
  { origin, size, root }: OpenedCheckpoint,
  shown: string,
): Promise<void> {
  const stored = await store.cosigned(origin);
  if (stored === null || stored.size !== size || stored.root === root) return;
  onFork({ origin, size, cosigned: stored.note, shown });
}

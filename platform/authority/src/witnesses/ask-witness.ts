import { fromHex } from '@common/evidence/bytes';
import { toBase64 } from '@platform/core/log/note/base64';
import { openCheckpointByAny, parseDecimal } from '@platform/core/log/note/checkpoint';
import { readCosignature } from '@platform/core/log/note/cosignature';
import type { NoteKey } from '@platform/core/log/note/note-key';
import { formatNote, formatSignatureLine, parseNote } from '@platform/core/log/note/signed-note';
import type { Cosignature, StoredCheckpoint } from '../store/store.ts';
import { newestCheckpoint, pastLogKeysOf } from '../use-cases/checkpoints.ts';
import { proveConsistency } from '../use-cases/read-log.ts';
import {
  type ClaimDeps,
  type Evidence,
  forkShown,
  judgeClaim,
  type Witness,
  type WitnessAnswer,
} from './judge-claim.ts';
import type { WitnessMemory, WitnessProgress } from './witnesses.store.ts';

export interface AskDeps extends ClaimDeps {
  readonly memory: WitnessMemory;
  /** `POST <url>/add-checkpoint`. Never rejects. */
  readonly addCheckpoint: (url: string, body: string) => Promise<WitnessAnswer>;
}

/**
 * `ahead`: the witness shows more of the log than this database has. `alarm`: a fork or a lie (`judgeClaim`).
 */
export type WitnessOutcome =
  | { readonly kind: 'idle' }
  | { readonly kind: 'cosigned'; readonly size: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ahead'; readonly message: string }
  | { readonly kind: 'alarm'; readonly message: string; readonly evidence: Evidence };

/** One to begin with, one after a 409, and one more for a log that grew meanwhile. */
const TRIES = 3;

/**
 * Has the newest checkpoint cosigned if it is not. `again` asks anyway, to learn what the witness has seen.
 */
export async function askWitness(deps: AskDeps, witness: Witness, again = false): Promise<WitnessOutcome> {
  let newest = await newestCheckpoint(deps);
  if (!newest.ok) return { kind: 'idle' };
  const { origin } = newest.value;
  let progress = await progressOf(deps, origin, witness);
  if (!again && progress.size === newest.value.treeSize && isCosigned(newest.value, witness.key)) {
    return { kind: 'idle' };
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    // Another process may have grown the log and asked the witness meanwhile.
    newest = await newestCheckpoint(deps);
    if (!newest.ok) return { kind: 'idle' };
    const checkpoint = newest.value;
    if (progress.size > checkpoint.treeSize) return ahead(witness, progress.size, checkpoint.treeSize);
    const answer = await deps.addCheckpoint(witness.url, await requestOf(deps, progress.size, checkpoint));
    if (answer.kind === 'unanswered') return { kind: 'failed', message: answer.message };
    const size = answer.status === 409 ? sizeIn(answer.text) : null;
    if (size === null || size === progress.size) return concluded(deps, witness, checkpoint, answer);
    const claim = await judgeClaim(deps, witness, { origin, size });
    if (claim.kind === 'ahead') return keepAhead(deps, witness, origin, claim.size);
    if (claim.kind === 'alarm') return claim;
    progress = { ...progress, size: claim.size };
    await deps.memory.keepProgress(origin, progress);
  }
  return { kind: 'failed', message: `it answered ${TRIES} times with another size` };
}

/** Returns why the log must not grow: a witness has seen more of it than there is. Null if none has. */
export async function rollbackSeen(deps: AskDeps, witnesses: readonly Witness[]): Promise<string | null> {
  // Reads the head, not its checkpoint, because this runs before every proposal and redemption.
  const head = (await deps.store.treeHead(null))?.tree_head;
  if (head === undefined) return null;
  const [origin, treeSize] = [deps.logSigner.originOf(head.log_id), head.tree_size];
  for (const { witness: name, claimed } of await deps.memory.progress(origin)) {
    const witness = witnesses.find(({ key }) => nameOf(key) === name);
    if (witness !== undefined && claimed > treeSize) return ahead(witness, claimed, treeSize).message;
  }
  return null;
}

/** INVARIANT: stored before the outcome is returned, so that a restart does not forget it. */
async function keepAhead(
  deps: AskDeps,
  witness: Witness,
  origin: string,
  size: number,
): Promise<WitnessOutcome> {
  const known = await progressOf(deps, origin, witness);
  await deps.memory.keepProgress(origin, { ...known, claimed: Math.max(size, known.claimed) });
  const newest = await newestCheckpoint(deps);
  return ahead(witness, size, newest.ok ? newest.value.treeSize : 0);
}

function ahead({ name, url }: Witness, size: number, ours: number) {
  return {
    kind: 'ahead' as const,
    message: `The witness ${name} (${url}) has seen ${size} entries of this log, signed by the log, and this database has ${ours}: it was rolled back. No receipt is made until the log is that long again: run npx sanad authority restore, or put back the newest backup. If it never was that long, its checkpoint key is in other hands.`,
  };
}

async function progressOf(deps: AskDeps, origin: string, { key }: Witness): Promise<WitnessProgress> {
  const witness = nameOf(key);
  const known = (await deps.memory.progress(origin)).find((progress) => progress.witness === witness);
  return known ?? { witness, size: 0, claimed: 0 };
}

function nameOf({ name, id }: NoteKey): string {
  return `${name}+${id}`;
}

function isCosigned({ cosignatures }: StoredCheckpoint, { name, id }: NoteKey): boolean {
  return cosignatures.some((line) => line.name === name && line.keyId === id);
}

/**
 * Builds a request of C2SP tlog-witness. It has only the log's own lines, because some witnesses would refuse
 * a body with others’ lines as too long.
 */
async function requestOf(deps: AskDeps, old: number, { treeSize, note }: StoredCheckpoint): Promise<string> {
  const proof = old === 0 ? null : await proveConsistency(deps, old, treeSize);
  const hashes = proof?.ok === true ? proof.value.proof : [];
  const lines = hashes.map((hash) => `${toBase64(fromHex(hash) ?? new Uint8Array())}\n`);
  return `old ${old}\n${lines.join('')}\n${note}`;
}

/** Returns null if the body is not a size. */
function sizeIn(text: string): number | null {
  return text.endsWith('\n') ? parseDecimal(text.slice(0, -1)) : null;
}

/** Judges the witness's last answer. */
async function concluded(
  deps: AskDeps,
  witness: Witness,
  checkpoint: StoredCheckpoint,
  { status, text }: Extract<WitnessAnswer, { readonly kind: 'answered' }>,
): Promise<WitnessOutcome> {
  const { origin, treeSize } = checkpoint;
  if (status === 422) {
    const shown = await forkShown(deps, witness, origin);
    if (shown?.kind === 'ahead') return keepAhead(deps, witness, origin, shown.size);
    if (shown?.kind === 'alarm') return shown;
    return {
      kind: 'failed',
      message: `it does not accept that checkpoint ${treeSize} continues what it has signed, or that it shows the revocations that it was handed (422): compare what it shows with this log (npx sanad log fsck)`,
    };
  }
  if (status === 403) {
    return {
      kind: 'failed',
      message:
        'it answered 403: if it does not know the key that signs this log’s checkpoints, give its operator what sanad log key prints',
    };
  }
  if (status !== 200) return { kind: 'failed', message: `it answered ${status}` };
  const line = await verifiedLine(deps, witness, checkpoint, text);
  if (line === null) {
    return { kind: 'failed', message: 'it answered with no valid cosignature of our checkpoint' };
  }
  await deps.store.keepCosignatures(checkpoint, [line]);
  const known = await progressOf(deps, origin, witness);
  await deps.memory.keepProgress(origin, { ...known, size: treeSize });
  return { kind: 'cosigned', size: treeSize };
}

/**
 * Finds the witness's newest valid line. INVARIANT: verified over our own checkpoint, whatever was answered.
 */
async function verifiedLine(
  deps: AskDeps,
  { key }: Witness,
  checkpoint: StoredCheckpoint,
  lines: string,
): Promise<Cosignature | null> {
  const head = await deps.store.treeHead(checkpoint.treeSize);
  const ours = parseNote(checkpoint.note);
  const answered = parseNote(`${checkpoint.note}${lines}`);
  if (head === null || !ours.ok || !answered.ok) return null;
  const logKeys = pastLogKeysOf(deps, head.tree_head.log_id);
  let newest: { readonly timeS: number; readonly line: string } | null = null;
  for (const signature of answered.value.signatures.slice(ours.value.signatures.length)) {
    if (signature.name !== key.name || signature.keyId !== key.id) continue;
    const note = formatNote({ ...ours.value, signatures: [...ours.value.signatures, signature] });
    const opened = openCheckpointByAny(deps.crypto, note, logKeys);
    const read = opened.ok ? readCosignature(deps.crypto, opened.value, key) : null;
    if (read?.state !== 'valid' || read.timeS < (newest?.timeS ?? 0)) continue;
    newest = { timeS: read.timeS, line: formatSignatureLine(signature) };
  }
  return newest === null ? null : { name: key.name, keyId: key.id, line: newest.line };
}

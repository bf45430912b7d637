import { rootCoordinates, rootOf } from '@platform/core/log/merkle/tree';
import { type OpenedCheckpoint, openCheckpointByAny } from '@platform/core/log/note/checkpoint';
import type { PolicyWitness } from '@platform/core/log/note/log-policy';
import type { StoredCheckpoint } from '../store/store.ts';
import { newestCheckpoint, pastLogKeysOf } from '../use-cases/checkpoints.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';

export interface ClaimDeps extends Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'> {
  /**
   * `GET <url>/<SHA-256 of the origin, in hex>/checkpoint`: what the witness shows publicly. Never rejects.
   */
  readonly shownCheckpoint: (url: string, originHash: string) => Promise<WitnessAnswer>;
}

export type WitnessAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'unanswered'; readonly message: string };

/** A witness of the policy with an address at which to ask it. */
export interface Witness extends PolicyWitness {
  readonly url: string;
}

/** Two checkpoints of the log to compare. `shown` is null if the witness shows none that the log signed. */
export interface Evidence {
  readonly shown: string | null;
  readonly ours: string;
}

/**
 * `ours`: the log did publish that head, and the next proof may begin there. `ahead`: the log signed the head
 * but is now shorter, so the database was rolled back. `alarm`: a fork, or a lie.
 */
type Claim =
  | { readonly kind: 'ours'; readonly size: number }
  | { readonly kind: 'ahead'; readonly size: number; readonly shown: string }
  | { readonly kind: 'alarm'; readonly message: string; readonly evidence: Evidence };

/**
 * Judges a size that a witness claims to have signed. INVARIANT: the claim alone neither stops the log nor
 * moves the start of the next proof. That takes a checkpoint that we published, or one that the witness shows
 * with the log's own signature.
 */
export async function judgeClaim(
  deps: ClaimDeps,
  witness: Witness,
  { origin, size }: { readonly origin: string; readonly size: number },
): Promise<Claim> {
  if (size === 0 || (await deps.store.checkpoint(origin, size)) !== null) return { kind: 'ours', size };
  const shown = await deps.shownCheckpoint(witness.url, deps.crypto.sha256(origin));
  // Read after the answer, because another process may have grown the log meanwhile and shown it to the
  // witness.
  const ours = await ownCheckpoint(deps);
  const opened = await openShown(deps, shown);
  if (opened !== null) {
    const judged = await judgeShown(deps, witness, { opened, ours });
    if (judged.kind !== 'ours' || judged.size >= size) return judged;
  }
  const what =
    opened === null
      ? `shows no checkpoint with this log’s signature${whyOf(shown)}`
      : `shows one of ${opened.size}`;
  return {
    kind: 'alarm',
    message: `The witness ${nameOf(witness)} says that it has signed ${size} entries of this log, which has published no such head (its newest has ${ours.treeSize}), and ${what}: a fork, or a lie. Its word alone stops nothing, and it is not asked to go on from there: see the runbook, WitnessAlarm.`,
    evidence: { shown: opened?.text ?? null, ours: ours.note },
  };
}

/** Judges what a witness shows after it refused our checkpoint. Null if it shows nothing against our log. */
export async function forkShown(deps: ClaimDeps, witness: Witness, origin: string): Promise<Claim | null> {
  const opened = await openShown(deps, await deps.shownCheckpoint(witness.url, deps.crypto.sha256(origin)));
  if (opened === null) return null;
  const judged = await judgeShown(deps, witness, { opened, ours: await ownCheckpoint(deps) });
  return judged.kind === 'ours' ? null : judged;
}

interface ClaimedCheckpoint {
  readonly opened: OpenedCheckpoint & { readonly text: string };
  readonly ours: StoredCheckpoint;
}

async function judgeShown(
  deps: ClaimDeps,
  witness: Witness,
  { opened, ours }: ClaimedCheckpoint,
): Promise<Claim> {
  const { size, root, text } = opened;
  if (size > ours.treeSize) return { kind: 'ahead', size, shown: text };
  if ((await rootAt(deps, size)) === root) return { kind: 'ours', size };
  const same = await deps.store.checkpoint(ours.origin, size);
  return {
    kind: 'alarm',
    message: `The witness ${nameOf(witness)} shows a checkpoint of ${size} entries that has this log’s signature and another root than this log at that size: the log forked, or its checkpoint key is in other hands. Keep both checkpoints: see the runbook, WitnessAlarm.`,
    evidence: { shown: text, ours: (same ?? ours).note },
  };
}

/**
 * Null unless a key of the log signed it. An earlier key counts, because a witness may know only that one.
 */
async function openShown(deps: ClaimDeps, shown: WitnessAnswer): Promise<ClaimedCheckpoint['opened'] | null> {
  const text = textOf(shown);
  const head = (await deps.store.treeHead(null))?.tree_head;
  if (text === null || head === undefined) return null;
  const opened = openCheckpointByAny(deps.crypto, text, pastLogKeysOf(deps, head.log_id));
  return opened.ok ? { ...opened.value, text } : null;
}

async function ownCheckpoint(deps: ClaimDeps): Promise<StoredCheckpoint> {
  const newest = await newestCheckpoint(deps);
  if (!newest.ok) throw new Error('the log has lost its checkpoints');
  return newest.value;
}

async function rootAt({ store, crypto }: ClaimDeps, size: number): Promise<string> {
  const coordinates = rootCoordinates(size);
  const nodes = await store.logNodes([...coordinates]);
  const hashes = coordinates.map(({ level, index }) => nodes.get(`${level}:${index}`));
  if (!hashes.every((hash) => hash !== undefined)) throw new Error(`the log has no root of ${size} leaves`);
  return rootOf(crypto, hashes);
}

function textOf(shown: WitnessAnswer): string | null {
  return shown.kind === 'answered' && shown.status === 200 ? shown.text : null;
}

function whyOf(shown: WitnessAnswer): string {
  if (shown.kind === 'unanswered') return ` (${shown.message})`;
  return shown.status === 200 ? '' : ` (it answered ${shown.status})`;
}

function nameOf({ name, url }: Witness): string {
  return `${name} (${url})`;
}

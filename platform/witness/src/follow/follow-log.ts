import { ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import {
  appendLeaf,
  consistencyCoordinates,
  foldProof,
  leafHash,
  rootCoordinates,
  rootOf,
  verifyConsistency,
} from '@platform/core/log/merkle/tree';
import type { NoteKey } from '@platform/core/log/note/note-key';
import { type EndingsAlarm, type FollowedEndings, followEndings } from './follow-endings.ts';
import {
  type CheckpointFailure,
  type LogSource,
  openShown,
  type ReadFailure,
  readCheckpoint,
  readEntries,
  type ServedCheckpoint,
} from './log-source.ts';
import { readNodes } from './tree-reader.ts';

/** What a monitor remembers of a log: the last checkpoint, and the hashes from which its root is computed. */
export interface FollowedLog {
  readonly note: string;
  /** The hashes of the nodes of `rootCoordinates(size)`. */
  readonly frontier: readonly string[];
  /** Absent before the first look at a log that says what has ended. */
  readonly endings?: FollowedEndings | undefined;
}

export type Step =
  | {
      readonly kind: 'same' | 'grown';
      readonly from: number;
      readonly to: number;
      readonly next: FollowedLog;
    }
  | Alarm;

/**
 * `fork`: the log has signed two histories. `shorter`: it shows fewer entries than before. `not_served`: it
 * does not serve what it signed. The others are of what has ended.
 */
export interface Alarm {
  readonly kind: 'fork' | 'shorter' | 'not_served' | EndingsAlarm['kind'];
  readonly message: string;
  /** The note that was known, and the one that the log shows now. */
  readonly known: string;
  readonly shown: string;
}

interface Deps {
  readonly crypto: Crypto;
  readonly source: LogSource;
  /** The log’s keys, old and new. */
  readonly keys: readonly NoteKey[];
  /** The mandates whose signed revocations the log must show. Default: none. */
  readonly handed?: readonly string[];
}

/** Whether what the monitor kept is whole, and was once signed by the log. */
export function isFollowed(
  { crypto, keys }: Pick<Deps, 'crypto' | 'keys'>,
  { note, frontier }: FollowedLog,
): boolean {
  const opened = openShown(crypto, note, keys);
  if (!opened.ok) return false;
  const { size, root } = opened.value.checkpoint;
  return frontier.length === rootCoordinates(size).length && rootOf(crypto, frontier) === root;
}

/**
 * Looks at the log once: reads its checkpoint and the added entries, and computes the root from these and the
 * last checkpoint. That proves consistency without a proof by the log, and that the entries are the signed
 * ones.
 */
export async function followLog(
  deps: Deps,
  known: FollowedLog | null,
): Promise<Result<Step, CheckpointFailure>> {
  const step = await followTree(deps, known);
  if (!step.ok || !('next' in step.value)) return step;
  const { from, to, next } = step.value;
  const opened = openShown(deps.crypto, next.note, deps.keys);
  if (!opened.ok) return opened;
  const before = { endings: known?.endings ?? null, size: from };
  const shown = { size: to, standing: opened.value.checkpoint.standing };
  const endings = await followEndings(deps, before, shown, deps.handed ?? []);
  if (!endings.ok) return endings;
  const { value } = endings;
  if (value !== null && 'kind' in value) {
    return ok({ ...value, known: known?.note ?? next.note, shown: next.note });
  }
  return ok(value === null ? step.value : { ...step.value, next: { ...next, endings: value } });
}

async function followTree(deps: Deps, known: FollowedLog | null): Promise<Result<Step, CheckpointFailure>> {
  const read = await readCheckpoint(deps.crypto, deps.source, deps.keys);
  if (!read.ok) return read;
  const shown = read.value;
  const before = known === null ? null : openShown(deps.crypto, known.note, deps.keys);
  if (known === null || before?.ok !== true) return grow(deps, null, shown);
  const [old, now] = [before.value.checkpoint, shown.checkpoint];
  const alarm = (kind: Alarm['kind'], message: string) =>
    ok({ kind, message, known: known.note, shown: shown.note });
  if (now.size < old.size) {
    return alarm('shorter', `The log had ${old.size} entries, and now shows ${now.size}.`);
  }
  if (now.size > old.size) return grow(deps, { shown: before.value, frontier: known.frontier }, shown);
  if (now.root !== old.root) return alarm('fork', `The log has signed two roots of ${now.size} entries.`);
  // The note is kept as the log shows it now: a log that changes its key signs the newest checkpoint again,
  // and may give up the old key next.
  const next = { note: shown.note, frontier: known.frontier };
  return ok({ kind: 'same', from: old.size, to: now.size, next });
}

interface EarlierCheckpoint {
  readonly shown: ServedCheckpoint;
  readonly frontier: readonly string[];
}

async function grow(
  deps: Deps,
  before: EarlierCheckpoint | null,
  shown: ServedCheckpoint,
): Promise<Result<Step, CheckpointFailure>> {
  const { crypto, source } = deps;
  const { size: to, root } = shown.checkpoint;
  const from = before?.shown.checkpoint.size ?? 0;
  let tree: { readonly size: number; readonly frontier: readonly string[] } = {
    size: from,
    frontier: before?.frontier ?? [],
  };
  for await (const read of readEntries(source, from, to)) {
    if (!read.ok) {
      // The log must serve what it signed, but an unreachable log may only be down.
      return read.error.code === 'log_unreachable' ? read : explain(deps, before, shown, read.error.message);
    }
    for (const entry of read.value) tree = appendLeaf(crypto, tree, leafHash(crypto, entry));
  }
  if (rootOf(crypto, tree.frontier) !== root) {
    return explain(deps, before, shown, `Its entries do not give the root that it signed for ${to}.`);
  }
  return ok({ kind: 'grown', from, to, next: { note: shown.note, frontier: tree.frontier } });
}

/**
 * Decides, if the entries do not lead from one root to the other, whether the log forked or serves something
 * else.
 */
async function explain(
  deps: Deps,
  before: EarlierCheckpoint | null,
  shown: ServedCheckpoint,
  message: string,
): Promise<Result<Step, ReadFailure>> {
  const known = before?.shown.note ?? shown.note;
  const notServed = ok({ kind: 'not_served' as const, message, known, shown: shown.note });
  const old = before?.shown.checkpoint;
  if (old === undefined || old.size === 0) return notServed;
  const { size, root } = shown.checkpoint;
  const groups = consistencyCoordinates(old.size, size);
  const beginning = rootCoordinates(old.size);
  const nodes = await readNodes(deps.crypto, deps.source, size, [...beginning, ...groups.flat()]);
  if (!nodes.ok) return nodes.error.code === 'log_unreachable' ? nodes : notServed;
  const fromRoot = rootOf(deps.crypto, beginning.map(nodes.value));
  const proof = foldProof(deps.crypto, groups, nodes.value);
  const isSigned = verifyConsistency(deps.crypto, {
    from: old.size,
    to: size,
    fromRoot,
    toRoot: root,
    proof,
  });
  if (!isSigned || fromRoot === old.root) return notServed;
  return ok({
    kind: 'fork',
    message: `The log has signed two histories: its first ${old.size} entries are others than they were.`,
    known,
    shown: shown.note,
  });
}

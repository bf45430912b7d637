import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { checkStandingKept, type HeadStanding } from '@platform/core/log/note/checkpoint';
import type { NoteKey } from '@platform/core/log/note/note-key';
import { addEnding, NOTHING_ENDED } from '@platform/core/log/standing/endings';
import type { MapNode } from '@platform/core/log/standing/sparse-map';
import { LogCheckpoints } from '@platform/core/objects/log';
import { Ending, type StandingHead } from '@platform/core/objects/standing';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type LogSource, openShown, type ReadFailure } from './log-source.ts';

/** What a monitor remembers of the endings: so many of them, their root, and the hash over their list. */
export interface FollowedEndings extends StandingHead {
  readonly chain: string;
}

/**
 * `taken_back`: the log shows fewer endings than it signed, or others, or in another order. `left_out`: what it lists does
 * not give the root that it signed, or lacks a revocation that was handed to the monitor.
 */
export interface EndingsAlarm {
  readonly kind: 'taken_back' | 'left_out';
  readonly message: string;
}

interface Deps {
  readonly crypto: Crypto;
  readonly source: LogSource;
  readonly keys: readonly NoteKey[];
}

interface Shown {
  /** The size of the log, and the standing in its checkpoint; a log of others has none. */
  readonly size: number;
  readonly standing: StandingHead | undefined;
}

const PAGE = 1_000;
const PAGE_BYTES = 16_777_216;
const Endings = Type.Array(Ending);

const NO_ENDINGS: FollowedEndings = { ...NOTHING_ENDED, chain: '' };

/**
 * Reads all endings that the log lists, and computes the root of each checkpoint since the last look anew. `handed`: the
 * ids of mandates whose signed revocations the monitor holds; the checkpoint must have them.
 */
export async function followEndings(
  deps: Deps,
  known: { readonly endings: FollowedEndings | null; readonly size: number },
  shown: Shown,
  handed: readonly string[],
): Promise<Result<FollowedEndings | EndingsAlarm | null, ReadFailure>> {
  const { endings: before } = known;
  const { standing } = shown;
  if (standing === undefined) {
    if (before === null && handed.length === 0) return ok(null);
    return ok({ kind: 'taken_back', message: 'Its checkpoint no longer says what has ended.' });
  }
  if (before !== null && standing.size < before.size) {
    const message = `${before.size} things had ended, and now only ${standing.size}.`;
    return ok({ kind: 'taken_back', message });
  }
  const earlier = { size: known.size, standing: before ?? undefined };
  const between = await standingsSince(deps, earlier, shown.size);
  if (!between.ok) return between;
  if ('kind' in between.value) return ok(between.value);
  if (before?.size === standing.size) {
    // Also of the heads between: a map that was put in the place of another, and back, shows in no later one.
    const isOther = [...between.value, standing].some(({ root_hash: root }) => root !== before.root_hash);
    if (isOther)
      return ok({ kind: 'taken_back', message: `It has signed two roots of ${standing.size} endings.` });
    if (handed.length === 0) return ok(before);
  }
  return compare(deps, { before, standing, between: between.value, handed });
}

interface Compared {
  readonly before: FollowedEndings | null;
  readonly standing: StandingHead;
  readonly between: readonly StandingHead[];
  readonly handed: readonly string[];
}

async function compare(
  { crypto, source }: Deps,
  { before, standing, between, handed }: Compared,
): Promise<Result<FollowedEndings | EndingsAlarm, ReadFailure>> {
  const heads = [...(before === null ? [] : [before]), ...between, standing];
  if (heads.some(({ size }, at) => size < (heads[at - 1]?.size ?? 0))) {
    return ok({ kind: 'taken_back', message: 'A checkpoint has fewer endings than an earlier one.' });
  }
  const signed = Map.groupBy(heads, ({ size }) => size);
  const nodes = new Map<string, MapNode>();
  const missing = new Set(handed);
  const seen = new Set<string>();
  let followed = NO_ENDINGS;
  const fault = (): EndingsAlarm | null => {
    const { size, root_hash: root, chain } = followed;
    if (before !== null && size === before.size && chain !== before.chain) {
      return { kind: 'taken_back', message: `The first ${size} endings are others than they were.` };
    }
    const differs = signed.get(size)?.some((head) => head.root_hash !== root);
    return differs === true
      ? { kind: 'left_out', message: `Its ${size} endings do not give the root that it signed for them.` }
      : null;
  };
  const first = fault();
  if (first !== null) return ok(first);
  while (followed.size < standing.size) {
    const page = await readPage(source, `log/endings?from=${followed.size}&limit=${PAGE}`, Endings);
    if (!page.ok) return page;
    if (page.value.length === 0) {
      const message = `It lists ${followed.size} endings, and signed ${standing.size}.`;
      return ok({ kind: 'left_out', message });
    }
    for (const ending of page.value.slice(0, standing.size - followed.size)) {
      const name = `${ending.kind}:${ending.id}`;
      if (seen.has(name)) return ok({ kind: 'taken_back', message: `It lists the end of ${name} twice.` });
      seen.add(name);
      followed = oneMore(crypto, nodes, followed, ending);
      if (ending.kind === 'mandate') missing.delete(ending.id);
      const found = fault();
      if (found !== null) return ok(found);
    }
  }
  if (missing.size === 0) return ok(followed);
  const message = `Its checkpoint lacks the revocation of ${[...missing].join(', ')}, which was signed.`;
  return ok({ kind: 'left_out', message });
}

/** The standings of the checkpoints between two sizes; an alarm if one leaves out what an earlier one had. */
async function standingsSince(
  { crypto, source, keys }: Deps,
  known: HeadStanding,
  to: number,
): Promise<Result<readonly StandingHead[] | EndingsAlarm, ReadFailure>> {
  const found: StandingHead[] = [];
  let earlier: HeadStanding = known;
  for (let next = known.size; next < to; ) {
    const page = await readPage(source, `log/checkpoints?from=${next}&limit=${PAGE}`, LogCheckpoints);
    if (!page.ok) return page;
    const { checkpoints } = page.value;
    for (const { note } of checkpoints) {
      const opened = openShown(crypto, note, keys);
      if (!opened.ok) continue;
      const { checkpoint } = opened.value;
      const kept = checkStandingKept(earlier, checkpoint);
      if (!kept.ok) return ok({ kind: 'taken_back', message: kept.error.message });
      earlier = checkpoint;
      if (checkpoint.standing !== undefined) found.push(checkpoint.standing);
    }
    const last = checkpoints.at(-1);
    if (last === undefined || last.tree_size < next) break;
    next = last.tree_size + 1;
  }
  return ok(found);
}

function oneMore(
  crypto: Crypto,
  nodes: Map<string, MapNode>,
  followed: FollowedEndings,
  ending: Ending,
): FollowedEndings {
  const { head, nodes: fresh, replaced } = addEnding(crypto, nodes, followed, ending);
  for (const hash of replaced) nodes.delete(hash);
  for (const [hash, node] of fresh) nodes.set(hash, node);
  return { ...head, chain: hashOf(crypto, [followed.chain, ending]) };
}

async function readPage<Schema extends TSchema>(
  source: LogSource,
  path: string,
  schema: Schema,
): Promise<Result<Static<Schema>, ReadFailure>> {
  const read = await source.read(path, PAGE_BYTES);
  if (!read.ok) return read;
  const value = parsed(Buffer.from(read.value).toString('utf8'));
  if (Value.Check(schema, value)) return ok(value as Static<Schema>);
  return fail('log_garbled', `/${path} is not in the form of a list of ours.`);
}

/** What a list says is hashed, or signed by itself: nothing rests on the form of its JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

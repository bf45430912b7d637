import { isQuorum, type Quorum } from '@platform/core/log/note/log-policy';
import { newestCheckpoint } from '../use-cases/checkpoints.ts';
import type { LogSigner } from '../use-cases/deps.ts';
import type { AskDeps } from './ask-witness.ts';
import type { Witness } from './judge-claim.ts';

/** The figures about witnesses that operators see. */
export interface WitnessFigures {
  /**
   * By the witness’s name in the policy: seconds since the first head that it has not cosigned; 0 if none.
   */
  readonly lags: () => Promise<Readonly<Record<string, number>>>;
  /** As `lags`, for heads that too few of the policy’s witnesses have cosigned. */
  readonly quorumLag: () => Promise<number>;
  /** The number of witnesses that contradict this log. Each is a fork, or a lie. */
  readonly alarms: () => number;
}

interface LagDeps extends Pick<AskDeps, 'store' | 'memory'> {
  readonly logSigner: Pick<LogSigner, 'originOf'>;
  readonly clock: () => number;
}

interface WitnessSet {
  readonly witnesses: readonly Witness[];
  readonly quorum: Quorum | null;
}

/** How many cosignatures are read, of all witnesses together. */
const NEWEST_COSIGNATURES = 500;
const NOTHING = { lags: {}, quorum: 0 };

/** Reads only the newest cosignatures: enough unless a witness is thousands of heads behind. */
export async function readLags(
  deps: LagDeps,
  { witnesses, quorum }: WitnessSet,
): Promise<{ readonly lags: Readonly<Record<string, number>>; readonly quorum: number }> {
  const newest = await newestCheckpoint(deps);
  if (!newest.ok) return NOTHING;
  const { origin } = newest.value;
  const bySize = new Map<number, Set<string>>();
  const last = new Map<string, number>();
  const rows = await deps.memory.cosigned(origin, NEWEST_COSIGNATURES);
  // For a witness that is further behind, only its own claim is known, so its size is at most that.
  const oldest = rows.length < NEWEST_COSIGNATURES ? 0 : (rows.at(-1)?.size ?? 0);
  // Rows are sorted newest first.
  for (const { size, name, keyId } of rows) {
    const witness = witnesses.find(({ key }) => key.name === name && key.id === keyId);
    if (witness === undefined) continue;
    if (!last.has(witness.name)) last.set(witness.name, size);
    bySize.set(size, (bySize.get(size) ?? new Set()).add(witness.name));
  }
  const progress = await deps.memory.progress(origin);
  const lagOf = async (size: number): Promise<number> => {
    const since = await deps.memory.headAfter(size);
    return since === null ? 0 : Math.max(0, (deps.clock() - since) / 1_000);
  };
  const lags: Record<string, number> = {};
  for (const { name, key } of witnesses) {
    const known = progress.find(({ witness }) => witness === `${key.name}+${key.id}`)?.size ?? 0;
    lags[name] = await lagOf(last.get(name) ?? Math.min(known, oldest));
  }
  const reached = [...bySize].find(([, names]) => isQuorum({ quorum }, names))?.[0] ?? 0;
  return { lags, quorum: quorum === null ? 0 : await lagOf(reached) };
}

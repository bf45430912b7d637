import { every, type JobWatch } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import type { NamedEntry } from '@platform/core/objects/anchor';
import { type AnchorDeps, type AnchorRound, anchorNewestHead, newestEntry } from './anchor-heads.ts';

interface AnchorJobOptions {
  readonly deps: AnchorDeps;
  /** How often to look whether a head is due. */
  readonly pollMs: number;
  readonly jobs: JobWatch;
  readonly log: Log;
}

export interface AnchorJob {
  start(): void;
  /** The newest known entry; receipts made now name it. */
  readonly newest: () => NamedEntry | null;
  readonly stop: () => Promise<void>;
}

const LONGEST_PAUSE_MS = 300_000;
/** A frozen log is still asked from time to time, in case it accepts entries again. */
const FROZEN_PAUSE_MS = 3_600_000;

/**
 * Posts heads to a public log. INVARIANT: nothing waits for this job, and nothing is refused because of it.
 */
export function createAnchorJob({ deps, pollMs, jobs, log }: AnchorJobOptions): AnchorJob {
  let named: NamedEntry | null = null;
  let failures = 0;
  let dueMs = Number.NEGATIVE_INFINITY;
  let told = '';
  let trouble: AnchorRound['kind'] | null = null;
  const conclude = (round: AnchorRound): void => {
    if (round.kind === 'idle') {
      // Another process posted the waiting head. A refused head no longer waits, but was not posted either.
      if (trouble !== 'refused') trouble = null;
      return;
    }
    if (round.kind === 'anchored') {
      if (told !== '') log.info({ tree_size: round.treeSize }, 'heads of the log are posted again');
      failures = 0;
      told = '';
      trouble = null;
      return;
    }
    failures += 1;
    trouble = round.kind;
    const pause = Math.min(pollMs * 2 ** Math.min(failures, 20), LONGEST_PAUSE_MS);
    dueMs = deps.clock() + (round.kind === 'frozen' ? FROZEN_PAUSE_MS : pause);
    if (told !== round.message)
      log.warn({ why: round.message }, 'a head of the log was not posted; tried again');
    told = round.message;
  };
  const round = async (failed: () => void): Promise<void> => {
    const nowMs = deps.clock();
    if (nowMs >= dueMs || nowMs < dueMs - FROZEN_PAUSE_MS) conclude(await anchorNewestHead(deps));
    // The job also counts as failing while it waits to try again.
    if (trouble !== null) failed();
    const head = (await deps.store.treeHead(null))?.tree_head;
    if (head !== undefined) named = await newestEntry(deps, deps.logSigner.originOf(head.log_id));
  };
  const onError = (err: unknown): void => log.error({ err }, 'heads of the log were not posted; tried again');
  const { start, stop } = every(pollMs, jobs.job('anchors', onError), round);
  return { start, newest: () => named, stop };
}

import { every, type JobWatch } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import { type AskDeps, askWitness, rollbackSeen, type WitnessOutcome } from './ask-witness.ts';
import type { Witness } from './judge-claim.ts';

interface WitnessJobOptions {
  readonly deps: AskDeps;
  readonly witnesses: readonly Witness[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** How often to look whether there is a new checkpoint. */
  readonly pollMs: number;
  /** How long the first look may delay receipts: a log that was rolled back must not grow before it. */
  readonly firstLookMs: number;
  readonly jobs: JobWatch;
  readonly log: Log;
}

export interface WitnessJob {
  start(): void;
  /**
   * Returns why no receipt may be made; null if one may. Waits for the start, and then for the first look.
   */
  readonly refusal: () => Promise<string | null>;
  readonly stop: () => Promise<void>;
  /** The number of witnesses whose last answer was a fork or a lie. */
  readonly alarms: () => number;
}

const LONGEST_PAUSE_MS = 300_000;

/**
 * Has checkpoints cosigned in the background: only the first look keeps anything waiting. A witness's
 * failures have figures and alerts of their own, so the job fails only through faults of this process.
 */
export function createWitnessJob(options: WitnessJobOptions): WitnessJob {
  const { deps, witnesses, clock, log } = options;
  const states = witnesses.map((witness) => ({
    witness,
    failures: 0,
    dueAt: 0,
    problem: '',
    alarmed: false,
  }));
  let told: string | null = null;
  const refusal = async (): Promise<string | null> => {
    const message = await rollbackSeen(deps, witnesses);
    if (message !== null && message !== told) log.error(message);
    told = message;
    return message;
  };
  const conclude = (state: (typeof states)[number], asked: WitnessOutcome): void => {
    const { name, url } = state.witness;
    const problem = 'message' in asked ? asked.message : '';
    state.failures = problem === '' ? 0 : state.failures + 1;
    const pause = Math.min(options.pollMs * 2 ** state.failures, LONGEST_PAUSE_MS);
    state.dueAt = problem === '' ? 0 : clock() + pause;
    if (problem !== '' && problem !== state.problem && asked.kind === 'failed') {
      log.warn({ witness: name, url, problem }, 'a witness did not cosign; it is asked again');
    }
    // Both checkpoints are logged, as evidence that anyone can check.
    if (asked.kind === 'alarm' && problem !== state.problem) {
      log.error({ witness: name, url, ...asked.evidence }, problem);
    }
    if (asked.kind === 'cosigned' && state.problem !== '')
      log.info({ witness: name }, 'a witness cosigns again');
    state.problem = problem;
    if (asked.kind !== 'idle') state.alarmed = asked.kind === 'alarm';
  };
  let isFirst = true;
  const round = async (): Promise<void> => {
    const again = isFirst;
    isFirst = false;
    if ((await refusal()) !== null) return;
    const due = states.filter(({ dueAt }) => dueAt <= clock());
    await Promise.all(
      due.map(async (state) => conclude(state, await askWitness(deps, state.witness, again))),
    );
    await refusal();
  };
  const onError = (err: unknown): void =>
    log.error({ err }, 'witnesses were not asked; it will be tried again');
  // INVARIANT: pending until the first look at the witnesses, so that a caller before the start cannot grow a
  // log that was rolled back.
  const firstLook = Promise.withResolvers<void>();
  const rounds = every(options.pollMs, options.jobs.job('witnesses', onError), round);
  return {
    start() {
      const timer = setTimeout(firstLook.resolve, options.firstLookMs);
      rounds.start();
      void rounds.run().finally(() => {
        clearTimeout(timer);
        firstLook.resolve();
      });
    },
    async refusal() {
      await firstLook.promise;
      return refusal();
    },
    async stop() {
      await rounds.stop();
      firstLook.resolve();
    },
    alarms: () => states.filter(({ alarmed }) => alarmed).length,
  };
}

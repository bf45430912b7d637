import { dateOfInstant } from '@common/base/calendar';
import type { Failure, Result } from '@common/base/result';
import { LATE, within } from '../timing/time-limit.ts';
import { symbolError } from '../use-cases/screen-batch.ts';
import {
  type ScreenAnswer,
  type ScreenDeps,
  type ScreenRefusal,
  screenTicker,
  understand,
} from '../use-cases/screen-ticker.ts';
import type { BulkLease, BulkStore, PutBack } from './bulk.store.ts';
import { type BulkResult, summaryOf } from './bulk-result.ts';

export interface BulkWorkDeps {
  readonly screen: ScreenDeps;
  readonly store: BulkStore;
  /** Called with each symbol that was looked at, and its answer. */
  readonly onAnswer: (symbol: string, answer: Result<ScreenAnswer, ScreenRefusal>) => void;
  /** Called after a failure on our side; the symbol will be retried. */
  readonly onFailure: (error: unknown, lease: BulkLease) => void;
}

export type BulkOutcome = 'screened' | 'refused' | 'put_back' | 'lost';

/**
 * A symbol that this many workers took without finishing it is given up, because it may be what kills them.
 */
const MOST_LEASES = 3;
/** How often a symbol is postponed because its facts are unavailable. */
const MOST_RETRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Longer than any fetch may take. */
const SYMBOL_LIMIT_MS = 10 * 60_000;
/** A failed symbol is not retried at once: the database itself may have failed. */
const AFTER_FAILURE_MS = 5_000;

/** What to do with a symbol that this worker holds. */
export type BulkEnd =
  | { readonly kind: 'result'; readonly result: BulkResult }
  | { readonly kind: 'put_back'; readonly how: PutBack };

/**
 * Screens one symbol of a job and returns a summary, or its error. If its facts are unavailable for the
 * moment, the symbol is postponed for as long as the SEC says, or for twice as long each time.
 */
export async function screenLease(
  deps: Pick<BulkWorkDeps, 'screen' | 'onAnswer' | 'onFailure'>,
  lease: BulkLease,
): Promise<BulkEnd> {
  if (lease.leases > MOST_LEASES) return { kind: 'result', result: symbolError(lease.symbol, GAVE_UP) };
  const answer = await screenLeased(deps, lease);
  if (answer === null) return { kind: 'put_back', how: { waitMs: AFTER_FAILURE_MS, spends: 'lease' } };
  if (answer.ok) return { kind: 'result', result: summaryOf(answer.value) };
  if (answer.error.code === 'facts_unavailable' && lease.retries < MOST_RETRIES) {
    const waitMs = waitAfter(answer.error, lease.retries);
    return { kind: 'put_back', how: { waitMs, spends: 'retry' } };
  }
  return { kind: 'result', result: symbolError(lease.symbol, answer.error) };
}

/** Stores the outcome in the queue; returns `lost` if another worker holds the symbol by now. */
export async function endLease(
  { store }: Pick<BulkWorkDeps, 'store'>,
  lease: BulkLease,
  end: BulkEnd,
): Promise<BulkOutcome> {
  if (end.kind === 'put_back') return (await store.putBack(lease, end.how)) ? 'put_back' : 'lost';
  if (!(await store.finish(lease, end.result))) return 'lost';
  return 'error' in end.result ? 'refused' : 'screened';
}

/** Screens the symbol of a lease; returns null after a failure on our side. */
async function screenLeased(
  { screen, onAnswer, onFailure }: Pick<BulkWorkDeps, 'screen' | 'onAnswer' | 'onFailure'>,
  lease: BulkLease,
): Promise<Result<ScreenAnswer, ScreenRefusal> | null> {
  const request = { ticker: lease.symbol, asOf: null, rules: null };
  const understood = understand(request, dateOfInstant(screen.clock()));
  if (!understood.ok) return understood;
  try {
    const answer = await within(screenTicker(screen, understood.value), SYMBOL_LIMIT_MS);
    if (answer !== LATE) {
      onAnswer(understood.value.symbol, answer);
      return answer;
    }
    onFailure(new Error('the screening did not finish in time'), lease);
  } catch (error) {
    onFailure(error, lease);
  }
  return null;
}

function waitAfter({ detail }: Failure, retries: number): number {
  const known = detail?.retry_after_s;
  const waitMs = typeof known === 'number' ? known * 1_000 : FIRST_WAIT_MS * 2 ** retries;
  return Math.min(waitMs, LONGEST_WAIT_MS);
}

const GAVE_UP = {
  code: 'gave_up',
  message: `Screening this symbol was started ${MOST_LEASES} times and never finished. Request it on its own; if that fails too, report it.`,
};

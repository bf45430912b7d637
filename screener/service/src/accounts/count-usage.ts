import { addMonths, dateOfInstant } from '@common/base/calendar';
import type { Result } from '@common/base/result';
import type { Job } from '@common/kit/jobs';
import type {
  CallCount,
  TickerCount,
  TickerOutcome,
  UsageBatch,
  UsageStore,
  UsageTier,
} from './usage.store.ts';

/** Counts calls in memory and stores them every few seconds; a killed process loses those not yet stored. */
export interface UsageCounter {
  /** Counts a call that was answered. */
  called(tier: UsageTier, account: string | null, operation: string, status: number): void;
  /** Counts a request for a ticker by its outcome. */
  asked(
    account: string | null,
    symbol: string,
    answer: Result<{ readonly compliance: string }, string>,
  ): void;
  /** Records that an account had something screened. The first time activates the account. */
  screened(account: string): void;
  /** Stores the counts that are not stored yet. */
  close(): Promise<void>;
}

interface CounterOptions {
  readonly store: Pick<UsageStore, 'add' | 'tickersOf'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Each run stores the counts. Counts that could not be stored are kept for the next run. */
  readonly job: Job;
}

/** The name for all tickers beyond `NAMED_A_DAY`; no ticker is written like this. */
export const OTHER_TICKERS = '(others)';

const WRITE_EVERY_MS = 5_000;
const DAY_MS = 86_400_000;
const KEPT_MONTHS = 13;
/** Kinds of calls kept in memory. Further ones are counted without their account. */
const MOST_KINDS = 20_000;
/** Accounts remembered as having screened, so that they are not written again. */
const MOST_KNOWN = 100_000;
/**
 * How many tickers a day are counted by name; the rest share one name. So a caller who makes up tickers fills
 * neither the memory nor the database.
 */
const NAMED_A_DAY: Readonly<Record<TickerOutcome, number>> = {
  screened: 5_000,
  not_screenable: 5_000,
  not_found: 1_000,
};

/** Creates a counter that continues with the tickers that earlier processes counted by name today. */
export async function createUsageCounter({ store, clock, job }: CounterOptions): Promise<UsageCounter> {
  const counts = createCounts();
  const names = await readNames(store, clock());
  const known = new Set<string>();
  let sweptOn = '';
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function storeCounts(): Promise<void> {
    const today = dateOfInstant(clock());
    const batch = counts.take();
    try {
      await store.add({ ...batch, keepFrom: sweptOn === today ? null : addMonths(today, -KEPT_MONTHS) });
      sweptOn = today;
    } catch (error) {
      counts.putBack(batch);
      throw error;
    }
  }

  const write = () => job.run(storeCounts);
  const writeLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writing.then(write).then(() => {
        if (!counts.isEmpty()) writeLater();
      });
    }, WRITE_EVERY_MS).unref();
  };

  function screened(account: string): void {
    if (known.has(account)) return;
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(account);
    counts.screened(account, clock());
    writeLater();
  }

  return {
    screened,
    called(tier, account, operation, status) {
      counts.call(dayOf(clock()), { tier, account, operation, status }, 1);
      writeLater();
    },
    asked(account, symbol, answer) {
      const outcome = outcomeOf(answer);
      if (outcome === null) return;
      const day = dayOf(clock());
      counts.ticker(day, outcome, names.nameOf(day, outcome, symbol), 1);
      if (account !== null && answer.ok) screened(account);
      writeLater();
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await writing;
      clearTimeout(timer);
      if (!counts.isEmpty()) await write();
    },
  };
}

type UsageCounts = Omit<UsageBatch, 'keepFrom'>;

/** Collects counts that are not stored yet. Each is keyed by one string, the cheapest way for a request. */
function createCounts() {
  const calls = new Map<string, number>();
  const tickers = new Map<string, number>();
  const activations = new Map<string, number>();
  const counts = {
    call(day: number, call: Omit<CallCount, 'day' | 'calls'>, count: number): void {
      const { tier, account, operation, status } = call;
      const key = `${day}|${tier}|${account ?? ''}|${operation}|${status}`;
      const isKnown = calls.size < MOST_KINDS || calls.has(key);
      add(calls, isKnown ? key : `${day}|${tier}||${operation}|${status}`, count);
    },
    ticker: (day: number, outcome: TickerOutcome, ticker: string, count: number) =>
      add(tickers, `${day}|${outcome}|${ticker}`, count),
    screened(account: string, at: number): void {
      activations.set(account, at);
    },
    isEmpty: () => calls.size + tickers.size + activations.size === 0,
    take(): UsageCounts {
      const batch = {
        calls: [...calls].map(toCallCount),
        tickers: [...tickers].map(toTickerCount),
        screened: [...activations].map(([account, at]) => ({ account, at })),
      };
      for (const map of [calls, tickers, activations]) map.clear();
      return batch;
    },
    putBack(batch: UsageCounts): void {
      for (const { day, calls: count, ...call } of batch.calls) counts.call(dayNumber(day), call, count);
      for (const { day, outcome, ticker, calls: count } of batch.tickers) {
        counts.ticker(dayNumber(day), outcome, ticker, count);
      }
      for (const { account, at } of batch.screened) counts.screened(account, at);
    },
  };
  return counts;
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** Reads which tickers are counted by name today, and decides for further ones. */
async function readNames(store: Pick<UsageStore, 'tickersOf'>, now: number) {
  const today = dateOfInstant(now);
  const outcomes = Object.keys(NAMED_A_DAY) as readonly TickerOutcome[];
  const named = new Map<TickerOutcome, Set<string>>();
  for (const outcome of outcomes) named.set(outcome, new Set(await store.tickersOf(today, outcome)));
  let of = dayOf(now);
  return {
    nameOf(day: number, outcome: TickerOutcome, symbol: string): string {
      if (of !== day) {
        of = day;
        for (const names of named.values()) names.clear();
      }
      const names = named.get(outcome);
      if (names === undefined || names.has(symbol)) return symbol;
      if (names.size >= NAMED_A_DAY[outcome]) return OTHER_TICKERS;
      names.add(symbol);
      return symbol;
    },
  };
}

/**
 * Returns null if the ticker was not judged, because its facts were unreachable or the request was not
 * understood.
 */
function outcomeOf(answer: Parameters<UsageCounter['asked']>[2]): TickerOutcome | null {
  if (!answer.ok) return answer.error.code === 'ticker_not_found' ? 'not_found' : null;
  return answer.value.compliance === 'not_screenable' ? 'not_screenable' : 'screened';
}

function toCallCount([key, calls]: [string, number]): CallCount {
  const [day = '', tier, account, operation = '', status] = key.split('|');
  return {
    day: dateOfInstant(Number(day) * DAY_MS),
    tier: tier as UsageTier,
    account: account === '' || account === undefined ? null : account,
    operation,
    status: Number(status),
    calls,
  };
}

function toTickerCount([key, calls]: [string, number]): TickerCount {
  const [day = '', outcome, ticker = ''] = key.split('|');
  return { day: dateOfInstant(Number(day) * DAY_MS), outcome: outcome as TickerOutcome, ticker, calls };
}

function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}

function dayNumber(day: string): number {
  return Date.parse(day) / DAY_MS;
}

import { addDays, type CalendarDate, daysBetween } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { parseDailyIndex } from '@screener/sources/daily-index';
import { newYorkTime } from '@screener/sources/prices/trading-days';
import type { SecClient } from '@screener/sources/sec-client/sec-client';
import type { LiveFacts } from '../use-cases/live-facts.ts';
import type { IndexStore } from './index.store.ts';

export interface RefreshDeps {
  readonly indexStore: IndexStore;
  readonly sec: Pick<SecClient, 'dailyIndex'>;
  readonly live: Pick<LiveFacts, 'refetchFacts'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly onCompany?: (outcome: 'refreshed' | 'failed') => void;
}

interface RefreshReport {
  /** The newest day of the index that was read; null if none could be. */
  readonly through: CalendarDate | null;
  readonly daysRead: number;
  readonly refreshed: number;
  /** The number of companies left for the next run. */
  readonly due: number;
}

interface RefreshOptions {
  /** Stops the run between two requests; what is done by then is stored. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

type RefreshRefusal = 'refresh_running' | 'sec_unavailable';

const LEASE_MS = 5 * 60_000;
const TOKEN_BYTES = 12;
const DUE_AT_ONCE = 100;
/** After a longer pause the coverage starts anew, and companies are fetched when they are screened. */
const LONGEST_GAP_DAYS = 90;
/** Over a weekend and a holiday, the newest index is at most this old; the first run begins there. */
const LATE_DAYS = 4;

/**
 * Reads the SEC's index of each day since the last one read, and fetches again the companies in the store
 * that filed a report. Each day and each company is stored when it is done, so that an interrupted run
 * continues where it stopped.
 */
export async function refreshFacts(
  deps: RefreshDeps,
  options: RefreshOptions = {},
): Promise<Result<RefreshReport, RefreshRefusal>> {
  const { indexStore, clock, randomBytes } = deps;
  const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('hex');
  if (!(await indexStore.begin(token, LEASE_MS))) {
    return fail('refresh_running', 'Another process is reading the SEC’s index just now.');
  }
  let message: string | null = 'It was interrupted; the next run continues.';
  try {
    const report = await run(deps, token, options);
    message = report.ok ? null : report.error.message;
    return report;
  } finally {
    await indexStore.end(token, { at: clock(), message });
  }
}

async function run(
  deps: RefreshDeps,
  token: string,
  options: RefreshOptions,
): Promise<Result<RefreshReport, RefreshRefusal>> {
  const days = await readDays(deps, options);
  if (!days.ok) return days;
  const companies = await askDue(deps, token, options);
  if (!companies.ok) return companies;
  const { days: read, due } = await deps.indexStore.state();
  return ok({ through: read?.last ?? null, daysRead: days.value, refreshed: companies.value, due });
}

/** Reads the days of the index that are missing, and returns how many it read. */
async function readDays(
  { indexStore, sec, clock }: RefreshDeps,
  { signal }: RefreshOptions,
): Promise<Result<number, 'sec_unavailable'>> {
  // A day's index appears when the day is over in New York.
  const newest = addDays(newYorkTime(clock()).date, -1);
  const known = (await indexStore.state()).days?.last ?? null;
  const isNew = known === null || daysBetween(known, newest) > LONGEST_GAP_DAYS;
  const first = isNew ? addDays(newest, -LATE_DAYS) : addDays(known, 1);
  if (isNew) await indexStore.startAt(first);
  let read = 0;
  for (let day = first; day <= newest; day = addDays(day, 1)) {
    signal?.throwIfAborted();
    if (isWeekend(day)) continue;
    const fetched = await sec.dailyIndex(day);
    // The day is a holiday, or its index has not appeared yet; a later day decides which.
    if (!fetched.ok && fetched.error.code === 'not_found') continue;
    if (!fetched.ok) return fail('sec_unavailable', fetched.error.message, fetched.error.detail);
    const ciks = parseDailyIndex(fetched.value.bytes, day);
    if (!ciks.ok) return fail('sec_unavailable', ciks.error.message);
    await indexStore.addDay(day, ciks.value);
    read += 1;
  }
  return ok(read);
}

/**
 * Fetches the companies that are due, and returns how many were refreshed. A company whose answer is unusable
 * stays due for the next run.
 */
async function askDue(
  { indexStore, live, onCompany }: RefreshDeps,
  token: string,
  { signal, onProgress }: RefreshOptions,
): Promise<Result<number, RefreshRefusal>> {
  const total = (await indexStore.state()).due;
  let refreshed = 0;
  let asked = 0;
  let after: string | null = null;
  for (;;) {
    const some: readonly string[] = await indexStore.due(after, DUE_AT_ONCE);
    if (some.length === 0) return ok(refreshed);
    for (const cik of some) {
      signal?.throwIfAborted();
      onProgress?.({ done: asked, total });
      if (!(await indexStore.renew(token, LEASE_MS))) {
        return fail('refresh_running', 'Another process took over reading the SEC’s index.');
      }
      const answer = await live.refetchFacts(cik);
      onCompany?.(answer.ok ? 'refreshed' : 'failed');
      if (!answer.ok && answer.error.code === 'sec_unavailable') {
        return fail('sec_unavailable', answer.error.message, answer.error.detail);
      }
      if (answer.ok) {
        await indexStore.done(cik);
        refreshed += 1;
      }
      asked += 1;
      after = cik;
    }
  }
}

/** Whether the index shows that facts fetched at an instant are still current. */
export async function isCovered(
  { indexStore, clock }: Pick<RefreshDeps, 'indexStore' | 'clock'>,
  cik: string,
  checkedAt: number,
): Promise<boolean> {
  const { days } = await indexStore.state();
  if (days === null || newYorkTime(checkedAt).date < days.first) return false;
  const isRecent = daysBetween(days.last, newYorkTime(clock()).date) <= LATE_DAYS;
  return isRecent && !(await indexStore.isDue(cik));
}

function isWeekend(date: CalendarDate): boolean {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return day === 0 || day === 6;
}

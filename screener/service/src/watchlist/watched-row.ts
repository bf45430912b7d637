import { addMonths, type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { type Failure, ok, type Result } from '@common/base/result';
import { byChoice } from '@screener/engine/chosen';
import { changesByChoice, verdictByChoice } from '@screener/engine/history/chosen-changes';
import type { Gap } from '@screener/engine/screened';
import type { CheckAnswer, PurificationAnswer } from '@screener/engine/screening';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { newestReport } from '@screener/words/time';
import type { ScreenerStore, StoredScreening } from '../store/store.ts';
import { latestOfCompany } from '../use-cases/keep-screening.ts';
import {
  type ScreenAnswer,
  type ScreenDeps,
  type ScreenRefusal,
  screenTicker,
  type UnderstoodRequest,
} from '../use-cases/screen-ticker.ts';
import { isOfTime, readTimeline } from '../use-cases/timeline.ts';
import { wasReached } from '../use-cases/unreached.ts';
import { type ToldChange, toldChange } from './told-change.ts';

/** What the watchlist shows for a ticker. A whole answer is too large to keep for each. */
export interface WatchedRow
  extends Pick<
    ScreenAnswer,
    | 'symbol'
    | 'name'
    | 'type'
    | 'as_of'
    | 'today'
    | 'facts_through'
    | 'stale'
    | 'compliance'
    | 'score'
    | 'next_report_expected'
  > {
  /** By all methodologies; `compliance` is by those that the reader follows. */
  readonly compliance_by_all: Verdict;
  /** The newest report that is here, or of a fund its report of holdings; null without one. */
  readonly period_end: CalendarDate | null;
  readonly checks: readonly CheckAnswer[];
  readonly purification: Pick<
    PurificationAnswer,
    'pct_of_dividends_and_gains' | 'low_pct' | 'high_pct' | 'covered_rate_pct' | 'coverage_pct'
  >;
  /** Why there is no verdict; null if there is one. */
  readonly missing: Gap | null;
  /** Since when the ticker has had its verdict, as far as that is known; null if history does not show it. */
  readonly since: VerdictSince | null;
  /** The changes of the last twelve months, newest first. */
  readonly changes: readonly ToldChange[];
  readonly currency: string | null;
  /** False if a source was not reached, so that the next reader tries it again. */
  readonly was_reached: boolean;
}

interface VerdictSince {
  readonly date: CalendarDate;
  /** True if nothing earlier is stored, so the ticker may have had the verdict before. */
  readonly orEarlier: boolean;
}

/** The most screenings read for one ticker; the newest are what counts. */
const SCREENINGS_READ = 200;
const MONTHS_TOLD = 12;

/**
 * Screens a watched ticker as of now, and reads from its history since when it has its verdict and what
 * changed.
 */
export async function readWatchedRow(
  deps: ScreenDeps,
  request: UnderstoodRequest,
): Promise<Result<WatchedRow, ScreenRefusal>> {
  const screened = await screenTicker(deps, request);
  if (!screened.ok) return screened;
  const { symbol, name, type, as_of, today, compliance, score, purification, ...answer } = byChoice(
    screened.value,
  );
  const chosen = request.chosen ?? null;
  const kept = byTheirChoice(await readTimeline(deps, symbol, request.rules, SCREENINGS_READ), chosen);
  const horizon = addMonths(today, -MONTHS_TOLD);
  const { pct_of_dividends_and_gains, low_pct, high_pct, covered_rate_pct, coverage_pct, currency } =
    purification;
  return ok({
    symbol,
    name,
    type,
    as_of,
    today,
    facts_through: answer.facts_through,
    stale: answer.stale,
    compliance,
    compliance_by_all: screened.value.compliance,
    score,
    currency,
    was_reached: wasReached(screened.value),
    checks: answer.methodologies
      .filter(({ id }) => chosen === null || chosen.includes(id))
      .flatMap(({ checks }) => checks),
    purification: { pct_of_dividends_and_gains, low_pct, high_pct, covered_rate_pct, coverage_pct },
    period_end:
      newestReport(screened.value)?.period_end ?? answer.etf_look_through?.report?.period_end ?? null,
    next_report_expected: answer.next_report_expected,
    missing: compliance === 'not_screenable' ? (answer.missing[0]?.gap ?? null) : null,
    since: verdictSince(
      kept.filter((row) => !isOfTime(row)),
      compliance,
    ),
    changes: kept.filter(({ asOf }) => asOf > horizon).flatMap((screening) => toldChange(screening) ?? []),
  });
}

/** The stored screenings with the verdicts, and what changed, by a choice of methodologies. */
function byTheirChoice(
  kept: readonly StoredScreening[],
  chosen: readonly string[] | null,
): readonly StoredScreening[] {
  if (chosen === null) return kept;
  return kept.map((row, index) => {
    const { screening, changes } = row;
    const earlier =
      changes === null
        ? undefined
        : kept.slice(index + 1).find((other) => other.asOf <= changes.since && !isOfTime(other));
    return {
      ...row,
      screening: { ...screening, compliance: verdictByChoice(screening, chosen) },
      changes:
        changes === null
          ? null
          : changesByChoice(changes, { earlier: earlier?.screening ?? null, later: screening }, chosen),
    };
  });
}

/** Finds since when the verdict holds. `kept` is newest first, as history returns it. */
function verdictSince(kept: readonly StoredScreening[], compliance: Verdict): VerdictSince | null {
  const other = kept.findIndex(({ screening }) => screening.compliance !== compliance);
  const first = kept[other === -1 ? kept.length - 1 : other - 1];
  if (first === undefined || other === 0) return null;
  return { date: first.asOf, orEarlier: other === -1 };
}

/** What is known about a watched ticker that could not be screened just now. */
export interface UnscreenedRow {
  readonly symbol: string;
  /** Null if the ticker is no longer listed. */
  readonly name: string | null;
  /** Why not. */
  readonly problem: Failure;
  /** The last screening that was stored; null if there is none. */
  readonly last: { readonly as_of: CalendarDate; readonly compliance: Verdict } | null;
}

export async function readUnscreenedRow(
  {
    store,
    clock,
  }: { readonly store: Pick<ScreenerStore, 'findListing' | 'latestScreening'>; readonly clock: () => number },
  symbol: string,
  problem: Failure,
): Promise<UnscreenedRow> {
  const [listing, latest] = await Promise.all([
    store.findListing(symbol),
    latestOfCompany(store, symbol, 'current', dateOfInstant(clock())),
  ]);
  const last = latest === null ? null : { as_of: latest.asOf, compliance: latest.screening.compliance };
  return { symbol, name: listing?.name ?? null, problem, last };
}

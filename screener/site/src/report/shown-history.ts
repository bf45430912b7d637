import { addMonths, type CalendarDate } from '@common/base/calendar';
import { isEvent, type ScreeningChanges } from '@screener/engine/history/changes';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { ScreenedMethodology } from '@screener/engine/screened';
import type { Screening } from '@screener/engine/screening';
import { type FlipGroup, groupFlips, isPrice } from '@screener/service/use-cases/flip-causes';
import {
  type HistoryDeps,
  type HistorySnapshot,
  readHistory,
} from '@screener/service/use-cases/read-history';
import { type InTime, isNewestHere } from '@screener/words/time';

/** Years of history that a report draws. Older screenings are listed. */
const YEARS_DRAWN = 5;
/** The most screenings that a report reads: fifteen years of filings, and as many changes of price. */
const MOST_READ = 120;

/** The history that a report shows, oldest first. It has nothing after the date of the report itself. */
export interface ShownHistory {
  readonly drawn: readonly HistorySnapshot[];
  readonly earlier: readonly HistorySnapshot[];
  /** The start of the drawing: the first screening, or five years before the last one that had a report. */
  readonly from: CalendarDate;
  /** Whether the store has older screenings than those listed. */
  readonly hasMore: boolean;
}

/** Reads the history behind a company's report, after the screening, which may just have been stored. */
export async function readShownHistory(
  deps: HistoryDeps,
  answer: Pick<Screening, 'symbol' | 'rules'> & InTime,
): Promise<ShownHistory> {
  const { symbol, rules } = answer;
  const read = await readHistory(deps, symbol, rules, { limit: MOST_READ });
  const snapshots = read.ok ? read.value.snapshots : [];
  return showUntil(snapshots, endOf(answer), read.ok && read.value.next_cursor !== null);
}

/** The last day that a history shows: that of the answer, or today where the newest answer is stale. */
export function endOf(answer: InTime): CalendarDate {
  return answer.stale !== null && isNewestHere(answer) ? answer.today : answer.as_of;
}

/** Selects the part of a history that was known at a date. `snapshots` are newest first. */
export function showUntil(
  snapshots: readonly HistorySnapshot[],
  asOf: CalendarDate,
  hasMore: boolean,
): ShownHistory {
  const known = snapshots.filter((snapshot) => snapshot.as_of <= asOf).toReversed();
  // If reports ended long ago, the drawing has the last years with one, up to the present.
  const last = known.findLast(({ anchor }) => anchor !== null)?.as_of ?? asOf;
  const start = addMonths(last, -12 * YEARS_DRAWN);
  const drawn = known.filter((snapshot) => snapshot.as_of >= start);
  const earlier = known.slice(0, known.length - drawn.length);
  const from = earlier.length > 0 ? start : (known[0]?.as_of ?? asOf);
  return { drawn, earlier, from, hasMore };
}

/** A ratio against a limit, and its value from each screening on. */
export interface RatioHistory {
  readonly ratio: string;
  readonly numerator: string;
  readonly denominator: string;
  /** The strictest of the limits that had the same result at each screening. */
  readonly threshold: number;
  readonly comparison: '<' | '<=';
  /** The other such limits, without those that a page writes alike. */
  readonly others: readonly number[];
  /** Ids of the methodologies that have these limits, that of `threshold` first. */
  readonly methodologies: readonly string[];
  readonly points: readonly RatioPoint[];
  readonly flips: number;
}

interface RatioPoint {
  readonly date: CalendarDate;
  /** Whether the verdict went stale on this day, so that nothing is known from it on. */
  readonly isStale: boolean;
  /** The end of the interval that decides; null if nothing bounds it. */
  readonly value: number | null;
  readonly status: CheckStatus;
}

type RatioReport = Pick<Screening, 'as_of'> & {
  readonly missing?: readonly { readonly code: string }[];
  readonly methodologies: readonly ScreenedMethodology[];
};

/**
 * Returns each ratio with its limits, from the beginning of the drawing to the report, whose own figures are
 * the last. Limits with the same result throughout are one history. The ratio that crossed its limit most
 * often comes first, then the one that is nearest to it.
 */
export function ratioHistories(answer: RatioReport, history: ShownHistory): readonly RatioHistory[] {
  const all = answer.methodologies.flatMap(({ id, checks }) =>
    checks.map((check) => ({ id, check, points: pointsOf(id, check.ratio, answer, history) })),
  );
  const alike = Map.groupBy(all, ({ check, points }) =>
    [check.ratio, ...points.map(({ status }) => status)].join(),
  );
  return [...alike.values()]
    .flatMap((group) => {
      const [strictest] = group.toSorted((a, b) => a.check.threshold - b.check.threshold);
      if (strictest === undefined) return [];
      const { check, points } = strictest;
      const { ratio, numerator, denominator, threshold, comparison } = check;
      const told = points.filter(({ isStale }) => !isStale);
      const flips = told.filter((point, at) => at > 0 && point.status !== told[at - 1]?.status).length;
      const methodologies = [strictest.id, ...group.map(({ id }) => id).filter((id) => id !== strictest.id)];
      const others = [...new Set(group.map((one) => hundredths(one.check.threshold)))]
        .filter((other) => other !== hundredths(threshold))
        .sort((a, b) => a - b);
      return [{ ratio, numerator, denominator, threshold, comparison, others, methodologies, points, flips }];
    })
    .sort((a, b) => b.flips - a.flips || nearness(b) - nearness(a));
}

/** Rounds a limit as a page writes it, so that 33.333 % and a third are one. */
function hundredths(threshold: number): number {
  return Math.round(threshold * 10_000) / 10_000;
}

function nearness({ points, threshold }: RatioHistory): number {
  return (points.at(-1)?.value ?? 0) / threshold;
}

type Shown = Pick<HistorySnapshot, 'as_of' | 'methodologies'> & Partial<Pick<HistorySnapshot, 'changes'>>;

/** Whether a screening of the history is a day on which the verdict went stale. */
export function isStaleEvent({ changes }: Partial<Pick<HistorySnapshot, 'changes'>>): boolean {
  return changes?.stale !== undefined;
}

/**
 * Puts the answer of the report in its place: before the day on which it went stale. An answer that only says that time
 * went by has none.
 */
export function inOrder<Screened extends { readonly as_of: CalendarDate }>(
  kept: readonly Screened[],
  answer: Screened & { readonly missing?: readonly { readonly code: string }[] },
): readonly Screened[] {
  const isOfTime = answer.missing?.some(({ code }) => code === 'reports_not_here' || code === 'stale_report');
  if (isOfTime === true && kept.length > 0) return kept;
  const later = kept.filter(({ as_of: asOf }) => asOf > answer.as_of);
  return [...kept.slice(0, kept.length - later.length), answer, ...later];
}

function pointsOf(
  methodology: string,
  ratio: string,
  answer: RatioReport,
  { drawn, earlier, from }: ShownHistory,
): readonly RatioPoint[] {
  const pointOf = (screening: Shown): RatioPoint | null => {
    if (isStaleEvent(screening)) {
      return { date: screening.as_of, isStale: true, value: null, status: 'unknown' };
    }
    const rules = screening.methodologies.find(({ id }) => id === methodology);
    const check = rules?.checks.find((candidate) => candidate.ratio === ratio);
    return check === undefined
      ? null
      : { date: screening.as_of, isStale: false, value: check.value, status: check.status };
  };
  const before = earlier.at(-1);
  const shown = inOrder<Shown>(
    [...(before === undefined ? [] : [{ ...before, as_of: from }]), ...drawn],
    answer,
  );
  const points = shown.flatMap((screening) => pointOf(screening) ?? []);
  // Of several screenings on one day, the last one counts.
  return points.filter((point, at) => point.date !== points[at + 1]?.date);
}

/** What can change an answer. `data` is what is available to judge by; `business` is the line of business. */
export type CauseKind = 'filing' | 'price' | 'rules' | 'business' | 'data';

/** A screening whose verdict, or one of its checks, differs from the one before, or a day on which it went stale. */
export interface Flip {
  /** The number of the flip, from one, in order of time. */
  readonly number: number;
  readonly snapshot: HistorySnapshot;
  readonly changes: ScreeningChanges;
  readonly groups: readonly FlipGroup[];
  readonly kinds: ReadonlySet<CauseKind>;
}

export function flipsOf(snapshots: readonly HistorySnapshot[], before?: HistorySnapshot): readonly Flip[] {
  return snapshots
    .flatMap((snapshot, at) => {
      const { changes } = snapshot;
      if (changes === null || !isEvent(changes)) return [];
      const groups = groupFlips(changes.checks);
      const kinds = kindsOf(snapshot, changes, groups, snapshots[at - 1] ?? before);
      return [{ snapshot, changes, groups, kinds }];
    })
    .map((flip, at) => ({ number: at + 1, ...flip }));
}

function kindsOf(
  snapshot: HistorySnapshot,
  changes: ScreeningChanges,
  groups: readonly FlipGroup[],
  before: HistorySnapshot | undefined,
): ReadonlySet<CauseKind> {
  if (changes.stale !== undefined) return new Set();
  const figures = groups.flatMap(({ causes }) => causes.figures);
  const kinds = new Set<CauseKind>(figures.map((cause) => (isPrice(cause) ? 'price' : 'filing')));
  if (changes.engine_changed && groups.every(({ causes }) => causes.figures.length === 0)) kinds.add('rules');
  else if (before !== undefined && before.business_activity !== snapshot.business_activity)
    kinds.add('business');
  if (snapshot.anchor === null) return new Set(['data']);
  if (kinds.size === 0) kinds.add(changes.report === null ? 'data' : 'filing');
  return kinds;
}

import { BUCKETS, type Bucket, JUDGED_BUCKETS } from '@screener/engine/funds/asset-buckets';
import type { EtfLookThrough, HoldingAnswer } from '@screener/engine/funds/fund-screening';
import type { CheckStatus } from '@screener/engine/methodologies/check';

/** Holdings that are open for the same reason. */
interface OpenGroup {
  readonly reason: string;
  readonly holdings: readonly HoldingAnswer[];
  readonly pct: number;
}

/** Groups the companies without a verdict by the first thing that is missing, the heaviest group first. */
export function openGroups({ holdings }: Pick<EtfLookThrough, 'holdings'>): readonly OpenGroup[] {
  const open = holdings.filter(({ bucket }) => bucket === 'not_screenable');
  return [...Map.groupBy(open, ({ missing }) => missing[0] ?? 'unknown')]
    .map(([reason, group]) => ({ reason, holdings: group, pct: weightOf(group) }))
    .sort((a, b) => b.pct - a.pct);
}

function weightOf(holdings: readonly HoldingAnswer[]): number {
  return holdings.reduce((sum, { pct }) => sum + (pct ?? 0), 0);
}

/** A part of the bar of weights. `open` may comply or not; `blank` is not a security. */
export interface Slice {
  readonly kind: 'compliant' | 'questionable' | 'non_compliant' | 'open' | 'blank';
  readonly bucket: Bucket;
  readonly pct: number;
  /** The start of the part, in per cent of the bar. */
  readonly from: number;
  readonly width: number;
}

const JUDGED: ReadonlySet<Bucket> = new Set(JUDGED_BUCKETS);
const BLANK: ReadonlySet<Bucket> = new Set(['cash', 'unlisted_assets', 'liabilities']);

/**
 * Returns the parts of the bar, to scale: what is decided, what is open, then cash. If debts make the parts
 * exceed the whole, the bar is their sum. A negative part has no width.
 */
export function slicesOf({ weights }: Pick<EtfLookThrough, 'weights'>): readonly Slice[] {
  const parts = BUCKETS.filter((bucket) => weights[bucket].pct > 0);
  const ordered = [
    ...parts.filter((bucket) => !BLANK.has(bucket)),
    ...parts.filter((bucket) => BLANK.has(bucket)),
  ];
  const whole = Math.max(
    100,
    ordered.reduce((sum, bucket) => sum + weights[bucket].pct, 0),
  );
  let from = 0;
  return ordered.map((bucket) => {
    const { pct } = weights[bucket];
    const width = (pct / whole) * 100;
    const slice: Slice = { kind: kindOf(bucket), bucket, pct, from, width };
    from += width;
    return slice;
  });
}

export function kindOf(bucket: Bucket): Slice['kind'] {
  if (BLANK.has(bucket)) return 'blank';
  return JUDGED.has(bucket) ? (bucket as (typeof JUDGED_BUCKETS)[number]) : 'open';
}

/**
 * One limit on a fund: the least that counts against it, and the most that could (fractions of net assets).
 */
export interface FundLimit {
  readonly low: number;
  readonly high: number | null;
  readonly threshold: number;
  readonly comparison: '<=';
  readonly basis: 'bounded' | 'derived';
  readonly status: CheckStatus;
}

/**
 * Compares a weight with a limit. Open weight counts as nothing at the low end and fully at the high end, which is drawn
 * no further than `mostPct`: the rest is known not to count.
 */
export function limitOn(
  lowPct: number,
  openPct: number | null,
  limitPct: number,
  mostPct: number,
): FundLimit {
  const [low, threshold] = [lowPct / 100, limitPct / 100];
  const whole = openPct === null ? null : low + openPct / 100;
  const status = low > threshold ? 'fail' : whole !== null && whole <= threshold ? 'pass' : 'unknown';
  const most = Math.max(low, mostPct / 100);
  const high = whole === null || most <= threshold ? whole : Math.min(whole, most);
  return { low, high, threshold, comparison: '<=', basis: low === high ? 'derived' : 'bounded', status };
}

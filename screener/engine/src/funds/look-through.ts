import { add, multiply, subtract } from '@common/base/exact';
import type { CheckStatus } from '../methodologies/check.ts';
import { type DecidedVerdict, type Verdict, verdictOf } from '../verdict/verdict.ts';
import { BUCKETS, type Bucket, type HoldingKind, JUDGED_BUCKETS, kindOf } from './asset-buckets.ts';
import { exposureOf } from './contracts.ts';
import type { FundHolding, FundReport } from './fund-report.ts';
import { FUND_RULES, GREATEST_PURIFICATION_PCT } from './fund-rules.ts';
import { methodologyStatus, possibleFundVerdicts } from './fund-verdict.ts';
import type { HoldingScreening } from './holding-screening.ts';
import type { Resolution } from './resolve-holding.ts';

/** The findings about one holding. */
export interface HoldingFinding {
  /** Its place in the filing, from 1. */
  readonly line: number;
  readonly holding: FundHolding;
  readonly kind: HoldingKind;
  readonly bucket: Bucket;
  /** US dollars. */
  readonly value: number;
  /** Fraction of net assets; null where the fund has none. */
  readonly weight: number | null;
  /**
   * US dollars of it that are open: nothing with a verdict, its absolute value without, a contract's exposure, and all
   * of net assets for a contract whose exposure nothing bounds.
   */
  readonly open: number;
  /** Null for anything but equity. */
  readonly resolution: Resolution | null;
  readonly screening: HoldingScreening | null;
}

interface BucketSum {
  readonly holdings: number;
  /** US dollars, exact. */
  readonly value: number;
  readonly open: number;
}

/** Percent of the fund's dividends and gains. */
interface FundPurification {
  readonly lowPct: number;
  readonly highPct: number;
  /** Net assets, in percent, in holdings whose own rate is bounded, and the totals for these. */
  readonly coveredWeightPct: number;
  readonly coveredLowPct: number;
  readonly coveredHighPct: number;
  /** The average of these holdings' own rates, by weight; null where there are none. */
  readonly coveredRatePct: number | null;
}

interface MethodologySums {
  readonly status: CheckStatus;
  /** US dollars. */
  readonly passing: number;
  readonly failing: number;
  readonly open: number;
}

export interface LookThrough {
  readonly netAssets: number;
  readonly findings: readonly HoldingFinding[];
  readonly buckets: Readonly<Record<Bucket, BucketSum>>;
  /** US dollars of all holdings. */
  readonly holdingsValue: number;
  /** US dollars of assets that are not among the holdings: cash at the bank, receivables, and lines that are missing. */
  readonly unlistedAssets: number;
  /** The US dollars in holdings with a verdict. */
  readonly judged: number;
  /** The absolute US dollars of everything without a verdict; at most net assets. */
  readonly open: number;
  readonly possible: readonly DecidedVerdict[];
  readonly verdict: Verdict;
  readonly methodologies: ReadonlyMap<string, MethodologySums>;
  readonly purification: FundPurification;
}

/** What is known about each holding, in the order of the filing. */
export interface HoldingKnowledge {
  readonly resolution: Resolution | null;
  readonly screening: HoldingScreening | null;
}

/**
 * Weighs a fund by its holdings. Weights are values over net assets. Everything without a verdict is open: it
 * cannot improve the fund, and leaves it without a verdict if it could decide.
 */
export function lookThrough(
  report: FundReport,
  knowledge: readonly HoldingKnowledge[],
  methodologies: readonly string[],
): LookThrough {
  const netAssets = Number(report.netAssets);
  const findings = report.holdings.map((holding, place) =>
    findingOf(holding, place + 1, netAssets, knowledge[place] ?? { resolution: null, screening: null }),
  );
  const holdingsValue = sum(findings.map((finding) => finding.value));
  const unlistedAssets = unlistedOf(report, findings, netAssets);
  const buckets = bucketSums(findings, unlistedAssets, netAssets);
  const open = atMost(netAssets, sum(BUCKETS.map((bucket) => buckets[bucket].open)));
  const possible = possibleFundVerdicts({
    netAssets,
    questionable: buckets.questionable.value,
    nonCompliant: buckets.non_compliant.value,
    open,
  });
  return {
    netAssets,
    findings,
    buckets,
    holdingsValue,
    unlistedAssets,
    judged: sum(JUDGED_BUCKETS.map((bucket) => buckets[bucket].value)),
    open,
    possible,
    verdict: verdictOf(possible),
    methodologies: new Map(
      methodologies.map((id) => [id, methodologySums(id, findings, netAssets, unlistedAssets)]),
    ),
    purification: purificationOf(findings, netAssets, unlistedAssets),
  };
}

/**
 * Total assets less the holdings that are assets. INVARIANT: it includes any line missing from the filing, so leaving
 * one out cannot make the fund better. Where total assets are not filed, anything may be missing.
 */
function unlistedOf(report: FundReport, findings: readonly HoldingFinding[], netAssets: number): number {
  if (report.totalAssets === null) return Math.max(0, netAssets);
  const listed = sum(findings.map(({ value }) => Math.max(0, value)));
  return Math.max(0, subtract(Number(report.totalAssets), listed));
}

function atMost(limit: number, amount: number): number {
  return Math.min(Math.max(0, limit), amount);
}

function findingOf(
  holding: FundHolding,
  line: number,
  netAssets: number,
  { resolution, screening }: HoldingKnowledge,
): HoldingFinding {
  const kind = kindOf(holding);
  const value = Number(holding.valueUsd);
  const isEquity = kind === 'equity';
  const isResolved = resolution !== null && resolution.method !== null;
  const bucket: Bucket = !isEquity
    ? kind
    : isResolved
      ? (screening?.compliance ?? 'not_screenable')
      : 'unresolved';
  return {
    line,
    holding,
    kind,
    bucket,
    value,
    weight: netAssets > 0 ? value / netAssets : null,
    open: isJudged(bucket)
      ? 0
      : kind === 'derivatives'
        ? (exposureOf(holding) ?? Math.max(netAssets, Math.abs(value)))
        : Math.abs(value),
    resolution: isEquity ? resolution : null,
    screening: isEquity && isResolved ? screening : null,
  };
}

export function isJudged(bucket: Bucket): boolean {
  return (JUDGED_BUCKETS as readonly Bucket[]).includes(bucket);
}

function bucketSums(
  findings: readonly HoldingFinding[],
  unlisted: number,
  netAssets: number,
): Readonly<Record<Bucket, BucketSum>> {
  const grouped = Map.groupBy(findings, (finding) => finding.bucket);
  const entries = BUCKETS.map((bucket): readonly [Bucket, BucketSum] => {
    const inside = grouped.get(bucket) ?? [];
    const value = sum(inside.map((finding) => finding.value));
    return [bucket, { holdings: inside.length, value, open: sum(inside.map(({ open }) => open)) }];
  });
  const assets = add(sum(findings.map(({ value }) => value)), unlisted);
  return {
    ...(Object.fromEntries(entries) as Readonly<Record<Bucket, BucketSum>>),
    unlisted_assets: { holdings: 0, value: unlisted, open: unlisted },
    liabilities: { holdings: 0, value: subtract(netAssets, assets), open: 0 },
  };
}

function methodologySums(
  id: string,
  findings: readonly HoldingFinding[],
  netAssets: number,
  unlistedAssets: number,
): MethodologySums {
  const sums = { pass: 0, fail: 0, unknown: unlistedAssets };
  for (const { value, open, screening } of findings) {
    const status = screening?.methodologies[id] ?? 'unknown';
    const unknown = screening === null ? open : Math.abs(value);
    sums[status] = add(sums[status], status === 'unknown' ? unknown : value);
  }
  const open = atMost(netAssets, sums.unknown);
  return {
    status: methodologyStatus(netAssets, sums.fail, open),
    passing: sums.pass,
    failing: sums.fail,
    open,
  };
}

/**
 * The part of net assets that may fail a methodology beyond what does. What passes cannot fail, so it ends there: a
 * fund that owes, or has contracts, holds more than its net assets. INVARIANT: never on the other side of the limit than
 * the whole of what is open, which decides.
 */
export function openShare({ failing, passing, open }: MethodologySums, netAssets: number): number {
  if (netAssets <= 0) return 0;
  const whole = open / netAssets;
  const least = failing / netAssets;
  const room = Math.min(whole, Math.max(0, 1 - (passing + failing) / netAssets));
  const isOver = (share: number) => least + share > FUND_RULES.methodologyFails;
  return isOver(room) === isOver(whole) ? room : whole;
}

/** Weight times rate. A holding whose rate nothing bounds counts as nothing below and as all of it above. */
function purificationOf(
  findings: readonly HoldingFinding[],
  netAssets: number,
  unlistedAssets: number,
): FundPurification {
  const most = GREATEST_PURIFICATION_PCT;
  if (netAssets <= 0) {
    const none = { coveredWeightPct: 0, coveredLowPct: 0, coveredHighPct: 0, coveredRatePct: null };
    return { lowPct: 0, highPct: most, ...none };
  }
  let low = 0;
  let high = 0;
  let told = 0;
  let covered = 0;
  let uncovered = unlistedAssets;
  for (const { value, open, screening } of findings) {
    const rate = screening?.purificationHighPct ?? null;
    if (screening === null || rate === null) {
      uncovered = add(uncovered, screening === null ? open : Math.abs(value));
    } else {
      covered = add(covered, value);
      told += value * Math.min(screening.purificationPct ?? rate, most);
      low += value * Math.min(screening.purificationLowPct, most);
      high += value * Math.min(rate, most);
    }
  }
  const ofNetAssets = (amount: number) => Math.min(most, amount / netAssets);
  return {
    lowPct: ofNetAssets(low),
    highPct: ofNetAssets(high + multiply(uncovered, most)),
    coveredWeightPct: ofNetAssets(multiply(covered, 100)),
    coveredLowPct: ofNetAssets(low),
    coveredHighPct: ofNetAssets(high),
    coveredRatePct: covered > 0 ? told / covered : null,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => add(total, value), 0);
}

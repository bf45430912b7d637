import { add, multiply, subtract } from '@common/base/exact';
import type { CheckStatus } from '../methodologies/check.ts';
import { type DecidedVerdict, type Verdict, verdictOf } from '../verdict/verdict.ts';
import {
  BUCKETS,
  type Bucket,
  DERIVATIVE_CATEGORIES,
  type HoldingKind,
  JUDGED_BUCKETS,
  kindOf,
} from './asset-buckets.ts';
import type { FundHolding, FundReport } from './fund-report.ts';
import { GREATEST_PURIFICATION_PCT } from './fund-rules.ts';
import { methodologyStatus, possibleFundVerdicts } from './fund-verdict.ts';
import { type HoldingScreening, standing } from './holding-screening.ts';
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
  /** Null for anything but equity. */
  readonly resolution: Resolution | null;
  readonly screening: HoldingScreening | null;
}

interface BucketSum {
  readonly holdings: number;
  /** US dollars, exact. */
  readonly value: number;
}

/** Percent of the fund's dividends and gains. */
interface FundPurification {
  readonly lowPct: number;
  readonly highPct: number;
  /** Net assets, in percent, in holdings whose own rate is bounded, and the totals for these. */
  readonly coveredWeightPct: number;
  readonly coveredLowPct: number;
  readonly coveredHighPct: number;
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
  const residual = subtract(netAssets, holdingsValue);
  const buckets = bucketSums(findings, residual);
  const unlistedAssets = unlistedOf(report, findings, netAssets);
  // These apply to every fund: assets that no line names, and derivatives whose exposure no line bounds.
  const background = add(unlistedAssets, findings.some(isUnbounded) ? netAssets : 0);
  const open = atMost(
    netAssets,
    add(
      background,
      sum(findings.filter((finding) => !isJudged(finding.bucket)).map((finding) => Math.abs(finding.value))),
    ),
  );
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
      methodologies.map((id) => [id, methodologySums(id, findings, netAssets, background)]),
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

/** A swap is filed at its gain or loss, nil when it is new; its exposure is not filed. */
function isUnbounded({ holding }: HoldingFinding): boolean {
  return DERIVATIVE_CATEGORIES.has(holding.assetCategory ?? '');
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
    resolution: isEquity ? resolution : null,
    screening: isEquity && isResolved ? screening : null,
  };
}

export function isJudged(bucket: Bucket): boolean {
  return (JUDGED_BUCKETS as readonly Bucket[]).includes(bucket);
}

function bucketSums(
  findings: readonly HoldingFinding[],
  residual: number,
): Readonly<Record<Bucket, BucketSum>> {
  const grouped = Map.groupBy(findings, (finding) => finding.bucket);
  const entries = BUCKETS.map((bucket): readonly [Bucket, BucketSum] => {
    if (bucket === 'residual') return [bucket, { holdings: 0, value: residual }];
    const inside = grouped.get(bucket) ?? [];
    return [bucket, { holdings: inside.length, value: sum(inside.map((finding) => finding.value)) }];
  });
  return Object.fromEntries(entries) as Readonly<Record<Bucket, BucketSum>>;
}

function methodologySums(
  id: string,
  findings: readonly HoldingFinding[],
  netAssets: number,
  background: number,
): MethodologySums {
  const sums = { pass: 0, fail: 0, unknown: background };
  for (const { value, screening } of findings) {
    const status = screening === null ? 'unknown' : standing(screening, id);
    sums[status] = add(sums[status], status === 'unknown' ? Math.abs(value) : value);
  }
  const open = atMost(netAssets, sums.unknown);
  return {
    status: methodologyStatus(netAssets, sums.fail, open),
    passing: sums.pass,
    failing: sums.fail,
    open,
  };
}

/** Weight times rate. A holding whose rate nothing bounds counts as nothing below and as all of it above. */
function purificationOf(
  findings: readonly HoldingFinding[],
  netAssets: number,
  unlistedAssets: number,
): FundPurification {
  const most = GREATEST_PURIFICATION_PCT;
  if (netAssets <= 0) {
    return { lowPct: 0, highPct: most, coveredWeightPct: 0, coveredLowPct: 0, coveredHighPct: 0 };
  }
  let low = 0;
  let high = 0;
  let covered = 0;
  let uncovered = unlistedAssets;
  for (const { value, screening } of findings) {
    const rate = screening?.purificationHighPct ?? null;
    if (screening === null || rate === null) {
      uncovered = add(uncovered, Math.abs(value));
    } else {
      covered = add(covered, value);
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
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => add(total, value), 0);
}

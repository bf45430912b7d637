import { add, multiply } from '@common/base/exact';
import { rounded } from '../methodologies/digits.ts';
import { anomaliesOf } from './anomalies.ts';
import { BUCKETS } from './asset-buckets.ts';
import { type ContractAmount, type FundHolding, type FundReport, reportUrl } from './fund-report.ts';
import { FUND_RULES } from './fund-rules.ts';
import type {
  BucketAnswer,
  EtfLookThrough,
  FundReportAnswer,
  HoldingAnswer,
  UnresolvedAnswer,
} from './fund-screening.ts';
import type { HoldingScreening } from './holding-screening.ts';
import { type HoldingFinding, type LookThrough, openShare } from './look-through.ts';
import { RESOLUTION_METHODS } from './resolve-holding.ts';

const WHOLE = 100;

/** `etf_look_through` of a fund whose holdings were weighed. */
export function lookThroughAnswer(report: FundReport, found: LookThrough): EtfLookThrough {
  const pct = (value: number) => (found.netAssets > 0 ? percent(value / found.netAssets) : 0);
  const standingsOf = standingsIn([...found.methodologies.keys()]);
  const filedPcts = found.findings.map(({ holding }) => Number(holding.pct ?? 0));
  const buckets = BUCKETS.map((bucket): readonly [string, BucketAnswer] => {
    const { holdings, value, open } = found.buckets[bucket];
    return [bucket, { holdings, value, pct: pct(value), open, open_pct: pct(open) }];
  });
  return {
    report: reportAnswer(report),
    net_assets: found.netAssets,
    total_assets: numberOf(report.totalAssets),
    total_liabilities: numberOf(report.totalLiabilities),
    coverage_pct: Math.min(WHOLE, pct(found.judged)),
    unlisted_assets: found.unlistedAssets,
    sum_of_weights_pct: found.netAssets > 0 ? pct(found.holdingsValue) : null,
    sum_of_filed_pct: rounded(filedPcts.reduce((total, value) => add(total, value), 0)),
    weights: Object.fromEntries(buckets) as EtfLookThrough['weights'],
    resolved_by: resolvedBy(found.findings, pct),
    limits: LIMITS,
    methodologies: [...found.methodologies].map(([id, sums]) => ({
      id,
      passing_pct: pct(sums.passing),
      failing_pct: pct(sums.failing),
      open_pct: percent(openShare(sums, found.netAssets)),
    })),
    purification: purificationWeights(found),
    holdings: found.findings
      .map((finding) => holdingAnswer(finding, standingsOf))
      .sort((a, b) => b.value - a.value || a.line - b.line),
    unresolved: found.findings.flatMap(unresolvedAnswer),
    anomalies: anomaliesOf(report, found),
  };
}

/** `etf_look_through` of a fund whose holdings are not available, or are too old to say anything. */
export function emptyLookThrough(report: FundReport | null): EtfLookThrough {
  const none = { holdings: 0, pct: 0 };
  return {
    report: report === null ? null : reportAnswer(report),
    net_assets: report === null ? null : Number(report.netAssets),
    total_assets: numberOf(report?.totalAssets ?? null),
    total_liabilities: numberOf(report?.totalLiabilities ?? null),
    coverage_pct: 0,
    unlisted_assets: null,
    sum_of_weights_pct: null,
    sum_of_filed_pct: null,
    weights: Object.fromEntries(
      BUCKETS.map((bucket) => [bucket, { ...none, value: 0, open: 0, open_pct: 0 }]),
    ) as EtfLookThrough['weights'],
    resolved_by: Object.fromEntries(
      [...RESOLUTION_METHODS, 'unresolved'].map((method) => [method, none]),
    ) as EtfLookThrough['resolved_by'],
    limits: LIMITS,
    methodologies: [],
    purification: {
      low_pct: 0,
      high_pct: WHOLE,
      covered_weight_pct: 0,
      covered_low_pct: 0,
      covered_high_pct: 0,
      covered_rate_pct: null,
    },
    holdings: [],
    unresolved: [],
    anomalies: [],
  };
}

const LIMITS: EtfLookThrough['limits'] = {
  non_compliant_above_pct: multiply(100, FUND_RULES.nonCompliantFails),
  compliant_up_to_non_compliant_pct: multiply(100, FUND_RULES.nonCompliantPasses),
  compliant_up_to_doubtful_pct: multiply(100, FUND_RULES.doubtfulPasses),
  methodology_fails_above_pct: multiply(100, FUND_RULES.methodologyFails),
  purification_covers_from_pct: multiply(100, FUND_RULES.purificationCovers),
};

function reportAnswer(report: FundReport): FundReportAnswer {
  return {
    form: report.form,
    series_id: report.seriesId,
    series_name: report.seriesName,
    registrant: report.registrant,
    cik: report.cik,
    period_end: report.periodEnd,
    fiscal_year_end: report.fiscalYearEnd,
    filed: report.filed,
    accession: report.accession,
    source_url: reportUrl(report),
    is_final: report.isFinal,
  };
}

function resolvedBy(
  findings: readonly HoldingFinding[],
  pct: (value: number) => number,
): EtfLookThrough['resolved_by'] {
  const equities = findings.filter((finding) => finding.kind === 'equity');
  const groups = Map.groupBy(equities, ({ resolution }) => resolution?.method ?? 'unresolved');
  return Object.fromEntries(
    [...RESOLUTION_METHODS, 'unresolved' as const].map((method) => {
      const inside = groups.get(method) ?? [];
      const value = inside.reduce((total, finding) => add(total, finding.value), 0);
      return [method, { holdings: inside.length, pct: pct(value) }];
    }),
  ) as EtfLookThrough['resolved_by'];
}

function purificationWeights({ purification }: LookThrough): EtfLookThrough['purification'] {
  return {
    low_pct: rounded(purification.lowPct),
    high_pct: rounded(purification.highPct),
    covered_weight_pct: rounded(purification.coveredWeightPct),
    covered_low_pct: rounded(purification.coveredLowPct),
    covered_high_pct: rounded(purification.coveredHighPct),
    covered_rate_pct: purification.coveredRatePct === null ? null : rounded(purification.coveredRatePct),
  };
}

type Standings = Pick<HoldingAnswer, 'passes' | 'fails'>;
const NO_STANDINGS: Standings = { passes: [], fails: [] };

/** What each screening passes and fails, made once: funds hold the same company on several lines. */
function standingsIn(methodologies: readonly string[]) {
  const known = new Map<HoldingScreening, Standings>();
  return (screening: HoldingScreening | null): Standings => {
    if (screening === null) return NO_STANDINGS;
    const standings = known.get(screening);
    if (standings !== undefined) return standings;
    const idsOf = (status: 'pass' | 'fail') =>
      methodologies.filter((id) => screening.methodologies[id] === status);
    const made = { passes: idsOf('pass'), fails: idsOf('fail') };
    known.set(screening, made);
    return made;
  };
}

function holdingAnswer(
  finding: HoldingFinding,
  standingsOf: (screening: HoldingScreening | null) => Standings,
): HoldingAnswer {
  const { holding, resolution, screening } = finding;
  const resolved = resolution === null || resolution.method === null ? null : resolution;
  return {
    line: finding.line,
    name: holding.name,
    title: holding.title,
    contract: contractAnswer(holding),
    ticker: holding.ticker,
    isin: holding.isin,
    cusip: holding.cusip,
    asset_category: holding.assetCategory,
    value: finding.value,
    pct: pctOf(finding),
    pct_filed: numberOf(holding.pct),
    open: finding.open,
    bucket: finding.bucket,
    resolved_by: resolved?.method ?? null,
    matched: resolved?.matched ?? null,
    symbol: resolved?.listing.symbol ?? null,
    company: resolved?.listing.name ?? null,
    cik: resolved?.listing.cik ?? null,
    compliance: screening?.compliance ?? null,
    score: screening?.score ?? null,
    ...standingsOf(screening),
    purification_pct: screening?.purificationPct ?? null,
    purification_low_pct: screening?.purificationLowPct ?? null,
    purification_high_pct: screening?.purificationHighPct ?? null,
    missing: screening?.missing ?? [],
  };
}

function contractAnswer({
  contract,
  derivativeKind: kind,
  currency,
  exchangeRate,
  balance,
}: FundHolding): HoldingAnswer['contract'] {
  if (contract === null) return null;
  const amount = (one: ContractAmount | null) =>
    one === null ? null : { amount: Number(one.amount), currency: one.currency };
  return {
    kind,
    notional: amount(contract.notional),
    bought: amount(contract.bought),
    sold: amount(contract.sold),
    strike: amount(contract.strike),
    shares_per_contract: numberOf(contract.sharesPerContract),
    contracts: numberOf(balance),
    unrealised: numberOf(contract.unrealised),
    currency,
    exchange_rate: numberOf(exchangeRate),
  };
}

function unresolvedAnswer(finding: HoldingFinding): readonly UnresolvedAnswer[] {
  const { holding, resolution, bucket, line, value } = finding;
  if (bucket !== 'unresolved') return [];
  const { name, title, ticker, isin, cusip } = holding;
  const reason = resolution?.method === null ? resolution.reason : 'no match was attempted';
  return [{ line, name, title, ticker, isin, cusip, value, pct: pctOf(finding), reason }];
}

function pctOf({ weight }: HoldingFinding): number | null {
  return weight === null ? null : percent(weight);
}

function percent(fraction: number): number {
  return rounded(multiply(100, fraction));
}

function numberOf(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}

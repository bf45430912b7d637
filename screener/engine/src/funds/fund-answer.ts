import { addMonths, type CalendarDate, daysBetween } from '@common/base/calendar';
import { multiply, subtract } from '@common/base/exact';
import { decidedOf, NO_MARKET } from '../answer.ts';
import { standingApproximations } from '../approximations.ts';
import { ENGINE_VERSION } from '../engine-version.ts';
import { rounded, roundedBeside } from '../methodologies/digits.ts';
import type { Methodology, RuleSet } from '../methodologies/methodology.ts';
import { NO_PURIFICATION } from '../purification.ts';
import { type RatioInfo, ratioInfo } from '../ratio-info.ts';
import type { Approximation, Missing, OpenWeight, ScreenedMethodology, Summary } from '../screened.ts';
import type { EvidenceEntry, PurificationAnswer } from '../screening.ts';
import { ageInDays } from '../time/staleness.ts';
import { type FundReport, reportUrl } from './fund-report.ts';
import { FUND_REPORT_AGE_LIMIT_MONTHS, FUND_REPORT_AGE_WARNING_DAYS, FUND_RULES } from './fund-rules.ts';
import { fundComponents, fundScore } from './fund-score.ts';
import type { ScreenedFund } from './fund-screening.ts';
import { fundStaleness, nextFundReportDue } from './fund-staleness.ts';
import { type HoldingKnowledge, type LookThrough, lookThrough, openShare } from './look-through.ts';
import { emptyLookThrough, lookThroughAnswer } from './look-through-answer.ts';

/** The requested fund. */
export interface FundProfile {
  readonly symbol: string;
  /** The CIK of the registrant, which may have many funds. */
  readonly cik: string;
  readonly name: string;
}

interface FundInput {
  readonly profile: FundProfile;
  readonly report: FundReport;
  /** In the order of the report's holdings. */
  readonly knowledge: readonly HoldingKnowledge[];
  readonly asOf: CalendarDate;
  /** The day on which the answer is given: ages count to it. By default `asOf`. */
  readonly today?: CalendarDate;
  readonly rules: RuleSet;
}

/**
 * True if the holdings are too old to say anything about the requested date.
 * @example isTooOld({ periodEnd: '2024-06-30' }, '2025-12-30') // false
 * @example isTooOld({ periodEnd: '2024-06-30' }, '2025-12-31') // true
 */
export function isTooOld(report: Pick<FundReport, 'periodEnd'>, asOf: CalendarDate): boolean {
  return addMonths(report.periodEnd, FUND_REPORT_AGE_LIMIT_MONTHS) < asOf;
}

/**
 * Screens a fund by its holdings. Pure; a fund that cannot be decided is an answer (`not_screenable`, with what is
 * missing). Removing a resolution or a company's fact never improves it.
 */
export function screenFund(input: FundInput): ScreenedFund {
  const { report, rules } = input;
  const ids = rules.methodologies.map((methodology) => methodology.id);
  const found = lookThrough(report, input.knowledge, ids);
  const components = fundComponents(found);
  const methodologies = rules.methodologies.map((methodology) => methodologyAnswer(methodology, found));
  const missing = found.verdict === 'not_screenable' ? missingFor(found) : [];
  return {
    ...commonOf(input, report),
    compliance: found.verdict,
    possible: found.possible,
    decided_methodologies: decidedOf(methodologies),
    score: fundScore(components, found.verdict),
    summary: found.netAssets > 0 ? summaryOf(found) : { about: 'nothing_decided', missing },
    components,
    ratios: ratiosOf(found),
    methodologies,
    purification: purificationAnswer(found),
    amounts: {
      net_assets: {
        low: found.netAssets,
        high: found.netAssets,
        unit: 'USD',
        basis: 'reported',
        low_from: 'net_assets',
        high_from: 'net_assets',
        rules: [],
      },
    },
    evidence: evidenceOf(report),
    missing,
    approximations: [...standingApproximations(rules), ...approximationsOf(report, input.asOf)],
    etf_look_through: lookThroughAnswer(report, found),
  };
}

/** The answer for a fund without holdings to screen. `report` is one that is too old, if there is one. */
export function refuseFund(
  input: Omit<FundInput, 'report' | 'knowledge'>,
  report: FundReport | null,
  missing: Missing,
): ScreenedFund {
  const nothing = { holdings: [], netAssets: '0' };
  const found = lookThrough(
    { ...(report ?? NO_REPORT), ...nothing },
    [],
    input.rules.methodologies.map((methodology) => methodology.id),
  );
  return {
    ...commonOf(input, report),
    compliance: 'not_screenable',
    possible: found.possible,
    decided_methodologies: [],
    score: 0,
    summary: { about: 'nothing_decided', missing: [missing] },
    components: fundComponents(found),
    ratios: ratiosOf(found),
    methodologies: input.rules.methodologies.map((methodology) => methodologyAnswer(methodology, found)),
    purification: purificationAnswer(found),
    amounts: {},
    evidence: report === null ? [] : evidenceOf(report),
    missing: [missing],
    approximations: standingApproximations(input.rules),
    etf_look_through: emptyLookThrough(report),
  };
}

const NO_REPORT: FundReport = {
  accession: null,
  filed: null,
  sourceUrl: null,
  form: '',
  seriesId: null,
  seriesName: null,
  registrant: '',
  cik: '',
  periodEnd: '',
  fiscalYearEnd: null,
  isFinal: false,
  totalAssets: null,
  totalLiabilities: null,
  netAssets: '0',
  holdings: [],
};

function commonOf(
  { profile: { symbol, cik, name }, asOf, today = asOf, rules }: Omit<FundInput, 'report' | 'knowledge'>,
  report: FundReport | null,
) {
  return {
    symbol,
    name,
    cik,
    type: 'fund',
    exchange: null,
    sector: null,
    sector_source: null,
    industry: null,
    as_of: asOf,
    today,
    facts_through: report?.filed ?? null,
    stale: report === null ? null : fundStaleness(report, { asOf, today }),
    rules: rules.id,
    engine_version: ENGINE_VERSION,
    ratio_info: RATIO_INFOS,
    data_age_days: report === null ? null : ageInDays(report, today),
    next_report_expected: report === null || report.isFinal ? null : nextFundReportDue(report),
    business_activity: FUND_BUSINESS,
    market_data: { ...NO_MARKET, reason: { code: 'no_price_of_its_own' } },
    translation: null,
    anchor: null,
  } as const;
}

const FUND_BUSINESS = {
  status: 'unknown',
  sic: null,
  sic_description: null,
  source: 'none: the business of each holding counts',
  confidence: 'none',
  findings: [],
} as const;

function ratiosOf(found: LookThrough): Readonly<Record<string, number | null>> {
  const share = (value: number) => (found.netAssets > 0 ? rounded(value / found.netAssets) : null);
  return {
    compliant_weight: share(found.buckets.compliant.value),
    questionable_weight: share(found.buckets.questionable.value),
    non_compliant_weight: share(found.buckets.non_compliant.value),
    open_weight: share(found.open),
  };
}

/** The members of `ratiosOf`. */
const RATIO_INFOS: Readonly<Record<string, RatioInfo>> = {
  compliant_weight: ratioInfo('value_of_compliant_holdings', 'net_assets'),
  questionable_weight: ratioInfo('value_of_questionable_holdings', 'net_assets'),
  non_compliant_weight: ratioInfo('value_of_non_compliant_holdings', 'net_assets'),
  open_weight: ratioInfo('value_without_a_verdict', 'net_assets'),
};

function summaryOf(found: LookThrough): Summary {
  const share = (value: number) => value / found.netAssets;
  return {
    about: 'fund',
    compliance: found.verdict,
    questionable: share(found.buckets.questionable.value),
    nonCompliant: share(found.buckets.non_compliant.value),
    open: share(found.open),
  };
}

/** One check: the weight of the holdings that fail the methodology, compared with the limit. */
function methodologyAnswer(methodology: Methodology, found: LookThrough): ScreenedMethodology {
  const { id, name, edition, shortName } = methodology;
  const sums = found.methodologies.get(id);
  const status = sums?.status ?? 'unknown';
  const hasWeights = sums !== undefined && found.netAssets > 0;
  const exactLow = hasWeights ? sums.failing / found.netAssets : 0;
  const exactHigh = hasWeights ? exactLow + openShare(sums, found.netAssets) : null;
  const limit = { threshold: FUND_RULES.methodologyFails, comparison: '<=' } as const;
  const low = roundedBeside(limit, exactLow);
  const high = exactHigh === null ? null : roundedBeside(limit, exactHigh);
  const value = status === 'fail' ? low : high;
  const check = {
    ratio: 'failing_weight',
    value,
    threshold: limit.threshold,
    distance: status === 'unknown' || value === null ? null : rounded(subtract(limit.threshold, value)),
    comparison: limit.comparison,
    passed: status === 'pass',
    status,
    low,
    high,
    basis: high === null ? 'unknown' : low === high ? 'derived' : 'bounded',
    numerator: 'value_of_failing_holdings',
    denominator: 'net_assets',
    source: 'This service’s own limit: no standard sets one for funds',
    confidence: 'low',
  } as const;
  const summary = { about: 'fund', name: shortName, status, low: exactLow, high: exactHigh } as const;
  return { id, name, edition, passed: status === 'pass', status, summary, checks: [check] };
}

/** A bound is never in the field that clients multiply with a dividend: it holds a rate of the whole fund, or nothing. */
function purificationAnswer({ purification, netAssets }: LookThrough): PurificationAnswer {
  const [lowPct, highPct] = [rounded(purification.lowPct), rounded(purification.highPct)];
  const { coveredRatePct: rate, coveredWeightPct } = purification;
  const isKnown = netAssets > 0;
  const isWhole = coveredWeightPct >= multiply(100, FUND_RULES.purificationCovers);
  return {
    ...NO_PURIFICATION,
    pct_of_dividends_and_gains: rate === null || !isWhole ? null : rounded(rate),
    covered_rate_pct: rate === null ? null : rounded(rate),
    coverage_pct: isKnown ? rounded(coveredWeightPct) : null,
    low_pct: isKnown ? lowPct : 0,
    high_pct: isKnown ? highPct : null,
    basis: !isKnown ? 'unknown' : lowPct === highPct ? 'derived' : 'bounded',
    currency: 'USD',
    note: `The average rate of the holdings whose rate is known, by weight, with the weight that they cover. It stands for the whole fund from a coverage of ${multiply(100, FUND_RULES.purificationCovers)} % on. For the rest, low_pct counts nothing and high_pct all of the dividend: a bound, not a rate to multiply with. The managers’ own figure, where they publish one, rests on facts that are not filed.`,
  };
}

/** The figures of the N-PORT that weights rest on; the holdings’ own are in `etf_look_through`. */
function evidenceOf(report: FundReport): readonly EvidenceEntry[] {
  const figures = [
    ['net_assets', 'nport:netAssets', report.netAssets],
    ['total_assets', 'nport:totAssets', report.totalAssets],
    ['total_liabilities', 'nport:totLiabs', report.totalLiabilities],
  ] as const;
  return figures.flatMap(([id, tag, value]) =>
    value === null
      ? []
      : [
          {
            id,
            concept: id,
            xbrl_tag: tag,
            value: Number(value),
            unit: 'USD',
            form: report.form,
            period_start: null,
            period_end: report.periodEnd,
            filed: report.filed,
            accession: report.accession,
            source_url: reportUrl(report),
            superseded: [],
          },
        ],
  );
}

function missingFor(found: LookThrough): readonly Missing[] {
  if (found.netAssets <= 0) return [{ code: 'net_assets', gap: { code: 'no_net_assets' } }];
  const { not_screenable: undecided, unresolved, cash, debt, derivatives, other } = found.buckets;
  const parts: Readonly<Record<OpenWeight, Pick<typeof other, 'holdings' | 'open'>>> = {
    not_screenable_holdings: undecided,
    unresolved_holdings: unresolved,
    cash,
    debt,
    derivatives,
    other_holdings: other,
    unlisted_assets: found.buckets.unlisted_assets,
  };
  return (Object.keys(parts) as OpenWeight[])
    .map((part) => ({ part, ...parts[part] }))
    .filter(({ holdings, open }) => open !== 0 || holdings > 0)
    .map(({ part, holdings, open }) => ({
      code: part,
      gap: { code: 'open_weight', part, pct: (100 * open) / found.netAssets, holdings },
    }));
}

function approximationsOf(report: FundReport, asOf: CalendarDate): readonly Approximation[] {
  const { periodEnd } = report;
  const entries: Approximation[] = [
    { id: 'holdings_of_a_date', period_end: periodEnd, as_of: asOf },
    { id: 'derivatives_by_exposure' },
  ];
  if (daysBetween(periodEnd, asOf) > FUND_REPORT_AGE_WARNING_DAYS) {
    entries.push({ id: 'holdings_end_early', period_end: periodEnd, as_of: asOf });
  }
  if (report.filed === null) entries.push({ id: 'filing_date_unknown' });
  return entries;
}

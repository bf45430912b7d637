import type { Failure } from '@common/base/result';
import type { Amount } from './amounts/amount.ts';
import { evidenceIds } from './amounts/expression.ts';
import { approximationsOf } from './approximations.ts';
import type { BusinessActivity } from './business/classify.ts';
import { conceptOf } from './concepts/labels.ts';
import { MARKET_ID } from './concepts/market-cap.ts';
import type { Report } from './facts.ts';
import type { CheckResult, MethodologyResult } from './methodologies/check.ts';
import { ENGINE_VERSION } from './methodologies/rule-sets.ts';
import { missingFor } from './missing.ts';
import { NO_PURIFICATION, purificationOf } from './purification.ts';
import type { Findings, ScreenedAmounts, ScreeningInput } from './screen.ts';
import type {
  AmountAnswer,
  CheckAnswer,
  EvidenceEntry,
  MarketAnswer,
  MethodologyAnswer,
  ReportAnswer,
  Screening,
} from './screening.ts';
import type { FactLedger } from './selection/fact-ledger.ts';
import { filingUrl } from './source-url.ts';
import { trailingAverages } from './trailing-averages.ts';
import { scoreComponents, totalScore } from './verdict/score.ts';
import { decideVerdict } from './verdict/verdict.ts';

/** The answer for a company whose reports were read. */
export function answerScreened(
  input: ScreeningInput,
  business: BusinessActivity,
  findings: Findings,
): Screening {
  const { methodologies, amounts } = findings;
  const compliance = decideVerdict(
    business.status,
    methodologies.map((result) => result.status),
  );
  const components = scoreComponents(
    business.status,
    methodologies.flatMap((result) => result.checks),
  );
  const purification = purificationOf(amounts, findings);
  return {
    ...identityOf(input),
    compliance,
    score: totalScore(components, compliance),
    components,
    ratios: ratiosOf(methodologies),
    business_activity: business,
    methodologies: methodologies.map(methodologyAnswer),
    purification,
    amounts: amountAnswers(amounts, findings.anchor.report.currency),
    evidence: evidenceFor(input, findings, purification.shares_evidence),
    market_data: marketAnswer(input, findings),
    anchor: reportAnswer(input.profile.cik, findings.anchor.report),
    missing: compliance === 'not_screenable' ? missingFor(business, findings) : [],
    approximations: approximationsOf(input, findings),
  };
}

/** The answer for a company with no report to screen: every check is unknown, and the reason is given. */
export function answerRefused(input: ScreeningInput, business: BusinessActivity, reason: Failure): Screening {
  const methodologies: readonly MethodologyResult[] = input.rules.methodologies.map((methodology) => ({
    methodology,
    status: 'unknown',
    checks: methodology.checks.map((check) => ({
      check,
      status: 'unknown',
      low: 0,
      high: null,
      basis: 'unknown',
    })),
  }));
  const components = scoreComponents(
    business.status,
    methodologies.flatMap((result) => result.checks),
  );
  return {
    ...identityOf(input),
    compliance: 'not_screenable',
    score: totalScore(components, 'not_screenable'),
    components,
    ratios: ratiosOf(methodologies),
    business_activity: business,
    methodologies: methodologies.map(methodologyAnswer),
    purification: NO_PURIFICATION,
    amounts: {},
    evidence: [],
    market_data: { ...NO_MARKET, reason: reason.message },
    anchor: null,
    missing: [{ code: reason.code, message: reason.message }],
    approximations: approximationsOf(input, null),
  };
}

function identityOf(input: ScreeningInput) {
  return {
    symbol: input.profile.symbol,
    name: input.profile.name,
    cik: input.profile.cik,
    as_of: input.asOf,
    rules: input.rules.id,
    engine_version: ENGINE_VERSION,
  };
}

function methodologyAnswer({ methodology, status, checks }: MethodologyResult): MethodologyAnswer {
  const { id, name, edition } = methodology;
  return { id, name, edition, passed: status === 'pass', status, checks: checks.map(checkAnswer) };
}

function checkAnswer(result: CheckResult): CheckAnswer {
  const { ratio, threshold, comparison, numerator, denominator, source, confidence } = result.check;
  const { status, low, high, basis } = result;
  return {
    ratio,
    value: decidingEnd(result),
    threshold,
    comparison,
    passed: status === 'pass',
    status,
    low,
    high,
    basis,
    numerator,
    denominator,
    source,
    confidence,
  };
}

function decidingEnd(result: CheckResult): number | null {
  return result.status === 'fail' ? result.low : result.high;
}

function ratiosOf(methodologies: readonly MethodologyResult[]): Readonly<Record<string, number | null>> {
  const results = methodologies.flatMap((result) => result.checks);
  return Object.fromEntries(results.map((result) => [result.check.ratio, result.high]));
}

function amountAnswers(
  amounts: ScreenedAmounts,
  unit: string | null,
): Readonly<Record<string, AmountAnswer>> {
  const answer = (amount: Amount): AmountAnswer => ({
    low: amount.low.value,
    high: amount.high?.value ?? null,
    unit,
    basis: amount.basis,
    low_from: amount.low.from,
    high_from: amount.high?.from ?? null,
    rules: amount.rules,
  });
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, answer(amount)]));
}

function evidenceFor(
  input: ScreeningInput,
  findings: Findings,
  shares: string | null,
): readonly EvidenceEntry[] {
  const ids = new Set<string>();
  for (const amount of Object.values(findings.amounts) as Amount[]) {
    for (const end of [amount.low, amount.high]) {
      for (const id of end === null ? [] : evidenceIds(end.from)) ids.add(id);
    }
  }
  if (shares !== null) ids.add(shares);
  for (const id of findings.financeLeases === null ? [] : evidenceIds(findings.financeLeases.from))
    ids.add(id);
  ids.delete(MARKET_ID);
  return [...ids].map((id) => evidenceEntry(input.profile.cik, findings.ledger, id));
}

export function evidenceEntry(cik: string, ledger: FactLedger, id: string): EvidenceEntry {
  const { fact, report, superseded } = ledger.entry(id);
  return {
    id,
    concept: conceptOf(fact.tag),
    xbrl_tag: fact.tag,
    value: fact.value,
    unit: fact.unit,
    form: report.form,
    period_start: fact.start,
    period_end: fact.end,
    filed: report.filed,
    accession: report.accession,
    source_url: filingUrl(cik, report.accession),
    superseded: superseded
      .filter((other) => other.fact.value !== fact.value)
      .map((other) => ({
        value: other.fact.value,
        form: other.report.form,
        accession: other.report.accession,
      })),
  };
}

export const NO_MARKET: MarketAnswer = {
  id: null,
  figure: null,
  value: null,
  close: null,
  currency: null,
  date: null,
  source: null,
  reason: null,
  trailing_averages: [],
};

function marketAnswer(input: ScreeningInput, findings: Findings): MarketAnswer {
  const { marketCap } = findings;
  if (!marketCap.ok) return { ...NO_MARKET, reason: marketCap.error.message };
  const { quote, figure, value } = marketCap.value;
  return {
    id: MARKET_ID,
    figure,
    value,
    close: quote.close,
    currency: quote.currency,
    date: quote.date,
    source: quote.source,
    reason: null,
    trailing_averages: trailingAverages(input, findings),
  };
}

function reportAnswer(cik: string, report: Report): ReportAnswer {
  return {
    form: report.form,
    period_end: report.periodEnd,
    filed: report.filed,
    accession: report.accession,
    source_url: filingUrl(cik, report.accession),
  };
}

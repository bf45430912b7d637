import { capitalised } from '@common/base/english';
import { multiply } from '@common/base/exact';
import type { DecidedChosen } from '@screener/engine/chosen';
import type { CheckResult, MethodologyResult } from '@screener/engine/methodologies/check';
import { decimalsBeside } from '@screener/engine/methodologies/digits';
import type { DecidedCompany, MethodologySummary, Missing, Summary } from '@screener/engine/screened';
import { failsForNonCompliant, type Verdict } from '@screener/engine/verdict/verdict';
import { REASONS as AR } from './ar/reasons.ts';
import { REASONS as EN } from './en/reasons.ts';
import { lineName } from './engine-words.ts';
import type { Face } from './face.ts';
import { fundMethodologyInWords, fundReason } from './fund-summary.ts';
import { gapInWords } from './gaps.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';
import {
  amountInSentence,
  followedNames,
  methodologyInSentence,
  ratioInSentence,
  verdictWords,
} from './names.ts';
import type { Verb } from './time.ts';

const REASONS: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

/** States the verdict and the reason for it, in one sentence. */
export function summaryInWords(summary: Summary, face: Face): string {
  return REASONS[face.language].verdict(verdictWords(verdictOf(summary), face), whyInWords(summary, face));
}

/** States the verdict by chosen methodologies, and the reason for it. */
export function chosenSummaryInWords(
  { compliance, methodologies, summary }: Pick<DecidedChosen, 'compliance' | 'methodologies' | 'summary'>,
  face: Face,
): string {
  return REASONS[face.language].verdictBy(
    verdictWords(compliance, face),
    followedNames(methodologies, face),
    whyInWords(summary, face),
  );
}

/**
 * Returns the reason for the verdict as a sentence without its capital letter, to follow the verdict. After a verdict
 * that was, so was the reason.
 */
export function whyInWords(summary: Summary, face: Face, verb: Verb = 'is'): string {
  switch (summary.about) {
    case 'company':
      return `${companyReason(summary, face, verb)}.`;
    case 'fund':
      return `${fundReason(summary, face, verb)}.`;
    case 'nothing_decided':
      return `${undecidedReason(summary.missing, face)}.`;
  }
}

/** Returns the reason as a sentence of its own, for a place that already shows the verdict. */
export function whySentence(summary: Summary, face: Face, verb: Verb = 'is'): string {
  return capitalised(whyInWords(summary, face, verb));
}

function verdictOf(summary: Summary): Verdict {
  return summary.about === 'nothing_decided' ? 'not_screenable' : summary.compliance;
}

function companyReason(decided: DecidedCompany, face: Face, verb: Verb): string {
  const { compliant, joined } = REASONS[face.language];
  const { methodologies } = decided;
  switch (decided.compliance) {
    case 'compliant':
      return compliant(methodologies.length, verb, closestCall(methodologies, face));
    case 'questionable':
    case 'non_compliant': {
      const reasons = [businessReason(decided, face), ratioReason(decided, face, verb)];
      return joined(reasons.filter((reason) => reason !== null));
    }
    case 'not_screenable':
      return undecidedReason(decided.missing, face);
  }
}

/** Says what is missing for a verdict. */
function undecidedReason(missing: readonly Missing[], face: Face): string {
  const { joined, undecided } = REASONS[face.language];
  return joined(missing.map(({ gap }) => gapInWords(gap, face))) || undecided;
}

/** States the result of one methodology and the figures that decide it, in one sentence. */
export function methodologyInWords(summary: MethodologySummary, face: Face): string {
  if (summary.about === 'fund') return fundMethodologyInWords(summary, face);
  const { result, business } = summary;
  const { methodology, status, checks, excludes } = result;
  const words = REASONS[face.language];
  const name = methodologyInSentence(methodology, face);
  switch (status) {
    case 'pass':
      return words.methodologyPasses(name, business, checks.length, againstLimit(closestOf(checks), face));
    case 'fail': {
      const over = checks.filter((check) => check.status === 'fail').map((check) => overLimit(check, face));
      if (excludes.length === 0) return words.methodologyFails(name, over);
      const excluded = excludes.map((label) => lineName(label, face));
      return words.methodologyExcludes(name, excluded, over);
    }
    case 'unknown': {
      const why = result.ratios === 'pass' ? words.unknownBusiness : openReason(checks, face);
      return words.methodologyOpen(name, why);
    }
  }
}

function businessReason({ business }: DecidedCompany, face: Face): string | null {
  const { status, findings } = business;
  if (status !== 'fail' && status !== 'review') return null;
  const { prohibited, reviewed } = REASONS[face.language];
  const lines = new Map<string, string | null>();
  for (const { label, note } of findings.filter((finding) => finding.status === status)) {
    lines.set(label, note ?? lines.get(label) ?? null);
  }
  const found = [...lines].map(([label, note]) => ({ name: lineName(label, face), note }));
  return (status === 'fail' ? prohibited : reviewed)(found);
}

function ratioReason(
  { compliance, business, methodologies }: DecidedCompany,
  face: Face,
  verb: Verb,
): string | null {
  const { noneFails, fails } = REASONS[face.language];
  const failed = methodologies.filter((result) => result.ratios === 'fail');
  if (failed.length === 0) {
    return compliance === 'questionable' ? noneFails(methodologies.length, verb) : null;
  }
  const deciding = new Map<string, CheckResult>();
  for (const result of failed.flatMap(({ checks }) => checks)) {
    if (result.status === 'fail' && !deciding.has(result.check.ratio)) {
      deciding.set(result.check.ratio, result);
    }
  }
  return fails({
    names: failed.map(({ methodology }) => methodologyInSentence(methodology, face)),
    of: methodologies.length,
    over: [...deciding.values()].map((check) => overLimit(check, face)),
    enough: business.status === 'fail' ? null : failsForNonCompliant(methodologies.length),
    isEnough: compliance === 'non_compliant',
    verb,
  });
}

/** Finds, over all methodologies, the check whose upper end is nearest to its limit. */
function closestCall(methodologies: readonly MethodologyResult[], face: Face): string {
  const [first, ...rest] = methodologies.flatMap(({ methodology, checks }) =>
    checks.map((check) => ({ methodology, check })),
  );
  if (first === undefined) throw new Error('a methodology without a check');
  const { methodology, check } = rest.reduce(
    (best, each) => (shareOf(each.check) > shareOf(best.check) ? each : best),
    first,
  );
  const limit = againstLimit(check, face);
  return methodologies.length === 1
    ? limit
    : REASONS[face.language].closestOf(limit, methodologyInSentence(methodology, face));
}

function closestOf(checks: readonly CheckResult[]): CheckResult {
  const [first, ...rest] = checks;
  if (first === undefined) throw new Error('a methodology without a check');
  return rest.reduce((best, check) => (shareOf(check) > shareOf(best) ? check : best), first);
}

function shareOf({ check, high }: CheckResult): number {
  return high === null ? Number.POSITIVE_INFINITY : high / check.threshold;
}

/** Compares a check with its limit: `debt at 2.4 % of market capitalisation against a limit of 30 %`. */
function againstLimit(result: CheckResult, face: Face): string {
  const isBound = result.low !== result.high;
  return REASONS[face.language].against(figureWords(result, face), isBound, limitPercent(result, face));
}

/** Words a check that fails: `debt at 36.1 % of market capitalisation, over the limit of 30 %`. */
function overLimit(result: CheckResult, face: Face): string {
  const { check, low, high } = result;
  const isAtLimit = check.comparison === '<' && low === check.threshold;
  const known = low === high ? result : { ...result, high: null };
  return REASONS[face.language].over(figureWords(known, face), isAtLimit, limitPercent(result, face));
}

/** Says what leaves a methodology open: first the ratios with a known end, then those without. */
function openReason(checks: readonly CheckResult[], face: Face): string {
  const reasons = REASONS[face.language];
  const open = checks.filter((check) => check.status === 'unknown');
  const isKnown = ({ low, high }: CheckResult) => high !== null || low > 0;
  const unknown = open.filter((check) => !isKnown(check)).map(({ check }) => ratioInSentence(check, face));
  if (unknown.length === checks.length && checks.length > 1) return reasons.noneKnown(checks.length);
  return reasons.joined([
    ...open.filter(isKnown).map((check) => besideLimit(check, face)),
    ...(unknown.length === 0 ? [] : [reasons.ratiosNotKnown(unknown)]),
  ]);
}

/** Words an open check: `debt of at most 38.2 % of total assets, which may lie on either side of …`. */
function besideLimit(result: CheckResult, face: Face): string {
  return REASONS[face.language].beside(figureWords(result, face), limitPercent(result, face));
}

/** Writes the interval of a ratio: `at 2.4 %`, `of at most 2.7 %`, `of at least 5 %`, `of 23.7 to 48.8 %`. */
function figureWords(result: CheckResult, face: Face): string {
  const reasons = REASONS[face.language];
  const { check } = result;
  const low = percentOf(result, result.low);
  const high = result.high === null ? null : percentOf(result, result.high);
  const kind = high === null ? 'at least' : low === high ? 'exact' : result.low === 0 ? 'at most' : 'between';
  return reasons.figure({
    numerator: amountInSentence(check.numerator, face),
    denominator: amountInSentence(check.denominator, face),
    kind,
    low,
    high: high ?? low,
    percent: face.percent,
  });
}

function percentOf({ check }: CheckResult, fraction: number): string {
  return (100 * fraction).toFixed(decimalsBeside(check, fraction));
}

function limitPercent({ check }: CheckResult, face: Face): string {
  return leftToRight(`${multiply(100, check.threshold)}${face.percent}`, face);
}

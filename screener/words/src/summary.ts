import { capitalised, listed } from '@common/base/english';
import { multiply } from '@common/base/exact';
import type { BusinessActivity } from '@screener/engine/business/classify';
import type { CheckResult, MethodologyResult } from '@screener/engine/methodologies/check';
import { decimalsBeside } from '@screener/engine/methodologies/digits';
import { amountWords, ratioLabel } from '@screener/engine/ratio-info';
import type { DecidedCompany, MethodologySummary, Missing, Summary } from '@screener/engine/screened';
import { failsForNonCompliant, type Verdict } from '@screener/engine/verdict/verdict';
import type { Face } from './face.ts';
import { fundMethodologyInWords, fundReason } from './fund-summary.ts';
import { gapInWords } from './gaps.ts';
import { VERDICT_WORDS } from './names.ts';
import type { Verb } from './time.ts';

/** States the verdict and the reason for it, in one sentence. */
export function summaryInWords(summary: Summary, face: Face): string {
  return `${capitalised(VERDICT_WORDS[verdictOf(summary)])}: ${whyInWords(summary, face)}`;
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
  switch (decided.compliance) {
    case 'compliant': {
      const passes = passesInWords(decided.methodologies, verb);
      return `the business ${passes}; the closest call ${verb} ${closestCall(decided.methodologies, face)}`;
    }
    case 'questionable':
    case 'non_compliant':
      return joined([businessReason(decided), ratioReason(decided, face, verb)]);
    case 'not_screenable':
      return undecidedReason(decided.missing, face);
  }
}

function passesInWords({ length }: readonly MethodologyResult[], verb: Verb): string {
  const others = length === 1 ? 'its ratios' : `all ${length} methodologies`;
  return verb === 'was' ? `passed, and so did ${others}` : `passes, and so do ${others}`;
}

/** Says what is missing for a verdict. */
function undecidedReason(missing: readonly Missing[], face: Face): string {
  const reasons = missing.map(({ gap }) => gapInWords(gap, face)).join('; ');
  return reasons || 'what is not filed could still change the answer';
}

/** States the result of one methodology and the figures that decide it, in one sentence. */
export function methodologyInWords(summary: MethodologySummary, face: Face): string {
  if (summary.about === 'fund') return fundMethodologyInWords(summary, face);
  const { result, business } = summary;
  const { methodology, status, checks } = result;
  const name = methodology.shortName;
  switch (status) {
    case 'pass':
      return `${name}: ${passWords(business)}; ${checks.length === 1 ? '' : 'the closest call is '}${againstLimit(closestOf(checks), face)}.`;
    case 'fail': {
      const failing = checks.filter((check) => check.status === 'fail');
      const over = clauses(failing.map((check) => overLimit(check, face)));
      if (result.excludes.length === 0) return `${name}: fails, with ${over}.`;
      const also = failing.length === 0 ? '' : `, and ${over}`;
      return `${name}: fails, because it excludes ${listed(result.excludes)}${also}.`;
    }
    case 'unknown':
      return `${name}: cannot be decided; ${result.ratios === 'pass' ? UNKNOWN_BUSINESS : openReason(checks, face)}.`;
  }
}

/** Works like `listed`, for clauses that contain commas: `a, over b, and c, over d`. */
function clauses(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')}, and ${last}`;
}

const UNKNOWN_BUSINESS = 'the ratios pass, but what the company does is not known';

/** A methodology can pass although others exclude the business, or its code leaves the business to a person. */
function passWords(status: BusinessActivity['status']): string {
  switch (status) {
    case 'pass':
      return 'passes';
    case 'fail':
      return 'the ratios pass, and its text does not exclude the core business';
    case 'review':
      return 'the ratios pass, but the business needs a person’s review';
    case 'unknown':
      return UNKNOWN_BUSINESS;
  }
}

function businessReason({ business }: DecidedCompany): string | null {
  const { status, findings } = business;
  if (status !== 'fail' && status !== 'review') return null;
  const lines = new Map<string, string | null>();
  for (const { label, note } of findings.filter((finding) => finding.status === status)) {
    lines.set(label, note ?? lines.get(label) ?? null);
  }
  const labels = [...lines].map(([label, note]) => (note === null ? label : `${label}: ${note}`));
  return status === 'fail'
    ? `the core business is prohibited whatever the ratios (${listed(labels)})`
    : `the business needs a person’s review (${listed(labels)})`;
}

function ratioReason(
  { compliance, business, methodologies }: DecidedCompany,
  face: Face,
  verb: Verb,
): string | null {
  const failed = methodologies.filter((result) => result.ratios === 'fail');
  const wasThen = verb === 'was';
  if (failed.length === 0) {
    if (compliance !== 'questionable') return null;
    if (methodologies.length === 1) return `its ratios ${wasThen ? 'passed' : 'pass'}`;
    return `no methodology ${wasThen ? 'failed' : 'fails'} on its ratios`;
  }
  const deciding = new Map<string, CheckResult>();
  for (const result of failed.flatMap(({ checks }) => checks)) {
    if (result.status === 'fail' && !deciding.has(result.check.ratio)) {
      deciding.set(result.check.ratio, result);
    }
  }
  const enough = failsForNonCompliant(methodologies.length);
  const rule =
    business.status === 'fail'
      ? ''
      : compliance === 'non_compliant'
        ? `; ${enough} ${enough === 1 ? 'is' : 'are'} enough`
        : `; ${enough} would ${wasThen ? 'have made' : 'make'} it non-compliant`;
  const names = listed(failed.map(({ methodology }) => methodology.shortName));
  const fail = wasThen ? 'failed' : failed.length === 1 ? 'fails' : 'fail';
  const over = clauses([...deciding.values()].map((check) => overLimit(check, face)));
  if (methodologies.length === 1) return `its ratios ${wasThen ? 'failed' : 'fail'}, with ${over}`;
  return `${failed.length} of ${methodologies.length} methodologies ${fail} (${names}, with ${over})${rule}`;
}

function joined(reasons: readonly (string | null)[]): string {
  return reasons.filter((reason) => reason !== null).join('; ');
}

/** Finds, over all methodologies, the check whose upper end is nearest to its limit. */
function closestCall(methodologies: readonly MethodologyResult[], face: Face): string {
  const [first, ...rest] = methodologies.flatMap(({ methodology, checks }) =>
    checks.map((check) => ({ name: methodology.shortName, check })),
  );
  if (first === undefined) throw new Error('a methodology without a check');
  const { name, check } = rest.reduce(
    (best, each) => (shareOf(each.check) > shareOf(best.check) ? each : best),
    first,
  );
  const limit = againstLimit(check, face);
  return methodologies.length === 1 ? limit : `${limit} (${name})`;
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
  const bound = result.low === result.high ? '' : ' (a bound: no exact figure is filed)';
  return `${figureWords(result, face)}${bound} against a limit of ${limitPercent(result, face)}`;
}

/** Words a check that fails: `debt at 36.1 % of market capitalisation, over the limit of 30 %`. */
function overLimit(result: CheckResult, face: Face): string {
  const { check, low, high } = result;
  const how = check.comparison === '<' && low === check.threshold ? 'not below' : 'over';
  const known = low === high ? result : { ...result, high: null };
  return `${figureWords(known, face)}, ${how} the limit of ${limitPercent(result, face)}`;
}

/** Says what leaves a methodology open: first the ratios with a known end, then those without. */
function openReason(checks: readonly CheckResult[], face: Face): string {
  const open = checks.filter((check) => check.status === 'unknown');
  const isKnown = ({ low, high }: CheckResult) => high !== null || low > 0;
  const unknown = open.filter((check) => !isKnown(check)).map(({ check }) => ratioLabel(check));
  if (unknown.length === checks.length && checks.length > 1) {
    return `none of its ${checks.length} ratios is known`;
  }
  const verb = unknown.length === 1 ? 'is' : 'are';
  return [
    ...open.filter(isKnown).map((check) => besideLimit(check, face)),
    ...(unknown.length === 0 ? [] : [`${listed(unknown)} ${verb} not known`]),
  ].join('; ');
}

/** Words an open check: `debt of at most 38.2 % of total assets, which may lie on either side of …`. */
function besideLimit(result: CheckResult, face: Face): string {
  return `${figureWords(result, face)}, which may lie on either side of the limit of ${limitPercent(result, face)}`;
}

/** Writes the interval of a ratio: `at 2.4 %`, `of at most 2.7 %`, `of at least 5 %`, `of 23.7 to 48.8 %`. */
function figureWords(result: CheckResult, face: Face): string {
  const { check, low, high } = result;
  const from = percentOf(result, low);
  const to = high === null ? null : percentOf(result, high);
  const figure =
    to === null
      ? `of at least ${from}${face.percent}`
      : from === to
        ? `at ${to}${face.percent}`
        : low === 0
          ? `of at most ${to}${face.percent}`
          : `of ${from} to ${to}${face.percent}`;
  return `${amountWords(check.numerator)} ${figure} of ${amountWords(check.denominator)}`;
}

function percentOf({ check }: CheckResult, fraction: number): string {
  return (100 * fraction).toFixed(decimalsBeside(check, fraction));
}

function limitPercent({ check }: CheckResult, { percent }: Face): string {
  return `${multiply(100, check.threshold)}${percent}`;
}

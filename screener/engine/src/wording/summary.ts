import { listed } from '@common/base/english';
import { multiply } from '@common/base/exact';
import { decimalsBeside } from '../amounts/digits.ts';
import type { BusinessActivity } from '../business/classify.ts';
import type { CheckResult, MethodologyResult } from '../methodologies/check.ts';
import { amountWords, ratioLabel } from '../ratio-info.ts';
import type { MissingEntry } from '../screening.ts';
import { FAILS_FOR_NON_COMPLIANT, type Verdict } from '../verdict/verdict.ts';

/** What the sentence about a company says the reasons of. */
interface Decided {
  readonly compliance: Verdict;
  readonly business: BusinessActivity;
  readonly methodologies: readonly MethodologyResult[];
  readonly missing: readonly MissingEntry[];
}

/** The verdict of a company and why, in one sentence. Pure: the same decision gives the same words. */
export function companySummary(decided: Decided): string {
  switch (decided.compliance) {
    case 'compliant':
      return `Compliant: the business passes, and so do all ${decided.methodologies.length} methodologies; ${closestCall(decided.methodologies)}.`;
    case 'questionable':
      return `Questionable: ${joined([businessReason(decided), ratioReason(decided)])}.`;
    case 'non_compliant':
      return `Non-compliant: ${joined([businessReason(decided), ratioReason(decided)])}.`;
    case 'not_screenable':
      return undecidedSummary(decided.missing);
  }
}

/** The sentence for a screening without a verdict: what is missing for one. */
export function undecidedSummary(missing: readonly MissingEntry[]): string {
  const reasons = missing.map(({ message }) => message).join('; ');
  return `Not screenable: ${reasons || 'what is not filed could still change the answer'}.`;
}

/** The reason alone, for a place where the verdict already stands. */
export function reasonOf(summary: string): string {
  const reason = summary.slice(summary.indexOf(': ') + 2);
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** What one methodology says on the ratios, and the figures that decide, in one sentence. */
export function methodologySummary(
  { methodology, status, checks }: MethodologyResult,
  business: BusinessActivity,
): string {
  const name = methodology.shortName;
  switch (status) {
    case 'pass':
      return `${name}: ${passWords(business)}; ${checks.length === 1 ? '' : 'the closest call is '}${againstLimit(closestOf(checks))}.`;
    case 'fail': {
      const failing = checks.filter((check) => check.status === 'fail');
      return `${name}: fails, with ${clauses(failing.map(overLimit))}.`;
    }
    case 'unknown': {
      return `${name}: cannot be decided; ${openReason(checks)}.`;
    }
  }
}

/** As `listed`, of clauses with a comma of their own: `a, over b, and c, over d`. */
function clauses(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')}, and ${last}`;
}

/** A ratio passes or fails by itself; the company only with its business. */
function passWords({ status }: BusinessActivity): string {
  switch (status) {
    case 'pass':
      return 'passes';
    case 'fail':
      return 'the ratios pass, but the core business is prohibited';
    case 'review':
      return 'the ratios pass, but the business needs a person’s review';
    case 'unknown':
      return 'the ratios pass, but what the company does is not known';
  }
}

function businessReason({ business }: Decided): string | null {
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

function ratioReason({ compliance, business, methodologies }: Decided): string | null {
  const failed = methodologies.filter((result) => result.status === 'fail');
  if (failed.length === 0) return compliance === 'questionable' ? 'no methodology fails on its ratios' : null;
  const deciding = new Map<string, CheckResult>();
  for (const result of failed.flatMap(({ checks }) => checks)) {
    if (result.status === 'fail' && !deciding.has(result.check.ratio)) {
      deciding.set(result.check.ratio, result);
    }
  }
  const rule =
    business.status === 'fail'
      ? ''
      : compliance === 'non_compliant'
        ? `; ${FAILS_FOR_NON_COMPLIANT} are enough`
        : `; ${FAILS_FOR_NON_COMPLIANT} would make it non-compliant`;
  const names = listed(failed.map(({ methodology }) => methodology.shortName));
  const verb = failed.length === 1 ? 'fails' : 'fail';
  return `${failed.length} of ${methodologies.length} methodologies ${verb} (${names}, with ${clauses([...deciding.values()].map(overLimit))})${rule}`;
}

function joined(reasons: readonly (string | null)[]): string {
  return reasons.filter((reason) => reason !== null).join('; ');
}

/** Over all methodologies, the check whose upper end is nearest to its limit. */
function closestCall(methodologies: readonly MethodologyResult[]): string {
  const [first, ...rest] = methodologies.flatMap(({ methodology, checks }) =>
    checks.map((check) => ({ name: methodology.shortName, check })),
  );
  if (first === undefined) throw new Error('a methodology without a check');
  const { name, check } = rest.reduce(
    (best, each) => (shareOf(each.check) > shareOf(best.check) ? each : best),
    first,
  );
  return `the closest call is ${againstLimit(check)} (${name})`;
}

function closestOf(checks: readonly CheckResult[]): CheckResult {
  const [first, ...rest] = checks;
  if (first === undefined) throw new Error('a methodology without a check');
  return rest.reduce((best, check) => (shareOf(check) > shareOf(best) ? check : best), first);
}

function shareOf({ check, high }: CheckResult): number {
  return high === null ? Number.POSITIVE_INFINITY : high / check.threshold;
}

/** `debt at 2.4 % of market capitalisation against a limit of 30 %` */
function againstLimit(result: CheckResult): string {
  const bound = result.low === result.high ? '' : ' (a bound: no exact figure is filed)';
  return `${figureWords(result)}${bound} against a limit of ${limitPercent(result)}`;
}

/** `debt at 36.1 % of market capitalisation, over the limit of 30 %` */
function overLimit(result: CheckResult): string {
  const { check, low, high } = result;
  const how = check.comparison === '<' && low === check.threshold ? 'not below' : 'over';
  const known = low === high ? result : { ...result, high: null };
  return `${figureWords(known)}, ${how} the limit of ${limitPercent(result)}`;
}

/** What leaves a methodology open: first the ratios with an end, then those of which nothing is known. */
function openReason(checks: readonly CheckResult[]): string {
  const open = checks.filter((check) => check.status === 'unknown');
  const isKnown = ({ low, high }: CheckResult) => high !== null || low > 0;
  const unknown = open.filter((check) => !isKnown(check)).map(({ check }) => ratioLabel(check));
  if (unknown.length === checks.length && checks.length > 1) {
    return `none of its ${checks.length} ratios is known`;
  }
  const verb = unknown.length === 1 ? 'is' : 'are';
  return [
    ...open.filter(isKnown).map(besideLimit),
    ...(unknown.length === 0 ? [] : [`${listed(unknown)} ${verb} not known`]),
  ].join('; ');
}

/** `debt of at most 38.2 % of total assets, which may lie on either side of the limit of 33.33 %` */
function besideLimit(result: CheckResult): string {
  return `${figureWords(result)}, which may lie on either side of the limit of ${limitPercent(result)}`;
}

/** The interval of a ratio and no more: `at 2.4 %`, `of at most 2.7 %`, `of at least 5 %`, `of 23.7 to 48.8 %`. */
function figureWords(result: CheckResult): string {
  const { check, low, high } = result;
  const from = percentOf(result, low);
  const to = high === null ? null : percentOf(result, high);
  const figure =
    to === null
      ? `of at least ${from} %`
      : from === to
        ? `at ${to} %`
        : low === 0
          ? `of at most ${to} %`
          : `of ${from} to ${to} %`;
  return `${amountWords(check.numerator)} ${figure} of ${amountWords(check.denominator)}`;
}

function percentOf({ check }: CheckResult, fraction: number): string {
  return (100 * fraction).toFixed(decimalsBeside(check, fraction));
}

function limitPercent({ check }: CheckResult): string {
  return `${multiply(100, check.threshold)} %`;
}

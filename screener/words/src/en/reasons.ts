import { capitalised, listed } from '@common/base/english';
import type { BusinessStatus } from '@screener/engine/business/classify';

type Verb = 'is' | 'was';

/** A ratio of two amounts, which are named as within a sentence; its ends are digits without the sign. */
interface Figure {
  readonly numerator: string;
  readonly denominator: string;
  readonly kind: 'exact' | 'at most' | 'at least' | 'between';
  readonly low: string;
  readonly high: string;
  readonly percent: string;
}

/** A line of business, and what the company does there where that is known. */
interface Line {
  readonly name: string;
  readonly note: string | null;
}

/** The methodologies that fail, with the checks that decide them. */
interface Failing {
  readonly names: readonly string[];
  readonly of: number;
  readonly over: readonly string[];
  /** How many make a company non-compliant; null where its business does so. */
  readonly enough: number | null;
  readonly isEnough: boolean;
  readonly verb: Verb;
}

/** Works like `listed`, for clauses that contain commas: `a, over b, and c, over d`. */
function clauses(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')}, and ${last}`;
}

function lines(found: readonly Line[]): string {
  return listed(found.map(({ name, note }) => (note === null ? name : `${name}: ${note}`)));
}

function rule({ enough, isEnough, verb }: Failing): string {
  if (enough === null) return '';
  if (isEnough) return `; ${enough} ${enough === 1 ? 'is' : 'are'} enough`;
  return `; ${enough} would ${verb === 'was' ? 'have made' : 'make'} it non-compliant`;
}

const UNKNOWN_BUSINESS = 'the ratios pass, but what the company does is not known';

/** A methodology can pass although others exclude the business, or its code leaves the business to a person. */
const PASSES: Readonly<Record<BusinessStatus, string>> = {
  pass: 'passes',
  fail: 'the ratios pass, and its text does not exclude the core business',
  review: 'the ratios pass, but the business needs a person’s review',
  unknown: UNKNOWN_BUSINESS,
};

export const REASONS = {
  verdict: (verdict: string, why: string) => `${capitalised(verdict)}: ${why}`,
  verdictBy: (verdict: string, methodologies: string, why: string) =>
    `${capitalised(verdict)} by ${methodologies}: ${why}`,
  joined: (reasons: readonly string[]) => reasons.join('; '),
  undecided: 'what is not filed could still change the answer',
  compliant: (methodologies: number, verb: Verb, closest: string) => {
    const others = methodologies === 1 ? 'its ratios' : `all ${methodologies} methodologies`;
    const passes = verb === 'was' ? `passed, and so did ${others}` : `passes, and so do ${others}`;
    return `the business ${passes}; the closest call ${verb} ${closest}`;
  },
  /** A check beside its limit, with the methodology whose limit it is. */
  closestOf: (check: string, methodology: string) => `${check} (${methodology})`,
  prohibited: (found: readonly Line[]) =>
    `the core business is prohibited whatever the ratios (${lines(found)})`,
  reviewed: (found: readonly Line[]) => `the business needs a person’s review (${lines(found)})`,
  noneFails: (methodologies: number, verb: Verb) => {
    if (methodologies === 1) return `its ratios ${verb === 'was' ? 'passed' : 'pass'}`;
    return `no methodology ${verb === 'was' ? 'failed' : 'fails'} on its ratios`;
  },
  fails: (failing: Failing) => {
    const { names, of, over, verb } = failing;
    if (of === 1) return `its ratios ${verb === 'was' ? 'failed' : 'fail'}, with ${clauses(over)}`;
    const fail = verb === 'was' ? 'failed' : names.length === 1 ? 'fails' : 'fail';
    return `${names.length} of ${of} methodologies ${fail} (${listed(names)}, with ${clauses(over)})${rule(failing)}`;
  },
  methodologyPasses: (name: string, business: BusinessStatus, checks: number, closest: string) =>
    `${name}: ${PASSES[business]}; ${checks === 1 ? '' : 'the closest call is '}${closest}.`,
  methodologyFails: (name: string, over: readonly string[]) => `${name}: fails, with ${clauses(over)}.`,
  methodologyExcludes: (name: string, excluded: readonly string[], over: readonly string[]) => {
    const also = over.length === 0 ? '' : `, and ${clauses(over)}`;
    return `${name}: fails, because it excludes ${listed(excluded)}${also}.`;
  },
  methodologyOpen: (name: string, why: string) => `${name}: cannot be decided; ${why}.`,
  unknownBusiness: UNKNOWN_BUSINESS,
  noneKnown: (ratios: number) => `none of its ${ratios} ratios is known`,
  ratiosNotKnown: (ratios: readonly string[]) =>
    `${listed(ratios)} ${ratios.length === 1 ? 'is' : 'are'} not known`,
  figure: ({ numerator, denominator, kind, low, high, percent }: Figure) => {
    const figure = {
      exact: `at ${high}${percent}`,
      'at most': `of at most ${high}${percent}`,
      'at least': `of at least ${low}${percent}`,
      between: `of ${low} to ${high}${percent}`,
    };
    return `${numerator} ${figure[kind]} of ${denominator}`;
  },
  against: (figure: string, isBound: boolean, limit: string) =>
    `${figure}${isBound ? ' (a bound: no exact figure is filed)' : ''} against a limit of ${limit}`,
  over: (figure: string, isAtLimit: boolean, limit: string) =>
    `${figure}, ${isAtLimit ? 'not below' : 'over'} the limit of ${limit}`,
  beside: (figure: string, limit: string) =>
    `${figure}, which may lie on either side of the limit of ${limit}`,
};

import type { BusinessStatus } from '@screener/engine/business/classify';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Verdict } from '@screener/engine/verdict/verdict';

type Names<Code extends string> = Readonly<Record<Code, string>>;

export const VERDICTS: Names<Verdict> = {
  compliant: 'compliant',
  questionable: 'questionable',
  non_compliant: 'non-compliant',
  not_screenable: 'not screenable',
};

/** As verbs for a sentence. */
export const STATUSES: Names<BusinessStatus> = {
  pass: 'passes',
  fail: 'fails',
  review: 'needs a person’s review',
  unknown: 'cannot be decided',
};

export const SHORT_STATUSES: Names<CheckStatus> = { pass: 'passes', fail: 'fails', unknown: 'undecided' };

import type { BusinessStatus } from '@screener/engine/business/classify';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Verdict } from '@screener/engine/verdict/verdict';

type Names<Code extends string> = Readonly<Record<Code, string>>;

interface VerdictNames {
  readonly verdicts: Names<Verdict>;
  /** As verbs for a sentence. */
  readonly statuses: Names<BusinessStatus>;
  readonly shortStatuses: Names<CheckStatus>;
}

export const VERDICTS: VerdictNames = {
  verdicts: {
    compliant: 'compliant',
    questionable: 'questionable',
    non_compliant: 'non-compliant',
    not_screenable: 'not screenable',
  },
  statuses: {
    pass: 'passes',
    fail: 'fails',
    review: 'needs a person’s review',
    unknown: 'cannot be decided',
  },
  shortStatuses: { pass: 'passes', fail: 'fails', unknown: 'undecided' },
};

import { listed } from '@common/base/english';
import type { BusinessStatus } from '@screener/engine/business/classify';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import { amountWords, ratioLabel } from '@screener/engine/ratio-info';
import type { Verdict } from '@screener/engine/verdict/verdict';

type Ratio = Parameters<typeof ratioLabel>[0];
type Names<Code extends string> = Readonly<Record<Code, string>>;

const VERDICTS: Names<Verdict> = {
  compliant: 'compliant',
  questionable: 'questionable',
  non_compliant: 'non-compliant',
  not_screenable: 'not screenable',
};

const STATUSES: Names<BusinessStatus> = {
  pass: 'passes',
  fail: 'fails',
  review: 'needs a person’s review',
  unknown: 'cannot be decided',
};

const SHORT_STATUSES: Names<CheckStatus> = { pass: 'passes', fail: 'fails', unknown: 'undecided' };

const COMPONENTS: Names<string> = {
  business_activity: 'what it does',
  cash_and_interest_bearing: 'cash and securities',
  prohibited_income: 'interest income',
  data_quality: 'gaps in the figures',
  holdings: 'its holdings',
  coverage: 'holdings without a verdict',
};

const AMOUNTS: Names<string> = {
  cash_and_current_securities: 'cash and current securities',
  cash_and_all_securities: 'cash and all securities',
  receivables_and_cash: 'receivables and cash',
  market_cap: 'market cap',
  value_of_failing_holdings: 'failing holdings',
};

/** Names that the engine has in English too; null here means that its own name is used. */
type Translated = (code: string) => string | null;
export const asItIs: Translated = () => null;

export const NAMES = {
  listed,
  verdicts: VERDICTS,
  statuses: STATUSES,
  shortStatuses: SHORT_STATUSES,
  component: (code: string) => COMPONENTS[code] ?? code.replaceAll('_', ' '),
  /** An amount as a label. */
  amount: (code: string) => AMOUNTS[code] ?? code.replaceAll('_', ' '),
  /** An amount within a sentence. */
  amountInSentence: amountWords,
  ratioInSentence: (ratio: Ratio) => ratioLabel(ratio),
  ratio: (numerator: string, denominator: string) => `${numerator} ÷ ${denominator}`,
  methodology: asItIs,
  methodologyInSentence: asItIs,
};

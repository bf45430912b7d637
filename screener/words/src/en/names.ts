import { listed } from '@common/base/english';

const COMPONENTS: Readonly<Record<string, string>> = {
  business_activity: 'what it does',
  cash_and_interest_bearing: 'cash and securities',
  prohibited_income: 'interest income',
  data_quality: 'gaps in the figures',
  holdings: 'its holdings',
  coverage: 'holdings without a verdict',
};

/** Names that the engine has in English too; null here means that its own name is used. */
type Translated = (code: string) => string | null;
export const asItIs: Translated = () => null;

export const NAMES = {
  listed,
  component: (code: string) => COMPONENTS[code] ?? code.replaceAll('_', ' '),
  methodology: asItIs,
  methodologyInSentence: asItIs,
};

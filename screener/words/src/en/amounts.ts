import { amountWords, ratioLabel } from '@screener/engine/ratio-info';

type Ratio = Parameters<typeof ratioLabel>[0];

const LABELS: Readonly<Record<string, string>> = {
  cash_and_current_securities: 'cash and current securities',
  cash_and_all_securities: 'cash and all securities',
  receivables_and_cash: 'receivables and cash',
  market_cap: 'market cap',
  value_of_failing_holdings: 'failing holdings',
};

export const AMOUNTS = {
  /** As a label. */
  label: (code: string) => LABELS[code] ?? code.replaceAll('_', ' '),
  inSentence: amountWords,
  ratio: (numerator: string, denominator: string) => `${numerator} ÷ ${denominator}`,
  ratioInSentence: (ratio: Ratio) => ratioLabel(ratio),
};

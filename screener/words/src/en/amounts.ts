import { amountWords, ratioLabel } from '@screener/engine/ratio-info';

type Ratio = Parameters<typeof ratioLabel>[0];

const LABELS: Readonly<Record<string, string>> = {
  cash_and_current_securities: 'cash and current securities',
  cash_and_all_securities: 'cash and all securities',
  receivables_and_cash: 'receivables and cash',
  market_cap: 'market cap',
  value_of_failing_holdings: 'failing holdings',
};

/** Amounts and ratios as labels. */
export const AMOUNTS = {
  amount: (code: string) => LABELS[code] ?? code.replaceAll('_', ' '),
  ratio: (numerator: string, denominator: string) => `${numerator} ÷ ${denominator}`,
};

/** The same within a sentence. */
export const AMOUNTS_IN_SENTENCES = {
  amount: amountWords,
  ratio: (ratio: Ratio) => ratioLabel(ratio),
};

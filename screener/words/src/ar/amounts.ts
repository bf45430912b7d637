import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

type Table = Readonly<Record<string, string>>;

const LABELS: Table = {
  debt: 'الدين',
  cash: 'النقد',
  cash_and_current_securities: 'النقد والأوراق المالية قصيرة الأجل',
  cash_and_all_securities: 'النقد وجميع الأوراق المالية',
  receivables: 'الذمم المدينة',
  receivables_and_cash: 'الذمم المدينة والنقد',
  interest_income: 'دخل الفوائد',
  market_cap: 'القيمة السوقية',
  total_assets: 'إجمالي الأصول',
  revenue: 'الإيرادات',
  net_assets: 'صافي الأصول',
  current_securities: 'الأوراق المالية قصيرة الأجل',
  noncurrent_securities: 'الأوراق المالية طويلة الأجل',
  value_of_failing_holdings: 'الحيازات المخالفة',
};

const SENTENCES: Table = {
  cash_and_current_securities: 'النقد والأوراق المالية قصيرة الأجل المدرّة للفائدة',
  cash_and_all_securities: 'النقد وجميع الأوراق المالية المدرّة للفائدة',
};

function label(code: string): string {
  return LABELS[code] ?? isolated(code.replaceAll('_', ' '));
}

function inSentence(code: string): string {
  return SENTENCES[code] ?? label(code);
}

export const AMOUNTS: Words['amounts'] = {
  amount: label,
  ratio: (numerator, denominator) => `${numerator} إلى ${denominator}`,
};

export const AMOUNTS_IN_SENTENCES: Words['amountsInSentences'] = {
  amount: inSentence,
  ratio: ({ numerator, denominator }) => `نسبة ${inSentence(numerator)} إلى ${inSentence(denominator)}`,
};

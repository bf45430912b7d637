import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

type Table = Readonly<Record<string, string>>;

const COMPONENTS: Table = {
  business_activity: 'نشاط الشركة',
  debt: 'الدين',
  cash_and_interest_bearing: 'النقد والأوراق المالية',
  receivables: 'الذمم المدينة',
  prohibited_income: 'دخل الفوائد',
  data_quality: 'نواقص في الأرقام',
  holdings: 'حيازات الصندوق',
  coverage: 'حيازات بلا حكم',
};

const AMOUNTS: Table = {
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
  total_liabilities: 'إجمالي المطلوبات',
  current_assets: 'الأصول المتداولة',
  current_liabilities: 'المطلوبات المتداولة',
  equity: 'حقوق الملكية',
  current_securities: 'الأوراق المالية قصيرة الأجل',
  noncurrent_securities: 'الأوراق المالية طويلة الأجل',
  equity_securities: 'الأسهم المملوكة',
  current_assets_without_interest: 'أصول متداولة لا تدرّ فائدة',
  noncurrent_assets_without_interest: 'أصول غير متداولة لا تدرّ فائدة',
  liabilities_without_interest: 'مطلوبات لا تترتب عليها فائدة',
  finance_leases: 'عقود الإيجار التمويلي',
  net_interest: 'صافي الفوائد',
  interest_expense: 'مصروف الفوائد',
  shares_outstanding: 'الأسهم القائمة',
  value_of_failing_holdings: 'الحيازات المخالفة',
};

const AMOUNTS_IN_SENTENCES: Table = {
  cash_and_current_securities: 'النقد والأوراق المالية قصيرة الأجل المدرّة للفائدة',
  cash_and_all_securities: 'النقد وجميع الأوراق المالية المدرّة للفائدة',
};

const METHODOLOGIES: Table = {
  aaoifi: 'أيوفي، المعيار 21',
  djim: isolated('DJIM'),
  ftse: isolated('FTSE Yasaar'),
  msci: isolated('MSCI Islamic'),
  sp: isolated('S&P Shariah'),
};

const METHODOLOGIES_IN_SENTENCES: Table = {
  aaoifi: 'أيوفي',
  djim: isolated('DJIM'),
  ftse: isolated('FTSE'),
  msci: isolated('MSCI'),
  sp: isolated('S&P'),
};

/** Names codes by a table; a code that is not in it is shown as it is. */
export function named(table: Table): (code: string) => string {
  return (code) => table[code] ?? isolated(code.replaceAll('_', ' '));
}

const amount = named(AMOUNTS);
const amountInSentence = (code: string) => AMOUNTS_IN_SENTENCES[code] ?? amount(code);

/** Joins with the conjunction before each: `أ وب وج`. */
function listed(names: readonly string[]): string {
  return names.join(' و');
}

export const NAMES: Words['names'] = {
  listed,
  verdicts: {
    compliant: 'متوافق',
    questionable: 'محل نظر',
    non_compliant: 'غير متوافق',
    not_screenable: 'بلا حكم',
  },
  statuses: {
    pass: 'يجتاز',
    fail: 'لا يجتاز',
    review: 'يحتاج إلى مراجعة بشرية',
    unknown: 'لا يمكن البتّ فيه',
  },
  shortStatuses: { pass: 'يجتاز', fail: 'لا يجتاز', unknown: 'غير محسوم' },
  component: named(COMPONENTS),
  amount,
  amountInSentence,
  ratioInSentence: ({ numerator, denominator }) =>
    `نسبة ${amountInSentence(numerator)} إلى ${amountInSentence(denominator)}`,
  ratio: (numerator, denominator) => `${numerator} إلى ${denominator}`,
  methodology: named(METHODOLOGIES),
  methodologyInSentence: named(METHODOLOGIES_IN_SENTENCES),
};

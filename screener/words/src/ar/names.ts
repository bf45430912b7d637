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

/** The index providers have no Arabic names. */
const PROVIDERS: Table = { djim: 'DJIM', ftse: 'FTSE', msci: 'MSCI', sp: 'S&P' };
const INDICES: Table = { djim: 'DJIM', ftse: 'FTSE Yasaar', msci: 'MSCI Islamic', sp: 'S&P Shariah' };

/** Names codes by a table; a code that is not in it is shown as it is. */
export function named(table: Table): (code: string) => string {
  return (code) => table[code] ?? isolated(code.replaceAll('_', ' '));
}

export const NAMES: Words['names'] = {
  /** Joins with the conjunction before each: `أ وب وج`. */
  listed: (names) => names.join(' و'),
  component: (code) => named(COMPONENTS)(code),
  methodology: (code) => (code === 'aaoifi' ? 'أيوفي، المعيار 21' : isolated(INDICES[code] ?? code)),
  methodologyInSentence: (code) => (code === 'aaoifi' ? 'أيوفي' : isolated(PROVIDERS[code] ?? code)),
};

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

export const NAMES: Words['names'] = {
  /** Joins with the conjunction before each: `أ وب وج`. */
  listed: (names) => names.join(' و'),
  component: (code) => COMPONENTS[code] ?? isolated(code.replaceAll('_', ' ')),
  methodology: (code) => METHODOLOGIES[code] ?? null,
  methodologyInSentence: (code) => METHODOLOGIES_IN_SENTENCES[code] ?? null,
};

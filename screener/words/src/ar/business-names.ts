import type { OverlayName } from '@screener/engine/overlays/overlay-names';
import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

type Table = Readonly<Record<string, string>>;

const LINES: Table = {
  conventional_finance: 'البنوك والتمويل التقليدي',
  insurance: 'التأمين التقليدي',
  alcohol: 'الخمور',
  alcohol_tobacco_retail: 'بيع الخمور أو التبغ إلى جانب سلع كثيرة أخرى',
  pork_and_meat: 'لحم الخنزير وتعبئة اللحوم',
  tobacco: 'التبغ',
  cannabis: 'القنّب',
  gambling: 'القمار',
  adult_entertainment: 'الترفيه الإباحي',
  weapons_defense: 'الأسلحة والصناعات الدفاعية',
  entertainment: 'الأفلام والموسيقى والبث',
  hotels: 'الفنادق',
};

const INDUSTRIES: Table = {
  software: 'البرمجيات والإنترنت',
  chips: 'الرقائق الإلكترونية',
  computers: 'الحواسيب ومكوناتها',
  medicines: 'الأدوية',
  devices: 'الأجهزة الطبية',
  'health-services': 'الخدمات الصحية',
  food: 'الأغذية والمشروبات',
  household: 'السلع المنزلية',
  supermarkets: 'متاجر البقالة',
  shops: 'المتاجر والبيع عبر الإنترنت',
  restaurants: 'المطاعم',
  cars: 'السيارات وقطعها',
  clothing: 'الملابس والأحذية والمجوهرات',
  'home-goods': 'الأثاث والأجهزة المنزلية والألعاب',
  'home-builders': 'بناء المساكن',
  travel: 'الفنادق والسفر والترفيه',
  media: 'الأفلام والكتب والصحف',
  'personal-services': 'التعليم والخدمات الشخصية',
  machinery: 'الآلات والعدد',
  aerospace: 'الطائرات والسفن والقطارات',
  transport: 'النقل',
  construction: 'الإنشاءات والهندسة',
  'business-services': 'خدمات الأعمال وإدارة النفايات',
  chemicals: 'الكيماويات',
  mining: 'التعدين',
  metals: 'المعادن والزجاج والإسمنت',
  packaging: 'الخشب والورق والتغليف',
  energy: 'النفط والغاز والفحم',
  utilities: 'إمدادات الكهرباء والغاز والمياه',
  telecoms: 'الهاتف والكابل والبث',
  property: 'العقارات',
  finance: 'البنوك والتأمين والمدفوعات',
};

/** By the names that the exchanges' listing has, which are the codes here. */
const SECTORS: Table = {
  'Basic Materials': 'المواد الأساسية',
  'Consumer Discretionary': 'السلع الاستهلاكية غير الأساسية',
  'Consumer Staples': 'السلع الاستهلاكية الأساسية',
  Energy: 'الطاقة',
  Finance: 'القطاع المالي',
  'Health Care': 'الرعاية الصحية',
  Industrials: 'الصناعة',
  'Real Estate': 'العقارات',
  Technology: 'التقنية',
  Telecommunications: 'الاتصالات',
  Utilities: 'المرافق العامة',
};

const OVERLAYS: Readonly<Record<OverlayName, string>> = {
  dod_1260h: `الشركات العسكرية الصينية، المادة ${isolated('1260H')}، وزارة الدفاع الأمريكية`,
  uflpa: 'قائمة الكيانات بموجب قانون منع العمل القسري للأويغور، وزارة الأمن الداخلي الأمريكية',
  state_scrutinized: 'شركات تدقق فيها ولايات أمريكية أو تقيّدها: قوائم عدة، لكل منها مصدرها',
  weapons_defense: 'الأسلحة والصناعات الدفاعية',
  fossil_fuels: 'الوقود الأحفوري',
  tobacco: 'التبغ',
  alcohol: 'الخمور',
  gambling: 'القمار',
  adult_entertainment: 'الترفيه الإباحي',
  private_prisons: 'السجون الخاصة',
  civilian_firearms: 'الأسلحة النارية للمدنيين',
};

export const BUSINESS_NAMES: Words['businessNames'] = {
  line: (id) => LINES[id] ?? null,
  industry: (id) => INDUSTRIES[id] ?? null,
  sector: (name) => SECTORS[name] ?? null,
  overlay: (name) => OVERLAYS[name],
};

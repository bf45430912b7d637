/** The sectors of answers, in the words of the exchanges' listing. */
type Sector =
  | ('Basic Materials' | 'Consumer Discretionary' | 'Consumer Staples' | 'Energy' | 'Finance' | 'Health Care')
  | ('Industrials' | 'Real Estate' | 'Technology' | 'Telecommunications' | 'Utilities');

interface IndustryEntry {
  /** In addresses and in stored lists. */
  readonly id: string;
  /** In a person's words. */
  readonly name: string;
  readonly sector: Sector;
  /** Four-digit SIC codes, and ranges written `first-last`. */
  readonly codes: readonly string[];
}

/**
 * Industries by the SIC code that a filer declares to the SEC
 * (https://www.sec.gov/search-filings/standard-industrial-classification-sic-code-list). Codes that cover several
 * sectors are left out, such as 7389, business services: there the company below or else the listing decides.
 */
export const INDUSTRIES = [
  { id: 'software', name: 'Software and internet', sector: 'Technology', codes: ['7370-7377'] },
  { id: 'chips', name: 'Chips', sector: 'Technology', codes: ['3674'] },
  {
    id: 'computers',
    name: 'Computers and parts',
    sector: 'Technology',
    codes: ['3570-3579', '3661-3673', '3675-3679', '3825', '3827', '3861'],
  },
  { id: 'medicines', name: 'Medicines', sector: 'Health Care', codes: ['2833-2836', '8731'] },
  { id: 'devices', name: 'Medical devices', sector: 'Health Care', codes: ['3826', '3841-3851'] },
  {
    id: 'health-services',
    name: 'Health services',
    sector: 'Health Care',
    codes: ['5047', '5122', '6324', '8000-8099'],
  },
  {
    id: 'food',
    name: 'Food and drink',
    sector: 'Consumer Staples',
    codes: ['0100-0299', '0900-0999', '2000-2199', '5140-5149', '5180'],
  },
  { id: 'household', name: 'Household goods', sector: 'Consumer Staples', codes: ['2840-2844'] },
  { id: 'supermarkets', name: 'Supermarkets', sector: 'Consumer Staples', codes: ['5331', '5400-5499'] },
  {
    id: 'shops',
    name: 'Shops and online retail',
    sector: 'Consumer Discretionary',
    codes: ['5200-5211', '5500-5799', '5940-5990'],
  },
  { id: 'restaurants', name: 'Restaurants', sector: 'Consumer Discretionary', codes: ['5810-5812'] },
  {
    id: 'cars',
    name: 'Cars and their parts',
    sector: 'Consumer Discretionary',
    codes: ['3011-3020', '3711-3719', '3751'],
  },
  {
    id: 'clothing',
    name: 'Clothing, shoes and jewellery',
    sector: 'Consumer Discretionary',
    codes: ['2200-2399', '3021', '3100-3199', '3873', '3911-3915'],
  },
  {
    id: 'home-goods',
    name: 'Furniture, appliances and toys',
    sector: 'Consumer Discretionary',
    codes: ['2510-2522', '3630-3652', '3916-3949'],
  },
  {
    id: 'home-builders',
    name: 'Home builders',
    sector: 'Consumer Discretionary',
    codes: ['1520-1531', '2451'],
  },
  {
    id: 'travel',
    name: 'Hotels, travel and leisure',
    sector: 'Consumer Discretionary',
    codes: ['4700', '7000-7199', '7900-7999'],
  },
  {
    id: 'media',
    name: 'Films, books and newspapers',
    sector: 'Consumer Discretionary',
    codes: ['2711-2741', '7812-7899'],
  },
  {
    id: 'personal-services',
    name: 'Education and personal services',
    sector: 'Consumer Discretionary',
    codes: ['7200-7299', '7340', '8200-8299'],
  },
  {
    id: 'machinery',
    name: 'Machinery and tools',
    sector: 'Industrials',
    codes: ['3412-3532', '3534-3549', '3560-3569', '3580-3629'],
  },
  {
    id: 'aerospace',
    name: 'Aircraft, ships and trains',
    sector: 'Industrials',
    codes: ['3720-3743', '3760-3769', '3812'],
  },
  { id: 'transport', name: 'Transport', sector: 'Industrials', codes: ['4000-4599', '4731'] },
  {
    id: 'construction',
    name: 'Construction and engineering',
    sector: 'Industrials',
    codes: ['1600-1799', '8700-8719'],
  },
  {
    id: 'business-services',
    name: 'Business services and waste',
    sector: 'Industrials',
    codes: ['4950-4959', '7350-7363', '7380-7381', '8720-8729', '8740-8749'],
  },
  {
    id: 'chemicals',
    name: 'Chemicals',
    sector: 'Basic Materials',
    codes: ['2800-2829', '2851-2899'],
  },
  { id: 'mining', name: 'Mining', sector: 'Basic Materials', codes: ['1000-1099', '1400-1499'] },
  {
    id: 'metals',
    name: 'Metals, glass and cement',
    sector: 'Basic Materials',
    codes: ['3200-3299', '3310-3349'],
  },
  {
    id: 'packaging',
    name: 'Wood, paper and packaging',
    sector: 'Basic Materials',
    codes: ['2421', '2600-2661', '3411'],
  },
  {
    id: 'energy',
    name: 'Oil, gas and coal',
    sector: 'Energy',
    codes: ['1220-1399', '2911', '3533', '4610', '4922', '5171-5172', '6792'],
  },
  {
    id: 'utilities',
    name: 'Electricity, gas and water supply',
    sector: 'Utilities',
    codes: ['4900-4921', '4923-4949'],
  },
  {
    id: 'telecoms',
    name: 'Telephone, cable and broadcasting',
    sector: 'Telecommunications',
    codes: ['4812-4822', '4841', '4899'],
  },
  { id: 'property', name: 'Property', sector: 'Real Estate', codes: ['6500-6599', '6798'] },
  {
    id: 'finance',
    name: 'Banks, insurers and payments',
    sector: 'Finance',
    codes: ['6000-6323', '6325-6499', '6770', '7320'],
  },
] as const satisfies readonly IndustryEntry[];
export type IndustryId = (typeof INDUSTRIES)[number]['id'];

/** Companies whose code says another business than their annual report: CIK, a ticker, the industry. */
export const INDUSTRY_COMPANIES: readonly (readonly [cik: string, ticker: string, industry: IndustryId])[] = [
  ['0001403161', 'V', 'finance'],
  ['0001141391', 'MA', 'finance'],
  ['0001633917', 'PYPL', 'finance'],
  ['0000066740', 'MMM', 'machinery'],
  ['0000055785', 'KMB', 'household'],
  ['0000064803', 'CVS', 'health-services'],
  ['0000097745', 'TMO', 'devices'],
  ['0000313616', 'DHR', 'devices'],
  ['0000024741', 'GLW', 'computers'],
  ['0000804328', 'QCOM', 'chips'],
  ['0001467373', 'ACN', 'software'],
  ['0000075362', 'PCAR', 'machinery'],
  ['0000815097', 'CCL', 'travel'],
  ['0000884887', 'RCL', 'travel'],
  ['0001513761', 'NCLH', 'travel'],
];

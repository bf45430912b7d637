/** The sectors of answers, in the words of the exchanges' listing. */
export const SECTORS = [
  ...(['Basic Materials', 'Consumer Discretionary', 'Consumer Staples', 'Energy', 'Finance'] as const),
  ...(['Health Care', 'Industrials', 'Real Estate', 'Technology', 'Telecommunications'] as const),
  'Utilities',
] as const;
export type Sector = (typeof SECTORS)[number];

/**
 * Sectors by the SIC code that a filer declares to the SEC (the SEC's list of codes): single codes, and ranges written
 * `first-last`. Codes that cover several sectors are left out, such as 7389, business services: there the company below
 * or else the listing decides.
 */
export const SECTOR_CODES: Readonly<Record<Sector, readonly string[]>> = {
  'Basic Materials': [
    ...['1000-1099', '1400-1499', '2421', '2600-2661', '2800-2829', '2851-2899', '3200-3299', '3310-3349'],
    '3411',
  ],
  'Consumer Discretionary': [
    ...['1520-1531', '2200-2399', '2451', '2510-2522', '2711-2741', '3011-3021', '3100-3199', '3630-3652'],
    ...['3711-3719', '3751', '3873', '3911-3949', '4700', '5200-5211', '5500-5799', '5810-5812'],
    ...['5940-5990', '7000-7299', '7340', '7812-7999', '8200-8299'],
  ],
  'Consumer Staples': [
    ...['0100-0299', '0900-0999', '2000-2199', '2840-2844', '5140-5149', '5180', '5331', '5400-5499'],
  ],
  Energy: ['1220-1399', '2911', '3533', '4610', '4922', '5171-5172', '6792'],
  Finance: ['6000-6323', '6325-6499', '6770', '7320'],
  'Health Care': ['2833-2836', '3826', '3841-3851', '5047', '5122', '6324', '8000-8099', '8731'],
  Industrials: [
    ...['1600-1799', '3412-3532', '3534-3549', '3560-3569', '3580-3629', '3720-3743', '3760-3769', '3812'],
    ...['4000-4599', '4731', '4950-4959', '7350-7363', '7380-7381', '8700-8729', '8740-8749'],
  ],
  'Real Estate': ['6500-6599', '6798'],
  Technology: ['3570-3579', '3661-3679', '3825', '3827', '3861', '7370-7377'],
  Telecommunications: ['4812-4822', '4841', '4899'],
  Utilities: ['4900-4921', '4923-4949'],
};

/** Companies whose code says another business than their annual report: CIK, a ticker, the sector. */
export const SECTOR_COMPANIES: readonly (readonly [cik: string, ticker: string, sector: Sector])[] = [
  ['0001403161', 'V', 'Finance'],
  ['0001141391', 'MA', 'Finance'],
  ['0001633917', 'PYPL', 'Finance'],
  ['0000066740', 'MMM', 'Industrials'],
  ['0000055785', 'KMB', 'Consumer Staples'],
  ['0000064803', 'CVS', 'Health Care'],
  ['0000097745', 'TMO', 'Health Care'],
  ['0000313616', 'DHR', 'Health Care'],
  ['0000024741', 'GLW', 'Technology'],
  ['0001467373', 'ACN', 'Technology'],
  ['0000075362', 'PCAR', 'Industrials'],
  ['0000815097', 'CCL', 'Consumer Discretionary'],
  ['0000884887', 'RCL', 'Consumer Discretionary'],
  ['0001513761', 'NCLH', 'Consumer Discretionary'],
];

/**
 * Makers, sellers and payment firms that lend to their customers, themselves or through a subsidiary, and
 * lenders whose SIC code does not say so. The interest and fees (of loans, of pawn, of instalments) are part
 * of revenue, outside the tags of interest income, so a filed line of interest is only a part of what they
 * earn. The table names companies, because a missing fact proves nothing.
 */
interface CaptiveLender {
  readonly cik: string;
  readonly symbol: string;
  /** The subsidiary, segment or brand that lends, or the subject of the loans. */
  readonly lender: string;
  /** The accession of the 10-K that describes it; null for a filer of 20-Fs. */
  readonly source: string | null;
}

export const CAPTIVE_LENDERS: readonly CaptiveLender[] = [
  { cik: '0000037996', symbol: 'F', lender: 'Ford Credit', source: '0000037996-26-000015' },
  { cik: '0001467858', symbol: 'GM', lender: 'GM Financial', source: '0001467858-26-000013' },
  {
    cik: '0000315189',
    symbol: 'DE',
    lender: 'John Deere Financial Services',
    source: '0001104659-25-122321',
  },
  {
    cik: '0000018230',
    symbol: 'CAT',
    lender: 'Caterpillar Financial Products (Cat Financial)',
    source: '0000018230-26-000008',
  },
  {
    cik: '0000075362',
    symbol: 'PCAR',
    lender: 'PACCAR Financial Services',
    source: '0001193125-26-057025',
  },
  {
    cik: '0000793952',
    symbol: 'HOG',
    lender: 'Harley-Davidson Financial Services',
    source: '0000793952-26-000011',
  },
  {
    cik: '0001567094',
    symbol: 'CNH',
    lender: 'CNH Industrial Capital (Financial Services)',
    source: '0001567094-26-000006',
  },
  { cik: '0000217346', symbol: 'TXT', lender: 'Textron Financial (Finance)', source: '0000217346-26-000006' },
  {
    cik: '0000091440',
    symbol: 'SNA',
    lender: 'Snap-on Credit (Financial Services)',
    source: '0000091440-26-000045',
  },
  { cik: '0000051143', symbol: 'IBM', lender: 'IBM Financing', source: '0000051143-26-000010' },
  {
    cik: '0001645590',
    symbol: 'HPE',
    lender: 'HPE Financial Services',
    source: '0001645590-25-000130',
  },
  { cik: '0001571996', symbol: 'DELL', lender: 'Dell Financial Services', source: '0001571996-26-000008' },
  { cik: '0000078814', symbol: 'PBI', lender: 'Pitney Bowes Bank', source: '0001628280-26-009650' },
  { cik: '0001770450', symbol: 'XRX', lender: 'Xerox Financial Services', source: '0001770450-26-000009' },
  { cik: '0001170010', symbol: 'KMX', lender: 'CarMax Auto Finance', source: '0001170010-25-000024' },
  { cik: '0000858877', symbol: 'CSCO', lender: 'Cisco Capital', source: '0000858877-25-000111' },
  {
    cik: '0001690820',
    symbol: 'CVNA',
    lender: 'Carvana (finance receivables and loan sales)',
    source: '0001690820-26-000009',
  },
  { cik: '0000350698', symbol: 'AN', lender: 'AutoNation Finance', source: '0001628280-26-007800' },
  {
    cik: '0001023128',
    symbol: 'LAD',
    lender: 'Driveway Finance Corporation',
    source: '0001023128-26-000015',
  },
  { cik: '0000799850', symbol: 'CRMT', lender: 'Colonial Auto Finance', source: '0001628280-25-039026' },
  { cik: '0001580864', symbol: 'VRM', lender: 'United Auto Credit', source: '0001193125-26-126253' },
  { cik: '0001594805', symbol: 'SHOP', lender: 'Shopify Capital', source: '0001594805-26-000007' },
  { cik: '0001650164', symbol: 'TOST', lender: 'Toast Capital', source: '0001650164-26-000057' },
  { cik: '0000896878', symbol: 'INTU', lender: 'QuickBooks Capital', source: '0000896878-25-000035' },
  {
    cik: '0001512673',
    symbol: 'XYZ',
    lender: 'Square Loans, Afterpay and Cash App Borrow',
    source: '0001628280-26-012254',
  },
  {
    cik: '0001633917',
    symbol: 'PYPL',
    lender: 'PayPal Credit and merchant loans',
    source: '0001633917-26-000024',
  },
  { cik: '0001099590', symbol: 'MELI', lender: 'Mercado Pago (Credits)', source: '0001099590-26-000006' },
  { cik: '0001662991', symbol: 'SEZL', lender: 'Sezzle', source: '0001662991-26-000016' },
  { cik: '0001820953', symbol: 'AFRM', lender: 'Affirm', source: '0001820953-25-000080' },
  { cik: '0001647639', symbol: 'UPST', lender: 'Upstart', source: '0001647639-26-000027' },
  { cik: '0001529864', symbol: 'ENVA', lender: 'Enova', source: '0001193125-26-060461' },
  { cik: '0001584207', symbol: 'OMF', lender: 'OneMain Financial', source: '0001584207-26-000008' },
  {
    cik: '0000840489',
    symbol: 'FCFS',
    lender: 'pawn loans and American First Finance',
    source: '0000840489-26-000032',
  },
  { cik: '0000876523', symbol: 'EZPW', lender: 'pawn loans', source: '0000876523-25-000094' },
  {
    cik: '0000933036',
    symbol: 'UPBD',
    lender: 'Acima, Rent-A-Center and Brigit',
    source: '0000933036-26-000008',
  },
  {
    cik: '0001808834',
    symbol: 'PRG',
    lender: 'Progressive Leasing and Four Technologies',
    source: '0001808834-26-000012',
  },
  { cik: '0001309108', symbol: 'WEX', lender: 'WEX Bank', source: '0001309108-26-000010' },
  { cik: '0001703399', symbol: 'SE', lender: 'Monee', source: null },
  { cik: '0001855612', symbol: 'GRAB', lender: 'Grab Financial Services (GXS Bank)', source: null },
  { cik: '0001745431', symbol: 'STNE', lender: 'Stone (credit)', source: null },
  { cik: '0001712807', symbol: 'PAGS', lender: 'PagBank', source: null },
  { cik: '0001094517', symbol: 'TM', lender: 'Toyota Financial Services', source: null },
  { cik: '0000715153', symbol: 'HMC', lender: 'Honda (Financial services business)', source: null },
  { cik: '0001605484', symbol: 'STLA', lender: 'Stellantis Financial Services', source: null },
];

const BY_CIK: ReadonlyMap<string, CaptiveLender> = new Map(
  CAPTIVE_LENDERS.map((lender) => [lender.cik, lender]),
);

/**
 * The lender that a company owns; null if the table names none.
 * @example captiveLenderOf('0000037996').lender // 'Ford Credit'
 * @example captiveLenderOf('37996') // null
 */
export function captiveLenderOf(cik: string): CaptiveLender | null {
  return BY_CIK.get(cik) ?? null;
}

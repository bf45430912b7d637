/**
 * Makers and sellers that lend to their customers through a subsidiary of their own. Its interest and fees are part of
 * revenue, outside the tags of interest income, so a filed line of interest is only a part of what they earn. By
 * company, not by what it files: that a fact is missing tells nothing.
 */
interface CaptiveLender {
  readonly cik: string;
  readonly symbol: string;
  /** The subsidiary or segment, by its name in the 10-K. */
  readonly lender: string;
  /** Accession of the 10-K that describes it. */
  readonly source: string;
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
];

const BY_CIK: ReadonlyMap<string, CaptiveLender> = new Map(
  CAPTIVE_LENDERS.map((lender) => [lender.cik, lender]),
);

/** The lender that a company owns; null where the table names none. */
export function captiveLenderOf(cik: string): CaptiveLender | null {
  return BY_CIK.get(cik) ?? null;
}

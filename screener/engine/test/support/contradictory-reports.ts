/**
 * Filed reports whose figures contradict each other, found by removing single facts from every report of the snapshot
 * and then read by hand. Removing one side of a contradiction hides it, so the removal property cannot hold there (ADR
 * 0009). Amounts in millions.
 */
interface Contradiction {
  readonly cik: string;
  /** Period ends of the anchors. */
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

const CHEVRON =
  'Chevron’s DebtCurrent at year ends (2020: 11,373) is the figure before reclassifying 9,825, which the face shows as long-term; the face line is ShortTermBorrowings 1,548';
const MICROSOFT =
  'Microsoft’s CommercialPaper is face value and exceeds ShortTermBorrowings, the carrying amount, which holds it';

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    cik: '0000093410',
    from: '2019-12-31',
    to: '2020-12-31',
    why: CHEVRON,
  },
  {
    cik: '0000093410',
    from: '2010-12-31',
    to: '2010-12-31',
    why: CHEVRON,
  },
  {
    cik: '0000093410',
    from: '2013-12-31',
    to: '2013-12-31',
    why: CHEVRON,
  },
  {
    cik: '0000093410',
    from: '2014-12-31',
    to: '2014-12-31',
    why: CHEVRON,
  },
  {
    cik: '0000093410',
    from: '2015-12-31',
    to: '2015-12-31',
    why: CHEVRON,
  },
  {
    cik: '0000093410',
    from: '2016-12-31',
    to: '2016-12-31',
    why: CHEVRON,
  },
  {
    cik: '0000093410',
    from: '2017-12-31',
    to: '2017-12-31',
    why: CHEVRON,
  },
  {
    cik: '0000789019',
    from: '2015-06-30',
    to: '2015-06-30',
    why: MICROSOFT,
  },
  {
    cik: '0000789019',
    from: '2016-12-31',
    to: '2017-12-31',
    why: MICROSOFT,
  },
  {
    cik: '0000003116',
    from: '2013-06-30',
    to: '2014-06-30',
    why: 'Akorn 2013: FiniteLivedIntangibleAssetsNet 107.3 exceeds IntangibleAssetsNetExcludingGoodwill 61.2, and the lines exceed non-current assets by 16.5; 2014-06 compares with that date',
  },
  {
    cik: '0000858877',
    from: '2011-01-29',
    to: '2011-01-29',
    why: 'Cisco: DebtCurrent 15,241 is all debt; LongTermDebtNoncurrent 12,152 is inside it',
  },
  {
    cik: '0000858877',
    from: '2016-07-30',
    to: '2016-07-30',
    why: 'Cisco: non-controlling interests of -1, so that assets less parent equity is 1 below Liabilities 58,067',
  },
  {
    cik: '0001045810',
    from: '2012-04-29',
    to: '2013-10-27',
    why: 'NVIDIA: OtherAssetsCurrent (2012-07: 116.0) is more than the line PrepaidExpenseAndOtherAssetsCurrent (53.3) that would hold it; the lines exceed current assets',
  },
  {
    cik: '0001045810',
    from: '2016-07-31',
    to: '2016-07-31',
    why: 'NVIDIA: without Liabilities 2,909, assets less equity holds temporary equity of 72, and two lines that are one inside the other happen to close it',
  },
  {
    cik: '0001045810',
    from: '2018-04-29',
    to: '2018-10-28',
    why: 'NVIDIA: OtherAssetsCurrent 273 is more than PrepaidExpenseAndOtherAssetsCurrent 131, and the lines exceed current assets by 142',
  },
  {
    cik: '0001318605',
    from: '2011-12-31',
    to: '2012-12-31',
    why: 'Tesla: LongTermLoansPayable (305.5) is principal and holds the current part, the face shows 268.3',
  },
  {
    cik: '0001318605',
    from: '2016-12-31',
    to: '2018-12-31',
    why: 'Tesla 2016: DebtCurrent is filed as 1.1 for 1,114.7; 2018: it leaves out the capital leases (273) that LongTermDebtAndCapitalLeaseObligationsCurrent 2,107 holds, which count as debt only while that tag is there',
  },
  {
    cik: '0000034088',
    from: '2011-03-31',
    to: '2011-03-31',
    why: 'Exxon: LongTermDebtAndCapitalLeaseObligations 12,316 is filed under the tag of the current portion too',
  },
  {
    cik: '0001997711',
    from: '2023-12-31',
    to: '2023-12-31',
    why: 'LPA: Borrowings 271.3 and the lines without interest 59.5 exceed Liabilities 329.9',
  },
  {
    cik: '0001997711',
    from: '2024-12-31',
    to: '2024-12-31',
    why: 'LPA: InvestmentProperty 554.5 and the other non-current lines exceed non-current assets 567.0 by 2.8',
  },
  {
    cik: '0000354950',
    from: '2012-01-29',
    to: '2012-01-29',
    why: 'Home Depot: DeferredTaxAssetsNetNoncurrent 971 is the gross figure of a note; the lines exceed non-current assets by 836',
  },
  {
    cik: '0000001961',
    from: '2012-12-31',
    to: '2012-12-31',
    why: 'Worlds Inc.: PropertyPlantAndEquipmentNet 10,891 and IntangibleAssetsNetExcludingGoodwill 7,000 exceed non-current assets 7,000',
  },
  {
    cik: '0000001961',
    from: '2019-03-31',
    to: '2022-09-30',
    why: 'Worlds Inc.: one note of 0.773279 under NotesPayableCurrent and LongTermNotesPayable; from 2021 ConvertibleNotesPayableCurrent is filed as 124,230 for 0.124230',
  },
];

export function whyContradictory(cik: string, periodEnd: string): string | null {
  const found = CONTRADICTIONS.find((one) => one.cik === cik && one.from <= periodEnd && periodEnd <= one.to);
  return found?.why ?? null;
}

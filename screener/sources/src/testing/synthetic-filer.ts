import { addDays } from '@common/base/calendar';

/**
 * A made-up maker of instruments, in the documents that the SEC would serve about it. Its statements add up, and all
 * that a screening needs is tagged, so that one figure, its long-term debt, decides the answer.
 */
export interface Filer {
  readonly cik: number;
  readonly symbol: string;
  readonly name: string;
}

export interface Filing {
  readonly form: '10-K' | '10-Q';
  readonly accession: string;
  readonly filed: string;
  readonly periodEnd: string;
  /** The year of a 10-K, the quarter of a 10-Q; a 10-Q also gives the same quarter of the year before. */
  readonly periodStart: string;
  /** Long-term debt in millions of dollars; total assets are 10,000. */
  readonly debt: number;
}

export const NORTHWIND: Filer = { cik: 1_999_001, symbol: 'NWIQ', name: 'Northwind Instruments Inc.' };

/** A year's report, filed six weeks after its end. */
export function annual(periodEnd: string, debt: number): Filing {
  return {
    form: '10-K',
    accession: accessionOf(periodEnd),
    filed: addDays(periodEnd, 45),
    periodEnd,
    periodStart: addDays(periodEnd, -364),
    debt,
  };
}

/** The report of the first quarter of a fiscal year, filed a month after its end. */
export function firstQuarter(periodEnd: string, debt: number): Filing {
  return {
    form: '10-Q',
    accession: accessionOf(periodEnd),
    filed: addDays(periodEnd, 30),
    periodEnd,
    periodStart: addDays(periodEnd, -89),
    debt,
  };
}

function accessionOf(periodEnd: string): string {
  return `0001999001-${periodEnd.slice(2, 4)}-${periodEnd.slice(5).replace('-', '').padStart(6, '0')}`;
}

/** Debt of a sixth of the assets: all methodologies pass it. */
export const LITTLE_DEBT = 1_500;
/** Debt of nearly half of the assets: FTSE and MSCI, which divide by assets, fail it. */
export const MUCH_DEBT = 4_500;
/** The market capitalisation in the tests' quotes, in dollars. */
export const MARKET_CAP = 25_000_000_000;

const MILLION = 1_000_000;

/** `api/xbrl/companyfacts/CIK##########.json`, with the members in the SEC's order. */
export function companyFacts(filer: Filer, filings: readonly Filing[]): Uint8Array {
  const tags = new Map<string, object[]>();
  const add = (tag: string, filing: Filing, value: number, end: string, start?: string) => {
    const rows = tags.get(tag) ?? [];
    tags.set(tag, rows);
    const { accession: accn, form, filed } = filing;
    const fiscal = { fy: Number(filing.periodEnd.slice(0, 4)), fp: form === '10-K' ? 'FY' : 'Q1' };
    rows.push({ ...(start === undefined ? {} : { start }), end, val: value, accn, ...fiscal, form, filed });
  };
  for (const filing of filings) {
    for (const [tag, millions] of Object.entries(balances(filing.debt))) {
      add(tag, filing, millions * MILLION, filing.periodEnd);
    }
    for (const [start, end] of periods(filing)) {
      const share = filing.form === '10-K' ? 1 : 0.25;
      add('Revenues', filing, 8_000 * MILLION * share, end, start);
      add('InvestmentIncomeInterest', filing, 60 * MILLION * share, end, start);
    }
  }
  const shares = filings.map((filing) => ({
    end: addDays(filing.filed, -10),
    val: 500 * MILLION,
    accn: filing.accession,
    fy: Number(filing.periodEnd.slice(0, 4)),
    fp: filing.form === '10-K' ? 'FY' : 'Q1',
    form: filing.form,
    filed: filing.filed,
  }));
  const ofTag = (unit: string, rows: readonly object[]) => ({
    label: 'A label',
    description: 'A description.',
    units: { [unit]: rows },
  });
  return json({
    cik: filer.cik,
    entityName: filer.name,
    facts: {
      dei: { EntityCommonStockSharesOutstanding: ofTag('shares', shares) },
      'us-gaap': Object.fromEntries([...tags].map(([tag, rows]) => [tag, ofTag('USD', rows)])),
    },
  });
}

function periods(filing: Filing): readonly (readonly [string, string])[] {
  const { periodStart, periodEnd } = filing;
  if (filing.form === '10-K') return [[periodStart, periodEnd]];
  return [
    [addDays(periodStart, -365), addDays(periodEnd, -365)],
    [periodStart, periodEnd],
  ];
}

/** In millions of dollars. */
function balances(debt: number): Readonly<Record<string, number>> {
  const liabilities = 1_600 + debt + 400;
  return {
    CashAndCashEquivalentsAtCarryingValue: 1_200,
    MarketableSecuritiesCurrent: 300,
    AccountsReceivableNetCurrent: 900,
    InventoryNet: 1_500,
    OtherAssetsCurrent: 400,
    AssetsCurrent: 4_300,
    PropertyPlantAndEquipmentNet: 3_200,
    Goodwill: 1_700,
    OtherAssetsNoncurrent: 800,
    Assets: 10_000,
    AccountsPayableCurrent: 700,
    AccruedLiabilitiesCurrent: 800,
    LongTermDebtCurrent: 100,
    LiabilitiesCurrent: 1_600,
    LongTermDebtNoncurrent: debt,
    OtherLiabilitiesNoncurrent: 400,
    Liabilities: liabilities,
    StockholdersEquity: 10_000 - liabilities,
    LiabilitiesAndStockholdersEquity: 10_000,
  };
}

/** `submissions/CIK##########.json` with the industry that the SEC assigns to the filer. */
export function submissions(filer: Filer, filings: readonly Filing[], sic = '3826'): Uint8Array {
  const recent = {
    accessionNumber: filings.map((filing) => filing.accession),
    filingDate: filings.map((filing) => filing.filed),
    reportDate: filings.map((filing) => filing.periodEnd),
    form: filings.map((filing) => filing.form),
    primaryDocument: filings.map((filing) => `${filing.accession}.htm`),
  };
  return json({
    cik: String(filer.cik).padStart(10, '0'),
    entityType: 'operating',
    sic,
    sicDescription: 'Laboratory Analytical Instruments',
    name: filer.name,
    tickers: [filer.symbol],
    exchanges: ['Nasdaq'],
    fiscalYearEnd: '1231',
    formerNames: [],
    filings: { recent, files: [] },
  });
}

/** `files/company_tickers.json`. */
export function companyTickers(filers: readonly Filer[]): Uint8Array {
  const rows = filers.map(({ cik, symbol, name }) => ({ cik_str: cik, ticker: symbol, title: name }));
  return json({ ...rows });
}

/** `company_tickers_mf.json` with one class of one series. */
export function fundTickers(symbol: string): Uint8Array {
  const fields = ['cik', 'seriesId', 'classId', 'symbol'];
  return json({ fields, data: [[1_999_100, 'S000099001', 'C000099001', symbol]] });
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

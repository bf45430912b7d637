import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** One file of a companyfacts archive. */
interface ArchiveFile {
  readonly name: string;
  readonly text: string;
}

interface Filing {
  readonly accession: string;
  readonly form: string;
  readonly year: number;
  readonly period: string;
  readonly start: string;
  readonly end: string;
  readonly filed: string;
}

const FIRST_YEAR = 2021;
const YEARS = 4;
const QUARTERS = [
  { period: 'Q1', end: '03-31', filed: '05-02' },
  { period: 'Q2', end: '06-30', filed: '08-01' },
  { period: 'Q3', end: '09-30', filed: '11-01' },
  { period: 'FY', end: '12-31', filed: '02-20' },
];
const BALANCES = [
  'Assets',
  'AccountsReceivableNetCurrent',
  'CashAndCashEquivalentsAtCarryingValue',
  'LongTermDebt',
  'PropertyPlantAndEquipmentNet',
];
const FLOWS = [
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'InvestmentIncomeInterest',
  'NetIncomeLoss',
];

/** A small filer's file in the layout of data.sec.gov: four years of quarterly reports. The same CIK, the same text. */
export function syntheticCompany(cik: number): ArchiveFile {
  const filings = filingsOf(cik);
  const amount = amountsOf(cik);
  const balances = BALANCES.map((tag) => {
    const rows = filings.map((filing) => row(filing, amount(), null));
    return [tag, tagOf(tag, 'USD', rows)];
  });
  const flows = FLOWS.map((tag) => {
    const rows = filings.map((filing) => row(filing, amount(), filing.start));
    return [tag, tagOf(tag, 'USD', rows)];
  });
  const shares = filings.map((filing) => row({ ...filing, end: filing.filed }, amount(), null));
  const document = {
    cik,
    entityName: `Synthetic ${cik} Inc.`,
    facts: {
      dei: { EntityCommonStockSharesOutstanding: tagOf('Shares outstanding', 'shares', shares) },
      'us-gaap': Object.fromEntries([...balances, ...flows]),
    },
  };
  return { name: fileName(cik), text: JSON.stringify(document) };
}

export function fileName(cik: number): string {
  return `CIK${String(cik).padStart(10, '0')}.json`;
}

/** Writes a zip of the files, compressed, in their order. The same files give the same bytes. */
export async function writeArchive(path: string, files: Iterable<ArchiveFile>): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const { name, text } of files) zip.addBuffer(Buffer.from(text), name, { mtime: new Date(0) });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

function filingsOf(cik: number): readonly Filing[] {
  return Array.from({ length: YEARS }, (_, index) => FIRST_YEAR + index).flatMap((year) =>
    QUARTERS.map(({ period, end, filed }, quarter): Filing => {
      const filedIn = period === 'FY' ? year + 1 : year;
      const serial = String(quarter + 1).padStart(6, '0');
      return {
        accession: `${String(cik).padStart(10, '0')}-${String(filedIn).slice(2)}-${serial}`,
        form: period === 'FY' ? '10-K' : '10-Q',
        year,
        period,
        start: `${year}-01-01`,
        end: `${year}-${end}`,
        filed: `${filedIn}-${filed}`,
      };
    }),
  );
}

function row(filing: Filing, value: number, start: string | null): object {
  return {
    ...(start === null ? {} : { start }),
    end: filing.end,
    val: value,
    accn: filing.accession,
    fy: filing.year,
    fp: filing.period,
    form: filing.form,
    filed: filing.filed,
  };
}

function tagOf(label: string, unit: string, rows: readonly object[]): object {
  return { label, description: `${label}, as the taxonomy describes it.`, units: { [unit]: rows } };
}

/** A stream of whole amounts below 2^31, determined only by the CIK (a linear congruential generator). */
function amountsOf(cik: number): () => number {
  let state = cik;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state;
  };
}

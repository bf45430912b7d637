import type { CalendarDate } from '@common/base/calendar';
import type { CompanyFacts, CompanyProfile, Fact, MarketQuote, Report } from '@screener/engine/facts';
import { AAOIFI } from '@screener/engine/methodologies/aaoifi';
import { DJIM } from '@screener/engine/methodologies/djim';
import { FTSE } from '@screener/engine/methodologies/ftse';
import { MSCI } from '@screener/engine/methodologies/msci';
import { ruleSetsOf } from '@screener/engine/methodologies/rule-sets';
import { SP } from '@screener/engine/methodologies/sp';
import { screen } from '@screener/engine/screen';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningInput } from '@screener/engine/screening-input';

/** Small hand-made companies. A bare tag belongs to `us-gaap`. */

export const CIK = '0000000001';

/** What these companies are screened by, however many methodologies there are. */
const RULES = ruleSetsOf([AAOIFI, DJIM, FTSE, MSCI, SP]).current;

/** A full annual report of calendar 2024; name what differs. */
export function makeReport(differs: Partial<Report> = {}): Report {
  const periodEnd = differs.periodEnd ?? '2024-12-31';
  return {
    accession: '0000000001-25-000001',
    form: '10-K',
    filed: '2025-02-15',
    periodEnd,
    currency: 'USD',
    factCount: 100,
    ...differs,
  };
}

function qualified(tag: string): string {
  return tag.includes(':') ? tag : `us-gaap:${tag}`;
}

/** Balances of a report at its period end, in its currency. */
export function balances(report: Report, values: Readonly<Record<string, number>>): Fact[] {
  return Object.entries(values).map(([tag, value]) => ({
    tag: qualified(tag),
    unit: report.currency ?? 'USD',
    start: null,
    end: report.periodEnd,
    value,
    accession: report.accession,
  }));
}

export function flow(
  report: Report,
  tag: string,
  start: CalendarDate,
  end: CalendarDate,
  value: number,
): Fact {
  return {
    tag: qualified(tag),
    unit: report.currency ?? 'USD',
    start,
    end,
    value,
    accession: report.accession,
  };
}

/** Flows over the calendar year that ends with the report. */
export function yearFlows(report: Report, values: Readonly<Record<string, number>>): Fact[] {
  const start = `${report.periodEnd.slice(0, 4)}-01-01`;
  return Object.entries(values).map(([tag, value]) => flow(report, tag, start, report.periodEnd, value));
}

export function coverShares(report: Report, count: number, date: CalendarDate = report.filed): Fact {
  return {
    tag: 'dei:EntityCommonStockSharesOutstanding',
    unit: 'shares',
    start: null,
    end: date,
    value: count,
    accession: report.accession,
  };
}

export function makeCompany(reports: readonly Report[], facts: readonly Fact[]): CompanyFacts {
  return { cik: CIK, name: 'EXAMPLE CO', reports, facts };
}

export function makeProfile(differs: Partial<CompanyProfile> = {}): CompanyProfile {
  return {
    cik: CIK,
    symbol: 'EXMP',
    name: 'EXAMPLE CO',
    sic: '3571',
    sicDescription: 'Electronic Computers',
    sicSource: 'submissions',
    exchange: 'Nasdaq',
    ...differs,
  };
}

export function makeQuote(differs: Partial<MarketQuote> = {}): MarketQuote {
  return {
    symbol: 'EXMP',
    date: '2025-02-28',
    close: 10,
    currency: 'USD',
    marketCap: 10_000,
    source: 'a price file',
    ...differs,
  };
}

export function makeInput(facts: CompanyFacts, differs: Partial<ScreeningInput> = {}): ScreeningInput {
  const asOf = differs.asOf ?? '2025-03-01';
  return {
    profile: makeProfile(),
    facts,
    quotes: [makeQuote()],
    rates: [],
    asOf,
    today: asOf,
    factsThrough: asOf,
    rules: RULES,
    options: { yieldBound: true },
    ...differs,
  };
}

export function screenCompany(facts: CompanyFacts, differs: Partial<ScreeningInput> = {}): DecidedScreening {
  return screen(makeInput(facts, differs));
}

/** A company that passes everything, each figure filed: 1,000 of assets, worth 10,000. */
export const SOUND_BALANCES: Readonly<Record<string, number>> = {
  Assets: 1000,
  AssetsCurrent: 500,
  CashAndCashEquivalentsAtCarryingValue: 100,
  ShortTermInvestments: 50,
  AccountsReceivableNetCurrent: 150,
  InventoryNet: 120,
  OtherAssetsCurrent: 80,
  MarketableSecuritiesNoncurrent: 0,
  PropertyPlantAndEquipmentNet: 400,
  OtherAssetsNoncurrent: 100,
  Liabilities: 600,
  LiabilitiesCurrent: 300,
  DebtCurrent: 40,
  AccountsPayableCurrent: 160,
  AccruedLiabilitiesCurrent: 100,
  LongTermDebtNoncurrent: 160,
  OtherLiabilitiesNoncurrent: 140,
  StockholdersEquity: 400,
};

const SOUND_FLOWS: Readonly<Record<string, number>> = {
  Revenues: 2000,
  InvestmentIncomeInterest: 8,
  NetIncomeLoss: 300,
  NetCashProvidedByUsedInOperatingActivities: 350,
  PaymentsToAcquirePropertyPlantAndEquipment: 100,
};

/** The sound company with some figures changed, or left out where the value is null. */
export function soundCompany(changes: Readonly<Record<string, number | null>> = {}): CompanyFacts {
  const report = makeReport();
  const all = { ...SOUND_BALANCES, ...SOUND_FLOWS, ...changes };
  const kept = Object.entries(all).filter((entry): entry is [string, number] => entry[1] !== null);
  const isFlow = (tag: string) => tag in SOUND_FLOWS || /Income|Revenue|InterestExpense|Payments/.test(tag);
  return makeCompany(
    [report],
    [
      ...balances(report, Object.fromEntries(kept.filter(([tag]) => !isFlow(tag)))),
      ...yearFlows(report, Object.fromEntries(kept.filter(([tag]) => isFlow(tag)))),
    ],
  );
}

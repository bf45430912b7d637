import { stopped } from '@common/base/english';
import type { Denominator, Numerator } from '@screener/engine/methodologies/methodology';
import type { MarketCapRefusal, OpenWeight } from '@screener/engine/screened';

const UNBOUNDED = 'the other tagged liabilities do not bound the rest closely enough';

const UNTAGGED: Readonly<Record<Exclude<Numerator, 'debt'>, string>> = {
  cash_and_current_securities:
    'cash and current interest-bearing securities are not tagged closely enough to decide',
  cash_and_all_securities: 'interest-bearing securities are not tagged closely enough to decide',
  receivables: 'receivables are not tagged closely enough to decide',
  receivables_and_cash: 'receivables and cash are not tagged closely enough to decide',
  interest_income: 'no interest income is tagged for the twelve months, and no bound on it decides',
};

const OPEN_WEIGHTS: Readonly<Record<OpenWeight, string>> = {
  not_screenable_holdings: 'in companies that could not be screened',
  unresolved_holdings: 'in equities that could not be matched to a company',
  cash: 'in short-term investment vehicles, which are not screened',
  debt: 'in debt, which is not screened: sukuk and bonds are filed alike',
  derivatives: 'is what contracts expose it to, or may expose it to, which is not screened',
  other_holdings: 'in holdings of other kinds, which are not screened',
  unlisted_assets: 'in assets that are not among the holdings: cash, receivables, or lines that are missing',
};

/** What is not known, as clauses. Days, percentages and reports come as they are written. */
export const GAPS = {
  noPeriodicReport: (day: string) => `no periodic report with financial facts was filed on or before ${day}`,
  staleReport: (end: string, months: number, day: string) =>
    `the newest report here covers the period to ${end}, more than ${months} months before ${day}`,
  reportScale: (report: string, beside: string) =>
    `every balance of ${report} is a hundredth or less of that of ${beside}: it is probably in thousands but filed as units, and is not believed`,
  reportsNotHere: (form: string, end: string, due: string, through: string) =>
    `reports filed in between are not here: the newest one is the ${form} to ${end}, the next was due about ${due}, and filings after ${through} are missing`,
  factsNotReached: 'none of this company’s facts are stored here, and the SEC was not reached',
  factsNotInSnapshot: 'this company’s facts are not in the offline snapshot',
  businessActivity: 'neither a SIC code nor a curated entry says what the company does',
  untagged: UNTAGGED,
  nothingToDivideBy: (report: string, amount: Denominator) =>
    `${report} gives no positive ${amount.replaceAll('_', ' ')} under a known tag`,
  debtUntagged: 'neither all of the debt nor total liabilities are tagged',
  debtMayOverlap: (least: string, most: string) =>
    `the tagged debt may overlap: it is between ${least} and ${most}`,
  noDebtTagged: `the balance sheet tags no debt, and ${UNBOUNDED}`,
  debtPartlyTagged: (least: string) =>
    `debt of ${least} is tagged, but no tag says that this is all of it, and ${UNBOUNDED}`,
  priceNotReached: (why: string) => `No current price was reached: ${stopped(why)}`,
  ratesNotReached: (why: string) => `No current exchange rates were reached: ${stopped(why)}`,
  noPriceOfItsOwn: 'a fund is weighed by its holdings and needs no price of its own',
  noNetAssets: 'the report gives no positive net assets to weigh holdings by',
  openWeight: (weight: string, part: OpenWeight, holdings: number) =>
    `${weight} of net assets ${OPEN_WEIGHTS[part]}${holdings === 0 ? '' : ` (holdings: ${holdings})`}`,
  holdsNoSecurities: (metal: string) =>
    `this trust holds ${metal}, not shares of companies, so there is nothing to screen: the methodologies here say nothing about ${metal}`,
  holdingsNotAtHand: (day: string) =>
    `no report of this fund’s holdings (Form N-PORT) of ${day} or earlier is stored here`,
  holdingsTooOld: (end: string, months: number, day: string) =>
    `the newest stored report of the holdings is of ${end}, more than ${months} months before ${day}`,
  notCommonStock: (symbol: string) =>
    `${symbol} is preferred stock, a warrant, a unit or a right: its price says nothing of the company's capitalisation`,
  noPrice: (days: number, day: string) => `no price within ${days} days before ${day}`,
  noExchangeRate: (price: string, report: string | null, day: string) =>
    `the price is in ${price} and the report in ${report ?? 'no currency'}, and no official rate between them is at hand for ${day}`,
  marketCap: {
    depositary_ratio_unknown:
      'the price source gives no capitalisation, and the close is no help: the ticker may be a depositary share whose ratio to ordinary shares is not filed',
    no_share_count: 'the report’s cover page gives no total share count (several classes of shares?)',
    share_basis_unclear: 'the close and the share count may be on opposite sides of a split',
  } satisfies Partial<Record<MarketCapRefusal['code'], string>>,
  placeholder: (shares: string) => `the cover page’s count of ${shares} shares is a placeholder`,
  nothingToCompare: (form: string, end: string, shares: string) =>
    `the ${form} for ${end} gives no share count to hold the cover page’s ${shares} against`,
  otherScale: (shares: string, other: string, day: string) =>
    `the cover page’s count of ${shares} shares is far from the ${other} of ${day}: a typo, or a split`,
  // Sentences to a reader who knows nothing of this server's stores.
  anything: 'What is not filed could still change the answer.',
  noNewerReport: (end: string) =>
    `We have no report newer than ${end}, and do not judge a company by figures that old.`,
  noData: 'We have no financial data for this company yet.',
  noHoldings: 'We have no report of this fund’s holdings yet.',
};

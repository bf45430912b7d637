import { capitalised, sentence, stopped } from '@common/base/english';
import type { Gap, MarketCapRefusal } from '@screener/engine/screened';
import { dateOn } from './dates.ts';
import type { Face } from './face.ts';
import { formerInWords } from './former.ts';
import { spaced } from './names.ts';

/** Says what is not known, as a clause. */
export function gapInWords(gap: Gap, face: Face): string {
  switch (gap.code) {
    case 'no_periodic_report':
      return `no periodic report with financial facts was filed on or before ${dateOn(gap.as_of, face)}`;
    case 'stale_report':
      return `the newest report here covers the period to ${dateOn(gap.period_end, face)}, more than ${gap.months} months before ${dateOn(gap.as_of, face)}`;
    case 'report_scale':
      return `every balance of ${gap.form} ${gap.accession} is a hundredth or less of that of ${gap.beside.form} ${gap.beside.accession}: it is probably in thousands but filed as units, and is not believed`;
    case 'reports_not_here':
      return `reports filed in between are not here: the newest one is the ${gap.form} to ${dateOn(gap.period_end, face)}, the next was due about ${dateOn(gap.due, face)}, and filings after ${dateOn(gap.filed_through, face)} are missing`;
    case 'facts_not_at_hand':
      if (gap.live) return 'none of this company’s facts are stored here, and the SEC was not reached';
      return 'this company’s facts are not in the offline snapshot';
    case 'business_activity':
      return 'neither a SIC code nor a curated entry says what the company does';
    case 'amount_untagged':
      return UNTAGGED[gap.amount];
    case 'nothing_to_divide_by':
      return `${gap.form} ${gap.accession} gives no positive ${spaced(gap.amount)} under a known tag`;
    case 'debt_untagged':
      return 'neither all of the debt nor total liabilities are tagged';
    case 'debt_may_overlap':
      return `the tagged debt may overlap: it is between ${gap.least} and ${gap.most}`;
    case 'no_debt_tagged':
      return `the balance sheet tags no debt, and ${UNBOUNDED}`;
    case 'debt_partly_tagged':
      return `debt of ${gap.least} is tagged, but no tag says that this is all of it, and ${UNBOUNDED}`;
    case 'price_not_reached':
      return priceNotReached(gap.why);
    case 'rates_not_reached':
      return `No current exchange rates were reached: ${stopped(gap.why)}`;
    case 'no_longer_listed':
      return formerInWords(gap.former, face);
    case 'no_price_of_its_own':
      return 'a fund is weighed by its holdings and needs no price of its own';
    case 'no_net_assets':
      return 'the report gives no positive net assets to weigh holdings by';
    case 'open_weight': {
      const count = gap.holdings === 0 ? '' : ` (holdings: ${gap.holdings})`;
      return `${gap.pct.toFixed(2)}${face.percent} of net assets ${OPEN_WEIGHTS[gap.part]}${count}`;
    }
    case 'holds_no_securities':
      return `this trust holds ${gap.metal}, not shares of companies, so there is nothing to screen: the methodologies here say nothing about ${gap.metal}`;
    case 'holdings_not_at_hand':
      return `no report of this fund’s holdings (Form N-PORT) of ${dateOn(gap.as_of, face)} or earlier is stored here`;
    case 'holdings_too_old':
      return `the newest stored report of the holdings is of ${dateOn(gap.period_end, face)}, more than ${gap.months} months before ${dateOn(gap.as_of, face)}`;
    default:
      return marketCapGap(gap, face);
  }
}

/** Says in a sentence what is missing, to a reader who knows nothing of this server's stores. */
export function missingSentence(gap: Gap | undefined, face: Face): string {
  if (gap === undefined) return 'What is not filed could still change the answer.';
  switch (gap.code) {
    case 'stale_report':
    case 'reports_not_here':
      return `We have no report newer than ${dateOn(gap.period_end, face)}, and do not judge a company by figures that old.`;
    case 'facts_not_at_hand':
      return 'We have no financial data for this company yet.';
    case 'holdings_not_at_hand':
      return 'We have no report of this fund’s holdings yet.';
    default:
      return sentence(capitalised(gapInWords(gap, face)));
  }
}

function marketCapGap(gap: MarketCapRefusal, face: Face): string {
  switch (gap.code) {
    case 'not_common_stock':
      return `${gap.symbol} is preferred stock, a warrant, a unit or a right: its price says nothing of the company's capitalisation`;
    case 'no_price':
      return `no price within ${gap.days} days before ${dateOn(gap.as_of, face)}`;
    case 'no_exchange_rate':
      return `the price is in ${gap.price} and the report in ${gap.report ?? 'no currency'}, and no official rate between them is at hand for ${dateOn(gap.date, face)}`;
    case 'depositary_ratio_unknown':
      return 'the price source gives no capitalisation, and the close is no help: the ticker may be a depositary share whose ratio to ordinary shares is not filed';
    case 'no_share_count':
      return 'the report’s cover page gives no total share count (several classes of shares?)';
    case 'share_basis_unclear':
      return 'the close and the share count may be on opposite sides of a split';
    case 'share_count_refused':
      switch (gap.doubt) {
        case 'placeholder':
          return `the cover page’s count of ${gap.shares} shares is a placeholder`;
        case 'nothing_to_compare':
          return `the ${gap.form} for ${dateOn(gap.period_end, face)} gives no share count to hold the cover page’s ${gap.shares} against`;
        case 'other_scale':
          return `the cover page’s count of ${gap.shares} shares is far from the ${gap.other} of ${dateOn(gap.other_end, face)}: a typo, or a split`;
      }
  }
}

/** `why` is a sentence by the source of prices. */
export function priceNotReached(why: string): string {
  return `No current price was reached: ${stopped(why)}`;
}

const UNBOUNDED = 'the other tagged liabilities do not bound the rest closely enough';

const UNTAGGED = {
  cash_and_current_securities:
    'cash and current interest-bearing securities are not tagged closely enough to decide',
  cash_and_all_securities: 'interest-bearing securities are not tagged closely enough to decide',
  receivables: 'receivables are not tagged closely enough to decide',
  receivables_and_cash: 'receivables and cash are not tagged closely enough to decide',
  interest_income: 'no interest income is tagged for the twelve months, and no bound on it decides',
} as const;

const OPEN_WEIGHTS = {
  not_screenable_holdings: 'in companies that could not be screened',
  unresolved_holdings: 'in equities that could not be matched to a company',
  cash: 'in short-term investment vehicles, which are not screened',
  debt: 'in debt, which is not screened: sukuk and bonds are filed alike',
  derivatives: 'is what contracts expose it to, or may expose it to, which is not screened',
  other_holdings: 'in holdings of other kinds, which are not screened',
  unlisted_assets: 'in assets that are not among the holdings: cash, receivables, or lines that are missing',
} as const;

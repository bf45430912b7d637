import { listed, stopped } from '@common/base/english';
import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import type { Approximation } from '@screener/engine/screened';
import { dateOn } from './dates.ts';
import { type Face, typeset } from './face.ts';
import { priceNotReached } from './gaps.ts';
import { depositaryInWords, splitInWords } from './shares.ts';
import { translationInWords } from './translation-words.ts';

/** Explains in a sentence or two what an answer rests on. */
export function approximationInWords(approximation: Approximation, face: Face): string {
  switch (approximation.id) {
    case 'point_in_time_market_cap':
      return `${specified(approximation.averages)}The ratios here use market capitalisation at one point in time.`;
    case 'interest_income_is_the_proxy':
      return 'Interest income is the proxy for prohibited income: revenue by segment is not analysed.';
    case 'interest_line_renamed':
    case 'interest_net_of_investment_expense':
    case 'interest_yield':
      return aboutInterest(approximation, face);
    case 'finance_leases': {
      const { value, currency, evidence } = approximation;
      return `Finance lease liabilities of ${value} ${currency ?? ''} are filed (${evidence.join(', ')}). They count as debt only where the filer tags them with its debt.`;
    }
    case 'market_cap_differs_from_cover_page_shares': {
      const { given, from_shares: fromShares, shares } = approximation;
      const apart = Math.round((100 * Math.abs(given - fromShares)) / given);
      return `The price source’s market capitalisation of ${given} is used. The close times the share count on the report’s cover page (${shares}) is ${fromShares}, ${apart}${face.percent} apart: a class of shares not counted, a depositary share, a split or a change in shares since then.`;
    }
    case 'depositary_ratio':
      return `The ticker is that of a depositary share, which stands for ${depositaryInWords(approximation.factor)} of the shares counted (${approximation.shares}): the listing’s capitalisation divided by its close shows this both on the day of the count and now. The close multiplied by that count is not a capitalisation, and amounts per share are for one depositary share.`;
    case 'share_count_before_split': {
      const { shares, counted, date, factor } = approximation;
      return `The share count (${shares}) is that of ${dateOn(counted, face)}. A ${splitInWords(factor)} split followed, and amounts per share are for shares of ${dateOn(date, face)}.`;
    }
    case 'market_cap_from_cover_page_shares':
      return `Market capitalisation is the close of ${approximation.symbol} times the share count on the report's cover page, with all share classes valued at that close.`;
    case 'translated_at_reference_rate':
      return translationInWords(approximation.translation, face);
    case 'sec_not_reached': {
      const { why, filed_through: through } = approximation;
      const used = through === null ? 'no facts' : `the stored facts, filed up to ${dateOn(through, face)},`;
      return `The SEC was not reached: ${stopped(why)} This answer uses ${used} and knows of no later report.`;
    }
    case 'price_not_reached': {
      const { why, close_of: day } = approximation;
      return `${priceNotReached(why)} ${day === null ? 'The answer does not depend on it.' : `The close of ${dateOn(day, face)} is used.`}`;
    }
    case 'price_provisional': {
      const { close_of: day } = approximation;
      return `The close of ${day === null ? day : dateOn(day, face)} is from the newest daily listing; the next one will confirm it or correct it.`;
    }
    case 'snapshot_date': {
      const why = approximation.live
        ? 'the SEC was not reached, the embedded snapshot answers instead'
        : 'the embedded snapshot is the only source here';
      return `Screened as of ${dateOn(approximation.as_of, face)}, not as of today: ${why}, and this is the last day for which it can answer.`;
    }
    case 'facts_end_early':
      return `The stored facts end with filings of ${dateOn(approximation.filed_through, face)}. Reports filed between then and ${dateOn(approximation.as_of, face)} are not in this answer.`;
    default:
      return aboutHoldings(approximation, face);
  }
}

type Of<Id extends Approximation['id']> = Extract<Approximation, { readonly id: Id }>;

function aboutInterest(
  approximation: Of<'interest_line_renamed' | 'interest_net_of_investment_expense'> | Of<'interest_yield'>,
  face: Face,
): string {
  const { formula, reason } = BOUND_RULES[approximation.id];
  const rule = typeset(formula, face);
  const start = 'No gross interest income is filed for the twelve months.';
  const why = typeset(reason, face);
  switch (approximation.id) {
    case 'interest_line_renamed':
      return `${start} Here ${rule}. ${why}`;
    case 'interest_net_of_investment_expense':
      return `${start} Its upper end is ${rule}. ${why}`;
    case 'interest_yield':
      return `${start} Its upper end is ${rule}. Here the limit is ${approximation.limit_pct}${face.percent}. ${why}`;
  }
}

function aboutHoldings(
  approximation: Of<
    | 'holdings_from_facts_at_hand'
    | 'holdings_of_a_date'
    | 'derivatives_by_exposure'
    | 'holdings_end_early'
    | 'filing_date_unknown'
  >,
  face: Face,
): string {
  switch (approximation.id) {
    case 'holdings_from_facts_at_hand':
      return 'The companies held are screened from the stored facts and are not fetched one by one: with the SEC’s companyfacts.zip imported, coverage is the whole market.';
    case 'holdings_of_a_date':
      return `The holdings are those of ${dateOn(approximation.period_end, face)}, as filed; each company is screened as of ${dateOn(approximation.as_of, face)}. The fund may hold others now.`;
    case 'derivatives_by_exposure':
      return 'Contracts are open by their exposure: the notional amount and the gain or loss since. A fund with a contract whose exposure the filing does not bound is either non-compliant or has no verdict.';
    case 'holdings_end_early':
      return `The newest report available here is for ${dateOn(approximation.period_end, face)}. Later ones may have been filed by ${dateOn(approximation.as_of, face)}.`;
    case 'filing_date_unknown':
      return 'The list of holdings came without its filing date, so it counts as known from its period end on.';
  }
}

/**
 * Names the averages that are not used: `DJIM specifies a 24-month and S&P a 36-month trailing average market
 * capitalisation. `
 */
function specified(averages: Of<'point_in_time_market_cap'>['averages']): string {
  if (averages.length === 0) return '';
  const all = averages.map(
    ({ name, months }, index) => `${name}${index === 0 ? ' specifies' : ''} a ${months}-month`,
  );
  return `${listed(all)} trailing average market capitalisation. `;
}

import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import type { Approximation } from '@screener/engine/screened';
import { APPROXIMATIONS as AR_APPROXIMATIONS } from './ar/approximations.ts';
import { boundRules as AR_BOUND_RULE_WORDS } from './ar/bound-rules.ts';
import { dateOn } from './dates.ts';
import { APPROXIMATIONS as EN_APPROXIMATIONS } from './en/approximations.ts';
import { boundRules as EN_BOUND_RULE_WORDS } from './en/bound-rules.ts';
import { type Face, typeset } from './face.ts';
import { priceNotReached } from './gaps.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';
import { shortNameInSentence } from './names.ts';
import { depositaryInWords, splitInWords } from './shares.ts';
import { translationInWords } from './translation-words.ts';

const APPROXIMATIONS: Readonly<Record<Language, typeof EN_APPROXIMATIONS>> = {
  en: EN_APPROXIMATIONS,
  ar: AR_APPROXIMATIONS,
};
const BOUND_RULE_WORDS: Readonly<Record<Language, typeof EN_BOUND_RULE_WORDS>> = {
  en: EN_BOUND_RULE_WORDS,
  ar: AR_BOUND_RULE_WORDS,
};

/** Explains in a sentence or two what an answer rests on. */
export function approximationInWords(approximation: Approximation, face: Face): string {
  const words = APPROXIMATIONS[face.language];
  const on = (date: string) => dateOn(date, face);
  switch (approximation.id) {
    case 'point_in_time_market_cap':
      return words.pointInTime(
        approximation.averages.map(({ name, months }) => ({ name: shortNameInSentence(name, face), months })),
      );
    case 'interest_income_is_the_proxy':
      return words.interestIsTheProxy;
    case 'interest_line_renamed':
    case 'interest_net_of_investment_expense':
    case 'interest_yield':
      return aboutInterest(approximation, face);
    case 'finance_leases': {
      const { value, currency, evidence } = approximation;
      return words.financeLeases(`${value} ${currency ?? ''}`, evidence);
    }
    case 'market_cap_differs_from_cover_page_shares': {
      const { given, from_shares: fromShares, shares } = approximation;
      const apart = Math.round((100 * Math.abs(given - fromShares)) / given);
      return words.capitalisationsDiffer(
        given,
        shares,
        fromShares,
        leftToRight(`${apart}${face.percent}`, face),
      );
    }
    case 'depositary_ratio':
      return words.depositaryRatio(depositaryInWords(approximation.factor, face), approximation.shares);
    case 'share_count_before_split': {
      const { shares, counted, date, factor } = approximation;
      return words.countBeforeSplit(shares, on(counted), splitInWords(factor, face), on(date));
    }
    case 'market_cap_from_cover_page_shares':
      return words.fromCoverPage(approximation.symbol);
    case 'translated_at_reference_rate':
      return translationInWords(approximation.translation, face);
    case 'sec_not_reached': {
      const { why, filed_through: through } = approximation;
      return words.secNotReached(why, through === null ? null : on(through));
    }
    case 'price_not_reached': {
      const { why, close_of: day } = approximation;
      return `${priceNotReached(why, face)} ${day === null ? words.independentOfPrice : words.earlierClose(on(day))}`;
    }
    case 'price_provisional': {
      const { close_of: day } = approximation;
      return words.provisionalClose(day === null ? null : on(day));
    }
    case 'snapshot_date':
      return (approximation.live ? words.snapshotInstead : words.snapshotOnly)(on(approximation.as_of));
    case 'facts_end_early':
      return words.factsEndEarly(on(approximation.filed_through), on(approximation.as_of));
    default:
      return aboutHoldings(approximation, face);
  }
}

type Of<Id extends Approximation['id']> = Extract<Approximation, { readonly id: Id }>;

function aboutInterest(
  approximation: Of<'interest_line_renamed' | 'interest_net_of_investment_expense'> | Of<'interest_yield'>,
  face: Face,
): string {
  const { lineRenamed, upperEnd, upperEndOfYield } = APPROXIMATIONS[face.language];
  const { formula: rule, reason: why } = boundRuleInWords(approximation.id, face);
  switch (approximation.id) {
    case 'interest_line_renamed':
      return lineRenamed(rule, why);
    case 'interest_net_of_investment_expense':
      return upperEnd(rule, why);
    case 'interest_yield': {
      const limit = leftToRight(`${approximation.limit_pct}${face.percent}`, face);
      return upperEndOfYield(rule, limit, why);
    }
  }
}

interface BoundRuleWords {
  readonly formula: string;
  readonly reason: string;
}

/** Describes a rule that bounds an amount which no filed figure states. */
export function boundRuleInWords(id: keyof typeof BOUND_RULES, face: Face): BoundRuleWords {
  const { formula, reason } = BOUND_RULE_WORDS[face.language](id) ?? BOUND_RULES[id];
  return { formula: typeset(formula, face), reason: typeset(reason, face) };
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
  const words = APPROXIMATIONS[face.language];
  switch (approximation.id) {
    case 'holdings_from_facts_at_hand':
      return words.holdingsFromFacts;
    case 'holdings_of_a_date':
      return words.holdingsOfDate(dateOn(approximation.period_end, face), dateOn(approximation.as_of, face));
    case 'derivatives_by_exposure':
      return words.derivatives;
    case 'holdings_end_early':
      return words.holdingsEndEarly(
        dateOn(approximation.period_end, face),
        dateOn(approximation.as_of, face),
      );
    case 'filing_date_unknown':
      return words.filingDateUnknown;
  }
}

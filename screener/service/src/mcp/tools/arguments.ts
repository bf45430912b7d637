import { RULE_SET_IDS, type RuleSetId } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { Type } from 'typebox';

/**
 * The use case checks tickers and dates and words its own refusals, so these schemas only keep out absurd
 * input.
 */
const LONGEST_WORD = 40;

export const TICKER = Type.String({
  maxLength: LONGEST_WORD,
  description: 'A US ticker, such as AAPL, BRK.B or SPUS: no exchange prefix, no company name',
});

export const AS_OF = Type.Optional(
  Type.String({
    maxLength: LONGEST_WORD,
    description: 'Screen as of this date (YYYY-MM-DD), from what was filed by then. Default: the present',
  }),
);

const ruleSetInWords = (id: RuleSetId, place: number): string =>
  `${id}${place === 0 ? ' (default)' : ''}: ${RULE_SETS[id].description}`;

export const RULES = Type.Optional(
  Type.Enum(RULE_SET_IDS, {
    description: `Rule set. ${RULE_SET_IDS.map(ruleSetInWords).join('. ')}`,
  }),
);

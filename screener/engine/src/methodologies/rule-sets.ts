import { AAOIFI } from './aaoifi.ts';
import { DJIM_CLASSIC, DJIM_CURRENT } from './djim.ts';
import { FTSE } from './ftse.ts';
import type { RuleSet, RuleSetId } from './methodology.ts';
import { MSCI_CLASSIC, MSCI_CURRENT } from './msci.ts';
import { SP_CLASSIC, SP_CURRENT } from './sp.ts';

export const RULE_SETS: Readonly<Record<RuleSetId, RuleSet>> = {
  current: {
    id: 'current',
    description: 'The editions in force',
    methodologies: [AAOIFI, DJIM_CURRENT, FTSE, MSCI_CURRENT, SP_CURRENT],
  },
  classic: {
    id: 'classic',
    description: 'The texts before 2023 (DJIM, S&P) and 2025 (MSCI), which most sites still publish',
    methodologies: [AAOIFI, DJIM_CLASSIC, FTSE, MSCI_CLASSIC, SP_CLASSIC],
  },
};

export const RULE_SET_IDS = Object.keys(RULE_SETS) as readonly RuleSetId[];

/**
 * Changes whenever an answer could change for the same facts: rules, chains, selection or formulas. It is kept
 * with every screening, so that a flip in history that no filing caused can be told apart.
 */
export const ENGINE_VERSION = '1';

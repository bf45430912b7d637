import { AAOIFI } from './aaoifi.ts';
import { DJIM } from './djim.ts';
import { FTSE } from './ftse.ts';
import type { Editions, RuleSet, RuleSetId } from './methodology.ts';
import { MSCI } from './msci.ts';
import { SP } from './sp.ts';

/** All methodologies, in the order of the audit matrix. A new one is a file beside these and a line here. */
export const METHODOLOGIES: readonly Editions[] = [AAOIFI, DJIM, FTSE, MSCI, SP];

export const RULE_SETS = ruleSetsOf(METHODOLOGIES);

/** The ids of all methodologies, in that order. */
export const METHODOLOGY_IDS: readonly string[] = METHODOLOGIES.map(({ current }) => current.id);

/**
 * A rule set with only the chosen methodologies, by id; all of them if `chosen` is null. The verdict is then theirs
 * (ADR 0013).
 */
export function ruleSetOf(rules: RuleSetId, chosen: readonly string[] | null): RuleSet {
  const all = RULE_SETS[rules];
  if (chosen === null) return all;
  return { ...all, methodologies: all.methodologies.filter(({ id }) => chosen.includes(id)) };
}

/** Each rule set with its edition of every methodology. */
export function ruleSetsOf(methodologies: readonly Editions[]): Readonly<Record<RuleSetId, RuleSet>> {
  return {
    current: {
      id: 'current',
      description: 'The editions in force',
      methodologies: methodologies.map(({ current }) => current),
    },
    classic: {
      id: 'classic',
      description: 'The texts before 2023 (DJIM, S&P) and 2025 (MSCI), which most sites still publish',
      methodologies: methodologies.map(({ classic }) => classic),
    },
  };
}

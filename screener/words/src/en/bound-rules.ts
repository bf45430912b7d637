import type { BOUND_RULES } from '@screener/engine/concepts/bound-rules';

interface BoundRuleWords {
  readonly formula: string;
  readonly reason: string;
}

/** The rules that bound an amount, where they are not told in the words of the engine. */
export const boundRules: (id: keyof typeof BOUND_RULES) => BoundRuleWords | null = () => null;

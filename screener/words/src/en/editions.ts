import type { Methodology, RatioCheck, RuleSetId } from '@screener/engine/methodologies/methodology';

interface EditionWords {
  readonly edition: string;
  readonly note: string;
}

/** What the engine says in English itself; null here means that its own text is used. */
export const EDITIONS = {
  edition: ((_methodology, _rules) => null) as (methodology: string, rules: RuleSetId) => EditionWords | null,
  source: ((_methodology, _edition, _check) => null) as (
    methodology: Pick<Methodology, 'id'>,
    edition: string,
    check: RatioCheck,
  ) => string | null,
  ruleSet: ((_rules) => null) as (rules: RuleSetId) => string | null,
};

import type { RuleSetId } from '@screener/engine/methodologies/methodology';

/** What an account follows: the default of its pages and alerts. */
export interface Choice {
  /** Ids, in the order of answers; null for no choice, so all of them. */
  readonly methodologies: readonly string[] | null;
  readonly rules: RuleSetId;
}

export interface ChoiceStore {
  /** The account's choice; all by the rules in force where it made none. */
  choiceOf(account: string): Promise<Choice>;
  saveChoice(account: string, choice: Choice): Promise<void>;
}

import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { Language } from '@screener/words/language';

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
  /** The language of the account's pages and mails; null if it has none yet. */
  languageOf(account: string): Promise<Language | null>;
  /** That of the account that has proved this address; null if there is no such account, or it has none yet. */
  languageOfAddress(email: string): Promise<Language | null>;
  saveLanguage(account: string, language: Language): Promise<void>;
}

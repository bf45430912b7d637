import type { CalendarDate } from '@common/base/calendar';
import type { WentStale } from '@screener/engine/history/changes';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { Verdict } from '@screener/engine/verdict/verdict';

/** What an alert says of a company by a choice of methodologies. */
export interface ByChoice {
  /** Ids. */
  readonly methodologies: readonly string[];
  readonly before: Verdict;
  /** The same as before where only a check changed. */
  readonly after: Verdict;
}

/** What is compared of a watched fund, of which no history is stored. */
export interface FundState {
  readonly as_of: CalendarDate;
  /** By the choice. */
  readonly compliance: Verdict;
  readonly compliance_by_all: Verdict;
  /** Since when a newer report has been overdue, and why; null if none is. */
  readonly stale: Pick<WentStale, 'since' | 'why'> | null;
  /** Of the report of its holdings; null without one. */
  readonly accession: string | null;
  readonly engine_version: string;
  /** Percent of net assets: `compliant`, or by a choice what each of its methodologies passes. */
  readonly shares: Readonly<Record<string, number>>;
}

/** A watched fund whose verdict or share is different from the time before. */
export interface FundTurn {
  readonly symbol: string;
  readonly name: string;
  readonly rules: RuleSetId;
  /** Ids; null for no choice. */
  readonly methodologies: readonly string[] | null;
  readonly before: FundState;
  readonly after: FundState;
  /** The report of its holdings; null without one. */
  readonly source_url: string | null;
}

/** What is stored with an alert where a screening alone does not tell it. */
export type Told =
  | { readonly kind: 'choice'; readonly choice: ByChoice }
  | { readonly kind: 'fund'; readonly turn: FundTurn };

import type { CalendarDate } from '@common/base/calendar';
import type { CompanyRanking } from '@screener/engine/rankings/formulas';
import { type Leader, leaderOf, rankLeaders } from '@screener/engine/rankings/leaders';
import type { Entry, Ranking } from '@screener/engine/rankings/ranking-line';
import { rankByValue, type ValueCandidate, valueCandidateOf } from '@screener/engine/rankings/value';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import { noFacts, type ScreeningSubject } from '../use-cases/compute-screening.ts';
import { screenWhen } from '../use-cases/present.ts';
import { type StoredSubject, withoutStore } from '../use-cases/stored-subjects.ts';
import type { RankingLines } from './rankings.store.ts';

/** The name of this work among those of threads. */
export const RANKING_WORK = 'ranking';
export const RULES = 'current';

/** A listing, and the day of its screening: a company of the snapshot has a day of its own. */
export interface RankingJob extends StoredSubject {
  readonly day: CalendarDate;
}

/** How one kind is made. `Line` is a candidate. */
export interface RankingRecipe<Kind extends CompanyRanking, Line> {
  readonly kind: Kind;
  readonly entryOf: (subject: ScreeningSubject, screening: DecidedScreening) => Entry<Line>;
  readonly rank: (lines: readonly Line[]) => Ranking<RankingLines[Kind]>;
}

export const LEADERS: RankingRecipe<'leaders', Leader> = {
  kind: 'leaders',
  entryOf: ({ facts }, screening) => leaderOf(screening, facts?.reports ?? []),
  rank: rankLeaders,
};

export const VALUE: RankingRecipe<'value', ValueCandidate> = {
  kind: 'value',
  entryOf: ({ facts, listing }, screening) => valueCandidateOf(facts ?? noFacts(listing), screening),
  rank: rankByValue,
};

/** Screens a subject and makes its entry. */
export function entryMaker<Kind extends CompanyRanking, Line>(
  { entryOf }: RankingRecipe<Kind, Line>,
  options: ScreeningOptions,
) {
  return (subject: ScreeningSubject, { day }: RankingJob): Entry<Line> =>
    entryOf(subject, screenWhen(subject, { asOf: day, isPresent: true, today: day, options, rules: RULES }));
}

export interface RankingWork {
  readonly kind: CompanyRanking;
  readonly options: ScreeningOptions;
}

/** What a thread does for a ranking. */
export function rankingHand({ kind, options }: RankingWork) {
  return kind === 'leaders'
    ? withoutStore<RankingJob, Entry<Leader>>(entryMaker(LEADERS, options))
    : withoutStore<RankingJob, Entry<ValueCandidate>>(entryMaker(VALUE, options));
}

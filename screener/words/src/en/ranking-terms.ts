import {
  LEADER_KEYS,
  LEFT_OUT_REASONS,
  type LeftOutReason,
  VALUE_FIGURES,
  VALUE_MEASURES,
  type ValueFigure,
  type ValueMeasureName,
} from '@screener/engine/rankings/formulas';

interface Key {
  readonly key: string;
  readonly why: string;
}

/** What is ranked and why, in the words of the engine. */
export const RANKING_TERMS = {
  leftOut: LEFT_OUT_REASONS as Readonly<Record<LeftOutReason, string>>,
  figures: VALUE_FIGURES as Readonly<Record<ValueFigure, string>>,
  measures: Object.fromEntries(VALUE_MEASURES.map(({ name, why }) => [name, why])) as Readonly<
    Record<ValueMeasureName, string>
  >,
  /** In the order of the engine's keys. */
  leaderKeys: LEADER_KEYS as readonly Key[],
};

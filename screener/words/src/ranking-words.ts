import type { LeftOutReason, ValueFigure, ValueMeasureName } from '@screener/engine/rankings/formulas';
import { RANKING_TERMS as AR } from './ar/ranking-terms.ts';
import { RANKING_TERMS as EN } from './en/ranking-terms.ts';
import { type Face, typeset } from './face.ts';
import type { Language } from './language.ts';

const RANKING_TERMS: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

/** Says why a screened listing is in no ranking, as a clause. */
export function leftOutInWords(reason: LeftOutReason, face: Face): string {
  return RANKING_TERMS[face.language].leftOut[reason];
}

/** Describes an amount behind the value measures. */
export function valueFigureInWords(figure: ValueFigure, face: Face): string {
  return RANKING_TERMS[face.language].figures[figure];
}

/** Says what a value measure is for. */
export function valueMeasureInWords(measure: ValueMeasureName, face: Face): string {
  return RANKING_TERMS[face.language].measures[measure];
}

/** The keys of the leaderboard, in their order. */
export function leaderKeysInWords(face: Face): readonly { readonly key: string; readonly why: string }[] {
  return RANKING_TERMS[face.language].leaderKeys.map(({ key, why }) => ({
    key: typeset(key, face),
    why: typeset(why, face),
  }));
}

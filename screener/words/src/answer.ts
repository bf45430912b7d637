import type { Chosen, DecidedChosen } from '@screener/engine/chosen';
import type { DecidedNextStep, NextStep } from '@screener/engine/next-step';
import type { DecidedScreening } from '@screener/engine/screened';
import type { Screening } from '@screener/engine/screening';
import { approximationInWords } from './approximations.ts';
import { type Face, TEXT } from './face.ts';
import { gapInWords } from './gaps.ts';
import { nextStepInWords } from './next-step.ts';
import { chosenSummaryInWords, methodologyInWords, summaryInWords } from './summary.ts';
import { verdictDayInWords } from './time.ts';

/** An answer with the documented sentences instead of codes and values. */
type Worded<Answer extends DecidedAnswer> = Omit<Answer, keyof Sentences | 'next_step' | 'chosen'> &
  Sentences & { readonly chosen?: Chosen } & (Answer extends { readonly next_step: unknown }
    ? { readonly next_step: NextStep | null }
    : unknown);

/** A screening, with what can be done about it where the service adds that. */
type DecidedAnswer = DecidedScreening & {
  readonly next_step?: DecidedNextStep | null;
  readonly chosen?: DecidedChosen;
};

type Sentences = Pick<Screening, 'summary' | 'methodologies' | 'market_data' | 'missing' | 'approximations'>;

/** Adds to the sentence of a stale verdict the day that it is of. */
function withDay(
  text: string,
  compliance: DecidedScreening['compliance'],
  { as_of: asOf, stale }: DecidedScreening,
  face: Face,
): string {
  if (stale === null || compliance === 'not_screenable') return text;
  return `${text} ${verdictDayInWords(asOf, face)}`;
}

/** Returns the answer as documented. The order of its members does not change. */
export function worded<Answer extends DecidedAnswer>(answer: Answer, face: Face = TEXT): Worded<Answer> {
  const { reason } = answer.market_data;
  const { next_step: step } = answer;
  const sentences: Sentences = {
    summary: withDay(summaryInWords(answer.summary, face), answer.compliance, answer, face),
    methodologies: answer.methodologies.map((methodology) => ({
      ...methodology,
      summary: methodologyInWords(methodology.summary, face),
    })),
    market_data: { ...answer.market_data, reason: reason === null ? null : gapInWords(reason, face) },
    missing: missingInWords(answer.missing, face),
    approximations: answer.approximations.map((approximation) => ({
      id: approximation.id,
      message: approximationInWords(approximation, face),
    })),
  };
  const next = step == null ? {} : { next_step: { ...step, message: nextStepInWords(step, face) } };
  const chosen = answer.chosen === undefined ? {} : { chosen: chosenInWords(answer.chosen, answer, face) };
  return { ...answer, ...sentences, ...next, ...chosen } as unknown as Worded<Answer>;
}

function missingInWords(missing: DecidedScreening['missing'], face: Face): Screening['missing'] {
  return missing.map(({ code, gap }) => ({ code, message: gapInWords(gap, face) }));
}

function chosenInWords(chosen: DecidedChosen, answer: DecidedScreening, face: Face): Chosen {
  const summary = chosenSummaryInWords(chosen, face);
  return {
    ...chosen,
    summary: withDay(summary, chosen.compliance, answer, face),
    missing: missingInWords(chosen.missing, face),
  };
}

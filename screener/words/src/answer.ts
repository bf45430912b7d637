import { capitalised } from '@common/base/english';
import type { Chosen, DecidedChosen } from '@screener/engine/chosen';
import type { DecidedNextStep, NextStep } from '@screener/engine/next-step';
import type { DecidedScreening } from '@screener/engine/screened';
import type { Screening } from '@screener/engine/screening';
import { approximationInWords } from './approximations.ts';
import { TEXT } from './face.ts';
import { gapInWords } from './gaps.ts';
import { followedNames, VERDICT_WORDS } from './names.ts';
import { nextStepInWords } from './next-step.ts';
import { methodologyInWords, summaryInWords, whyInWords } from './summary.ts';

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
): string {
  return stale === null || compliance === 'not_screenable' ? text : `${text} That is the verdict of ${asOf}.`;
}

/** Returns the answer as documented. The order of its members does not change. */
export function worded<Answer extends DecidedAnswer>(answer: Answer): Worded<Answer> {
  const { reason } = answer.market_data;
  const { next_step: step } = answer;
  const sentences: Sentences = {
    summary: withDay(summaryInWords(answer.summary, TEXT), answer.compliance, answer),
    methodologies: answer.methodologies.map((methodology) => ({
      ...methodology,
      summary: methodologyInWords(methodology.summary, TEXT),
    })),
    market_data: { ...answer.market_data, reason: reason === null ? null : gapInWords(reason, TEXT) },
    missing: missingInWords(answer.missing),
    approximations: answer.approximations.map((approximation) => ({
      id: approximation.id,
      message: approximationInWords(approximation, TEXT),
    })),
  };
  const next = step == null ? {} : { next_step: { ...step, message: nextStepInWords(step, TEXT) } };
  const chosen = answer.chosen === undefined ? {} : { chosen: chosenInWords(answer.chosen, answer) };
  return { ...answer, ...sentences, ...next, ...chosen } as unknown as Worded<Answer>;
}

function missingInWords(missing: DecidedScreening['missing']): Screening['missing'] {
  return missing.map(({ code, gap }) => ({ code, message: gapInWords(gap, TEXT) }));
}

function chosenInWords(chosen: DecidedChosen, answer: DecidedScreening): Chosen {
  const verdict = `${capitalised(VERDICT_WORDS[chosen.compliance])} by ${followedNames(chosen.methodologies)}`;
  return {
    ...chosen,
    summary: withDay(`${verdict}: ${whyInWords(chosen.summary, TEXT)}`, chosen.compliance, answer),
    missing: missingInWords(chosen.missing),
  };
}

import type { DecidedNextStep, NextStep } from '@screener/engine/next-step';
import type { DecidedScreening } from '@screener/engine/screened';
import type { Screening } from '@screener/engine/screening';
import { approximationInWords } from './approximations.ts';
import { TEXT } from './face.ts';
import { gapInWords } from './gaps.ts';
import { nextStepInWords } from './next-step.ts';
import { methodologyInWords, summaryInWords } from './summary.ts';

/** An answer with the documented sentences instead of codes and values. */
type Worded<Answer extends DecidedAnswer> = Omit<Answer, keyof Sentences | 'next_step'> &
  Sentences &
  (Answer extends { readonly next_step: unknown } ? { readonly next_step: NextStep | null } : unknown);

/** A screening, with what can be done about it where the service adds that. */
type DecidedAnswer = DecidedScreening & { readonly next_step?: DecidedNextStep | null };

type Sentences = Pick<Screening, 'summary' | 'methodologies' | 'market_data' | 'missing' | 'approximations'>;

/** The summary; of a stale answer, with the day that it is of. */
function datedSummary({ summary, compliance, as_of: asOf, stale }: DecidedScreening): string {
  const sentence = summaryInWords(summary, TEXT);
  if (stale === null || compliance === 'not_screenable') return sentence;
  return `${sentence} That is the verdict of ${asOf}.`;
}

/** Returns the answer as documented. The order of its members does not change. */
export function worded<Answer extends DecidedAnswer>(answer: Answer): Worded<Answer> {
  const { reason } = answer.market_data;
  const { next_step: step } = answer;
  const sentences: Sentences = {
    summary: datedSummary(answer),
    methodologies: answer.methodologies.map((methodology) => ({
      ...methodology,
      summary: methodologyInWords(methodology.summary, TEXT),
    })),
    market_data: { ...answer.market_data, reason: reason === null ? null : gapInWords(reason, TEXT) },
    missing: answer.missing.map(({ code, gap }) => ({ code, message: gapInWords(gap, TEXT) })),
    approximations: answer.approximations.map((approximation) => ({
      id: approximation.id,
      message: approximationInWords(approximation, TEXT),
    })),
  };
  const next = step == null ? {} : { next_step: { ...step, message: nextStepInWords(step, TEXT) } };
  return { ...answer, ...sentences, ...next } as unknown as Worded<Answer>;
}

import { Type } from 'typebox';
import { METHODOLOGY_IDS } from './methodologies/rule-sets.ts';
import { type AnswerOf, list, num, object, Text, text } from './schema-parts.ts';
import type { DecidedScreening } from './screened.ts';
import { MissingEntry } from './screening.ts';
import { ScoreComponent } from './verdict/score.ts';
import { Compliance, DECIDED_VERDICTS } from './verdict/verdict.ts';

/** The verdict by the methodologies that somebody follows, beside the one by all of them. */
export const Chosen = object(
  {
    methodologies: list(Text, 'The ids of the chosen methodologies, in the order of the answer'),
    compliance: Compliance,
    possible: list(Type.Enum(DECIDED_VERDICTS), 'The verdicts that what is known still allows, best first'),
    score: num('Of 100 points, by these methodologies’ checks'),
    components: Type.Record(Text, ScoreComponent, { description: 'The parts of that score, by name' }),
    summary: text('That verdict and why, in one plain sentence'),
    missing: list(MissingEntry, 'What would have to be filed or known for that verdict'),
  },
  {
    title: 'Chosen',
    description:
      'By the chosen methodologies alone: non_compliant if the core business is prohibited or more than half of them fail, and never more than three are needed',
  },
);
export type Chosen = AnswerOf<typeof Chosen>;

/** As decided, before words are made of it. */
export type DecidedChosen = Pick<
  DecidedScreening,
  'compliance' | 'possible' | 'score' | 'components' | 'summary' | 'missing'
> &
  Pick<Chosen, 'methodologies'>;

/** Takes from a screening by the chosen methodologies what stands beside the screening by all. */
export function chosenOf(
  screening: Omit<DecidedChosen, 'methodologies'> & Pick<DecidedScreening, 'methodologies'>,
): DecidedChosen {
  const { methodologies, compliance, possible, score, components, summary, missing } = screening;
  return {
    methodologies: methodologies.map(({ id }) => id),
    compliance,
    possible,
    score,
    components,
    summary,
    missing,
  };
}

/** A verdict, with all that is said for it. */
type VerdictOfAnswer = Omit<DecidedChosen, 'methodologies'>;

/** The answer with the verdict by the choice in the place of the one by all; as it is if nothing was chosen. */
export function byChoice<Answer extends VerdictOfAnswer & { readonly chosen?: DecidedChosen }>(
  answer: Answer,
): Answer {
  if (answer.chosen === undefined) return answer;
  const { methodologies: _ids, ...verdict } = answer.chosen;
  return { ...answer, ...verdict };
}

/**
 * The ids among some names, each once, in the order of answers; null for no choice, which naming all of them is too.
 * @example chosenAmong(['msci', 'aaoifi', 'gone']) // ['aaoifi', 'msci']
 */
export function chosenAmong(names: readonly string[]): readonly string[] | null {
  const chosen = METHODOLOGY_IDS.filter((id) => names.includes(id));
  return chosen.length === 0 || chosen.length === METHODOLOGY_IDS.length ? null : chosen;
}

import { fail, ok, type Result } from '@common/base/result';
import { chosenAmong } from '@screener/engine/chosen';
import { METHODOLOGY_IDS } from '@screener/engine/methodologies/rule-sets';
import { Type } from 'typebox';

/** The schema of the query parameter. `understandChosen` checks its names, so that the refusal can list the choices. */
export const METHODOLOGIES_QUERY = Type.String({
  maxLength: 200,
  description: `The methodologies to follow, comma-separated: ${METHODOLOGY_IDS.join(', ')}. The answer then has chosen, with the verdict by these alone; all other members stay as they are, and methodologies lists all. Default: no choice`,
});

/**
 * Returns the ids of the chosen methodologies, each once, in the order of answers; null for no choice, which naming all
 * of them is too.
 * @example understandChosen('msci, aaoifi') // ok(['aaoifi', 'msci'])
 */
export function understandChosen(
  asked: string | undefined,
): Result<readonly string[] | null, 'unknown_methodology'> {
  const names = (asked ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !METHODOLOGY_IDS.includes(name));
  if (unknown !== undefined) {
    const choices = METHODOLOGY_IDS.join(', ');
    return fail(
      'unknown_methodology',
      `${unknown.slice(0, 40)} is not a methodology here. Choose from ${choices}.`,
    );
  }
  return ok(chosenAmong(names));
}

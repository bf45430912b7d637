import { fail, ok, type Result } from '@common/base/result';
import { Type } from 'typebox';
import { PagedAnswer } from '../use-cases/page-holdings.ts';

const FIELDS: readonly string[] = Object.keys(PagedAnswer.properties);

/**
 * The schema of the query parameter. `understandFields` checks its names, so that the refusal can list the
 * choices.
 */
export const FIELDS_QUERY = Type.String({
  maxLength: 1_000,
  description: `Only these members of each screening, comma-separated: ${FIELDS.join(', ')}. Default: all. A screening then has no other members, although its schema requires them; one that it does not have is left out`,
});

/** Returns the chosen members of a screening, each once; null for all. */
export function understandFields(
  asked: string | undefined,
): Result<readonly string[] | null, 'unknown_field'> {
  if (asked === undefined) return ok(null);
  const names = asked.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) {
    const what = unknown === '' ? 'An empty name' : `${unknown.slice(0, 40)}`;
    return fail('unknown_field', `${what} is not a member of a screening. Choose from ${FIELDS.join(', ')}.`);
  }
  return ok(FIELDS.filter((name) => names.includes(name)));
}

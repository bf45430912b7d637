import { canonicalText } from '@common/evidence/canonical';

/**
 * The object as read back from its canonical text. A page describes that, never the form that it came from.
 */
export function asSigned<Signed extends object>(object: Signed): Signed {
  return JSON.parse(canonicalText(object));
}

import { canonicalText } from '@platform/core/crypto/canonical';

/** The object as it is read back from its canonical text: what a page tells is told of that, never of a form. */
export function asSigned<Signed extends object>(object: Signed): Signed {
  return JSON.parse(canonicalText(object));
}

import type { TypedField } from '../site/typed-field.ts';

/** What approving a possible duplicate says: that it is another one. */
export function separateWords(deed: string, typed: Pick<TypedField, 'isAmount'> | null): string {
  return `${deed} as a separate ${typed?.isAmount === true ? 'payment' : 'request'}`;
}

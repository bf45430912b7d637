import type { Choice } from './choice.store.ts';

/** Who chose nothing follows all methodologies, by the rules in force. */
export const NO_CHOICE: Choice = { methodologies: null, rules: 'current' };

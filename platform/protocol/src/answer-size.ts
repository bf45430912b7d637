/** Of one answer of the authority, a client reads no more than this. */
export const MAX_ANSWER_BYTES = 1_048_576;

/**
 * A page of mandates or grants ends before the one that would make it longer. INVARIANT: half of what is read, and no
 * single one is longer than the other half: a mandate or a proposal comes in a body of 64 KiB, and what eight people sign
 * with passkeys for a grant adds as much.
 */
export const MAX_PAGE_BYTES = MAX_ANSWER_BYTES / 2;

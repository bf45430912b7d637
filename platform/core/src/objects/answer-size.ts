/** Of one answer of the authority, a client reads no more than this. */
export const MAX_ANSWER_BYTES = 1_048_576;

/**
 * A page of a list ends before the item that would make it longer. INVARIANT: half of what is read, and no single item is
 * longer than the other half: a mandate or a proposal comes in a body of 64 KiB, a profile or a report in one of 128 KiB,
 * what eight people sign with passkeys for a grant adds 64 KiB, and a receipt holds one of each.
 */
export const MAX_PAGE_BYTES = MAX_ANSWER_BYTES / 2;

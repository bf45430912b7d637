/** The most that a client reads of one answer of the authority. */
export const MAX_ANSWER_BYTES = 1_048_576;

/**
 * A page of a list ends before the item that would make it longer. INVARIANT: this is half of what a client
 * reads, and no single item is longer than the other half. A mandate or a proposal comes in a body of 64 KiB,
 * a profile or a report in one of 128 KiB, eight people's passkey signatures for a grant add 64 KiB, and a
 * receipt holds one of each.
 */
export const MAX_PAGE_BYTES = MAX_ANSWER_BYTES / 2;

/**
 * A tier's setting in requests per minute: every request is counted and limited as in real use, but no machine reaches
 * the limit. 0 would take the limiter out of what is measured.
 */
export const NEVER_REACHED = '1000000000';

/**
 * Requests a minute as the setting of a tier: every request is counted and limited as in service, and no machine reaches
 * the limit. 0 would take the limiter out of what is measured.
 */
export const NEVER_REACHED = '1000000000';

/** The instants from `since` up to, but not including, `until`, in milliseconds since the epoch. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/** A number of accounts, and how many of them had something screened. */
export interface Activation {
  readonly accounts: number;
  readonly activated: number;
}

/** Reads the operator's statistics, except for the counts of calls. */
export interface StatisticsStore {
  /** New accounts by day, oldest first; `activated` counts those activated by now. */
  signUpsByDay(span: Span): Promise<readonly (Activation & { readonly day: string })[]>;
  signUps(span: Span): Promise<number>;
  /**
   * Counts accounts in two cohorts: `old` began at least `withinMs` ago, and its activations happened within
   * that time; `young` began later, and its activations happened by now.
   */
  activation(
    now: number,
    withinMs: number,
  ): Promise<{ readonly old: Activation; readonly young: Activation }>;
  /** Counts the keys that are accepted now, all accounts, and the accounts of the partner tier. */
  keys(
    now: number,
  ): Promise<{ readonly active: number; readonly accounts: number; readonly partners: number }>;
  /** People on the waiting list by interest, the most people first. */
  waitlist(
    span: Span,
  ): Promise<readonly { readonly interest: string; readonly people: number; readonly recent: number }[]>;
  /** The attributions of sign-ups as given (JSON) or null, the most frequent first. */
  attributions(
    span: Span,
    most: number,
  ): Promise<readonly { readonly attribution: string | null; readonly signUps: number }[]>;
}

/** Instants: from `since`, before `until`, in milliseconds since the epoch. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/** Accounts, and those of them that had something screened. */
export interface Activation {
  readonly accounts: number;
  readonly activated: number;
}

/** What the operator's statistics are read from, besides the counts of calls. */
export interface StatisticsStore {
  /** Accounts by the day on which they began, oldest first; `activated` by now. */
  signUpsByDay(span: Span): Promise<readonly (Activation & { readonly day: string })[]>;
  signUps(span: Span): Promise<number>;
  /**
   * Accounts of a cohort: those that began at least `withinMs` ago, activated within that time, and the younger ones,
   * whose time is not over, activated by now.
   */
  activation(
    now: number,
    withinMs: number,
  ): Promise<{ readonly old: Activation; readonly young: Activation }>;
  /** Keys that are accepted now, accounts, and those of the partner tier. */
  keys(
    now: number,
  ): Promise<{ readonly active: number; readonly accounts: number; readonly partners: number }>;
  /** By interest, the most people first. */
  waitlist(
    span: Span,
  ): Promise<readonly { readonly interest: string; readonly people: number; readonly recent: number }[]>;
  /** Where sign-ups said they came from, as given (JSON) or null, the most first. */
  attributions(
    span: Span,
    most: number,
  ): Promise<readonly { readonly attribution: string | null; readonly signUps: number }[]>;
}

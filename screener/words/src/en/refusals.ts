/** Why there is no screening. */
export const REFUSALS = {
  unknownTicker: (typed: string) => `${typed} is not among the tickers known here.`,
  invalidDate: 'The date must be an existing date from 1 January 1900 to today.',
  /** A refusal without words of its own, as the service gives it. */
  other: (_code: string, message: string) => message,
};

/**
 * Explains to the reader of a page why there is no screening: without terms of the API, and without commands
 * that only an operator can run.
 */
export function refusalOnPage(
  { code, message }: { readonly code: string; readonly message: string },
  typed: string,
): string {
  switch (code) {
    case 'ticker_not_found':
      return `${typed} is not among the tickers known here.`;
    case 'invalid_as_of':
      return 'The date must be an existing date from 1 January 1900 to today.';
    default:
      return message;
  }
}

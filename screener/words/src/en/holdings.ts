import { phrase } from '../phrase.ts';

/** Why a text of holdings was refused. */
interface Refusal {
  readonly code: string;
  /** In English. */
  readonly message: string;
  /** The numbers of the message. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Pages that begin with a list of holdings. */
export const HOLDINGS = {
  yours: 'Your holdings',
  chooseFile: 'Choose a CSV file',
  calculate: 'Calculate',
  tryAgain: 'Try again',
  whatYouGet: 'What you get',
  /** `one` is the portfolio. */
  notStored: <T>(one: T, other: T) =>
    phrase`What you enter here is not stored and not logged: it comes back to you in the page, and is gone when you close it. The same list works for ${one}, where you can save it, and ${other}.`,
  yourPortfolio: 'your portfolio',
  yourPurification: 'your purification',
  yourZakat: 'your zakat',
  print: 'Print',
  holding: 'Holding',
  perHolding: 'Per holding',
  rules: 'Rules and sources',
  /** After the first few of them. */
  moreUnread: (more: number) =>
    more === 1 ? 'One more line was not understood.' : `${more} more lines were not understood.`,
  notScreened: 'It could not be screened. Calculate again in a moment.',
  refusal: ({ message }: Refusal) => message,
};

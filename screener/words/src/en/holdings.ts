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
  whatYouGet: 'What you get',
  notStored: <T>(one: T, other: T) =>
    phrase`Your holdings are not stored and not logged: they come back to you in the page, and are gone when you close it. The same list works for ${one} and ${other}.`,
  yourPortfolio: 'your portfolio',
  yourPurification: 'your purification',
  yourZakat: 'your zakat',
  print: 'Print',
  holding: 'Holding',
  perHolding: 'Per holding',
  rules: 'Rules and sources',
  notScreened: 'It could not be screened. Calculate again in a moment.',
  refusal: ({ message }: Refusal) => message,
};

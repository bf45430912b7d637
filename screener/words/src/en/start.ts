import { listed } from '@common/base/english';
import { phrase } from '../phrase.ts';

/** The start page before any search, and pages about what went wrong. */
export const START = {
  title: 'Sharia screening from SEC filings',
  description:
    'Sharia screening of US-listed companies and funds from the SEC’s own filings, with a citation behind every number.',
  promise: 'See whether a US company or fund is Sharia compliant, with the filing behind every number.',
  orTry: 'Or try',
  /** Names of companies and a fund to try, by ticker. */
  examples: {
    AAPL: 'Apple',
    NVDA: 'NVIDIA',
    APH: 'Amphenol',
    SNOW: 'Snowflake',
    SPUS: 'SPUS, a fund',
  },
  forExample: 'For example:',
  sources: {
    title: 'Every number has a source',
    text: <T>(link: T) =>
      phrase`Each figure names its tag, period and filing, and links to the SEC. You can redo the sum by hand. ${link}`,
    link: 'How it works',
  },
  gaps: {
    title: 'Missing is not zero',
    text: 'What a company does not file stays open, as a range from lowest to highest. A gap never makes a verdict better.',
  },
  past: {
    title: 'The past stays as it was',
    text: <T>(link: T) =>
      phrase`Ask for any past date and you get what was filed by then, and nothing later. Every change of verdict names its cause. ${link}`,
    link: 'Use the API',
  },
};

export const ERRORS = {
  lookFor: 'Look for a company or fund',
  particulars: <T>(status: number, code: T, request: T) =>
    phrase`Status ${status}, code ${code}, request ${request}`,
  noPage: {
    title: 'There is no such page',
    sentence: 'The address may be mistyped, or the page has moved.',
  },
  tooMany: {
    title: 'Too many searches',
    sentence: <T>(requests: number, seconds: number, freeKey: T) =>
      phrase`Without a key you have ${requests} searches a minute. Try again in ${seconds} s, or get ${freeKey}, which allows more.`,
    freeKey: 'a free key',
  },
  tooLarge: {
    title: 'That is too long',
    sentence: 'What you sent is longer than this page reads, so it was not read. Send it in parts.',
  },
  /** `fields` are the names in the address or the form. */
  invalid: (fields: readonly string[]) =>
    fields.length === 0
      ? 'The address or the form is not one that we know. Begin again from a link or a button of these pages.'
      : `We do not know the value of ${listed(fields)} in the address or the form. Begin again from a link or a button of these pages.`,
  /** A list of holdings that was refused stands below these sentences. */
  list: {
    tooMany: 'Too many lists in one minute',
    wait: (requests: number, seconds: number) =>
      `You can screen ${requests} lists a minute. Your list is below, as you sent it. Try again in ${seconds} s.`,
    isKept: 'Your list is below, as you sent it.',
  },
  ourFault: {
    title: 'Something failed on our side',
    sentence: 'This is our fault. Please try again. If it happens again, send us the request number below.',
  },
  notAnswered: 'This request cannot be answered',
};

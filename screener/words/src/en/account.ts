import { phrase } from '../phrase.ts';

type Tier = 'free' | 'partner';
const TIERS: Readonly<Record<Tier, string>> = { free: 'Free', partner: 'Partner' };

/** The account of a reader. */
export const ACCOUNT = {
  title: 'Your account',
  lead: <T>(email: T, tier: Tier, since: T) => phrase`${email}, ${tier} tier, since ${since}`,
  done: {
    password: 'The new password is set. Everyone else who was signed in is signed out.',
    kept: 'That key is the current one again.',
    ended: 'That key no longer works.',
    choice: 'Saved. Your pages and alerts follow this from now on.',
    language: 'Saved. Pages and mails are in English from now on.',
  },
  tier: 'Tier',
  tiers: TIERS,
  thanks: 'thank you',
  upgrade: 'Upgrade to the partner tier',
  wait: 'Join the waiting list for the partner tier',
  limit: 'Limit',
  noLimit: 'none',
  aMinute: (requests: number) => `${requests} a minute`,
  forPartners: (requests: number) => `${requests} a minute for partners`,
  together: 'for all keys together',
  batch: 'Batch and bulk',
  batchSizes: '25 and 500',
  batchNote: 'tickers in one request',
  password: {
    title: 'Password',
    note: 'For signing in without the key.',
    there: <T>(link: T) => phrase`There is a password. ${link}`,
    none: <T>(link: T) => phrase`There is none yet: you sign in with a key. ${link}`,
    change: 'Change it',
    set: 'Set one',
  },
  data: {
    title: 'Your data',
    note: 'Everything that is stored about this account.',
    download: 'Download it',
    erase: 'Delete the account',
    consequences:
      'Its keys stop working within a second, and its watchlist, alerts and usage are removed for good. A subscription continues at the payment provider until you cancel it there.',
    confirm: 'Type your e-mail address to confirm',
    notConfirmed: 'Type the address of this account, so that nothing is deleted by mistake.',
  },
  signOut: 'Sign out',
  follows: {
    title: 'What you follow',
    note: 'Your verdicts and alerts go by it. The verdict by all methodologies stands beside them.',
    edition: 'Edition of the rules',
    editions: { current: 'current: the editions in force', classic: 'classic: the texts before them' },
    save: 'Save',
    hint: <T>(link: T) =>
      phrase`Used by reports, lists, your portfolio, purification, the watchlist, comparisons and alerts. A page address that names methodologies or rules takes precedence. Your API keys are not affected. ${link}`,
    how: 'How a choice decides',
  },
  language: {
    title: 'Language',
    note: 'Of the pages where you are signed in, and of the mails to you.',
    label: 'Language of pages and mails',
    save: 'Save',
  },
};

export const KEYS = {
  title: 'Keys',
  note: 'We keep only their first characters, and a hash.',
  none: 'You have no working key.',
  make: 'Make a new key',
  goesOn: (hours: number) => `The current key then keeps working for ${hours} hours.`,
  caption: 'Keys of this account',
  key: 'Key',
  made: 'Made, UTC',
  state: 'State',
  action: 'Action',
  current: 'current',
  earlier: <T>(hours: T) => phrase`earlier; ends in ${hours}`,
  hours: (count: number) => `${count} ${count === 1 ? 'hour' : 'hours'}`,
  keep: 'Keep it',
  end: 'End it now',
  fresh: {
    title: 'Your new key',
    lead: 'Store it now: it is not shown again.',
    note: (hours: number) =>
      `The earlier key keeps working for ${hours} hours, so that you can put this one in its place.`,
    back: 'Back to the account',
  },
};

/** A chart of counts by day. */
const BARS = {
  none: 'None.',
  inAll: (total: string, most: string, day: string) =>
    `${total} in all; the most on one day: ${most}, on ${day}.`,
  inks: (solid: string, grey: string) => `Solid: ${solid}; grey: ${grey}.`,
  numbers: 'The numbers, day by day',
  day: 'Day',
};

export const USAGE = {
  title: 'Usage',
  note: 'Counts by day and status, kept for thirteen months.',
  chart: (days: number) => `Calls with this account’s keys, the last ${days} days`,
  answered: 'answered',
  refused: 'refused',
  bars: BARS,
};

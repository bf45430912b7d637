import { phrase } from '../phrase.ts';

const CREATE_AN_ACCOUNT = 'Create an account';
const SEND_LINK = 'Send me a link';
const NO_LINK = 'This link no longer works';
const SEVERAL_WORDS = 'Several words are easier to remember than symbols.';

/** The pages through which a reader gets in: signing in, signing up, links by mail. */
export const DOOR = {
  description: 'The way to your watchlist and your account.',
  reportNeedsAccount: 'Full reports and comparisons need an account. It is free.',
  thenWatch: <T>(ticker: T) => phrase`Then you watch ${ticker}.`,
  email: 'E-mail address',
  sendLink: SEND_LINK,
  linkHint: (minutes: number) =>
    `We mail you a link that signs you in. It works once, within ${minutes} minutes.`,
  plainHttp:
    'Nobody can sign in here: PUBLIC_URL is an address with plain http, over which others could read keys and passwords, so browsers keep no session. The operator of this service can put it behind https and set PUBLIC_URL to that address.',
  tooOften: {
    signUps: (times: number, minutes: number) =>
      `One network may sign up ${times} times an hour. Try again in ${minutes} min.`,
    links: (times: number, minutes: number) =>
      `One network may ask for links ${times} times an hour. Try again in ${minutes} min.`,
    lists: (times: number, seconds: number) =>
      `One network may bring ${times} lists of holdings a minute. Go back, and try again in ${seconds} s.`,
  },
  /** A refusal as the service gives it, by its code. */
  refused: (_code: string, message: string) => message,
  screenings: (requests: number, seconds: number) =>
    `${requests} screenings a minute are allowed, and pages count as calls of the API do. Try again in ${seconds} s.`,
  signIn: {
    title: 'Sign in',
    description: 'Sign in to your watchlist.',
    password: 'Password',
    submit: 'Sign in',
    submitPassword: 'Sign in with the password',
    noAccount: <T>(link: T) => phrase`No account yet? ${link}`,
    linkMakesOne: 'No account yet? The link makes one.',
    orPassword: 'Or with a password',
    orKey: 'Or use an API key',
    key: 'API key',
    keyHint: 'It begins with snd_live_.',
    submitKey: 'Sign in with the key',
    help: <T>(getOne: T, mailsLinks: boolean) =>
      phrase`Keys are for your own programs: ${getOne}. Forgot the password? ${mailsLinks ? 'Sign in by a link' : 'Sign in with a key'} and set a new one.`,
    getKey: 'get one',
    typeSomething: 'Type an API key, or an e-mail address and a password.',
    typePassword: 'Type the password, too.',
  },
  signUp: {
    title: CREATE_AN_ACCOUNT,
    lead: 'It is free. You watch companies and funds, and see when a verdict changes and why.',
    more: <T>(signIn: T, keys: T, privacy: T) =>
      phrase`Have an account? ${signIn}. For your own programs there are ${keys}. ${privacy}`,
    keys: 'API keys',
    emailHint: 'It is only your name here: this server sends no mail.',
    passphrase: 'Passphrase',
    passphraseHint: (shortest: number) =>
      `At least ${shortest} characters. ${SEVERAL_WORDS} Nobody can reset it.`,
    submit: 'Create the account',
  },
  enter: <T>(email: T) => phrase`As ${email}, in this browser.`,
  sent: {
    title: 'Check your mail',
    lead: <T>(email: T) => phrase`If ${email} receives mail, a link to sign in arrives in a moment.`,
    note: (minutes: number) =>
      `It works once, within ${minutes} minutes. The first time, it makes your account.`,
    noMail: <T>(link: T) => phrase`No mail? Look in your spam folder, or ${link}.`,
    again: 'try the address again',
  },
  /** A list of holdings that a reader brings along. */
  list: {
    comesAlong: 'Your list of holdings comes along, and is not stored until you save it.',
    notInMail:
      'Your list of holdings is not in the mail. It waits on the next page: keep that page open, and come back to it once the link has signed you in.',
    waits:
      'Your list of holdings waits on this page, and is stored nowhere. Keep the page open, open the link in this browser, and then go on here.',
    goOn: 'Go on with my list',
  },
  over: {
    title: NO_LINK,
    lead: <T>(minutes: number, link: T) => phrase`A link works once, within ${minutes} minutes. ${link}.`,
    another: 'Ask for a new one',
  },
};

/** Setting or changing a password. */
export const PASSWORD = {
  title: 'Password',
  description: 'Set or change the password of your account.',
  change: 'Change your password',
  set: 'Set a password',
  lead: <T>(email: T) => phrase`With it you sign in by your e-mail address, ${email}.`,
  current: 'Current password',
  keyInstead: 'Your API key, because there is no password yet',
  next: 'New password',
  hint: (shortest: number) =>
    `At least ${shortest} characters; several words are easier to remember than symbols.`,
  submitChange: 'Change the password',
  submitSet: 'Set the password',
  note: 'Everyone else who is signed in to this account is signed out. Your keys go on working.',
};

const NOT_OPEN = 'The partner tier is not open here yet';
const LEAVE_ADDRESS = 'Leave your address, and the operator of this server can write to you when it is.';

/** Waiting for the partner tier. */
export const WAITLIST = {
  title: 'Waiting list',
  description: 'Be told when the partner tier opens on this server.',
  notOpen: NOT_OPEN,
  leaveAddress: LEAVE_ADDRESS,
  paidFor: <T>(account: T) => phrase`The partner tier is paid for from ${account}. Your keys stay the same.`,
  yourAccount: 'your account',
  use: 'What is it for? (optional)',
  join: 'Join the waiting list',
  tooLong: (most: number, length: number) => `Say it in at most ${most} characters; these are ${length}.`,
  note: <T>(privacy: T, tiers: T) =>
    phrase`The address is kept for that alone. ${privacy}. What each tier gives is under ${tiers}.`,
  tiers: 'tiers and limits',
  joined: {
    title: 'You are on the list',
    description: 'Your address is on the waiting list.',
    lead: <T>(email: T) => phrase`${email} is noted. Joining again changes nothing.`,
    untilThen: <T>(key: T, watchlist: T) =>
      phrase`Until then a ${key} screens from your own program, and opens a ${watchlist}.`,
    freeKey: 'free key',
    watchlist: 'watchlist',
  },
};

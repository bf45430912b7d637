import { phrase } from '../phrase.ts';

/** The page for people who write programs. */
export const DEVELOPERS = {
  title: 'Developers',
  description: 'A free key, the first call in four languages, tiers and limits, webhooks and errors.',
  heading: 'Screen from your own program',
  lead: 'The key is free: you need only an e-mail address. Every answer carries its evidence and says what it does not know.',
  elsewhere: { reference: 'Reference', openApi: 'OpenAPI file', health: 'Health' },
  key: {
    title: 'A free key',
    note: <T>(privacy: T) =>
      phrase`We keep a hash of the key, the address, and how often you call. ${privacy}`,
    privacy: 'Privacy',
    get: 'Get a free key',
    longUse: (longest: number) => `Say it in ${longest} characters: app, research, bot.`,
    tooMany: (requests: number, minutes: number) =>
      `${requests} keys an hour may be asked for from one network. Try again in ${minutes} min.`,
  },
  newKey: {
    title: 'Your key',
    description: 'A new API key.',
    heading: 'Your key, shown this once',
    lead: 'Copy it now. Only a hash is kept here, so nobody can show it again.',
    section: 'Free key',
    /** `requests` a minute; null for no limit. */
    note: <T>(email: T, requests: number | null, batch: number) =>
      requests === null
        ? phrase`For ${email}. No limit of requests, batches of ${batch}.`
        : phrase`For ${email}. ${requests} requests a minute, batches of ${batch}.`,
    label: 'API key',
    copy: 'Copy',
    copied: 'Copied',
    keep: 'Keep it where your program’s secrets are, not in its source. Lost it? Ask for another one.',
    tryIt: 'Try it',
    next: <T>(signIn: T, firstCall: T) =>
      phrase`${signIn} for a watchlist and alerts, or read on: ${firstCall}`,
    signIn: 'Sign in with the key',
    firstCall: 'first call in four ways',
  },
  firstCall: {
    title: 'First call',
    note: 'The same question in four ways, and the answer.',
    variable: 'Each example reads your key from this variable:',
    agent: 'An agent, over MCP',
    notes: {
      curl: 'It also works without the header, with fewer requests a minute and one ticker at a time.',
      typeScript: <T>(file: T) => phrase`Plain JavaScript, too: Node 18 or newer runs it as ${file}.`,
      agent:
        'For the configuration of an MCP client. Its tools answer as the API does; leave the headers out to try it without a key.',
    },
    answer: 'The answer, shortened',
  },
  tiers: {
    title: 'Tiers and limits',
    note: 'Limits count requests, not tickers.',
    caption: 'Tiers and their limits',
    names: { demo: 'Demo', free: 'Free', partner: 'Partner' },
    key: 'Key',
    keys: { demo: 'none', free: 'by e-mail', partner: 'paid' },
    requests: 'Requests a minute',
    noLimit: 'no limit',
    byAddress: (requests: number) => `${requests}, by address`,
    atOnce: 'Tickers at once',
    batchAndBulk: (batch: number, bulk: number) => `batch of ${batch}, bulk of ${bulk}`,
    lists: 'Portfolio, purification, zakat',
    pagesOnly: 'on pages only',
    overlays: 'Overlays',
    namesOnly: 'names only',
    watchlist: 'Watchlist and alerts',
    support: 'Support',
    yes: 'yes',
    same: <T>(header: T) =>
      phrase`The same limits hold for agents and for searches on these pages. Lists of holdings on pages have twice as many requests of their own. All keys of one account share one allowance. With a 429, ${header} says when to come back.`,
  },
  webhooks: {
    title: 'Webhooks',
    note: <T>(link: T) => phrase`When the verdict or a check of a company on your watchlist changes. ${link}`,
    setUp: 'Set one up',
    verify: {
      what: 'Verify',
      how: 'By the Standard Webhooks rules: HMAC-SHA256 over id, timestamp and body, with the secret of your webhook. Refuse anything more than five minutes old, or dated more than five minutes ahead.',
    },
    answer: {
      what: 'Answer',
      how: 'With any status from 200 to 299. Otherwise it is sent again, at growing intervals, for a day; redirects are not followed. 410 ends a delivery at once.',
    },
    repeats: {
      what: 'Expect repeats',
      how: <T>(header: T) => phrase`One flip is one ${header}, however often it is sent.`,
    },
  },
  badge: {
    title: 'Badge',
    note: 'A verdict as an image with its day, without a key or a script.',
    byChoice: 'By a methodology of your choice:',
    kept: 'A badge is drawn from stored facts, and browsers keep it for an hour.',
  },
  errors: {
    title: 'Errors',
    note: 'Every answer has its id.',
    caption: 'Statuses of refusals',
    status: 'Status',
    when: 'When',
    statuses: {
      400: 'the ticker is malformed',
      401: 'the key is not valid',
      403: 'the tier does not include the operation',
      404: 'no such ticker is known',
      422: 'a field is missing or wrong; the body names it',
      429: 'your limit is reached; retry-after says for how long',
      503: 'the SEC or the database does not answer right now; try again later',
    },
    refusal: <T>(header: T, reference: T) =>
      phrase`A refusal has a stable code, a message that says what to do, and the request’s id, which is also in ${header}. All codes are in the ${reference}.`,
    reference: 'API reference',
  },
};

/** The page around the reference, whose own texts are in English. */
export const REFERENCE = {
  title: 'API reference',
  description: 'Every path of the screening API, with what it takes and answers.',
  lead: <T>(developers: T, file: T) =>
    phrase`Every path, with what it takes and answers. ${developers} has the first call, keys and limits; programs read ${file}.`,
  developers: 'For developers',
  needsScript: 'This page needs a script to show the reference.',
};

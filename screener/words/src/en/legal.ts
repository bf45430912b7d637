import { phrase } from '../phrase.ts';

/** What applies to any server with this software. */
export const TERMS = {
  title: 'Terms',
  lead: 'A tool for people who decide, not a ruling, and no advice on what to buy or sell.',
  whatItIs: {
    title: 'What it is',
    computes: <T>(link: T) =>
      phrase`This service computes, from what companies and funds file with the SEC, whether they pass published screening rules. The rules, their limits and how sure we are of each are on the ${link}; every number names its filing, so that you can check it.`,
    link: 'methodology page',
    outcome:
      'A verdict is the outcome of a computation. It is not a fatwa, not the opinion of a scholar, and not a certificate of the bodies whose rules it applies: none of them has reviewed this service.',
  },
  cannot: {
    title: 'What it cannot do',
    filings:
      'Filings are late, are corrected, and do not contain everything. Tags can be wrong. Prices come from public sources and can be wrong, too. Answers say how old they are and what they assume; read that before you rely on one.',
    asItIs:
      'The service is provided as it is, without a warranty. Anyone who acts on an answer decides for themselves. Nothing here is investment, tax or legal advice.',
  },
  fairUse: {
    title: 'Fair use',
    hold: <T>(link: T) =>
      phrase`The ${link} hold. Do not get around them with several addresses, do not try keys that are not yours, and keep your own secret: calls with your key count as yours. We may end keys that are misused.`,
    link: 'limits of each tier',
    show: 'You may use and show the answers in your own product. Show the date and the assumptions with the verdict, and do not present it as a ruling.',
  },
  changes: {
    title: 'Changes',
    text: 'Rules change when their editors publish a new edition, and the engine when a fault is found. Each answer names the rule set and the version of the engine; a changed verdict names its cause in the history.',
  },
  operator: {
    title: 'Who runs it',
    unknown:
      'Anyone can run this software, and the operator of this server has not said here who they are. Before you give it an address, ask the person who sent you here.',
    known: <T>(contact: T) =>
      phrase`This server is run by ${contact}. Write there about your data, or about anything on these pages.`,
  },
};

export const PRIVACY = {
  title: 'Privacy',
  lead: 'What this service keeps about you, for how long, and what it does not.',
  kept: {
    title: 'What is kept',
    pages: {
      what: 'To read these pages',
      how: 'Nothing is asked of you and nothing is kept about you. There are no trackers, no ads, no fonts or scripts from elsewhere.',
    },
    requests: {
      what: 'To limit requests',
      how: 'A counter by network address (for IPv6, the network’s first half), which ends with its window: a minute for calls, suggestions and sign-ins, an hour for sign-ups and mailed links. Counters of guesses may be by browser, those of mails by a hash of the address. Addresses are kept nowhere else, and not in the log.',
    },
    key: {
      what: 'A key',
      how: (hours: number) =>
        `The e-mail address as you wrote it, what the key is for if you said so, which link led you here if the link said so, and when. Of the key itself only a hash and its first characters. A key that you replace works for ${hours} hours more; that it existed stays until the account is deleted.`,
    },
    password: {
      what: 'A password',
      how: 'Only as an argon2id hash, from which it cannot be read back.',
    },
    signingIn: {
      what: 'Signing in',
      how: (days: string) =>
        `One cookie, for ${days} at most, that only signs you in. It holds the beginning of a key’s hash, the tier and the expiry. Another, for 30 days, says that this browser signed in before, so that strangers who guess passwords do not keep you out; it opens nothing. The only other one keeps the language that you chose, for a year. A link that we mail you is kept for 30 minutes, with the address, the page and the ticker that you came for.`,
    },
    watchlist: {
      what: 'Your watchlist and alerts',
      how: 'The tickers you watch, the addresses that alerts go to (of the feed’s, only a hash), each alert, and how its delivery went.',
    },
    holdings: {
      what: 'What you follow, your language, and your list of holdings',
      how: 'The methodologies and the edition that you chose, and the language of your pages and mails: the one that you chose, else that of the page on which you first signed in. A list of holdings only if you save it: its text as you pasted it, and the verdicts that you were shown last, to say what changed. You can delete it on the portfolio page.',
    },
    usage: {
      what: 'Usage',
      how: 'How many calls your account made, by day, operation and status, for thirteen months. Which tickers were asked for, by day, is counted without saying by whom.',
    },
    bulk: { what: 'Bulk jobs', how: (days: string) => `The symbols and results, for ${days}.` },
    waitlist: {
      what: 'The waiting list',
      how: 'The address and what you are interested in, until it is deleted.',
    },
    payments: {
      what: 'Payments',
      how: 'Card details stay with the payment provider. Here: the address, the amount, and what the provider calls the purchase. After an account is deleted the amounts stay, without a name.',
    },
    log: {
      what: 'The log',
      how: 'For each request its method, path, status, duration and id: no address of the network, no query, no key.',
    },
  },
  given: {
    title: 'Who gets it',
    text: 'Nobody, except where you ask for it: the payment provider when you pay, and the addresses that you set for alerts. What you search for is never sent to the SEC or a price source in your name: this server asks for companies, without saying for whom.',
  },
  yours: {
    title: 'Your rights',
    text: <T>(link: T) =>
      phrase`On the ${link} you can see and export all that is kept about your account, end keys, and delete it. Deleting takes effect at once.`,
    link: 'account page',
  },
};

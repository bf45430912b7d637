type Kind = 'filing' | 'price' | 'rules' | 'data' | 'time' | 'holdings';

const RESULTS: Readonly<Record<string, string>> = {
  non_compliant: 'non-compliant',
  not_screenable: 'not screenable',
  unknown: 'undecided',
  pass: 'passes',
  fail: 'fails',
};

const CAUSES: Readonly<Record<Kind, string>> = {
  filing: 'The cause is a filing.',
  price: 'The cause is the price.',
  rules: 'The rules or formulas here changed, not the company’s figures.',
  data: 'What was known ran out.',
  time: 'Nothing changed but time.',
  holdings: 'The cause is newer filings or prices of what the fund holds.',
};

interface CheckTold {
  readonly ratio: { readonly code: string; readonly name: string };
  readonly methodology: { readonly code: string; readonly name: string };
  readonly from: string;
  readonly to: string;
}

const by = (names: string | null) => (names === null ? '' : ` by ${names}`);

/** What alerts say, in mails and feeds. `names` are the methodologies that the account follows, null without a choice. */
export const TOLD = {
  result: (code: string) => RESULTS[code] ?? code,
  stale: (subject: string, verdict: string, names: string | null) =>
    `${subject} was ${verdict}${by(names)}; no recent report`,
  verdict: (subject: string, before: string, after: string, names: string | null) =>
    `${subject}: ${before}, now ${after}${by(names)}`,
  check: (subject: string, verdict: string, names: string | null) =>
    `${subject} stays ${verdict}${by(names)}, but a check changed`,
  share: (subject: string, verdict: string, names: string | null) =>
    `${subject} stays ${verdict}${by(names)}, but its shares changed`,
  asOf: (day: string) => `As of ${day}.`,
  byAll: (_count: number, inWords: string, verdict: string) => `By all ${inWords} methodologies: ${verdict}.`,
  compliantShare: (to: string, from: string) => `Compliant: ${to} of net assets, before ${from}.`,
  passingShare: (methodology: string, to: string, from: string) =>
    `Passing ${methodology}: ${to} of net assets, before ${from}.`,
  checkNow: ({ ratio, methodology, from, to }: CheckTold) =>
    `${ratio.code.replaceAll('_', ' ')} (${methodology.code}): ${from}, now ${to}.`,
  causes: CAUSES,
  missing: (what: string) => `Missing: ${what}.`,
  figure: (name: string, from: string | null, to: string | null) =>
    `${name}: ${from ?? 'nothing'}, now ${to ?? 'nothing'}.`,
  filing: (form: string | null, accession: string, address: string) =>
    `${form ?? 'Filing'} ${accession}: ${address}`,
};

/** Mails, as plain text. */
export const MAILS = {
  signIn: {
    subject: 'Your link to sign in',
    text: (origin: string, minutes: number, link: string) =>
      `Somebody, perhaps you, wants to sign in at ${origin} with this address.\n\nTo sign in, within ${minutes} minutes:\n${link}\n\nThe first time, this makes an account. If it was not you, do nothing: nobody gets in without this link.\n`,
  },
  confirm: {
    subject: 'Confirm that you want alerts by mail',
    text: (link: string) =>
      `Somebody, perhaps you, wants a mail at this address whenever the verdict of a watched company changes.\n\nTo confirm it, within two days:\n${link}\n\nOtherwise do nothing: no other mail will come.\n`,
  },
  stop: (address: string) => `To stop these mails: ${address}`,
};

import type { Bucket } from '@screener/engine/funds/asset-buckets';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

const BUCKETS: Readonly<Record<Bucket, string>> = {
  compliant: 'compliant',
  questionable: 'questionable',
  non_compliant: 'non-compliant',
  not_screenable: 'no verdict',
  unresolved: 'no company found',
  cash: 'money market',
  debt: 'debt',
  derivatives: 'contracts',
  other: 'other',
  unlisted_assets: 'assets outside the list',
  liabilities: 'what the fund owes',
};

const REASONS: Readonly<Record<string, string>> = {
  facts_not_at_hand: 'no filings available',
  stale_report: 'newest report too old',
  reports_not_here: 'no recent report',
  report_scale: 'newest report not believed',
  market_cap: 'no market value',
  business_activity: 'business not known',
};

/** The report of a fund. */
export const FUND = {
  series: (id: string) => `Series ${id}`,
  bucket: (bucket: Bucket) => BUCKETS[bucket],
  /** Why a company has no verdict. */
  reason: (code: string) => REASONS[code] ?? `${code.replaceAll('_', ' ')} not known`,
  facts: {
    scoreNote: 'of the part that has a verdict',
    noHoldingsToPurify: 'no holdings to work it out from',
    noRate: 'the rate of no holding is known',
    rate: (coverage: string) => `of dividends, ${coverage}`,
    holdings: 'Holdings',
    noReport: 'we have no report',
    coverage: 'Coverage',
    noHoldings: 'no holdings to look through to',
    matched: (matched: number, equities: number) =>
      `by weight; ${matched} of ${equities} equities matched to a company`,
  },
  open: {
    title: 'What is open, and why',
    group: <T>(weight: T, reason: T, count: number, names: string) =>
      phrase`${weight} ${reason} ${counted('en', count, { one: 'one company', other: `${count} companies` })}, among them ${names}.`,
    groupReason: (reason: string) => `${reason}:`,
    noName: 'one without a name',
    besides: (rest: string) => `Besides: ${rest}.`,
    part: (name: string, weight: string) => `${name}, ${weight}`,
    rest: {
      unresolved: 'unmatched holdings',
      cash: 'money market funds',
      debt: 'debt',
      derivatives: 'contracts, by their exposure',
      other: 'other securities',
      unlisted_assets: 'assets outside the list',
    },
    ruledOut: (verdict: string) => `Ruled out: ${verdict}.`,
    compliantIf: (clean: string, doubtful: string) =>
      `if at most ${clean} turns out non-compliant, and at most ${doubtful} with the questionable.`,
    questionableIf: (most: string) => `if at most ${most} turns out non-compliant.`,
    nonCompliantIf: (most: string) => `if more than ${most} turns out non-compliant.`,
  },
  unresolved: {
    title: 'Unmatched holdings',
    hint: 'Holdings of no known company, faults in the report',
    note: 'Holdings that match no listed company, and faults in the fund’s report. The rest of the report is used.',
    more: (count: number) => `And ${count} more, in the export.`,
    /** A reason and a fault are as the engine says them. */
    reason: (reason: string) => reason,
    fault: (message: string) => message,
    whole: 'the report as a whole',
    line: (line: number) => `line ${line}`,
  },
  evidence: {
    title: 'Evidence',
    hint: 'The fund’s own report at the SEC',
    note: 'As filed with the SEC, in US dollars.',
    filed: <T>(report: T, day: T, link: T) => phrase`${report}, filed ${day}: ${link}`,
    filedUnknown: <T>(report: T, link: T) => phrase`${report}, filing date not known: ${link}`,
    notFiled: 'not filed',
  },
};

/** All of a fund by weight, and the limits on it. */
export const FUND_WEIGHTS = {
  title: 'The weights',
  note: 'Solid: decided. Hatched: open, so it may comply or not. Blank: cash.',
  whole: 'All of the fund, to scale',
  netAssets: (amount: string) => `Net assets of ${amount}.`,
  netAssetsOn: <T>(amount: string, day: T) => phrase`Net assets of ${amount} on ${day}.`,
  unknownAmount: 'an unknown amount',
  caption: 'Net assets by verdict',
  verdict: 'Verdict',
  holdings: 'Holdings',
  millions: '$ m',
  weight: 'Weight',
  total: 'Net assets',
  hasVerdict: (share: string) => `${share} has a verdict`,
  hasNone: (share: string) => `${share} has none`,
  label: (parts: readonly string[]) => `Weights: ${parts.join(', ')}`,
  part: (name: string, weight: string) => `${name} ${weight}`,
  openGroup: (count: number, reason: string, weight: string) => `${count} ${reason}, ${weight}`,
  noneFound: 'none found so far',
  some: (names: readonly string[], more: number) =>
    more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', '),
  contracts: (what: string, weight: string) => `${what}: ${weight}`,
  limits: {
    title: 'The limits',
    hint: 'What counts against the fund, and what could',
    note: 'How much counts against the fund for certain, and how much could.',
    openComesTo: (open: string) => `What is open comes to ${open}.`,
    unbounded: 'It holds contracts whose exposure the filing does not bound, so all of it stays open.',
    ours: 'No standard sets these limits: they are this service’s own.',
    fund: 'The fund',
    each: 'Each methodology',
    nonCompliant: 'Non-compliant',
    withQuestionable: 'Non-compliant and questionable',
    toBeCompliant: 'to be compliant',
    above: (most: string) => `above ${most}, the fund is non-compliant`,
    passesFails: (passing: string, failing: string) => `${passing} passes, ${failing} fails`,
  },
  purification: {
    title: 'Purification',
    hint: 'The rates of the holdings, by weight',
    note: 'The rates of the holdings, by weight, from their own filings.',
    ofDividends: (rate: string) => `${rate} of dividends`,
    covered: <T>(rate: T, coverage: string) => phrase`${rate}, ${coverage}.`,
    notEnough: 'That is not enough to stand for the whole fund, so no rate is given for it.',
    caption: 'Bounds of the part of each dividend to give away',
    part: 'Part of the fund',
    atLeast: 'At least',
    atMost: 'At most',
    known: 'Holdings with a known rate',
    knownNote: 'what they add, by weight',
    rest: 'Everything else',
    restNote: 'nothing at least, all of it at most',
    total: 'Of each dividend',
    managers: 'A figure by the managers, where they publish one, rests on facts that are not filed.',
  },
  score: {
    hint: 'It never changes the verdict',
    note: 'It never changes the verdict.',
  },
};

export const HOLDINGS = {
  title: 'Holdings',
  hint: 'By weight, each screened on its own',
  note: 'As the fund filed them, by weight. Each company is screened on its own; its name opens its report.',
  holding: 'Holding',
  verdict: 'Verdict',
  score: 'Score',
  purify: 'To purify',
  weight: 'Weight',
  none: 'None.',
  range: (first: number, last: number, all: number, weight: string) =>
    `${first}–${last} of ${all}, together ${weight} of net assets`,
  which: 'Which holdings',
  all: (count: number) => `All ${count}`,
  kind: (kind: string, count: number) => `${kind} ${count}`,
  pages: 'Pages of holdings',
  next: 'Next',
  verdictOneOf: (names: string) => `verdict must be one of ${names}. Leave it out for all holdings.`,
  pageFrom: (pages: number) => `page must be a number from 1 to ${pages}.`,
};

import { listed } from '@common/base/english';
import type { BusinessStatus } from '@screener/engine/business/classify';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { phrase } from '../phrase.ts';

/** A line of business that some methodologies do not exclude. */
interface Exception {
  readonly names: string;
  readonly methodologies: number;
  readonly line: string;
}

/** A verdict that caps the score. */
interface Cap {
  readonly verdict: Exclude<Verdict, 'compliant' | 'not_screenable'>;
  readonly most: number;
}

/** The page about the way to a verdict, but for its tables of rules and of the verdict. */
export const METHODOLOGY = {
  title: 'Methodology',
  description:
    'The rule books, limits and sources behind each verdict, how missing figures are treated, and what is not done.',
  heading: 'How we reach a verdict',
  lead: (_count: number, inWords: string) =>
    `Filed figures, ${inWords} rule books, one rule for the verdict. What is not filed stays open instead of counting as zero.`,
  generated: <T>(engine: T, rules: T, otherRules: T) =>
    phrase`Generated from the tables that the engine uses. Engine ${engine}, rule sets ${rules} and ${otherRules}.`,
  ruleBooks: {
    title: 'Rule books',
    note: <T>(parameter: T) =>
      phrase`The editions in force in bold; below a dotted line the classic ones. Screen by either with ${parameter}.`,
  },
  range: { title: 'The range', note: 'Every amount has a low and a high end.' },
  verdict: { title: 'The verdict', note: 'Four questions, then one cell.' },
  choice: {
    title: 'If you follow some of them',
    note: 'The same four questions, for those alone.',
    how: <T>(account: T, query: T) =>
      phrase`You can follow one methodology or several: ${account}, for a portfolio, or in the address of a report or an API call, with ${query}.`,
    inAccount: 'in your account',
    compliant: <T>(verdict: T) => phrase`${verdict}: the business passes, and so does each that you follow.`,
    /** `needed` has, for one methodology and more, how many must fail. */
    nonCompliant: <T>(verdict: T, most: string, needed: readonly (readonly [fail: string, of: string])[]) =>
      phrase`${verdict}: more than half of those that you follow fail, and never more than ${most} have to: ${needed.map(([fail, of]) => `${fail} of ${of}`).join(', ')}. A prohibited core business is non-compliant whichever you follow.`,
    questionable: <T>(verdict: T) =>
      phrase`${verdict}: some fail, but not that many, or the business is under review.`,
    beside: (all: string) =>
      `The verdict by all ${all} always stands beside yours. An alert is sent when the verdict by your choice changes, or when a check of one of its methodologies does.`,
  },
  business: {
    title: 'The business',
    note: 'By the SIC code that a filer declares. One code covers all of a company’s business, so a finding never has more than medium confidence.',
    caption: 'Lines of business by SIC code',
    line: 'Line',
    prohibited: 'Prohibited',
    review: 'Under review',
    coarse:
      'Where the code is too coarse, a list of companies says what each does, by its own annual report.',
    excluded: (exceptions: readonly Exception[]) => {
      const all = exceptions.map(
        ({ names, methodologies, line }) =>
          `${names} ${methodologies === 1 ? 'does' : 'do'} not exclude ${line}`,
      );
      return `A methodology that excludes a prohibited line fails the company, whatever the ratios; all do, except that ${listed(all)}.`;
    },
  },
  bounds: {
    title: 'Bounds',
    note: 'How high can a figure be that is not filed? Mostly what remains of a filed total.',
    caption: 'Rules that bound what is not filed',
    rule: 'Rule',
    most: 'The most it can be',
    kind: 'Kind',
    kinds: { identity: 'identity', assumption: 'assumption, ours' },
    dropped: 'A bound below the known part means wrong data and is dropped.',
  },
  score: {
    title: 'The score',
    note: 'How far from every limit. It never changes a verdict.',
    caption: 'Components of the score',
    component: 'Component',
    most: 'At most',
    sum: 'Score',
    /** What the points of a component depend on. */
    business: ({ pass, review }: Readonly<Record<BusinessStatus, number>>) =>
      `${pass} for a pass, ${review} under review, else 0`,
    worst: (amounts: string) => `the worst check on ${amounts}`,
    quality: 'the average over all checks of 1 − (high − low) ÷ limit',
    points: (percent: number, atLimit: number, beyond: number) =>
      `A check that passes keeps ${percent}% of its points at the limit and all of them at zero: points × (${atLimit} + ${beyond} × (1 − high end ÷ limit)). One that does not pass has none.`,
    caps: (caps: readonly Cap[]) => {
      const all = caps.map(
        ({ verdict, most }, at) =>
          `${at === 0 ? 'A' : 'a'} ${verdict === 'questionable' ? 'questionable' : 'non-compliant'} company has at most ${most}`,
      );
      return `${all.join(', ')}; without a verdict there is no score.`;
    },
  },
  purification: {
    title: 'Purification',
    note: 'What to give away.',
    rate: 'Interest income over total revenue of the trailing twelve months, in percent of dividends and gains: from the filed figure where there is one, else the upper end.',
    perShare:
      'Per share: interest income over the shares outstanding on the day of the close. If shares were split after the filed count, the count is multiplied by the split; where that is not clear, the amount is a range that holds both.',
    link: 'Calculate yours',
  },
  zakat: {
    title: 'Zakat',
    note: 'Of shares held to trade, and for income.',
    link: 'Rules and sources',
  },
  funds: {
    title: 'Funds',
    note: (months: number) => `Screened by their holdings, as filed, at most ${months} months ago.`,
    caption: 'The verdict of a fund',
    verdict: 'Verdict',
    weight: 'By weight in net assets',
    non_compliant: (share: string) => `more than ${share} in non-compliant holdings`,
    questionable: 'between the two',
    compliant: (failing: string, doubtful: string) =>
      `at most ${failing} non-compliant, and at most ${doubtful} non-compliant and questionable together`,
    not_screenable: 'what has no verdict could still change the answer',
    counting: (covered: string, failing: string) =>
      `A contract counts by its exposure, and a purification rate stands for the fund from ${covered} of known rates on. A methodology fails for more than ${failing} in holdings that fail it. No standard says how much of a fund may fail: these limits are this service’s own.`,
    link: 'A fund, screened',
  },
  sources: { title: 'Sources', note: 'Where every figure comes from.' },
  failSafe: { title: 'Fail-safe rules', note: 'What holds for every answer.' },
  notDone: {
    title: 'What is not done',
    note: 'What this service does not claim.',
    list: [
      'Screening has no memory: a stock near a limit does not keep an earlier status, as DJIM allows for a while.',
      'The industry is the company’s own declaration to the SEC, one code for all that it does.',
      'Overlays (official lists and industry flags) stand beside the verdict and never change it.',
      'No ruling is given. This is a tool for people who decide.',
    ],
  },
};

/** What holds for every answer, for this page and for programs. */
export const PRINCIPLES = {
  dataSources: (quoteDays: number) => [
    'Amounts: XBRL facts of the SEC (companyfacts) from 10-K, 10-Q, 20-F, 40-F and 6-K reports and their amendments, each with tag, form, period end, accession and address.',
    'Business: the SIC code that the filer declares to the SEC, and a curated list of companies where the code is too coarse, as known today. Business by segment is not analysed: interest income is the proxy for prohibited income.',
    'Funds: holdings as filed in Form N-PORT, each screened as a company.',
    `Market capitalisation: the last close at most ${quoteDays} days before the date, at one point in time even where a methodology specifies a trailing average; approximations say so.`,
    'Only companies and funds that are listed in the US and file with the SEC are covered.',
  ],
  failSafe: (reportMonths: number) => [
    'Missing is not zero: what is not filed widens an interval, and never improves a verdict.',
    'A check passes only if its whole interval is inside the limit, fails only if it is wholly outside, and is unknown otherwise.',
    'Where something unknown could still change the verdict, it is not_screenable: missing says what would decide it, possible which verdicts are left, last_verdict what it last was.',
    'A prohibited core business is non_compliant with no figures at all: nothing that is missing could change it.',
    `The newest periodic report filed by the date counts; one more than ${reportMonths} months before it is not screened. Nor is a date by which a newer report was overdue that we do not have.`,
    'Nothing filed after as_of is read.',
    'Over market capitalisation, balances in another currency than the price are translated at an official reference rate of their day; without a price or a rate, such checks are unknown.',
    'In a fund, holdings that cannot be resolved or screened lower coverage and never raise compliance.',
    'Every number is an expression over cited facts: a verdict can be recomputed from its evidence alone.',
  ],
};

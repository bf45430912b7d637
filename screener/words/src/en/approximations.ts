import { listed, stopped } from '@common/base/english';

/** A methodology's trailing average; its name is written out. */
interface Average {
  readonly name: string;
  readonly months: number;
}

/** Names the averages that are not used. */
function specified(averages: readonly Average[]): string {
  if (averages.length === 0) return '';
  const all = averages.map(
    ({ name, months }, index) => `${name}${index === 0 ? ' specifies' : ''} a ${months}-month`,
  );
  return `${listed(all)} trailing average market capitalisation. `;
}

const NO_INTEREST = 'No gross interest income is filed for the twelve months.';

/** What an answer rests on, in a sentence or two. Days and percentages are written out. */
export const APPROXIMATIONS = {
  pointInTime: (averages: readonly Average[]) =>
    `${specified(averages)}The ratios here use market capitalisation at one point in time.`,
  interestIsTheProxy:
    'Interest income is the proxy for prohibited income: revenue by segment is not analysed.',
  lineRenamed: (rule: string, why: string) => `${NO_INTEREST} Here ${rule}. ${why}`,
  upperEnd: (rule: string, why: string) => `${NO_INTEREST} Its upper end is ${rule}. ${why}`,
  upperEndOfYield: (rule: string, limit: string, why: string) =>
    `${NO_INTEREST} Its upper end is ${rule}. Here the limit is ${limit}. ${why}`,
  financeLeases: (amount: string, evidence: readonly string[]) =>
    `Finance lease liabilities of ${amount} are filed (${evidence.join(', ')}). They count as debt only where the filer tags them with its debt.`,
  capitalisationsDiffer: (given: number, shares: string, fromShares: number, apart: string) =>
    `The price source’s market capitalisation of ${given} is used. The close times the share count on the report’s cover page (${shares}) is ${fromShares}, ${apart} apart: a class of shares not counted, a depositary share, a split or a change in shares since then.`,
  depositaryRatio: (standsFor: string, shares: string) =>
    `The ticker is that of a depositary share, which stands for ${standsFor} of the shares counted (${shares}): the listing’s capitalisation divided by its close shows this both on the day of the count and now. The close multiplied by that count is not a capitalisation, and amounts per share are for one depositary share.`,
  countBeforeSplit: (shares: string, counted: string, split: string, day: string) =>
    `The share count (${shares}) is that of ${counted}. A ${split} split followed, and amounts per share are for shares of ${day}.`,
  fromCoverPage: (symbol: string) =>
    `Market capitalisation is the close of ${symbol} times the share count on the report's cover page, with all share classes valued at that close.`,
  secNotReached: (why: string, through: string | null) => {
    const used = through === null ? 'no facts' : `the stored facts, filed up to ${through},`;
    return `The SEC was not reached: ${stopped(why)} This answer uses ${used} and knows of no later report.`;
  },
  independentOfPrice: 'The answer does not depend on it.',
  earlierClose: (day: string) => `The close of ${day} is used.`,
  provisionalClose: (day: string | null) =>
    `The close of ${day} is from the newest daily listing; the next one will confirm it or correct it.`,
  snapshotInstead: (day: string) =>
    `Screened as of ${day}, not as of today: the SEC was not reached, the embedded snapshot answers instead, and this is the last day for which it can answer.`,
  snapshotOnly: (day: string) =>
    `Screened as of ${day}, not as of today: the embedded snapshot is the only source here, and this is the last day for which it can answer.`,
  factsEndEarly: (through: string, day: string) =>
    `The stored facts end with filings of ${through}. Reports filed between then and ${day} are not in this answer.`,
  holdingsFromFacts:
    'The companies held are screened from the stored facts and are not fetched one by one: with the SEC’s companyfacts.zip imported, coverage is the whole market.',
  holdingsOfDate: (end: string, day: string) =>
    `The holdings are those of ${end}, as filed; each company is screened as of ${day}. The fund may hold others now.`,
  derivatives:
    'Contracts are open by their exposure: the notional amount and the gain or loss since. A fund with a contract whose exposure the filing does not bound is either non-compliant or has no verdict.',
  holdingsEndEarly: (end: string, day: string) =>
    `The newest report available here is for ${end}. Later ones may have been filed by ${day}.`,
  filingDateUnknown:
    'The list of holdings came without its filing date, so it counts as known from its period end on.',
};

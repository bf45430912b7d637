import { multiply } from '@common/base/exact';
import { evidenceIds } from './amounts/expression.ts';
import { yieldLimit } from './concepts/bill-rates.ts';
import { BOUND_RULES } from './concepts/bound-rules.ts';
import type { Findings } from './findings.ts';
import type { RuleSet } from './methodologies/methodology.ts';
import type { ApproximationEntry } from './screening.ts';
import type { ScreeningInput } from './screening-input.ts';

/** The approximations in every answer under these rules. */
export function standingApproximations(rules: RuleSet): readonly ApproximationEntry[] {
  return [
    {
      id: 'point_in_time_market_cap',
      message: `${specifiedAverages(rules)}The ratios here use market capitalisation at one point in time.`,
    },
    {
      id: 'interest_income_is_the_proxy',
      message: 'Interest income is the proxy for prohibited income: revenue by segment is not analysed.',
    },
  ];
}

/** `DJIM specifies a 24-month and S&P a 36-month trailing average market capitalisation. ` */
function specifiedAverages({ methodologies }: RuleSet): string {
  const [first, ...rest] = methodologies.filter(({ averageMonths }) => averageMonths !== null);
  if (first === undefined) return '';
  const others = rest.map(({ shortName, averageMonths }) => `${shortName} a ${averageMonths}-month`);
  const all = [`${first.shortName} specifies a ${first.averageMonths}-month`, ...others];
  return `${[all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ')} trailing average market capitalisation. `;
}

/** The approximations in this answer: those common to all answers, and those behind this company's figures. */
export function approximationsOf(
  input: ScreeningInput,
  findings: Findings | null,
): readonly ApproximationEntry[] {
  const entries = [...standingApproximations(input.rules)];
  if (findings === null) return entries;
  entries.push(...assumptionsAboutInterest(findings));
  if (findings.financeLeases !== null && findings.financeLeases.value > 0) {
    entries.push({
      id: 'finance_leases',
      message: `Finance lease liabilities of ${findings.financeLeases.value} ${findings.anchor.report.currency ?? ''} are filed (${evidenceIds(findings.financeLeases.from).join(', ')}). They count as debt only where the filer tags them with its debt.`,
    });
  }
  if (findings.capitalisationGap !== null) {
    const { given, fromShares, shares } = findings.capitalisationGap;
    const apart = Math.round((100 * Math.abs(given - fromShares)) / given);
    entries.push({
      id: 'market_cap_differs_from_cover_page_shares',
      message: `The price source’s market capitalisation of ${given} is used. The close times the share count on the report’s cover page (${shares}) is ${fromShares}, ${apart} % apart: a class of shares not counted, a depositary share, a split or a change in shares since then.`,
    });
  }
  if (findings.marketCap.ok && findings.marketCap.value.figure === 'close') {
    entries.push({
      id: 'market_cap_from_cover_page_shares',
      message: `Market capitalisation is the close of ${input.profile.symbol} times the share count on the report's cover page, with all share classes valued at that close.`,
    });
  }
  return entries;
}

/** Those of the assumptions that interest income rests on. */
function assumptionsAboutInterest({ amounts, anchor }: Findings): readonly ApproximationEntry[] {
  const { report } = anchor;
  const limit = multiply(100, yieldLimit(report.periodEnd, report.currency));
  const { interest_line_renamed: line, interest_net_of_investment_expense: net } = BOUND_RULES;
  const { interest_yield: bound } = BOUND_RULES;
  const start = 'No gross interest income is filed for the twelve months.';
  return [
    { id: line.id, message: `${start} Here ${line.formula}. ${line.reason}` },
    { id: net.id, message: `${start} Its upper end is ${net.formula}. ${net.reason}` },
    {
      id: bound.id,
      message: `${start} Its upper end is ${bound.formula}. Here the limit is ${limit} %. ${bound.reason}`,
    },
  ].filter(({ id }) => amounts.interest_income.rules.includes(id));
}

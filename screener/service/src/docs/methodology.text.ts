import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import { CHAINS, termInWords } from '@screener/engine/concepts/chains';
import { QUOTE_AGE_LIMIT_DAYS } from '@screener/engine/concepts/market-cap';
import {
  BUCKET_WORDS,
  BUCKETS,
  JUDGED_BUCKETS,
  KIND_OF_CATEGORY,
} from '@screener/engine/funds/asset-buckets';
import { FUND_REPORT_AGE_LIMIT_MONTHS, FUND_RULES } from '@screener/engine/funds/fund-rules';
import { FUND_SCORE_COMPONENTS } from '@screener/engine/funds/fund-score';
import type { Methodology, RuleSet } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES, RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { ANCHOR_AGE_LIMIT_MONTHS } from '@screener/engine/selection/anchor';
import { SCORE_CAPS, SCORE_COMPONENTS } from '@screener/engine/verdict/score';
import { FAILS_FOR_NON_COMPLIANT } from '@screener/engine/verdict/verdict';
import { overlaySection } from '../overlays/overlays.text.ts';
import { rankingSection } from '../rankings/rankings.text.ts';

/** docs/reference/methodology.md: how a verdict comes about, from the tables that the engine itself reads. */
export function methodologyPage(): string {
  return [
    '# How a verdict comes about',
    '',
    'Written by `npm run docs` from the tables that the engine reads.',
    '',
    ...FIGURES,
    ...boundRules(),
    ...chains(),
    ...verdict(),
    ...Object.values(RULE_SETS).flatMap(ruleSet),
    ...business(),
    ...score(),
    ...PURIFICATION,
    ...rankingSection(),
    ...funds(),
    ...overlaySection(),
  ].join('\n');
}

const FIGURES = [
  '## Which figures',
  '',
  '- The **anchor** is the period end of the newest periodic report (10-K, 10-Q, 20-F, 40-F, 6-K, transition reports and amendments) filed on or before the screening date. Balances are taken at that date, from that report.',
  `- An anchor more than ${ANCHOR_AGE_LIMIT_MONTHS} months before the screening date is not screened.`,
  '- Flows cover the **trailing twelve months**: the fiscal year, or fiscal year + year to date − prior year to date.',
  '- A comparative column counts only where the report of a year before gave the same figure within 1 %: after a restatement or a sale of part of the business the difference of fiscal year and comparative means nothing. A year and the change since may come from two revenue tags only where neither report uses the other’s tag.',
  `- Market capitalisation is that of the last close at most ${QUOTE_AGE_LIMIT_DAYS} days before the screening date. The close is not adjusted.`,
  '- Ratios never mix currencies.',
  '- Every amount is an interval. What is not filed widens it. A check **passes** when its whole interval is inside the limit, **fails** when it is wholly outside, and is **unknown** otherwise.',
  '',
];

function boundRules(): readonly string[] {
  const rows = Object.values(BOUND_RULES).map(
    (rule) => `| \`${rule.id}\` | ${rule.formula} | ${rule.reason} | ${rule.kind} |`,
  );
  return [
    '## Bounds on what is not filed',
    '',
    'A bound below the known part is wrong data and is dropped.',
    '',
    '| rule | upper end | why | kind |',
    '|---|---|---|---|',
    ...rows,
    '',
  ];
}

function chains(): readonly string[] {
  return [
    '## Tags',
    '',
    'A bare name is a `us-gaap` tag. Of alternatives the largest counts. A part that is not filed adds nothing to a known part. Where it is not known which notes a line already contains, only what cannot fit inside it is added.',
    '',
    ...CHAINS.map(({ name, terms }) => `- **${name}**: ${terms.map(termInWords).join(', ')}`),
    '',
  ];
}

function verdict(): readonly string[] {
  return [
    '## Verdict',
    '',
    `- \`non_compliant\`: the core business is prohibited, or at least ${FAILS_FOR_NON_COMPLIANT} of the ${METHODOLOGIES.length} methodologies fail.`,
    `- \`compliant\`: the business passes and all ${METHODOLOGIES.length} pass.`,
    '- `questionable`: fewer fail, or the business is under review.',
    '- `not_screenable`: there is no report to screen, whatever the business (`business_activity` still says what it is); or something unknown could still change the answer. `missing` says what.',
    '',
  ];
}

function ruleSet(rules: RuleSet): readonly string[] {
  return [
    `## Rule set \`${rules.id}\``,
    '',
    `${rules.description}.`,
    '',
    ...rules.methodologies.flatMap(methodology),
  ];
}

function methodology({ name, edition, note, checks }: Methodology): readonly string[] {
  return [
    `### ${name}`,
    '',
    `${edition}. ${note}`,
    '',
    '| ratio | limit | source | confidence |',
    '|---|---|---|---|',
    ...checks.map((check) => {
      const limit = `${check.comparison} ${Number((check.threshold * 100).toFixed(4))} %`;
      return `| ${words(check.numerator)} / ${words(check.denominator)} | ${limit} | ${check.source} | ${check.confidence} |`;
    }),
    '',
  ];
}

function business(): readonly string[] {
  const list = (values: readonly string[]) => (values.length === 0 ? '' : values.join(' '));
  return [
    '## Business activity',
    '',
    'By the SIC code that the filer declares, and by ticker where the code is too coarse. A code is declared once for all of a company’s business, so a finding is never more than of medium confidence.',
    '',
    '| line | prohibited SIC | prohibited tickers | review SIC | review tickers |',
    '|---|---|---|---|---|',
    ...ACTIVITY_LINES.map(
      (line) =>
        `| ${line.label} | ${list(line.prohibitedSic)} | ${list(line.prohibitedTickers)} | ${list(line.reviewSic)} | ${list(line.reviewTickers)} |`,
    ),
    '',
  ];
}

function score(): readonly string[] {
  return [
    '## Score',
    '',
    'The sum of the components, to one decimal, held under the verdict’s cap.',
    '',
    '| component | maximum | how |',
    '|---|---|---|',
    ...SCORE_COMPONENTS.map(({ name, max, how }) => `| \`${name}\` | ${max} | ${how} |`),
    '',
    '| verdict | cap |',
    '|---|---|',
    ...Object.entries(SCORE_CAPS).map(([name, cap]) => `| \`${name}\` | ${cap} |`),
    '',
  ];
}

const PURIFICATION = [
  '## Purification',
  '',
  'Interest income over total revenue of the trailing twelve months, in percent; what is given is the upper end. Per share: the upper end of interest income over the shares outstanding.',
  '',
];

function funds(): readonly string[] {
  const limit = (fraction: number) => `${Number((fraction * 100).toFixed(4))} %`;
  const categories = (bucket: string) =>
    Object.keys(KIND_OF_CATEGORY).filter((category) => KIND_OF_CATEGORY[category] === bucket);
  return [
    '## Funds',
    '',
    `A fund is screened by its holdings, as its newest Form N-PORT-P at or before the screening date has them. Holdings more than ${FUND_REPORT_AGE_LIMIT_MONTHS} months before that date are not screened.`,
    '',
    '- **Each holding** of common equity leads to a company by the filed ticker; then by the ISIN, or the CUSIP inside it; then by CUSIP; then by the exact normalised name. The ticker is believed of a security in US dollars with a US number, or where the name says the same. ISINs and CUSIPs are known from other reports that give them beside a ticker. What stands for two companies stands for none.',
    '- **A weight** is the value filed over net assets. The filer’s own percentage stands beside it.',
    '- **What has no verdict is open**: it may comply or not. The verdict is given only where no way of filling it in would change it.',
    '',
    'No standard says how much of a fund may fail. These limits are this service’s own:',
    '',
    `- \`non_compliant\`: more than ${limit(FUND_RULES.nonCompliantFails)} in non-compliant holdings.`,
    `- \`compliant\`: at most ${limit(FUND_RULES.nonCompliantPasses)} in non-compliant holdings, and at most ${limit(FUND_RULES.doubtfulPasses)} in non-compliant and questionable ones together.`,
    '- `questionable`: between the two.',
    '- `not_screenable`: the open weight could still change the answer. So a fund with more than a few percent of cash, bonds or unknown holdings is seldom decided.',
    `- A **methodology** fails for more than ${limit(FUND_RULES.methodologyFails)} in holdings that fail it, or whose business is prohibited.`,
    '',
    '| weight | verdict | holds | asset categories of the form |',
    '|---|---|---|---|',
    ...BUCKETS.map((bucket) => {
      const isJudged = (JUDGED_BUCKETS as readonly string[]).includes(bucket);
      return `| \`${bucket}\` | ${isJudged ? 'yes' : 'open'} | ${BUCKET_WORDS[bucket]} | ${categories(bucket).join(' ')} |`;
    }),
    '',
    '| component of the score | maximum | how |',
    '|---|---|---|',
    ...FUND_SCORE_COMPONENTS.map(({ name, max, how }) => `| \`${name}\` | ${max} | ${how} |`),
    '',
    'The caps by verdict are those of companies. **Purification** is the holdings’ rates by weight: a holding of unknown rate counts as nothing for the lower end and as all of its dividend for the upper one.',
    '',
  ];
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

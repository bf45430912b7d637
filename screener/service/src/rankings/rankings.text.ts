import {
  LEADER_KEYS,
  LEFT_OUT_REASONS,
  VALUE_FIGURES,
  VALUE_MEASURES,
  VALUE_TIES,
} from '@screener/engine/rankings/formulas';
import { EQUITY_AND_MINORITY, RANKED_CHAINS } from '@screener/engine/rankings/ranked-tags';

/** Returns the part of the methodology page on the leaderboard and the value screen. */
export function rankingSection(): readonly string[] {
  return [
    '## Rankings',
    '',
    'Both hold the compliant companies among all listings with stored facts, at one date and by the rule set `current`. They say how companies compare by these formulas and are not advice. A company without a figure is left out, never ranked on a guess. A filer has one line, under its highest-ranking ticker.',
    '',
    'A list by chosen methodologies holds the companies that all of them pass. Its industries come from the SIC code that a filer declares to the SEC, and for a few companies from their annual report. “Used” is the upper end of a ratio over its limit, for the ratio that comes nearest to its own.',
    '',
    ...leaderboard(),
    ...valueScreen(),
    ...leftOut(),
  ];
}

function leaderboard(): readonly string[] {
  return [
    '### Leaderboard',
    '',
    'Ordered by these keys; the first one that differs decides.',
    '',
    ...Object.values(LEADER_KEYS).map(({ key, why }, index) => `${index + 1}. ${key}: ${why}`),
    '',
  ];
}

function valueScreen(): readonly string[] {
  return [
    '### Value screen',
    '',
    'Filed fundamentals per dollar of price. A company’s place in each measure is 1 plus the number of companies with more; equal figures share a place. The smallest sum of places ranks first. Places are added rather than figures because there is no reason why a percent of sales should weigh as much as a percent of cash.',
    '',
    '| measure | formula | why |',
    '|---|---|---|',
    ...VALUE_MEASURES.map(
      ({ name, numerator, denominator, why }) =>
        `| \`${name}\` | \`${numerator}\` / \`${denominator}\` | ${why} |`,
    ),
    '',
    'Each amount is taken at the end of its interval that flatters the company least:',
    '',
    ...Object.entries(VALUE_FIGURES).map(([name, what]) => `- \`${name}\`: ${what}`),
    '',
    'Ties in the sum of places are broken by:',
    '',
    ...VALUE_TIES.map(({ key, why }, index) => `${index + 1}. ${key}: ${why}`),
    '',
    'Beside what a screening reads, the value screen reads these tags. No verdict and no score depends on them.',
    '',
    '| figure | tags | where several are filed |',
    '|---|---|---|',
    ...RANKED_CHAINS.map(({ name, tags, counts }) => {
      const words = tags.map((tag) => `\`${tag.replace('us-gaap:', '')}\``).join(', ');
      return `| ${name.replaceAll('_', ' ')} | ${words} | ${counts} |`;
    }),
    '',
    `Where both are filed, equity may also be ${EQUITY_AND_MINORITY.map((pair) => pair.map((tag) => `\`${tag.replace('us-gaap:', '')}\``).join(' less ')).join(', or ')}.`,
    '',
  ];
}

function leftOut(): readonly string[] {
  return [
    '### Left out',
    '',
    ...Object.entries(LEFT_OUT_REASONS).map(([reason, what]) => `- \`${reason}\`: ${what}`),
    '',
  ];
}

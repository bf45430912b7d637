import { ok } from '@common/base/result';
import { type AnswerOf, count, list, num, object, text } from '@screener/engine/schema-parts';
import { VERDICTS } from '@screener/engine/verdict/verdict';
import { VERDICT_WORDS } from '@screener/words/names';
import { Type } from 'typebox';
import { assessText, MOST, Portfolio, type PortfolioDeps } from '../../portfolio/assess-portfolio.ts';
import { KEY_REQUIRED } from '../refusals.ts';
import { defineTool, type Tool } from '../tool.ts';

/** A message of the protocol has room for so much. */
const MOST_CHARACTERS = 50_000;
/** How many of each kind of line are listed, so that an answer stays short. */
const MOST_LISTED = 40;

const { holdings: Holdings, apart: Apart } = Portfolio.properties;

const BriefPortfolio = object({
  total_value: num('In US dollars'),
  without_value: count('Holdings whose value is not known'),
  shares: Portfolio.properties.shares,
  by_methodology: Portfolio.properties.by_methodology,
  decisions: list(
    Type.Pick(Holdings.items, [
      ...['symbol', 'name', 'weight_pct', 'compliance_today', 'compliance', 'as_of', 'stale', 'reason'],
    ] as const),
    `The heaviest ${MOST_LISTED} holdings that need a decision: all but compliant ones whose verdict is of today`,
  ),
  decisions_in_all: count('How many there are'),
  compliant: list(text('A ticker'), 'Compliant holdings whose verdict is of today'),
  apart: list(
    Type.Pick(Apart.items, ['line', 'asked', 'kind']),
    `The first ${MOST_LISTED} lines that are not counted: cash, options, listings elsewhere, unmatched, sold, bought later`,
  ),
  apart_in_all: count('How many there are'),
});
type BriefPortfolio = AnswerOf<typeof BriefPortfolio>;

/** Creates `screen_portfolio`, which does what `POST /v1/portfolio` does, in brief. */
export function screenPortfolioTool(deps: Omit<PortfolioDeps, 'onFailure'>): Tool {
  return defineTool({
    name: 'screen_portfolio',
    title: 'Screen a portfolio',
    description: `The holdings of a text (one a line: AAPL 40; Microsoft, 20; Costco $1,200; cash 500) or of a broker's CSV, up to ${MOST.lines} lines: the share of value compliant, questionable, non-compliant and without a verdict, by methodology too, and the holdings that need a decision, each with its reason. Needs an API key (free). Nothing of it is stored. A holding without a verdict is not a pass.`,
    input: object({
      text: Type.String({
        minLength: 1,
        maxLength: MOST_CHARACTERS,
        description: 'The holdings, one a line, or a CSV file',
      }),
    }),
    output: BriefPortfolio,
    async run({ text: given }, { may, log }) {
      if (!may.has('portfolio')) return KEY_REQUIRED;
      const onFailure = (err: unknown) => log.error({ err }, 'a holding failed');
      const assessed = await assessText({ ...deps, onFailure }, given);
      if (!assessed.ok) return assessed;
      const data = briefOf(assessed.value);
      return ok({ text: portfolioText(data), data });
    },
  });
}

function briefOf({ holdings, apart, ...totals }: Portfolio): BriefPortfolio {
  const decisions = holdings.filter(({ needs_decision }) => needs_decision);
  return {
    total_value: totals.total_value,
    without_value: totals.without_value,
    shares: totals.shares,
    by_methodology: totals.by_methodology,
    decisions: decisions
      .slice(0, MOST_LISTED)
      .map(({ symbol, name, weight_pct, compliance_today, compliance, as_of, stale, reason }) => ({
        ...{ symbol, name, weight_pct, compliance_today, compliance, as_of, stale, reason },
      })),
    decisions_in_all: decisions.length,
    compliant: holdings.flatMap(({ symbol, needs_decision }) => (needs_decision ? [] : [symbol])),
    apart: apart.slice(0, MOST_LISTED).map(({ line, asked, kind }) => ({ line, asked, kind })),
    apart_in_all: apart.length,
  };
}

function portfolioText(portfolio: BriefPortfolio): string {
  const { shares, decisions, compliant, apart } = portfolio;
  const lines = [
    `Of a value of ${portfolio.total_value} USD, by verdict of today:`,
    ...VERDICTS.map((verdict) => {
      const { holdings, pct } = shares[verdict];
      return `- ${VERDICT_WORDS[verdict]}: ${holdings} holdings, ${percent(pct)}`;
    }),
    ...(portfolio.without_value === 0
      ? []
      : [`The value of ${portfolio.without_value} holdings is not known: they are in no share.`]),
    '',
    `Need a decision (${portfolio.decisions_in_all}):`,
    ...decisions.map(
      ({ symbol, name, compliance_today: today, weight_pct: pct, reason }) =>
        `- ${symbol} (${name ?? 'name not known'}): ${VERDICT_WORDS[today].toUpperCase()}, ${percent(pct)}; ${reason}`,
    ),
    `Compliant: ${compliant.length === 0 ? 'none' : compliant.join(', ')}`,
    ...(apart.length === 0
      ? []
      : [
          `Not counted (${portfolio.apart_in_all}): ${apart.map(({ line, asked, kind }) => `line ${line} ${asked} (${kind})`).join(', ')}`,
        ]),
  ];
  return lines.join('\n');
}

function percent(pct: number | null): string {
  return pct === null ? 'share not known' : `${Number(pct.toFixed(2))} %`;
}

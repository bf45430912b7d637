import { dateOfInstant } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { rounded } from '@screener/engine/methodologies/digits';
import { Rules } from '@screener/engine/methodologies/methodology';
import { fundStaleOn } from '@screener/engine/rankings/fund-line';
import { usedOf } from '@screener/engine/rankings/standings';
import {
  type AnswerOf,
  choice,
  count,
  date,
  list,
  nullable,
  nullableDate,
  num,
  object,
  Text,
  text,
} from '@screener/engine/schema-parts';
import { Screening } from '@screener/engine/screening';
import { Compliance, VERDICTS } from '@screener/engine/verdict/verdict';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { sendReady, successBody } from '../http/answer-body.ts';
import { answerRefusal } from '../http/errors.ts';
import { envelopeOf, NOT_MODIFIED, REFUSED_CALLER } from '../schemas/envelope.ts';
import { METHODOLOGIES_QUERY, understandChosen } from '../use-cases/chosen-methodologies.ts';
import { type ListedFund, viewFunds } from './fund-list.ts';
import type { RankingReader } from './ranking-reader.ts';

const PAGE_LINES = 100;
/** The limits of a compliant fund, as the look-through of its screening names them. */
const LIMIT_NAMES = {
  nonCompliantPasses: 'compliant_up_to_non_compliant_pct',
  doubtfulPasses: 'compliant_up_to_doubtful_pct',
} as const;

const share = (what: string) => num(`${what}, in percent of net assets: 4.5 is 4.5 %`);

const Fund = object(
  {
    symbol: text('The ticker: SPUS'),
    other_symbols: list(Text, 'The tickers of its other classes of shares'),
    name: text('As its report of holdings says'),
    cik: text('The number of its registrant at the SEC, ten digits'),
    net_assets: num('In US dollars, as filed'),
    compliance: Compliance,
    as_of: date('The date as of which was screened'),
    stale: Screening.properties.stale,
    period_end: date('The day of the holdings'),
    compliant_pct: share('Holdings that are compliant'),
    questionable_pct: share('Holdings that are questionable'),
    non_compliant_pct: share('Holdings that are non-compliant'),
    known_pct: share('Holdings with a verdict'),
    used: num('The share of the nearest limit, as a fraction, all that has no verdict counted: 0.71 is 71 %'),
    nearest: object(
      {
        limit: choice(Object.values(LIMIT_NAMES), 'Its name in etf_look_through.limits'),
        low: num('What counts against it, as a fraction of net assets'),
        high: num('The same with all that has no verdict'),
        threshold: num('The limit, as a fraction'),
      },
      { description: 'The limit of a compliant fund of which most is used' },
    ),
  },
  { title: 'ListedFund', description: 'A fund, by the chosen methodologies' },
);

const FundsAnswer = object(
  {
    as_of: nullableDate(
      'The newest date of the screenings of all funds that are known; null before a list is built',
    ),
    rules: nullable(Rules, 'The rule set; null before a list is built'),
    matching: count('Funds that match, on all pages'),
    page: count('This page, from 1'),
    pages: count('How many pages there are'),
    counts: object(
      {
        compliant: count('Compliant funds'),
        questionable: count('Questionable ones'),
        non_compliant: count('Non-compliant ones'),
        not_screenable: count('Funds without a verdict'),
      },
      { description: 'How many funds with known holdings have each verdict, by the chosen methodologies' },
    ),
    funds: list(Fund, `At most ${PAGE_LINES}, in order`),
  },
  { description: 'A page of the list' },
);

interface FundListDeps {
  readonly rankings: RankingReader;
  readonly guard: onRequestHookHandler;
  readonly clock: () => number;
}

/** Adds `GET /v1/lists/funds`: the funds whose holdings are known, as the page `/lists/funds` shows them. */
export function addFundListRoute(app: HttpApp, { rankings, guard, clock }: FundListDeps): void {
  app.get(
    '/v1/lists/funds',
    {
      onRequest: guard,
      schema: {
        operationId: 'listFunds',
        security: KEY_OPTIONAL,
        summary: 'Compliant funds',
        description:
          'The funds that are compliant by all methodologies, or by a choice (compliance asks for another verdict; counts says how many have each), each with the share of its holdings that is compliant and known, and how much of its nearest limit it uses. From the newest list of funds, whose verdicts are dated: stale says which is none of today.',
        tags: ['screening'],
        querystring: Type.Object({
          methodologies: Type.Optional(METHODOLOGIES_QUERY),
          compliance: Type.Optional(
            choice(
              VERDICTS,
              'Only of this verdict; default compliant, least of the nearest limit first. Others: largest compliant share first',
            ),
          ),
          page: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 10_000, description: 'From 1; default 1' }),
          ),
        }),
        response: { 200: envelopeOf(FundsAnswer), ...NOT_MODIFIED, ...REFUSED_CALLER },
      },
    },
    async (request, reply) => {
      const { methodologies, compliance: verdict = 'compliant', page = 1 } = request.query;
      const chosen = understandChosen(methodologies);
      if (!chosen.ok) return answerRefusal(reply, chosen.error);
      const ranking = await rankings.read('funds');
      const { funds, counts, asOf } = viewFunds(ranking?.lines ?? [], { chosen: chosen.value, verdict });
      const today = dateOfInstant(clock());
      const from = (page - 1) * PAGE_LINES;
      return sendReady(
        request,
        reply,
        successBody<typeof FundsAnswer>({
          as_of: asOf,
          rules: ranking?.rules ?? null,
          matching: funds.length,
          page,
          pages: Math.max(1, Math.ceil(funds.length / PAGE_LINES)),
          counts,
          funds: funds.slice(from, from + PAGE_LINES).map((one) => fundOf(one, today)),
        }),
      );
    },
  );
}

function fundOf({ line, standing }: ListedFund, today: string): AnswerOf<typeof Fund> {
  const { symbol, other_symbols, name, cik, net_assets, as_of, report } = line;
  const { compliance, compliant, questionable, nonCompliant, known, nearest } = standing;
  const { limit, low, high, threshold } = nearest;
  const percent = (fraction: number) => rounded(100 * fraction);
  return {
    ...{ symbol, other_symbols, name, cik, net_assets, compliance, as_of },
    stale: fundStaleOn(line, today),
    period_end: report.periodEnd,
    compliant_pct: percent(compliant),
    questionable_pct: percent(questionable),
    non_compliant_pct: percent(nonCompliant),
    known_pct: percent(known),
    used: rounded(usedOf(nearest)),
    nearest: { limit: LIMIT_NAMES[limit], low: rounded(low), high: rounded(high), threshold },
  };
}

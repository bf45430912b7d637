import { dateOfInstant } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { rounded } from '@screener/engine/methodologies/digits';
import { Comparison, Rules } from '@screener/engine/methodologies/methodology';
import { staleOn } from '@screener/engine/rankings/ranking-line';
import { usedOf } from '@screener/engine/rankings/standings';
import {
  type AnswerOf,
  choice,
  count,
  date,
  list,
  nullable,
  nullableDate,
  nullableNum,
  nullableText,
  num,
  object,
  Text,
  text,
} from '@screener/engine/schema-parts';
import { Screening } from '@screener/engine/screening';
import { Compliance } from '@screener/engine/verdict/verdict';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { sendReady, successBody } from '../http/answer-body.ts';
import { answerRefusal } from '../http/errors.ts';
import { envelopeOf, NOT_MODIFIED, REFUSED_CALLER } from '../schemas/envelope.ts';
import { METHODOLOGIES_QUERY, understandChosen } from '../use-cases/chosen-methodologies.ts';
import {
  INDUSTRY_CHOICES,
  industryName,
  LIST_ORDERS,
  type Listed,
  type ListQuery,
  type ListView,
  SIZES,
  type Size,
  viewList,
} from './list-view.ts';
import type { RankingReader } from './ranking-reader.ts';

const PAGE_LINES = 100;
const NOT_BUILT: ListView = {
  groups: null,
  companies: [],
  matching: [],
  asOf: null,
  pages: 1,
  industries: [],
};

const ListedCompany = object(
  {
    symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
    other_symbols: list(Text, 'Further tickers of the filer'),
    name: text('The filer’s name at the SEC'),
    cik: text('The filer’s number at the SEC, ten digits'),
    industry: nullableText('Id of the industry; null where it is not known'),
    market_cap: nullableNum('Upper end, in currency; null where it is not known'),
    currency: nullableText('ISO 4217: USD'),
    compliance: Compliance,
    as_of: date('The date as of which was screened'),
    stale: Screening.properties.stale,
    score: num('Of 100 points, by all methodologies'),
    used: num('The share of the nearest limit, as a fraction: 0.71 is 71 %'),
    nearest: object(
      {
        ratio: text('Name of the ratio'),
        low: num('Lower end of the ratio, as a fraction'),
        high: num('Upper end, as a fraction'),
        threshold: num('The limit, as a fraction'),
        comparison: Comparison,
      },
      { description: 'The check that uses most of its limit, by the chosen methodologies' },
    ),
  },
  {
    title: 'ListedCompany',
    description: 'A company that the chosen methodologies pass; by score or value, that all pass',
  },
);

const ListAnswer = object(
  {
    as_of: nullableDate('The newest date of the screenings of those that match; null where none does'),
    rules: nullable(Rules, 'The rule set; null before a list is built'),
    matching: count('Companies that match, on all pages'),
    page: count('This page, from 1'),
    pages: count('How many pages there are'),
    industries: list(
      object({ id: text('Its id, for the query'), name: text('Its name, in plain words') }),
      'The industries that have a company',
    ),
    companies: list(ListedCompany, `At most ${PAGE_LINES}, in order`),
  },
  { description: 'A page of the list' },
);

interface ListRouteDeps {
  readonly rankings: RankingReader;
  readonly guard: onRequestHookHandler;
  readonly clock: () => number;
}

/** Adds `GET /v1/lists`: the compliant companies as the page `/lists` shows them. */
export function addListRoute(app: HttpApp, { rankings, guard, clock }: ListRouteDeps): void {
  app.get(
    '/v1/lists',
    {
      onRequest: guard,
      schema: {
        operationId: 'listCompliant',
        security: KEY_OPTIONAL,
        summary: 'Compliant companies',
        description:
          'The companies that all methodologies pass, or all of a choice, each with its industry and how much of its nearest limit it uses. From the newest rankings, whose verdicts are dated: stale says which is none of today.',
        tags: ['screening'],
        querystring: Type.Object({
          methodologies: Type.Optional(METHODOLOGIES_QUERY),
          industry: Type.Optional(
            choice(
              INDUSTRY_CHOICES,
              'Only of this industry; other has the companies whose industry is not known',
            ),
          ),
          size: Type.Optional(
            choice(
              Object.keys(SIZES) as Size[],
              'Only of this market capitalisation: large over $10 bn, middle from $2 bn, small under that',
            ),
          ),
          order: Type.Optional(
            choice(
              LIST_ORDERS,
              'limit: least of the nearest limit first (default); size: largest first; name; score and value: the rankings of /leaders and /value, of what all methodologies pass, whatever the choice',
            ),
          ),
          page: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 10_000, description: 'From 1; default 1' }),
          ),
        }),
        response: { 200: envelopeOf(ListAnswer), ...NOT_MODIFIED, ...REFUSED_CALLER },
      },
    },
    async (request, reply) => {
      const { methodologies, industry = null, size = null, order = 'limit', page = 1 } = request.query;
      const chosen = understandChosen(methodologies);
      if (!chosen.ok) return answerRefusal(reply, chosen.error);
      const query: ListQuery = { chosen: chosen.value, industry, size, order, page };
      const [leaders, value] = [await rankings.read('leaders'), await rankings.read('value')];
      const built = leaders === null || value === null ? null : { leaders, value };
      const view = built === null ? NOT_BUILT : viewList(built, query);
      const today = dateOfInstant(clock());
      const from = (page - 1) * PAGE_LINES;
      return sendReady(
        request,
        reply,
        successBody<typeof ListAnswer>({
          as_of: view.asOf,
          rules: built?.leaders.rules ?? null,
          matching: view.matching.length,
          page,
          pages: Math.max(1, Math.ceil(view.matching.length / PAGE_LINES)),
          industries: view.industries.map((id) => ({ id, name: industryName(id) })),
          companies: view.matching.slice(from, from + PAGE_LINES).map((one) => companyOf(one, today)),
        }),
      );
    },
  );
}

function companyOf({ line, leader, nearest }: Listed, today: string): AnswerOf<typeof ListedCompany> {
  const { symbol, other_symbols, name, cik, as_of } = line;
  const { industry, market_cap, compliance, score } = leader;
  const { ratio, low, high, threshold, comparison } = nearest;
  return {
    ...{ symbol, other_symbols, name, cik, industry, market_cap },
    currency: leader.market_data.currency,
    ...{ compliance, as_of, stale: staleOn(line, today), score },
    used: rounded(usedOf(nearest)),
    nearest: { ratio, low, high, threshold, comparison },
  };
}

import { object } from '@screener/engine/schema-parts';
import { TEXT } from '@screener/words/face';
import { formerInWords } from '@screener/words/former';
import { Type } from 'typebox';
import {
  DEFAULT_HITS,
  didYouMean,
  LONGEST_SEARCH,
  MOST_HITS,
  type Search,
  SearchAnswer,
} from '../../search/search.ts';
import { defineTool, type Tool } from '../tool.ts';

/** Creates `find_ticker`, which finds the ticker of a company or fund by its name. */
export function findTickerTool(search: Search): Tool {
  return defineTool({
    name: 'find_ticker',
    title: 'Find a ticker by name',
    description:
      'The tickers of US-listed companies and funds by name or part of one, everyday name, former ticker, CIK, ISIN or the beginning of a ticker, best first; several, separated by commas, get one each. Use it before screen_ticker if you know only a name, or if a ticker was not found. facts_at_hand says whether a screening has facts to start from.',
    input: object({
      query: Type.String({
        minLength: 1,
        maxLength: LONGEST_SEARCH,
        description: 'A name or ticker, or the beginning of one: berkshire hath',
      }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MOST_HITS, description: `Default ${DEFAULT_HITS}` }),
      ),
    }),
    output: SearchAnswer,
    async run({ query, limit = DEFAULT_HITS }) {
      const found = await search.find(query, limit);
      if (!found.ok) return found;
      const { results, former, did_you_mean: near } = found.value;
      const lines = results.map(({ symbol, name, exchange, type, facts_at_hand: atHand }) => {
        const about = [exchange ?? 'exchange not known', type, atHand ? 'facts at hand' : 'no facts at hand'];
        return `- ${symbol}: ${name ?? 'name not known'} (${about.join(', ')})`;
      });
      const ended = former.map((listing) => `- ${formerInWords(listing, TEXT)}.`);
      const all = [...ended, ...lines];
      const text = all.length > 0 ? all.join('\n') : `Nothing is called that.${didYouMean(near)}`;
      return { ok: true, value: { text, data: found.value } };
    },
  });
}

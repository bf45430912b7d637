import { dateOfInstant } from '@common/base/calendar';
import { ok } from '@common/base/result';
import { object } from '@screener/engine/schema-parts';
import { Type } from 'typebox';
import { HistoryAnswer, readHistory, understandCursor } from '../../use-cases/read-history.ts';
import { type ScreenDeps, understand } from '../../use-cases/screen-ticker.ts';
import { adviseOn } from '../refusals.ts';
import { historyText } from '../text/history-text.ts';
import { defineTool, type Tool } from '../tool.ts';
import { RULES, TICKER } from './arguments.ts';

const DEFAULT_LIMIT = 10;
const GREATEST_LIMIT = 100;
/** The largest size of the data. With the text for readers, an answer stays below 40 kB. */
const MOST_BYTES = 24_000;

/** Creates `screening_history`, which shows how a verdict changed and which filed figure caused it. */
export function screeningHistoryTool(deps: Pick<ScreenDeps, 'store' | 'clock' | 'options'>): Tool {
  return defineTool({
    name: 'screening_history',
    title: 'Past screenings of one ticker',
    description:
      'How the verdict of a ticker changed over time: dated screenings, newest first, each with the check that flipped and the filed figure that caused it. Use it for "when did it become non-compliant" and "what changed"; for a single past date, screen_ticker with as_of is better.',
    input: object({
      ticker: TICKER,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: GREATEST_LIMIT,
          description: `Maximum number of screenings; default ${DEFAULT_LIMIT}`,
        }),
      ),
      cursor: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'next_cursor of the answer before, for older screenings',
        }),
      ),
      rules: RULES,
    }),
    output: HistoryAnswer,
    async run({ ticker, limit = DEFAULT_LIMIT, cursor, rules = null }) {
      const understood = understand({ ticker, asOf: null, rules }, dateOfInstant(deps.clock()));
      if (!understood.ok) return adviseOn(understood.error);
      const { symbol, rules: ruleSet } = understood.value;
      const after = understandCursor(cursor);
      if (!after.ok) return adviseOn(after.error);
      const page = { limit, after: after.value, mostBytes: MOST_BYTES };
      const history = await readHistory(deps, symbol, ruleSet, page);
      if (!history.ok) return adviseOn(history.error);
      return ok({ text: historyText(history.value), data: history.value });
    },
  });
}

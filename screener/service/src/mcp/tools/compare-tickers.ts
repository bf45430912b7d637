import { ok } from '@common/base/result';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { object } from '@screener/engine/schema-parts';
import { spaced } from '@screener/words/names';
import { precisePercent } from '@screener/words/numbers';
import { Type } from 'typebox';
import type { ScreenDeps } from '../../use-cases/screen-ticker.ts';
import { KEY_REQUIRED } from '../refusals.ts';
import { LOUD_STATUS_WORDS } from '../text/screening-text.ts';
import { defineTool, type Tool } from '../tool.ts';
import { TICKER } from './arguments.ts';
import { type Brief, CompactSchema, compactLine, compactOf, screenSeveral } from './compact.ts';

const MOST_TICKERS = 5;

const Compared = object({
  ...CompactSchema.properties,
  ratios: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), {
      description: 'Upper end of each ratio, as a fraction; null if nothing bounds it',
    }),
  ),
});

/** Creates `compare_tickers`, which shows a few tickers side by side. */
export function compareTickersTool(deps: ScreenDeps): Tool {
  return defineTool({
    name: 'compare_tickers',
    title: 'Compare tickers side by side',
    description: `Two to ${MOST_TICKERS} tickers side by side: verdict, score, what each of the ${METHODOLOGIES.length} methodologies says, and every ratio. Use it for "which of these"; screen_batch for longer lists, screen_ticker for the evidence of one. Needs an API key (free). A better score does not mean that a ticker is permitted; only the verdict says that.`,
    input: object({ tickers: Type.Array(TICKER, { minItems: 2, maxItems: MOST_TICKERS }) }),
    output: object({ results: Type.Array(Compared, { description: 'In request order' }) }),
    async run({ tickers }, call) {
      if (!call.may.has('batch')) return KEY_REQUIRED;
      const results = await screenSeveral(deps, tickers, call);
      return ok({
        text: results.flatMap((result) => [compactLine(result), ...detailLines(result)]).join('\n'),
        data: {
          results: results.map((result) => ({
            ...compactOf(result),
            ...('error' in result ? {} : { ratios: result.answer.ratios }),
          })),
        },
      });
    },
  });
}

function detailLines(result: Brief): readonly string[] {
  if ('error' in result) return [];
  const { methodologies, ratios } = result.answer;
  const says = methodologies.map(({ name, status }) => `${name} ${LOUD_STATUS_WORDS[status]}`).join('; ');
  const figures = Object.entries(ratios)
    .map(([name, value]) => `${spaced(name)} ${value === null ? 'not known' : precisePercent(value)}`)
    .join('; ');
  return [`  - ${says}`, `  - upper ends of the ratios: ${figures}`];
}

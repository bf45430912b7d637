import { ok } from '@common/base/result';
import { object } from '@screener/engine/schema-parts';
import { Type } from 'typebox';
import type { ScreenDeps } from '../../use-cases/screen-ticker.ts';
import { KEY_REQUIRED } from '../refusals.ts';
import { defineTool, type Tool } from '../tool.ts';
import { TICKER } from './arguments.ts';
import { CompactSchema, compactLine, compactOf, screenSeveral } from './compact.ts';

/** The same limit as for `POST /v1/batch` (interface document, part 8). */
const MOST_TICKERS = 25;

/** Creates `screen_batch`, which gives the verdicts of many tickers, one line each. */
export function screenBatchTool(deps: ScreenDeps): Tool {
  return defineTool({
    name: 'screen_batch',
    title: 'Screen many tickers, one line each',
    description: `Verdict, score and purification of up to ${MOST_TICKERS} tickers in one call, without evidence: for portfolios and lists. Needs an API key (free). Call screen_ticker for the reasons behind one of them. A ticker that cannot be screened has its own error; not_screenable is never a pass.`,
    input: object({ tickers: Type.Array(TICKER, { minItems: 1, maxItems: MOST_TICKERS }) }),
    output: object({ results: Type.Array(CompactSchema, { description: 'In request order' }) }),
    async run({ tickers }, call) {
      if (!call.may.has('batch')) return KEY_REQUIRED;
      const results = await screenSeveral(deps, tickers, call);
      return ok({
        text: results.map(compactLine).join('\n'),
        data: { results: results.map(compactOf) },
      });
    },
  });
}

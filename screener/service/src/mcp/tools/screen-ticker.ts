import { dateOfInstant } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { type AnswerOf, choice, object } from '@screener/engine/schema-parts';
import { worded } from '@screener/words/answer';
import { TEXT } from '@screener/words/face';
import { whySentence } from '@screener/words/summary';
import { tenseOf } from '@screener/words/time';
import { Type } from 'typebox';
import { type AnswerCache, createAnswerCache } from '../../http/answer-cache.ts';
import { topOf } from '../../use-cases/page-holdings.ts';
import {
  type ScreenDeps,
  type ScreenRefusal,
  screenTicker,
  suggestFor,
  type UnderstoodRequest,
  understand,
} from '../../use-cases/screen-ticker.ts';
import { wasReached } from '../../use-cases/unreached.ts';
import { adviseOn } from '../refusals.ts';
import { screeningText } from '../text/screening-text.ts';
import { defineTool, type Tool, type ToolAnswer } from '../tool.ts';
import { AS_OF, RULES, TICKER } from './arguments.ts';
import { BriefScreening, briefOf, DETAILS, type Detail } from './brief-screening.ts';

/** Approximate bytes of memory that an object takes per byte of its JSON. */
const MEMORY_PER_BYTE = 6;

const DETAIL = Type.Optional(
  choice(
    DETAILS,
    'brief (default): the verdict and what it rests on. full: every member of GET /v1/screen/{ticker}, with the evidence for each number and a fund’s largest holdings; some 30 kB',
  ),
);

/** A cached answer. */
interface KeptAnswer extends ToolAnswer<AnswerOf<typeof BriefScreening>> {
  readonly sizeBytes: number;
}

/** Creates `screen_ticker` (interface document, 4.1, rule 6). */
export function screenTickerTool(deps: ScreenDeps, cacheBytes: number): Tool {
  const cache = createAnswerCache<KeptAnswer>({
    bytes: cacheBytes,
    sizeOf: ({ sizeBytes }) => sizeBytes,
    readGeneration: () => deps.store.generation(),
    clock: deps.clock,
  });
  return defineTool({
    name: 'screen_ticker',
    title: 'Screen one ticker for Sharia compliance',
    description: `Is this US-listed company or ETF Sharia-compliant? Verdict (compliant, questionable, non_compliant, not_screenable), score 0 to 100, each ratio of ${METHODOLOGIES.length} methodologies against its limit, purification percentage, and the SEC filing behind it; with detail full, the evidence for every number. Use it for any question about one ticker; use the other tools for several tickers, the past, or the rules themselves. not_screenable is an honest answer and never a pass: the filed data are insufficient, and \`missing\` says what is absent. A verdict is of its day (\`as_of\`); if \`stale\` is set, a newer report is overdue, so pass it on as past, not as today’s. State the assumptions (\`approximations\`) and cite accession and source_url when you repeat a number.`,
    input: object({ ticker: TICKER, detail: DETAIL, as_of: AS_OF, rules: RULES }),
    output: BriefScreening,
    async run({ ticker, detail = 'brief', as_of: asOf = null, rules = null }, { asked }) {
      const today = dateOfInstant(deps.clock());
      const understood = understand({ ticker, asOf, rules }, today);
      if (!understood.ok) {
        const refused = await suggestFor(deps, ticker, understood.error);
        return refused.ok ? refused : adviseOn(refused.error);
      }
      const answer = await readAnswer(deps, cache, { ...understood.value, detail }, today);
      asked(understood.value.symbol, answer.ok ? ok(answer.value.data) : answer);
      return answer.ok ? answer : adviseOn(answer.error);
    },
  });
}

/** Returns a cached answer for as long as `GET /v1/screen/{ticker}` would, otherwise screens the ticker. */
async function readAnswer(
  deps: ScreenDeps,
  cache: AnswerCache<KeptAnswer>,
  request: UnderstoodRequest & { readonly detail: Detail },
  today: string,
): Promise<Result<KeptAnswer, ScreenRefusal>> {
  // Ages count to today, so tomorrow's answer has another key.
  const key = `${request.symbol}|${request.asOf ?? 'present'}|${today}|${request.rules}|${request.detail}`;
  const ready = cache.getNow(key);
  if (ready !== undefined) return ok(ready);
  const generation = await cache.generation();
  const known = cache.getNow(key);
  if (known !== undefined) return ok(known);
  const screened = await screenTicker(deps, request);
  if (!screened.ok) return screened;
  const whole = worded(screened.value);
  const top = topOf(whole);
  const json = JSON.stringify(request.detail === 'full' ? top : briefOf(top));
  // The JSON is parsed again because objects from the parser are serialised much faster than those from the
  // engine.
  const reason = whySentence(screened.value.summary, TEXT, tenseOf(screened.value).verb);
  const answer = {
    text: screeningText({ ...whole, summary: reason }, request.detail),
    data: JSON.parse(json) as AnswerOf<typeof BriefScreening>,
    sizeBytes: MEMORY_PER_BYTE * json.length,
  };
  if (wasReached(screened.value)) {
    cache.set(key, answer, generation);
  }
  return ok(answer);
}

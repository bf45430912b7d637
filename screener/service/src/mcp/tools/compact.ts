import { ok } from '@common/base/result';
import { type AnswerOf, object } from '@screener/engine/schema-parts';
import { worded } from '@screener/words/answer';
import { TEXT } from '@screener/words/face';
import { coveredRateInWords } from '@screener/words/purification';
import { basisInWords } from '@screener/words/time';
import { Type } from 'typebox';
import { Summary, summaryOf } from '../../bulk/bulk-result.ts';
import { type BatchResult, SymbolError, screenBatch } from '../../use-cases/screen-batch.ts';
import { type ScreenDeps, screenTicker, type WordedAnswer } from '../../use-cases/screen-ticker.ts';
import type { McpCall } from '../call.ts';
import { verdictInItsTime } from '../text/screening-text.ts';

/** Well before the HTTP request would time out. */
const LIMIT_MS = 25_000;

/** A screening in one line with its date, or an error. */
export const CompactSchema = object({
  ...Type.Partial(Summary).properties,
  symbol: Summary.properties.symbol,
  error: Type.Optional(SymbolError.properties.error),
});

/** Screens several tickers at the present date, as `POST /v1/batch` does. */
export function screenSeveral(
  deps: ScreenDeps,
  tickers: readonly string[],
  { log, asked }: Pick<McpCall, 'log' | 'asked'>,
): Promise<readonly Brief[]> {
  return screenBatch(
    {
      async screen(request) {
        const screened = await screenTicker(deps, request);
        asked(request.symbol, screened);
        return screened.ok ? ok(briefOf(worded(screened.value))) : screened;
      },
      clock: deps.clock,
      batchLimitMs: LIMIT_MS,
      onFailure: (error, symbol) => log.error({ err: error, symbol }, 'symbol of a tool'),
    },
    tickers,
  );
}

/** What the tools for several tickers say about each. */
type BriefAnswer = ReturnType<typeof briefOf>;
export type Brief = BatchResult<BriefAnswer>;

function briefOf(answer: WordedAnswer) {
  const { symbol, name, type, compliance, score, purification, missing, methodologies, ratios } = answer;
  const { as_of, today, facts_through, stale } = answer;
  const time = { as_of, today, facts_through, stale };
  const business = { business_activity: answer.business_activity };
  const verdict = { compliance, score, ...business, purification, missing, methodologies, ratios };
  return { symbol, name, type, ...time, ...verdict };
}

export function compactOf(result: Brief): AnswerOf<typeof CompactSchema> {
  if ('error' in result) return result;
  return summaryOf(result.answer);
}

export function compactLine(result: Brief): string {
  if ('error' in result) {
    return `- ${result.symbol}: no verdict (${result.error.code}: ${result.error.message})`;
  }
  const { symbol, name, missing, purification } = result.answer;
  const { pct_of_dividends_and_gains: pct, low_pct: lowPct, high_pct: highPct } = purification;
  const fund = coveredRateInWords(purification, TEXT);
  const most = pct === highPct && lowPct !== highPct ? 'at most ' : '';
  const rest = [
    fund !== null
      ? `purification ${fund.rate} ${fund.coverage}`
      : pct === null
        ? 'purification not known'
        : `purification ${most}${Number(pct.toPrecision(4))} %`,
    ...(missing.length === 0 ? [] : [`missing: ${missing.map(({ code }) => code).join(', ')}`]),
    basisInWords(result.answer, TEXT),
  ];
  return `- ${symbol} (${name}): ${verdictInItsTime(result.answer)}; ${rest.join('; ')}`;
}

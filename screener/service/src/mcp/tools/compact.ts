import { ok } from '@common/base/result';
import { type AnswerOf, object } from '@screener/engine/schema-parts';
import { Screening } from '@screener/engine/screening';
import { worded } from '@screener/words/answer';
import { TEXT } from '@screener/words/face';
import { coveredRateInWords } from '@screener/words/purification';
import { Type } from 'typebox';
import { Summary, summaryOf } from '../../bulk/bulk-result.ts';
import { type BatchResult, SymbolError, screenBatch } from '../../use-cases/screen-batch.ts';
import { type ScreenDeps, screenTicker, type WordedAnswer } from '../../use-cases/screen-ticker.ts';
import type { McpCall } from '../call.ts';
import { verdictInWords } from '../text/screening-text.ts';

/** Well before the HTTP request would time out. */
const LIMIT_MS = 25_000;

/** A screening in one line with its date, or an error. */
export const CompactSchema = object({
  ...Type.Partial(Summary).properties,
  symbol: Summary.properties.symbol,
  as_of: Type.Optional(Screening.properties.as_of),
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
  const { symbol, name, as_of, compliance, score, purification, missing, methodologies, ratios } = answer;
  return { symbol, name, as_of, compliance, score, purification, missing, methodologies, ratios };
}

export function compactOf(result: Brief): AnswerOf<typeof CompactSchema> {
  if ('error' in result) return result;
  return { ...summaryOf(result.answer), as_of: result.answer.as_of };
}

export function compactLine(result: Brief): string {
  if ('error' in result) {
    return `- ${result.symbol}: no verdict (${result.error.code}: ${result.error.message})`;
  }
  const { symbol, name, as_of: asOf, missing, purification } = result.answer;
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
    `as of ${asOf}`,
  ];
  return `- ${symbol} (${name}): ${verdictInWords(result.answer)}; ${rest.join('; ')}`;
}

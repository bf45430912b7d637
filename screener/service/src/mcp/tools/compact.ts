import { ok } from '@common/base/result';
import { Basis } from '@screener/engine/amounts/amount';
import { type AnswerOf, object } from '@screener/engine/schema-parts';
import { Compliance } from '@screener/engine/verdict/verdict';
import { worded } from '@screener/words/answer';
import { Type } from 'typebox';
import { type BatchResult, screenBatch } from '../../use-cases/screen-batch.ts';
import { type ScreenDeps, screenTicker, type WordedAnswer } from '../../use-cases/screen-ticker.ts';
import type { McpCall } from '../call.ts';
import { verdictInWords } from '../text/screening-text.ts';

/** Well before the HTTP request would time out. */
const LIMIT_MS = 25_000;

/** A screening in one line, with the members of the interface document, 2.4, or an error. */
export const CompactSchema = object({
  symbol: Type.String(),
  compliance: Type.Optional(Compliance),
  score: Type.Optional(Type.Number()),
  purification_pct: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  purification_low_pct: Type.Optional(Type.Number()),
  purification_basis: Type.Optional(Basis),
  as_of: Type.Optional(Type.String({ format: 'date' })),
  error: Type.Optional(object({ code: Type.String(), message: Type.String() })),
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

/** What the tools for several tickers say of each. */
type BriefAnswer = ReturnType<typeof briefOf>;
export type Brief = BatchResult<BriefAnswer>;

function briefOf(answer: WordedAnswer) {
  const { symbol, name, as_of, compliance, score, purification, missing, methodologies, ratios } = answer;
  return { symbol, name, as_of, compliance, score, purification, missing, methodologies, ratios };
}

export function compactOf(result: Brief): AnswerOf<typeof CompactSchema> {
  if ('error' in result) return result;
  const { symbol, compliance, score, purification, as_of } = result.answer;
  return {
    symbol,
    compliance,
    score,
    purification_pct: purification.pct_of_dividends_and_gains,
    purification_low_pct: purification.low_pct,
    purification_basis: purification.basis,
    as_of,
  };
}

export function compactLine(result: Brief): string {
  if ('error' in result) {
    return `- ${result.symbol}: no verdict (${result.error.code}: ${result.error.message})`;
  }
  const { symbol, name, as_of: asOf, missing, purification } = result.answer;
  const { pct_of_dividends_and_gains: pct, low_pct: lowPct, high_pct: highPct } = purification;
  const most = pct === highPct && lowPct !== highPct ? 'at most ' : '';
  const rest = [
    pct === null ? 'purification not known' : `purification ${most}${Number(pct.toPrecision(4))} %`,
    ...(missing.length === 0 ? [] : [`missing: ${missing.map(({ code }) => code).join(', ')}`]),
    `as of ${asOf}`,
  ];
  return `- ${symbol} (${name}): ${verdictInWords(result.answer)}; ${rest.join('; ')}`;
}

import { dateOfInstant } from '@common/base/calendar';
import type { Result } from '@common/base/result';
import { FAILURES, failureCodeOf } from '@common/kit/failures';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { type AnswerOf, object, text } from '@screener/engine/schema-parts';
import { within } from '../timing/time-limit.ts';
import { type UnderstoodRequest, understand } from './screen-ticker.ts';

/** A symbol without a screening. */
export const SymbolError = object(
  {
    symbol: text('As it was asked for'),
    error: object(
      {
        code: text('Stable, for programs: malformed_ticker, ticker_not_found, facts_unavailable'),
        message: text('What is wrong and what to do'),
      },
      { description: 'Why there is no screening' },
    ),
  },
  { description: 'A symbol that could not be screened' },
);
export type SymbolError = AnswerOf<typeof SymbolError>;

/** The result for one symbol; `Answer` is what the caller keeps of a screening. */
export type BatchResult<Answer> = { readonly answer: Answer } | SymbolError;

interface BatchDeps<Answer> {
  /**
   * Screens a symbol, and keeps only what is sent: 25 whole funds would not fit into memory for every caller
   * at once.
   */
  readonly screen: (request: UnderstoodRequest) => Promise<Result<Answer, string>>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The time limit; symbols not answered by then get an error. */
  readonly batchLimitMs: number;
  /** Called with failures on our side; the caller learns only that there was one. */
  readonly onFailure: (error: unknown, symbol: string) => void;
  /** The methodologies that the caller follows; absent or null for no choice. */
  readonly chosen?: readonly string[] | null;
  /** Default: `current`. */
  readonly rules?: RuleSetId;
}

/**
 * Only a few are screened at a time, because missing facts are fetched and requests to the SEC are slow
 * anyway.
 */
const AT_ONCE = 4;

/**
 * Screens each symbol at the present date, duplicates only once. Returns the results in request order, within
 * `batchLimitMs`. A symbol that fails has its error, and the others have their screenings.
 */
export async function screenBatch<Answer>(
  deps: BatchDeps<Answer>,
  asked: readonly string[],
): Promise<readonly BatchResult<Answer>[]> {
  const today = dateOfInstant(deps.clock());
  const requests = asked.map((ticker) =>
    understand({ ticker, asOf: null, rules: deps.rules ?? null }, today),
  );
  const chosen = deps.chosen ?? null;
  const understood = requests.flatMap((request) => (request.ok ? [{ ...request.value, chosen }] : []));
  const waiting = new Map(understood.map((request) => [request.symbol, request])).values();
  const results = new Map<string, BatchResult<Answer>>();
  let over = false;
  const work = async () => {
    for (const request of waiting) {
      // Once the batch is over, no other symbol is started: nobody would get the result.
      if (over) return;
      const { symbol } = request;
      try {
        const answer = await deps.screen(request);
        results.set(symbol, answer.ok ? { answer: answer.value } : symbolError(symbol, answer.error));
      } catch (error) {
        deps.onFailure(error, symbol);
        results.set(symbol, symbolError(symbol, failedBy(error)));
      }
    }
  };
  await within(Promise.all(Array.from({ length: AT_ONCE }, work)), deps.batchLimitMs);
  over = true;
  return requests.map((request, index) => {
    if (!request.ok) return symbolError(asked[index] ?? '', request.error);
    const { symbol } = request.value;
    return results.get(symbol) ?? symbolError(symbol, NOT_IN_TIME);
  });
}

export function symbolError(
  symbol: string,
  { code, message }: { readonly code: string; readonly message: string },
): SymbolError {
  return { symbol, error: { code, message } };
}

function failedBy(error: unknown): { readonly code: string; readonly message: string } {
  const code = failureCodeOf(error);
  return code === null ? FAILED : { code, message: FAILURES[code].message };
}

const FAILED = {
  code: 'internal_error',
  message: 'Something failed on our side. Try again; if it keeps failing, report the request id.',
};
const NOT_IN_TIME = {
  code: 'timeout',
  message:
    'This symbol was not screened within the time limit of a batch. Request it again, or use POST /v1/bulk.',
};

import { dateOfInstant } from '@common/base/calendar';
import { type ScreenAnswer, type ScreenDeps, screenTicker, understand } from './screen-ticker.ts';
import { within } from './time-limit.ts';

/** A symbol without a screening, and why. */
export interface SymbolError {
  readonly symbol: string;
  readonly error: { readonly code: string; readonly message: string };
}

export type BatchResult = ScreenAnswer | SymbolError;

interface BatchDeps extends ScreenDeps {
  /** Symbols that are not answered by then have none. */
  readonly batchLimitMs: number;
  /** Told of what failed on our side: the caller hears only that it did. */
  readonly onFailure: (error: unknown, symbol: string) => void;
}

/** So few at a time: what is not at hand is fetched, and the SEC is asked slowly anyway. */
const AT_ONCE = 4;

/**
 * Screens each symbol as `screenTicker` does at present, one that stands there twice once. Gives the results in the
 * order asked, within `batchLimitMs`; a symbol that fails has its error, and the others their screenings.
 */
export async function screenBatch(
  deps: BatchDeps,
  asked: readonly string[],
): Promise<readonly BatchResult[]> {
  const today = dateOfInstant(deps.clock());
  const requests = asked.map((ticker) => understand({ ticker, asOf: null, rules: null }, today));
  const understood = requests.flatMap((request) => (request.ok ? [request.value] : []));
  const waiting = new Map(understood.map((request) => [request.symbol, request])).values();
  const results = new Map<string, BatchResult>();
  let over = false;
  const work = async () => {
    for (const request of waiting) {
      // The others of a batch that is over are not begun: nobody would hear of them.
      if (over) return;
      const { symbol } = request;
      try {
        const answer = await screenTicker(deps, request);
        results.set(symbol, answer.ok ? answer.value : symbolError(symbol, answer.error));
      } catch (error) {
        deps.onFailure(error, symbol);
        results.set(symbol, symbolError(symbol, FAILED));
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

const FAILED = {
  code: 'internal_error',
  message: 'Something failed on our side. Try again; if it keeps failing, report the request id.',
};
const NOT_IN_TIME = {
  code: 'timeout',
  message:
    'This symbol was not screened within the time limit of a batch. Request it again, or use POST /v1/bulk.',
};

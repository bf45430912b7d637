import { dateOfInstant } from '@common/base/calendar';
import { type ScreenAnswer, type ScreenDeps, screenTicker } from '@screener/service/use-cases/screen-ticker';

/** Companies and a fund to try. The first is also the example of an answer. */
export const EXAMPLES = ['AAPL', 'NVDA', 'APH', 'SNOW', 'SPUS'] as const;

/**
 * Reads a real answer to show before any search: the first example that has a verdict, or null. It uses only
 * what is stored: a page that everyone opens must neither wait for the SEC nor use up the allowance of
 * requests to it.
 */
export function createExample(deps: ScreenDeps): () => Promise<ScreenAnswer | null> {
  let known: { readonly key: string; readonly answer: Promise<ScreenAnswer | null> } | null = null;
  return async () => {
    const today = dateOfInstant(deps.clock());
    const key = `${today} ${await deps.store.generation()}`;
    if (known?.key === key) return known.answer;
    // With an explicit date, an answer without today's price is not stored as a change of the company.
    const asOf = deps.live === null ? null : today;
    const answer = firstAnswer({ ...deps, live: null, liveQuotes: null }, asOf);
    known = { key, answer };
    answer.catch(() => {
      known = null;
    });
    return answer;
  };
}

async function firstAnswer(deps: ScreenDeps, asOf: string | null): Promise<ScreenAnswer | null> {
  for (const symbol of EXAMPLES.slice(0, -1)) {
    const answer = await screenTicker(deps, { symbol, asOf, rules: 'current' });
    if (answer.ok && answer.value.compliance !== 'not_screenable') return answer.value;
  }
  return null;
}

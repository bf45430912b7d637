import { dateOfInstant } from '@common/base/calendar';
import { ok } from '@common/base/result';
import { createAnswerCache } from '@screener/service/http/answer-cache';
import { type ScreenAnswer, type ScreenDeps, screenTicker } from '@screener/service/use-cases/screen-ticker';
import { wasReached } from '@screener/service/use-cases/unreached';
import type { Screen } from './screen.ts';

/** Caches screenings for pages. They need the answer itself, of which the API caches the bytes. */
export function createScreenings(deps: ScreenDeps, cacheBytes: number): Screen {
  const cache = createAnswerCache<{ readonly answer: ScreenAnswer; readonly size: number }>({
    bytes: cacheBytes,
    sizeOf: ({ size }) => size,
    readGeneration: () => deps.store.generation(),
    clock: deps.clock,
  });
  return async (request) => {
    const { symbol, asOf, rules, chosen } = request;
    // Ages count to today, so tomorrow has another answer.
    const key = `${symbol}|${asOf ?? 'present'}|${dateOfInstant(deps.clock())}|${rules}|${chosen?.join() ?? ''}`;
    const ready = cache.getNow(key);
    if (ready !== undefined) return ok(ready.answer);
    const generation = await cache.generation();
    const known = cache.getNow(key);
    if (known !== undefined) return ok(known.answer);
    const screened = await screenTicker(deps, request);
    // An answer that lacks a source that was not reached is not kept, so the next request tries again.
    if (screened.ok && wasReached(screened.value)) {
      const size = JSON.stringify(screened.value).length;
      cache.set(key, { answer: screened.value, size }, generation);
    }
    return screened;
  };
}

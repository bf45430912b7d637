import { createHttpApp, type HttpApp } from '@sanad/kit/http';
import type { Log } from '@sanad/kit/log';
import { createAnswerCache } from './http/answer-cache.ts';
import { addHealthRoute } from './http/health.ts';
import { addHistoryRoute } from './http/history.ts';
import { addScreenRoute } from './http/screen.ts';
import type { ScreenDeps } from './use-cases/screen-ticker.ts';

export interface AppDeps extends ScreenDeps {
  readonly log: Log;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Memory for answers that are ready to send, in bytes. */
  readonly answerCacheBytes: number;
}

/** The interface document's version: see its part 9. */
const API_VERSION = '0.3.0';

/** The screener as an HTTP application. Tests call it without a port. */
export async function createApp(deps: AppDeps): Promise<HttpApp> {
  const app = await createHttpApp({
    name: 'Sanad screening service',
    version: API_VERSION,
    description:
      'Screens US-listed companies for Sharia compliance from the SEC’s own filings, with a citation behind every number. Missing data is never treated as compliant.',
    log: deps.log,
    randomBytes: deps.randomBytes,
    tags: [
      { name: 'screening', description: 'Verdicts with their evidence' },
      { name: 'operation', description: 'For operators' },
    ],
  });
  const cache = createAnswerCache({
    bytes: deps.answerCacheBytes,
    readGeneration: () => deps.store.generation(),
    clock: deps.clock,
  });
  addHealthRoute(app, deps);
  addScreenRoute(app, deps, cache);
  addHistoryRoute(app, deps);
  return app;
}

import { isMainThread } from 'node:worker_threads';

/** The address of the bundle, where `import.meta.url` names the source. */
declare const SANAD_PROGRAM: string | undefined;

// A thread screens, and needs no service.
if (isMainThread) {
  const { runSite } = await import('./open-site.ts');
  await runSite(process, new URL(typeof SANAD_PROGRAM === 'undefined' ? import.meta.url : SANAD_PROGRAM));
} else {
  const { serveScreenerThread } = await import('@screener/service/threads/serve');
  serveScreenerThread();
}

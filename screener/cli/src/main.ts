import { isMainThread } from 'node:worker_threads';

/** The address of the bundle, where `import.meta.url` names the source. */
declare const SANAD_PROGRAM: string | undefined;

// A thread reads and screens, and needs no commands.
if (isMainThread) {
  const { runCommand } = await import('./run-command.ts');
  await runCommand(new URL(typeof SANAD_PROGRAM === 'undefined' ? import.meta.url : SANAD_PROGRAM));
} else {
  const { serveScreenerThread } = await import('@screener/service/threads/serve');
  serveScreenerThread();
}

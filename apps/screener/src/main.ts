import { randomBytes } from 'node:crypto';
import { listen } from '@sanad/kit/http/listen';
import { createLog } from '@sanad/kit/log';
import { createApp } from './app.ts';
import { readScreenerConfig } from './config.ts';
import { openScreener, REPOSITORY } from './open-screener.ts';

/** Exit code of settings that cannot be used (EX_CONFIG of sysexits). */
const UNUSABLE_SETTINGS = 78;

const settings = readScreenerConfig(process.env, REPOSITORY);
if (!settings.ok) refuseStart(settings.error.message);
const { config } = settings.value;
const log = createLog({ level: config.LOG_LEVEL, name: 'screener' });
const screener = await openScreener(settings.value, Date.now).catch(refuseStart);
if (!screener.ok) refuseStart(screener.error.message);
const app = await createApp({
  ...screener.value.deps,
  log,
  randomBytes,
  answerCacheBytes: config.ANSWER_CACHE_MB * 1_048_576,
});
const listening = await listen(app, {
  host: config.SCREENER_HOST,
  port: config.SCREENER_PORT,
  signals: process,
}).catch(refuseStart);
process.stdout.write(`screener ready at ${listening.url} (docs at ${listening.url}/docs)\n`);
await listening.closed;
await screener.value.close();

/** A database that cannot be reached or a port that is taken is the operator's to mend: one line, no stack. */
function refuseStart(reason: unknown): never {
  const message = reason instanceof Error ? reason.message : String(reason);
  process.stderr.write(`screener: ${message}\n`);
  process.exit(UNUSABLE_SETTINGS);
}

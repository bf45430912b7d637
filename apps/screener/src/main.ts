import { randomBytes } from 'node:crypto';
import { listen } from '@sanad/kit/http/listen';
import { createLog } from '@sanad/kit/log';
import { createApp } from './app.ts';
import { readScreenerConfig } from './config.ts';
import { openScreener, REPOSITORY } from './open-screener.ts';

const settings = readScreenerConfig(process.env, REPOSITORY);
if (!settings.ok) {
  process.stderr.write(`${settings.error.message}\n`);
  process.exit(78);
}
const { config } = settings.value;
const log = createLog({ level: config.LOG_LEVEL, name: 'screener' });
const screener = await openScreener(settings.value, Date.now);
if (!screener.ok) {
  process.stderr.write(`${screener.error.message}\n`);
  process.exit(78);
}
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
});
process.stdout.write(`screener ready at ${listening.url} (docs at ${listening.url}/docs)\n`);
await listening.closed;
await screener.value.close();

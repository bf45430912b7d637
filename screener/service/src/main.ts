import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { listen } from '@common/kit/http/listen';
import { createLog } from '@common/kit/log';
import { createMetrics } from '@common/kit/metrics';
import { openAccess } from './access/open-access.ts';
import { createApp } from './app.ts';
import { openBulk } from './bulk/open-bulk.ts';
import { readScreenerConfig } from './config.ts';
import { openScreener, REPOSITORY } from './open-screener.ts';
import { createRankingStore } from './rankings/rankings.sql.ts';

/** Exit code of settings that cannot be used (EX_CONFIG of sysexits). */
const UNUSABLE_SETTINGS = 78;
/** Addresses at which only the machine itself can call. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

const settings = readScreenerConfig(process.env, REPOSITORY);
if (!settings.ok) refuseStart(settings.error.message);
const { config } = settings.value;
const log = createLog({ level: config.LOG_LEVEL, name: 'screener' });
const screener = await openScreener(settings.value, Date.now).catch(refuseStart);
if (!screener.ok) refuseStart(screener.error.message);
const access = await openAccess(settings.value, screener.value.database, Date.now).catch(refuseStart);
if (!access.ok) refuseStart(access.error.message);
const metrics = createMetrics();
const { deps: screen, database } = screener.value;
const bulk = openBulk(settings.value, { screen, database, log, metrics });
const app = await createApp({
  ...screen,
  access: access.value,
  bulk: bulk.deps,
  tasks: {
    rankings: createRankingStore(database),
    adminToken: settings.value.secrets.ADMIN_TOKEN ?? null,
  },
  metrics,
  trustProxy: proxiesOf(config.TRUST_PROXY),
  mcpOrigins: {
    allowed: new Set(listed(config.MCP_ALLOWED_ORIGINS ?? '')),
    onlyLoopback: LOOPBACK.has(config.SCREENER_HOST) && config.TRUST_PROXY === 'off',
  },
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
bulk.start();
await listening.closed;
await bulk.stop();
await screener.value.close();

function listed(setting: string): string[] {
  return setting === '' ? [] : setting.split(',').map((part) => part.trim());
}

/** Addresses and networks; a slip here would give every caller the address of the proxy. */
function proxiesOf(setting: string): string[] | false {
  if (setting === 'off') return false;
  const proxies = listed(setting);
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (most < 0 || (bits !== undefined && Number(bits) > most)) {
      refuseStart(`TRUST_PROXY: ${proxy} is no address and no network: 10.0.0.0/8, 2001:db8::/32`);
    }
  }
  return proxies;
}

/** A database that cannot be reached or a port that is taken is the operator's to mend: one line, no stack. */
function refuseStart(reason: unknown): never {
  const message = reason instanceof Error ? reason.message : String(reason);
  process.stderr.write(`screener: ${message}\n`);
  process.exit(UNUSABLE_SETTINGS);
}

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { loadBoth, printLoads } from './support/load.ts';
import { NEVER_REACHED } from './support/quota.ts';
import { type Bar, judge, median, printTable, readable } from './support/report.ts';
import { sizeOverTheWire } from './support/wire.ts';

/**
 * The pages that most readers see, warm, from the service as it is shipped and asked for as browsers do, compressed:
 * processor time for one, beside that of the JSON route in the same rounds, and what a first visit loads altogether.
 */
const SERVICE = fileURLToPath(new URL('../screener/site/src/main.ts', import.meta.url));
const JSON_ROUTE = '/v1/screen/AAPL';
const PAGES: Readonly<Record<string, string>> = {
  landing: '/',
  'landing with an answer': '/?q=AAPL',
  report: '/portal/report/AAPL',
};
const ENCODINGS = { 'as browsers ask': 'gzip, deflate, br', 'not compressed': 'identity' };
const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_REQUESTS = 1_500;
const MOST_CPU_MS = 5;
const MOST_KB = 100;

await withTempDir(async (folder) => {
  await using service = await spawnService({
    entry: SERVICE,
    env: {
      DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
      SECRETS_DIR: join(folder, 'secrets'),
      SCREENER_PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FREE: NEVER_REACHED,
      MARKET_PROVIDER: 'none',
      REFRESH_EVERY_MINUTES: '0',
    },
    ready: /^screener ready at (\S+)/m,
    timeoutMs: 90_000,
  });
  const { pid, readyMatch } = service;
  const url = readyMatch?.[1] ?? '';
  const reader = await signIn(url);
  const bars: Bar[] = [];
  for (const [name, path] of Object.entries(PAGES)) {
    for (const [how, encoding] of Object.entries(ENCODINGS)) {
      const headers = Object.entries({ ...reader, accept: 'text/html', 'accept-encoding': encoding });
      const rounds = await loadBoth(
        { pid, url: `${url}${path}` },
        { pid, url: `${url}${JSON_ROUTE}` },
        {
          rounds: ROUNDS,
          seconds: SECONDS,
          warmUpRequests: WARM_UP_REQUESTS,
          args: headers.flatMap(([header, value]) => ['-H', `${header}=${value}`]),
        },
      );
      process.stdout.write(`  ${name}, ${how}\n`);
      printLoads(rounds, { service: path, bare: JSON_ROUTE });
      const measured = median(rounds.map(({ service: { cpuUs } }) => cpuUs)) / 1_000;
      // Where the system does not tell, there is nothing to judge.
      if (how === 'as browsers ask' && !Number.isNaN(measured)) {
        bars.push({ what: `${name}, server CPU`, measured, is: 'at most', limit: MOST_CPU_MS, unit: ' ms' });
      }
    }
    const { parts, bytes } = await sizeOverTheWire(`${url}${path}`, {
      ...reader,
      'accept-encoding': ENCODINGS['as browsers ask'],
    });
    printTable(
      ['over the wire', 'bytes'],
      parts.map(({ address, size }) => [address, readable(size)]),
    );
    const what = `${name}, everything that it loads`;
    bars.push({ what, measured: bytes / 1_000, is: 'at most', limit: MOST_KB, unit: ' kB' });
  }
  judge(bars);
});

/** What a signed-in reader sends: the session's cookie for the pages, the key for the JSON route. */
async function signIn(url: string): Promise<Readonly<Record<'cookie' | 'x-api-key', string>>> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
    return response;
  };
  const { data } = JSON.parse(await (await post('/api/keys', { email: 'bench@example.org' })).text());
  const begun = await post('/api/session', { api_key: data.api_key });
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { cookie, 'x-api-key': data.api_key };
}

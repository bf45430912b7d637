import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { readScreenerConfig } from '@screener/service/config';
import { openScreener } from '@screener/service/open-screener';
import { type ScreenDeps, screenTicker } from '@screener/service/use-cases/screen-ticker';
import { NEVER_REACHED } from './support/quota.ts';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * A bulk job of 500 symbols through HTTP, on SQLite with durable commits, until its results are read; against a loop in
 * this process that screens the same symbols one after the other, without a queue. Rounds alternate, so that both meet
 * the same disturbances.
 */
const SERVICE = fileURLToPath(new URL('../screener/site/src/main.ts', import.meta.url));
const SYMBOLS = 500;
const ROUNDS = 5;
const POLL_MS = 20;
const LEAST_RATIO = 0.4;

await withTempDir(async (folder) => {
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'service.sqlite')}`,
    SECRETS_DIR: join(folder, 'secrets'),
    SCREENER_PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FREE: NEVER_REACHED,
  };
  await using service = await spawnService({
    entry: SERVICE,
    env,
    ready: /^screener ready at (\S+)/m,
    timeoutMs: 90_000,
  });
  const url = service.readyMatch?.[1] ?? '';
  const settings = readScreenerConfig({ DATABASE_URL: `sqlite:${join(folder, 'bare.sqlite')}` }, REPOSITORY);
  if (!settings.ok) throw new Error(settings.error.message);
  const screener = await openScreener(settings.value, Date.now);
  if (!screener.ok) throw new Error(screener.error.message);
  try {
    const symbols = await screenedSymbols();
    const { data } = await postJson(`${url}/api/keys`, { email: 'bench@example.com' }, {});
    const job = () => runJob(url, data.api_key, symbols);
    const loop = () => screenAll(screener.value.deps, symbols);
    const rounds: { readonly job: number; readonly loop: number }[] = [];
    // The first run of each warms up the code and adds the newest entry to the histories.
    await job();
    await loop();
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(
        round % 2 === 0
          ? { job: await job(), loop: await loop() }
          : await loop().then(async (first) => ({ loop: first, job: await job() })),
      );
    }
    report(rounds);
  } finally {
    await screener.value.close();
  }
});

function report(rounds: readonly { readonly job: number; readonly loop: number }[]): void {
  process.stdout.write(`  ${SYMBOLS} symbols, ${rounds.length} rounds\n`);
  printTable(
    ['median of rounds', 'symbols/s'],
    [
      ['bulk job through HTTP, durable', readable(median(rounds.map(({ job }) => job)))],
      ['bare loop', readable(median(rounds.map(({ loop }) => loop)))],
    ],
  );
  const ratios = rounds.map(({ job, loop }) => job / loop);
  process.stdout.write(`  ratio by round: ${ratios.map(readable).join(', ')}\n`);
  judge([
    {
      what: 'bulk job / bare loop, median of rounds',
      measured: median(ratios),
      is: 'at least',
      limit: LEAST_RATIO,
    },
  ]);
}

/** The snapshot's tickers whose filers have facts, repeated: each is computed every time. */
async function screenedSymbols(): Promise<readonly string[]> {
  const read = async (name: string) =>
    JSON.parse(await readFile(join(REPOSITORY, 'screener/data/snapshot', name), 'utf8'));
  const ciks = new Set((await read('companies.json')).map((company: { cik: string }) => company.cik));
  const tickers: readonly (readonly [string, string])[] = await read('tickers.json');
  const withFacts = tickers.flatMap(([symbol, cik]) => (ciks.has(cik) ? [symbol] : []));
  return Array.from({ length: SYMBOLS }, (_, n) => withFacts[n % withFacts.length] ?? '');
}

/** Symbols per second, from the request to the results. */
async function runJob(url: string, key: string, symbols: readonly string[]): Promise<number> {
  const start = performance.now();
  const headers = { 'x-api-key': key };
  const { data } = await postJson(`${url}/v1/bulk`, { symbols }, headers);
  for (;;) {
    const response = await fetch(`${url}${data.poll}`, { headers });
    const job = (await response.json()) as { data: { status: string; results: readonly object[] } };
    if (job.data.status === 'complete') {
      if (job.data.results.some((result) => 'error' in result)) throw new Error('a symbol failed');
      return perSecond(start);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function screenAll(deps: ScreenDeps, symbols: readonly string[]): Promise<number> {
  const start = performance.now();
  for (const symbol of symbols) {
    const answer = await screenTicker(deps, { symbol, asOf: null, rules: 'current' });
    if (!answer.ok) throw new Error(answer.error.message);
  }
  return perSecond(start);
}

function perSecond(start: number): number {
  return (SYMBOLS * 1_000) / (performance.now() - start);
}

async function postJson(url: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as { data: { api_key: string; poll: string } };
}

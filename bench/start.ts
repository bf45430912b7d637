import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { cpuMsOf, memoryOf } from './support/cpu.ts';
import { NEVER_REACHED } from './support/quota.ts';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * Starts of the screener as it is shipped: the first, which fills its store from the snapshot, and later ones. For each
 * its processor time until it is ready and for the first answer, its resident memory then, and after 200 screenings of
 * many companies at many dates. `--rounds <n>` takes another number of rounds than 3.
 */
const SERVICE = fileURLToPath(new URL('../screener/site/src/main.ts', import.meta.url));
const SNAPSHOT = fileURLToPath(new URL('../screener/data/snapshot', import.meta.url));
const ROUNDS = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 3;
const SCREENINGS = 200;
const FIRST_YEAR = 2021;
const YEARS = 5;
/** A first start also reads the whole snapshot. */
const MOST_MIB = { first: 450, later: 300 } as const;

interface Start {
  readonly seconds: number;
  readonly readyCpuMs: number;
  readonly firstCpuMs: number;
  readonly idleMib: number;
  readonly busyMib: number;
  readonly screeningCpuMs: number;
}

const starts: Record<'first' | 'later', Start[]> = { first: [], later: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  await withTempDir(async (folder) => {
    starts.first.push(await measure(folder));
    starts.later.push(await measure(folder));
  });
}
const figures = (of: readonly Start[]) =>
  (['seconds', 'readyCpuMs', 'firstCpuMs', 'idleMib', 'busyMib', 'screeningCpuMs'] as const).map((name) =>
    readable(median(of.map((start) => start[name]))),
  );
printTable(
  ['median of rounds', 's to ready', 'CPU ms', 'first answer', 'MiB idle', 'MiB after 200', 'CPU ms for one'],
  [
    ['first start', ...figures(starts.first)],
    ['later start', ...figures(starts.later)],
  ],
);
judge(
  (['first', 'later'] as const).map((name) => ({
    what: `resident memory after ${SCREENINGS} screenings, ${name} start`,
    measured: median(starts[name].map(({ busyMib }) => busyMib)),
    is: 'at most' as const,
    limit: MOST_MIB[name],
    unit: ' MiB',
  })),
);

async function measure(folder: string): Promise<Start> {
  const begun = performance.now();
  await using service = await spawnService({
    entry: SERVICE,
    env: {
      DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
      SECRETS_DIR: join(folder, 'secrets'),
      SCREENER_PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_DEMO: NEVER_REACHED,
      MARKET_PROVIDER: 'none',
      REFRESH_EVERY_MINUTES: '0',
    },
    ready: /^screener ready at (\S+)/m,
    timeoutMs: 240_000,
  });
  const seconds = (performance.now() - begun) / 1_000;
  const url = service.readyMatch?.[1] ?? '';
  const readyCpuMs = cpuMsOf(service.pid);
  const idleMib = memoryOf(service.pid).resident;
  await ask(`${url}/v1/screen/AAPL`);
  const first = cpuMsOf(service.pid);
  for (const path of paths()) await ask(`${url}${path}`);
  const screeningCpuMs = (cpuMsOf(service.pid) - first) / SCREENINGS;
  const firstCpuMs = first - readyCpuMs;
  return {
    seconds,
    readyCpuMs,
    firstCpuMs,
    idleMib,
    busyMib: memoryOf(service.pid).resident,
    screeningCpuMs,
  };
}

async function ask(address: string): Promise<void> {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
}

/** Screenings of the companies with facts, at the ends of five years. */
function paths(): readonly string[] {
  const read = (name: string) => JSON.parse(readFileSync(join(SNAPSHOT, name), 'utf8'));
  const ciks = new Set(read('companies.json').map(({ cik }: { cik: string }) => cik));
  const tickers: readonly (readonly [string, string])[] = read('tickers.json');
  const symbols = tickers.flatMap(([symbol, cik]) => (ciks.has(cik) ? [symbol] : []));
  return Array.from({ length: SCREENINGS }, (_, index) => {
    const year = FIRST_YEAR + (Math.floor(index / symbols.length) % YEARS);
    return `/v1/screen/${symbols[index % symbols.length]}?as_of=${year}-12-31`;
  });
}

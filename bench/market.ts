import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import { decodeCompanyFacts } from '@screener/edgar/companyfacts/decode';
import { successBody } from '@screener/service/http/answer-body';
import { MIGRATIONS } from '@screener/service/store/migrations';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { createSqlStore } from '@screener/service/store/sql-store';
import type { ScreenerStore } from '@screener/service/store/store';
import { screenSubject } from '@screener/service/use-cases/compute-screening';
import { type ScreenDeps, screenTicker } from '@screener/service/use-cases/screen-ticker';
import { type SyntheticMarket, syntheticMarket } from './market/synthetic-market.ts';
import { judge, median, printTable, quantile, readable, toMib } from './support/report.ts';

/**
 * What one company costs in a run over the whole market, from the store to the bytes of the answer with no ready
 * answer anywhere, and whether that grows with the market. Processor time of this thread (SQLite works in it), so
 * that what else runs on the machine does not decide.
 */
const SIZES = [100, 1_000, 10_000];
/** Each size is measured on at least so many screenings, and the code warmed up by as many. */
const LEAST_SAMPLES = 2_000;
const OPTIONS = { yieldBound: true };
const RULES = 'current';
const GROWTH_LIMIT = 1.5;

interface Measured {
  readonly companies: number;
  /** Of each screening, by the clock. */
  readonly wallMs: readonly number[];
  /** Of processor time, on average. */
  readonly cpuMs: number;
  readonly rssMib: number;
  readonly bytes: number;
}

await withTempDir(async (folder) => {
  const file = join(folder, 'market.sqlite');
  const database = await openDatabase<ScreenerSchema>({ url: `sqlite:${file}` });
  try {
    await migrate(database, MIGRATIONS);
    const store = createSqlStore(database);
    const market = await syntheticMarket();
    const results: Measured[] = [];
    let filled = 0;
    for (const companies of SIZES) {
      await market.fill(store, filled, companies);
      filled = companies;
      if (results.length === 0) await screenAll(store, market, companies);
      results.push(await screenAll(store, market, companies));
    }
    const { size } = await stat(file);
    process.stdout.write(
      `  ${market.templates} real companies copied; the store has ${toMib(size).toFixed(0)} MiB\n`,
    );
    report(results);
    await reportParts(store, market);
  } finally {
    await database.close();
  }
});

async function screenAll(
  store: ScreenerStore,
  market: SyntheticMarket,
  companies: number,
): Promise<Measured> {
  const deps: ScreenDeps = { store, live: null, liveQuotes: null, options: OPTIONS, clock: Date.now };
  const wallMs: number[] = [];
  let bytes = 0;
  const samples = Math.ceil(LEAST_SAMPLES / companies) * companies;
  const before = process.threadCpuUsage();
  for (let sample = 0; sample < samples; sample += 1) {
    const { symbol, asOf } = market.company(sample % companies);
    const start = performance.now();
    const answer = await screenTicker(deps, { symbol, asOf, rules: RULES });
    if (!answer.ok) throw new Error(`${symbol}: ${answer.error.message}`);
    bytes += successBody(answer.value).body.length;
    wallMs.push(performance.now() - start);
  }
  const cpuMs = milliseconds(process.threadCpuUsage(before)) / samples;
  return { companies, wallMs, cpuMs, bytes: bytes / samples, rssMib: toMib(process.memoryUsage.rss()) };
}

function report(results: readonly Measured[]): void {
  printTable(
    ['companies', 'CPU ms each', 'median ms', 'p95 ms', 'whole market, CPU s', 'answer bytes', 'RSS MiB'],
    results.map(({ companies, wallMs, cpuMs, bytes, rssMib }) => [
      String(companies),
      readable(cpuMs),
      readable(median(wallMs)),
      readable(quantile(wallMs, 0.95)),
      readable((cpuMs * companies) / 1_000),
      readable(bytes),
      rssMib.toFixed(0),
    ]),
  );
  const [smallest, largest] = [results[0], results.at(-1)];
  if (smallest === undefined || largest === undefined) return;
  judge([
    {
      what: `cost of a company among ${largest.companies} / among ${smallest.companies}`,
      measured: largest.cpuMs / smallest.cpuMs,
      is: 'at most',
      limit: GROWTH_LIMIT,
    },
  ]);
}

/** The same work in its parts, over companies from all of the market. */
async function reportParts(store: ScreenerStore, market: SyntheticMarket): Promise<void> {
  const parts = { load: 0, decode: 0, screen: 0, serialise: 0 };
  const last = SIZES.at(-1) ?? 0;
  for (let sample = 0; sample < LEAST_SAMPLES; sample += 1) {
    const { symbol, asOf } = market.company(Math.floor((sample * last) / LEAST_SAMPLES));
    let before = process.threadCpuUsage();
    const lap = () => {
      const used = milliseconds(process.threadCpuUsage(before));
      before = process.threadCpuUsage();
      return used;
    };
    const listing = await store.findListing(symbol);
    const blob = listing === null ? null : await store.facts(listing.cik);
    const quotes = await store.quotes(symbol);
    parts.load += lap();
    const facts = blob === null ? null : decodeCompanyFacts(blob);
    if (listing === null || facts?.ok !== true) throw new Error(`${symbol} is not in the store`);
    parts.decode += lap();
    const screening = screenSubject({ listing, facts: facts.value, quotes }, asOf, RULES, OPTIONS);
    parts.screen += lap();
    successBody(screening);
    parts.serialise += lap();
  }
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
  printTable(
    ['part', 'CPU ms each', 'share'],
    Object.entries(parts).map(([part, ms]) => [
      part,
      readable(ms / LEAST_SAMPLES),
      `${((100 * ms) / total).toFixed(0)} %`,
    ]),
  );
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}

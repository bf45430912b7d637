import { join } from 'node:path';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import { successBody } from '@screener/service/http/answer-body';
import { MIGRATIONS } from '@screener/service/store/migrations';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { createSqlStore } from '@screener/service/store/sql-store';
import type { ScreenerStore } from '@screener/service/store/store';
import { screenSubject } from '@screener/service/use-cases/compute-screening';
import { type PagedAnswer, topOf } from '@screener/service/use-cases/page-holdings';
import { type ScreenDeps, screenTicker } from '@screener/service/use-cases/screen-ticker';
import { decodeCompanyFacts } from '@screener/sources/companyfacts/decode';
import { type SyntheticMarket, syntheticMarket } from './market/synthetic-market.ts';
import { judge, median, printTable, quantile, readable } from './support/report.ts';

/**
 * What one company costs in a run over the whole market, from the store to the bytes of the answer, with nothing
 * cached, and whether that grows with the market. There is a store of each size, and each round covers all of
 * them. Measured in processor time of this thread (SQLite works in it), so that other programs do not matter.
 */
const SIZES = [100, 1_000, 10_000];
const ROUNDS = 12;
const WARM_UP_ROUNDS = 4;
/** Screenings of one store in a round, spread over its companies. */
const PER_ROUND = 200;
const PARTS_SAMPLES = 2_000;
const OPTIONS = { yieldBound: true };
const RULES = 'current';
const GROWTH_LIMIT = 1.5;

interface Measured {
  /** Of each screening, by the clock. */
  readonly wallMs: readonly number[];
  /** Processor time, on average. */
  readonly cpuMs: number;
  readonly bytes: number;
}

interface Store {
  readonly companies: number;
  readonly store: ScreenerStore;
  readonly rounds: Measured[];
}

await withTempDir(async (folder) => {
  await using opened = new AsyncDisposableStack();
  const market = await syntheticMarket();
  const stores: Store[] = [];
  for (const companies of SIZES) {
    const database = await openDatabase<ScreenerSchema>({
      url: `sqlite:${join(folder, `${companies}.sqlite`)}`,
    });
    opened.defer(() => database.close());
    await migrate(database, MIGRATIONS);
    const store = createSqlStore(database);
    await market.fill(store, 0, companies);
    stores.push({ companies, store, rounds: [] });
  }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const { companies, store, rounds } of round % 2 === 0 ? stores : stores.toReversed()) {
      const measured = await screenSome(store, market, companies, Math.max(0, round));
      if (round >= 0) rounds.push(measured);
    }
  }
  process.stdout.write(`  ${market.templates} real companies copied, ${ROUNDS} rounds of ${PER_ROUND}\n`);
  report(stores);
  const largest = stores.at(-1);
  if (largest !== undefined) await reportParts(largest.store, market);
});

async function screenSome(
  store: ScreenerStore,
  market: SyntheticMarket,
  companies: number,
  round: number,
): Promise<Measured> {
  const deps: ScreenDeps = { store, live: null, liveQuotes: null, options: OPTIONS, clock: Date.now };
  const wallMs: number[] = [];
  let bytes = 0;
  const before = process.threadCpuUsage();
  for (let sample = 0; sample < PER_ROUND; sample += 1) {
    const part = (sample * ROUNDS + round) / (PER_ROUND * ROUNDS);
    const { symbol, asOf } = market.company(Math.floor(part * companies));
    const start = performance.now();
    const answer = await screenTicker(deps, { symbol, asOf, rules: RULES });
    if (!answer.ok) throw new Error(`${symbol}: ${answer.error.message}`);
    bytes += successBody<typeof PagedAnswer>(topOf(answer.value)).body.length;
    wallMs.push(performance.now() - start);
  }
  const cpuMs = milliseconds(process.threadCpuUsage(before)) / PER_ROUND;
  return { wallMs, cpuMs, bytes: bytes / PER_ROUND };
}

function report(stores: readonly Store[]): void {
  printTable(
    ['companies', 'CPU ms each', 'median ms', 'p95 ms', 'whole market, CPU s', 'answer bytes'],
    stores.map(({ companies, rounds }) => {
      const cpuMs = median(rounds.map((round) => round.cpuMs));
      const wallMs = rounds.flatMap((round) => round.wallMs);
      return [
        String(companies),
        readable(cpuMs),
        readable(median(wallMs)),
        readable(quantile(wallMs, 0.95)),
        readable((cpuMs * companies) / 1_000),
        readable(median(rounds.map(({ bytes }) => bytes))),
      ];
    }),
  );
  const [smallest, largest] = [stores[0], stores.at(-1)];
  if (smallest === undefined || largest === undefined) throw new Error('nothing was measured');
  const growth = largest.rounds.map(
    ({ cpuMs }, round) => cpuMs / (smallest.rounds[round]?.cpuMs ?? Number.NaN),
  );
  judge([
    {
      what: `cost of a company among ${largest.companies} / among ${smallest.companies}`,
      measured: median(growth),
      is: 'at most',
      limit: GROWTH_LIMIT,
    },
  ]);
}

/** The same work in parts, over companies from the whole market. */
async function reportParts(store: ScreenerStore, market: SyntheticMarket): Promise<void> {
  const parts = { load: 0, decode: 0, screen: 0, serialise: 0 };
  const last = SIZES.at(-1) ?? 0;
  for (let sample = 0; sample < PARTS_SAMPLES; sample += 1) {
    const { symbol, asOf } = market.company(Math.floor((sample * last) / PARTS_SAMPLES));
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
    successBody<typeof PagedAnswer>({
      ...screening,
      last_verdict: null,
      data_source: 'sec_bulk',
      facts_through: asOf,
    });
    parts.serialise += lap();
  }
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
  printTable(
    ['part', 'CPU ms each', 'share'],
    Object.entries(parts).map(([part, ms]) => [
      part,
      readable(ms / PARTS_SAMPLES),
      `${((100 * ms) / total).toFixed(0)} %`,
    ]),
  );
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}

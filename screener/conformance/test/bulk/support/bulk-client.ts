import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { type Service, spawnService } from '@common/kit/testing/service';
import { size } from '@common/kit/testing/size';

const MAIN = join(REPOSITORY, 'screener/site/src/main.ts');
const SNAPSHOT = join(REPOSITORY, 'screener/data/snapshot');

/**
 * Short, so that work held by a killed process is soon picked up again, and many times what a symbol takes on a busy
 * machine: work that outlives its lease three times is given up.
 */
const LEASE_MS = 3_000;
export const TOTAL = size({ quick: 120, full: 500 });
/** Many times the time needed, however busy the machine is. */
const STOP_MS = 30_000;
const START_MS = 240_000;

export interface Screener {
  readonly service: Service;
  readonly url: string;
}

/** What all processes of one deployment are given. */
export interface Deployment {
  readonly databaseUrl: string;
  /** For their shared secret and for compiled code. */
  readonly folder: string;
}

/**
 * Fills the store from the snapshot, and the folder with compiled code, which only a process that exits normally leaves
 * behind.
 */
export async function prepare(deployment: Deployment): Promise<void> {
  await stop(await startScreener(deployment));
}

/** A clean shutdown. */
export async function stop({ service }: Screener): Promise<void> {
  assert.deepEqual(await service.stop('SIGTERM', STOP_MS), { code: 0, signal: null }, service.output());
}

/** The variables come on top of those that all processes get. */
export async function startScreener(
  { databaseUrl, folder }: Deployment,
  more: Readonly<Record<string, string>> = {},
): Promise<Screener> {
  const service = await spawnService({
    entry: MAIN,
    env: {
      DATABASE_URL: databaseUrl,
      SECRETS_DIR: join(folder, 'secrets'),
      // A run of tests has one, which is filled already.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'code'),
      SCREENER_PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FREE: '0',
      BULK_LEASE_MS: String(LEASE_MS),
      ...more,
    },
    ready: /^screener ready at (\S+)/m,
    timeoutMs: START_MS,
  });
  return { service, url: service.readyMatch?.[1] ?? '' };
}

interface Job {
  readonly job_id: string;
  readonly status: 'pending' | 'complete';
  readonly total: number;
  readonly done: number;
  readonly poll: string;
  readonly results?: readonly { readonly symbol: string; readonly error?: { readonly code: string } }[];
}

export async function signUp({ url }: Pick<Screener, 'url'>): Promise<string> {
  const { api_key: key } = await call<{ api_key: string }>(`${url}/api/keys`, {}, { email: 'a@example.com' });
  return key;
}

/** A caller who watches one job: `done` never falls, and the job ends once. */
export interface Watch {
  readonly jobId: string;
  /** The greatest progress seen. */
  readonly seen: () => Job;
  look(screener: Pick<Screener, 'url'>): Promise<Job>;
}

export async function submit(
  { url }: Pick<Screener, 'url'>,
  key: string,
  symbols: readonly string[],
  idempotencyKey: string,
): Promise<Watch> {
  const headers = { 'x-api-key': key, 'idempotency-key': idempotencyKey };
  let seen = await call<Job>(`${url}/v1/bulk`, headers, { symbols });
  const { job_id: jobId, poll } = seen;
  const again = await call<Job>(`${url}/v1/bulk`, headers, { symbols });
  assert.equal(again.job_id, jobId);
  return {
    jobId,
    seen: () => seen,
    async look(screener) {
      const job = await call<Job>(`${screener.url}${poll}`, { 'x-api-key': key });
      assert.ok(job.done >= seen.done, `done fell from ${seen.done} to ${job.done}`);
      assert.ok(job.done <= job.total && job.total === symbols.length, JSON.stringify(job));
      assert.equal(job.status === 'complete', job.done === job.total);
      assert.equal(job.results?.length, job.status === 'complete' ? job.total : undefined);
      seen = job;
      return job;
    },
  };
}

/** Polls until the job is complete, and checks that each symbol is there once, in its place. */
export async function awaitEnd(
  watch: Watch,
  screener: Pick<Screener, 'url'>,
  symbols: readonly string[],
): Promise<void> {
  while ((await watch.look(screener)).status === 'pending') await sleep(20);
  const { results = [] } = watch.seen();
  assert.deepEqual(
    results.map((result) => result.symbol),
    symbols,
  );
  for (const { error } of results) assert.ok(error === undefined, JSON.stringify(error));
}

/** This many tickers of the snapshot, with those whose filers have facts repeated among the others. */
export function manySymbols(): readonly string[] {
  const read = (name: string) => JSON.parse(readFileSync(join(SNAPSHOT, name), 'utf8'));
  const ciks = new Set(read('companies.json').map((company: { cik: string }) => company.cik));
  const tickers: readonly (readonly [string, string])[] = read('tickers.json');
  const withFacts = tickers.filter(([, cik]) => ciks.has(cik));
  const others = tickers.filter(([, cik]) => !ciks.has(cik));
  return Array.from({ length: TOTAL }, (_, n) => {
    const from = n % 4 === 3 ? others : withFacts;
    return from[n % from.length]?.[0] ?? '';
  });
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function call<Data>(url: string, headers: Record<string, string>, body?: unknown): Promise<Data> {
  const response = await fetch(url, {
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.equal(response.status, 200, `${url}: ${text}`);
  return JSON.parse(text).data;
}

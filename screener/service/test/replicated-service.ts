import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { removeDirectory } from '@common/kit/testing';
import { scrape } from '@common/kit/testing/alert-drill';
import { startReplicatedPostgres } from '@common/kit/testing/postgres-replica';
import { track } from '@common/kit/testing/reaper';
import { size } from '@common/kit/testing/size';
import { type Kysely, sql } from 'kysely';
import type { ScreenerSchema } from '../src/store/schema.ts';
import { openInProcess } from './service-in-process.ts';
import { writeTinySnapshot } from './tiny-snapshot.ts';

type Screener = Awaited<ReturnType<typeof openInProcess>>;

/** A primary and its replicas, which live as long as the tests of the file. */
export const servers = await startReplicatedPostgres(size({ quick: 1, full: 2 }));
export const directory = await mkdtemp(join(tmpdir(), 'sanad-replica-test-'));
const forgetDirectory = track({ kind: 'directory', path: directory });
await writeTinySnapshot(directory);
/** Runs before the servers end, the latest first. */
export const endings: (() => Promise<unknown>)[] = [];

after(async () => {
  for (const end of endings.toReversed()) await end();
  await servers[Symbol.asyncDispose]();
  await removeDirectory(directory);
  forgetDirectory();
});

export async function startAt(replica: { readonly url: string }): Promise<Screener> {
  const screener = await openInProcess(
    { after: (end) => void endings.push(end) },
    {
      DATABASE_URL: servers.primary.url,
      DATABASE_READ_URL: replica.url,
      SNAPSHOT_DIR: directory,
      ...{
        DATABASE_READ_LAG_S: '1',
        KEY_HASH_SECRET: 'a secret for tests',
        SESSION_SECRET: 'another secret for tests',
      },
      RATE_LIMIT_DEMO: '100000',
      ALERTS_EVERY_MINUTES: '0',
      BULK_WORKERS: '0',
    },
  );
  await until(screener, 'replica', 'ok');
  return screener;
}

export const screener = await startAt(servers.replica);

type Checks = Readonly<Record<string, { readonly state: string; readonly message?: string }>>;

/** What the check says once it is in this state. */
export async function until(screener: Screener, check: string, state: string): Promise<string> {
  for (;;) {
    const { checks } = JSON.parse((await screener.get('/readyz')).body) as { readonly checks: Checks };
    if (checks[check]?.state === state) return checks[check].message ?? '';
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function readsOf({ url }: Screener) {
  const { series } = await scrape([url]);
  const of = (from: string) => series.get(`screener_reads_total{from="${from}",service="screener"}`) ?? 0;
  return { replica: of('replica'), primary: of('primary') };
}

export async function untilLate(screener: Screener, seconds: number): Promise<void> {
  for (;;) {
    const { series } = await scrape([screener.url]);
    const lag = series.get('screener_replica_lag_seconds{service="screener"}') ?? 0;
    if (lag >= seconds && lag < Number.POSITIVE_INFINITY) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

let day = Date.UTC(2023, 2, 1);
/** Of an answer that is not cached, since nobody has asked for its day. */
export async function screen(screener: Screener): Promise<number> {
  day += 86_400_000;
  return (await screener.get(`/v1/screen/SWIQ?as_of=${new Date(day).toISOString().slice(0, 10)}`)).status;
}

/** Returns once the replica has all that the primary has now. */
export async function replayed(
  primary: Kysely<ScreenerSchema>,
  replica: Kysely<ScreenerSchema>,
): Promise<void> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(primary);
  for (;;) {
    const asked = await sql<{ done: boolean }>`
      select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as done`.execute(replica);
    if (asked.rows[0]?.done === true) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Screens until an answer reads the replica alone: what the service writes at its start raises what it must have. */
export async function screensFromReplica(screener: Screener): Promise<void> {
  for (;;) {
    const before = await readsOf(screener);
    assert.equal(await screen(screener), 200);
    const after = await readsOf(screener);
    if (after.replica > before.replica && after.primary === before.primary) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

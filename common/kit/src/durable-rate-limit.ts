import type { Kysely } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Job } from './jobs.ts';
import { limiterOf, RATE_TABLE, type RateLimiter, type RatePolicy } from './rate-limit.ts';
import { type Database, transaction } from './sql/database.ts';
import { toInteger, upsert } from './sql/portable.ts';

interface CounterTables {
  [RATE_TABLE]: { key: string; points: number; expire: number | null };
}

/** Counters in this process, kept in its database: exact for one process, and not reset by a restart. */
interface DurableRateLimits {
  /**
   * Makes a limiter that starts with the counts of the previous process. There is one limiter for each
   * policy.
   */
  limiter(policy: RatePolicy): Promise<RateLimiter>;
  /** Writes the counts that are not yet written. */
  close(): Promise<void>;
}

interface DurableOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The job whose runs write the counts. A count that could not be written is tried again. */
  readonly job: Job;
}

/** A crash loses the counts of this period. A write for each request would cost more than the request. */
const WRITE_EVERY_MS = 1_000;

export function createDurableRateLimits<Schema>(
  database: Database<Schema>,
  { clock, job }: DurableOptions,
): DurableRateLimits {
  const store = database as unknown as Database<CounterTables>;
  const changed = new Map<string, { readonly points: number; readonly expire: number }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const writeChanges = () =>
    job.run(async () => {
      const rows = [...changed].map(([key, counted]) => ({ key, ...counted }));
      changed.clear();
      try {
        await transaction(store, async (trx) => {
          await trx.deleteFrom(RATE_TABLE).where('expire', '<=', clock()).execute();
          await upsert<CounterTables, typeof RATE_TABLE>(trx, RATE_TABLE, rows, ['key']);
        });
      } catch (error) {
        // Counts made since then are newer.
        for (const { key, ...counted } of rows) if (!changed.has(key)) changed.set(key, counted);
        throw error;
      }
    });
  const writeLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writing.then(writeChanges).then(() => {
        if (changed.size > 0) writeLater();
      });
    }, WRITE_EVERY_MS).unref();
  };

  return {
    async limiter(policy) {
      const { name, requests, windowS } = policy;
      const memory = new RateLimiterMemory({ points: requests, duration: windowS });
      for (const { caller, points, expire } of await readCounters(store.db, name, clock())) {
        await memory.set(caller, points, (expire - clock()) / 1_000);
      }
      return limiterOf(policy, {
        get: (caller) => memory.get(caller),
        async consume(caller) {
          const counted = (result: Awaited<ReturnType<typeof memory.consume>>) => {
            const { consumedPoints: points, msBeforeNext } = result;
            changed.set(`${name}:${caller}`, { points, expire: Math.ceil(clock() + msBeforeNext) });
            writeLater();
          };
          return memory.consume(caller).then(
            (taken) => {
              counted(taken);
              return taken;
            },
            (refused) => {
              counted(refused);
              throw refused;
            },
          );
        },
      });
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await writing;
      clearTimeout(timer);
      if (changed.size > 0) await writeChanges();
    },
  };
}

async function readCounters(db: Kysely<CounterTables>, name: string, now: number) {
  const rows = await db.selectFrom(RATE_TABLE).selectAll().where('expire', '>', now).execute();
  const prefix = `${name}:`;
  return rows
    .filter(({ key }) => key.startsWith(prefix))
    .map(({ key, points, expire }) => ({
      caller: key.slice(prefix.length),
      points: toInteger(points),
      expire: toInteger(expire),
    }));
}

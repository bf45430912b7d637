import { type Database, transaction, write } from '@common/kit/sql/database';
import { toInteger, upsert } from '@common/kit/sql/portable';
import type { RankingKind } from '@screener/engine/rankings/formulas';
import { sql } from 'kysely';
import { databaseNow } from '../store/database-clock.ts';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import type {
  NewRanking,
  RankingLines,
  RankingRead,
  RankingStore,
  RankingSummary,
  StoredRanking,
} from './rankings.store.ts';

export function createRankingStore(database: Database<ScreenerSchema>): RankingStore {
  const { db } = database;
  const now = databaseNow(database);
  return {
    async begin(kind, token, leaseMs) {
      const begun = await write(database, (executor) =>
        executor
          .insertInto('ranking_run')
          .values({ kind, token, started_at: now, free_at: sql<number>`${now} + ${leaseMs}` })
          .onConflict((conflict) =>
            conflict
              .column('kind')
              .doUpdateSet({ token, started_at: now, free_at: sql<number>`${now} + ${leaseMs}` })
              .where('ranking_run.free_at', '<=', now),
          )
          .returning('started_at')
          .executeTakeFirst(),
      );
      if (begun !== undefined) return { begun: true, startedAt: toInteger(begun.started_at) };
      const other = await db
        .selectFrom('ranking_run')
        .select('started_at')
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow();
      return { begun: false, startedAt: toInteger(other.started_at) };
    },
    async renew(kind, token, leaseMs) {
      const renewed = await write(database, (executor) =>
        heldBy(executor, kind, token)
          .set({ free_at: sql<number>`${now} + ${leaseMs}` })
          .executeTakeFirst(),
      );
      return renewed.numUpdatedRows > 0n;
    },
    finish: (kind, token, ranking) =>
      transaction(database, async (trx) => {
        const run = await heldBy(trx, kind, token)
          .set({ token: null, free_at: 0 })
          .returning(['started_at', now.as('finished_at')])
          .executeTakeFirst();
        if (run === undefined) return null;
        const times = { startedAt: toInteger(run.started_at), finishedAt: toInteger(run.finished_at) };
        return replace(trx, kind, ranking, times);
      }),
    async abandon(kind, token) {
      await write(database, (executor) =>
        heldBy(executor, kind, token).set({ token: null, free_at: 0 }).execute(),
      );
    },
    read: (kind, limit) => read(db, kind, limit),
  };
}

/** INVARIANT: ending a run requires its token, so that a run that lost its lease changes nothing. */
function heldBy(executor: Executor, kind: RankingKind, token: string) {
  return executor.updateTable('ranking_run').where('kind', '=', kind).where('token', '=', token);
}

async function replace<Kind extends RankingKind>(
  trx: Executor,
  kind: Kind,
  { lines, named, ...summary }: NewRanking<Kind>,
  times: Pick<StoredRanking, 'startedAt' | 'finishedAt'>,
): Promise<StoredRanking> {
  const row = {
    kind,
    summary: JSON.stringify(summary satisfies RankingSummary),
    started_at: times.startedAt,
    finished_at: times.finishedAt,
  };
  await upsert(trx, 'ranking', [row], ['kind']);
  await trx.deleteFrom('ranking_line').where('kind', '=', kind).execute();
  const ranked = lines.map((line) => ({ kind, place: line.rank, content: JSON.stringify(line) }));
  const others = named.map((line, index) => ({ kind, place: -1 - index, content: JSON.stringify(line) }));
  await upsert(trx, 'ranking_line', [...ranked, ...others], ['kind', 'place']);
  return { ...summary, ...times };
}

/** Reads in one statement, so that the lines belong to the ranking whatever is written in the meantime. */
async function read<Kind extends RankingKind>(
  db: Executor,
  kind: Kind,
  limit: number,
): Promise<RankingRead<Kind> | null> {
  const rows = await db
    .selectFrom('ranking')
    .leftJoin('ranking_line', (join) =>
      join.onRef('ranking_line.kind', '=', 'ranking.kind').on('ranking_line.place', '<=', limit),
    )
    .select(['summary', 'started_at', 'finished_at', 'place', 'content'])
    .where('ranking.kind', '=', kind)
    .orderBy('place')
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  const contents = rows.flatMap(({ place, content }) =>
    place === null || content === null ? [] : [{ place: toInteger(place), content }],
  );
  return {
    ...(JSON.parse(first.summary) as RankingSummary),
    startedAt: toInteger(first.started_at),
    finishedAt: toInteger(first.finished_at),
    lines: contents
      .filter(({ place }) => place > 0)
      .map(({ content }) => JSON.parse(content) as RankingLines[Kind]),
    named: contents
      .filter(({ place }) => place < 0)
      .toReversed()
      .map(({ content }) => JSON.parse(content)),
  };
}

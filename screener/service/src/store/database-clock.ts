import type { Database } from '@common/kit/sql';
import { type RawBuilder, sql } from 'kysely';

/**
 * The present instant on the database's own clock, in milliseconds since the epoch: for what several processes must
 * agree on, whose machines' clocks need not.
 */
export function databaseNow({ engine }: Pick<Database<unknown>, 'engine'>): RawBuilder<number> {
  return engine === 'postgres'
    ? sql<number>`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

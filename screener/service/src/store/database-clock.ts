import type { Database } from '@common/kit/sql/database';
import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an expression for the present instant on the database's own clock, in milliseconds since the epoch,
 * for times that several processes must agree on even if their machines' clocks differ.
 */
export function databaseNow({ engine }: Pick<Database<unknown>, 'engine'>): RawBuilder<number> {
  return engine === 'postgres'
    ? sql<number>`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

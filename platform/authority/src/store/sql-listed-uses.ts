import { hash } from 'node:crypto';
import { toInteger } from '@common/kit/sql/portable';
import type { ListedUse } from '@platform/core/row/listed-uses';
import { type Kysely, sql } from 'kysely';
import type { AuthoritySchema } from './schema.ts';
import type { LeafEntry, ListPlace, UseCount } from './search.store.ts';

type Db = Kysely<AuthoritySchema>;
type Row = { times: number; first_ms: number; last_ms: number } & ListPlace & { values_hash: string };

/** Below the number of parameters that a statement may have on each engine. */
const AT_ONCE = 500;

/** Counts what the entries of a batch were done by, with one row for each entry of a list. */
export async function countUses(trx: Db, entries: readonly LeafEntry[]): Promise<void> {
  const rows = new Map<string, Row>();
  for (const { decidedMs, row, uses } of entries) {
    for (const { profile, list, values } of uses) {
      const place = { tenant: row.tenant, profile, list, values_hash: hashOf(values) };
      const key = JSON.stringify(place);
      const known = rows.get(key);
      rows.set(key, {
        ...place,
        times: (known?.times ?? 0) + 1,
        first_ms: Math.min(known?.first_ms ?? decidedMs, decidedMs),
        last_ms: Math.max(known?.last_ms ?? decidedMs, decidedMs),
      });
    }
  }
  // In one order, so that two processes never wait for each other.
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  for (let from = 0; from < sorted.length; from += AT_ONCE) {
    await trx
      .insertInto('listed_use')
      .values(sorted.slice(from, from + AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'profile', 'list', 'values_hash']).doUpdateSet({
          times: sql`listed_use.times + excluded.times`,
          first_ms: sql`case when excluded.first_ms < listed_use.first_ms then excluded.first_ms else listed_use.first_ms end`,
          last_ms: sql`case when excluded.last_ms > listed_use.last_ms then excluded.last_ms else listed_use.last_ms end`,
        }),
      )
      .execute();
  }
}

/** How often something was done by each of these values, in their order; null for never. */
export async function readUses(
  db: Db,
  { tenant, profile, list }: ListPlace,
  values: readonly ListedUse['values'][],
): Promise<readonly (UseCount | null)[]> {
  const hashes = values.map(hashOf);
  const found = new Map<string, UseCount>();
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('listed_use')
      .select(['values_hash', 'times', 'first_ms', 'last_ms'])
      .where('tenant', '=', tenant)
      .where('profile', '=', profile)
      .where('list', '=', list)
      .where('values_hash', 'in', hashes.slice(from, from + AT_ONCE))
      .execute();
    for (const { values_hash, times, first_ms, last_ms } of rows) {
      found.set(values_hash, {
        times: toInteger(times),
        firstMs: toInteger(first_ms),
        lastMs: toInteger(last_ms),
      });
    }
  }
  return hashes.map((each) => found.get(each) ?? null);
}

/** The same for every order of the fields. */
function hashOf(values: ListedUse['values']): string {
  const sorted = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify(sorted));
}

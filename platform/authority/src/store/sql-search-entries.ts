import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { toInteger } from '@common/kit/sql/portable';
import { prepare, type Slot } from '@common/kit/sql/prepared';
import type { Engine } from '@common/kit/sql/url';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { searchEntryOf } from '@platform/core/row/search-entry';
import { termsOfMandate } from '@platform/core/row/search-terms';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { joinReceipts } from './receipt-parts.ts';
import type { AuthoritySchema } from './schema.ts';
import type { LeafEntry } from './search.store.ts';
import type { StoredMandate } from './store.ts';

type Db = Kysely<AuthoritySchema>;
type Indexed = Pick<LeafEntry, 'leafIndex' | 'decidedMs' | 'terms'>;

/** INVARIANT: what enters or removes receipts holds this lock, so that none is entered after its body was deleted. */
export async function lockSearch(trx: Db, engine: Engine): Promise<number> {
  const query = trx.selectFrom('search_state').select('next_leaf').where('id', '=', 1);
  const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
  return toInteger(row.next_leaf);
}

interface Rows {
  /** JSON of rows in the columns of their table, as arrays on SQLite. */
  readonly rows: string;
}

const statement = (build: (value: Slot<Rows>) => RawBuilder<unknown>) =>
  prepare((db: Db, value: Slot<Rows>) => ({ compile: () => build(value).compile(db) }));

const INSERT_ROWS = {
  sqlite: statement(
    (value) => sql`
      insert into receipt_row (leaf_index, decided_ms, amount_key, row_json)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${value('rows')})`,
  ),
  postgres: statement(
    (value) => sql`
      insert into receipt_row
      select * from json_populate_recordset(null::receipt_row, ${value('rows')}::json)`,
  ),
};
const INSERT_TERMS = {
  sqlite: statement(
    (value) => sql`
      insert into receipt_term (term, decided_ms, leaf_index)
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${value('rows')})`,
  ),
  postgres: statement(
    (value) => sql`
      insert into receipt_term
      select * from json_populate_recordset(null::receipt_term, ${value('rows')}::json)`,
  ),
};

export async function insertEntries(trx: Db, engine: Engine, entries: readonly LeafEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ leafIndex, decidedMs, amountKey, row }) => ({
    leaf_index: leafIndex,
    decided_ms: decidedMs,
    amount_key: amountKey,
    row_json: JSON.stringify(row),
  }));
  const terms = entries.flatMap((entry) => termRows(entry));
  const json = (records: readonly object[]) =>
    JSON.stringify(engine === 'postgres' ? records : records.map(Object.values));
  await INSERT_ROWS[engine].run(trx, { rows: json(rows) });
  await INSERT_TERMS[engine].run(trx, { rows: json(terms) });
}

function termRows({ leafIndex, decidedMs, terms }: Indexed) {
  return terms.map((term) => ({ term, decided_ms: decidedMs, leaf_index: leafIndex }));
}

/**
 * Removes receipts from the search, in the transaction that deletes their bodies, and before it does: what to remove
 * follows from the body.
 */
export async function removeFromSearch(
  trx: Db,
  engine: Engine,
  receiptIds: readonly string[],
): Promise<void> {
  await lockSearch(trx, engine);
  const rows = await trx
    .selectFrom('receipt')
    .innerJoin('receipt_body', 'receipt_body.leaf_index', 'receipt.leaf_index')
    .select(['receipt.leaf_index', 'receipt_json'])
    .where('receipt_id', 'in', receiptIds)
    .execute();
  const receipts = await joinReceipts(
    trx,
    rows.map(({ receipt_json }) => receipt_json),
  );
  const leaves = rows.map(({ leaf_index }) => toInteger(leaf_index));
  if (leaves.length === 0) return;
  await trx.deleteFrom('receipt_row').where('leaf_index', 'in', leaves).execute();
  for (const [index, receipt] of receipts.entries()) {
    const [leafIndex] = leaves.slice(index, index + 1);
    if (receipt === null || leafIndex === undefined) continue;
    const { decidedMs, terms } = searchEntryOf(unwrap(openReceipt(nodeCrypto, receipt)));
    await trx
      .deleteFrom('receipt_term')
      .where('term', 'in', [...terms])
      .where('decided_ms', '=', decidedMs)
      .where('leaf_index', '=', leafIndex)
      .execute();
  }
}

/** Enters a mandate in the search, with the transaction that registers it: mandates are few. */
export async function enterMandate(
  db: Db,
  { contract, signature, registered_at }: Pick<StoredMandate, 'contract' | 'signature' | 'registered_at'>,
): Promise<void> {
  const { contract_id } = contract;
  const rows = termsOfMandate(contract, signature.kid).map((term) => ({ term, registered_at, contract_id }));
  await db.insertInto('mandate_term').values(rows).execute();
}

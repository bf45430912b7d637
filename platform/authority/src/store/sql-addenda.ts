import { toInteger } from '@common/kit/sql/portable';
import { receiptIdOf } from '@platform/core/receipt/receipt-id';
import type { Kysely } from 'kysely';
import type { AddendumReads, AddendumWrites, LoggedAddendum } from './addenda.store.ts';
import type { AuthoritySchema } from './schema.ts';

type Db = Kysely<AuthoritySchema>;

export function readAddenda(db: Db): AddendumReads {
  const addendaOf: AddendumReads['addendaOf'] = async (receiptIds) => {
    if (receiptIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('addendum')
      .selectAll()
      .where('receipt_id', 'in', receiptIds)
      .orderBy('leaf_index')
      .execute();
    const byReceipt = Map.groupBy(rows, ({ receipt_id }) => receipt_id);
    return new Map([...byReceipt].map(([id, own]) => [id, own.map(loggedAddendum)]));
  };
  return {
    addendaOf,
    addenda: async (receiptId) => (await addendaOf([receiptId])).get(receiptId) ?? [],
    async addendaByLeaf(from, limit) {
      const rows = await db
        .selectFrom('addendum')
        .selectAll()
        .where('leaf_index', '>=', from)
        .orderBy('leaf_index')
        .limit(limit)
        .execute();
      return rows.map(loggedAddendum);
    },
  };
}

export function writeAddenda(trx: Db): AddendumWrites {
  return {
    addenda: readAddenda(trx).addenda,
    async insertAddendum({ leaf_index, tenant, recorded_at, addendum }) {
      const { grant_id, state } = addendum.settled;
      const receipt_id = receiptIdOf(grant_id);
      await trx
        .deleteFrom('addendum')
        .where(({ and, or, eb }) => or([eb('leaf_index', '=', leaf_index), and({ receipt_id, state })]))
        .execute();
      const addendum_json = JSON.stringify(addendum);
      const row = { leaf_index, receipt_id, tenant, state, recorded_at, addendum_json };
      await trx.insertInto('addendum').values(row).execute();
    },
  };
}

function loggedAddendum(row: AuthoritySchema['addendum']): LoggedAddendum {
  const { tenant, recorded_at } = row;
  return {
    leaf_index: toInteger(row.leaf_index),
    recorded_at,
    tenant,
    addendum: JSON.parse(row.addendum_json),
  };
}

import { toInteger } from '@common/kit/sql/portable';
import type { Engine } from '@common/kit/sql/url';
import type { Transaction } from 'kysely';
import type { AuthoritySchema } from './schema.ts';
import { removeFromSearch } from './sql-search-entries.ts';
import type { Unit } from './store.ts';

/** What a transaction deletes of receipts that are older than they are kept. */
export function pruneOperations(
  trx: Transaction<AuthoritySchema>,
  engine: Engine,
): Pick<Unit, 'oldReceipts' | 'pruneReceipts'> {
  return {
    async oldReceipts({ profile, tenant, before, limit }) {
      const rows = await trx
        .selectFrom('receipt')
        .select(['receipt_id', 'sequence', 'leaf_index', 'log_entry'])
        .where('profile', '=', profile)
        .where('pruned_by', 'is', null)
        .where('assembled_at', '<', before)
        .where('tenant', '=', tenant)
        .orderBy('assembled_at')
        .limit(limit)
        .execute();
      const old = rows.map(({ receipt_id, sequence, leaf_index, log_entry }) => ({
        receipt_id,
        sequence: toInteger(sequence),
        leaf_index: toInteger(leaf_index),
        log_entry,
      }));
      return old.sort((one, other) => one.sequence - other.sequence);
    },
    async pruneReceipts(receiptIds, eventId) {
      await removeFromSearch(trx, engine, receiptIds);
      const grants = trx.selectFrom('receipt').select('grant_id').where('receipt_id', 'in', receiptIds);
      await trx.deleteFrom('document_use').where('grant_id', 'in', grants).execute();
      const leaves = trx.selectFrom('receipt').select('leaf_index').where('receipt_id', 'in', receiptIds);
      await trx.deleteFrom('receipt_body').where('leaf_index', 'in', leaves).execute();
      await trx
        .updateTable('receipt')
        .set({ pruned_by: eventId })
        .where('receipt_id', 'in', receiptIds)
        .execute();
      await trx
        .insertInto('file_to_remove')
        .values(receiptIds.map((receipt_id) => ({ receipt_id })))
        .onConflict((conflict) => conflict.column('receipt_id').doNothing())
        .execute();
    },
  };
}

import type { Migration } from '@common/kit/sql/migrate';
import type { Kysely } from 'kysely';
import type { AuthoritySchema } from '../schema.ts';

/**
 * Lines of receipts name the payee's account and the idempotency key, by which a statement is compared with a
 * counterparty's list, and the account that a directory gave. All receipts are entered anew after the start.
 */
export const rowsOfStatements: Migration = async (database) => {
  const db = database as Kysely<AuthoritySchema>;
  await db.deleteFrom('receipt_term').execute();
  await db.deleteFrom('receipt_row').execute();
  // What is counted while receipts are entered is counted anew too.
  await db.deleteFrom('listed_use').execute();
  await db.updateTable('search_state').set({ next_leaf: 0 }).where('id', '=', 1).execute();
};

import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * Which accounts the operator made partners, so that no payment, nor the end of one, takes that away; and when the
 * operator assigned a payment. Partners without a payment were made by the operator.
 */
export const grantedTiers: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .alterTable('account')
    .addColumn('is_granted', type.boolean, (column) => column.notNull().defaultTo(false))
    .execute();
  await sql`update account set is_granted = true where tier = 'partner'
    and not exists (select 1 from payment where payment.account = account.id)`.execute(db);
  await db.schema.alterTable('payment').addColumn('assigned_at', type.integer).execute();
};

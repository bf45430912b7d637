import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** What was executed here, by mandate and by effect: the enforcement point's own record, kept for ever. */
export const standing: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('standing')
    .addColumn('contract_id', type.text, (column) => column.notNull())
    .addColumn('counter', type.text, (column) => column.notNull())
    .addColumn('period', type.text, (column) => column.notNull())
    .addColumn('value', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('standing_key', ['contract_id', 'counter', 'period'])
    .execute();
  await db.schema
    .createTable('effect')
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('idempotency_key', type.text, (column) => column.notNull())
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('effect_key', ['tenant', 'idempotency_key'])
    .execute();
  await db.schema.alterTable('intent').addColumn('reserved', type.text).execute();
};

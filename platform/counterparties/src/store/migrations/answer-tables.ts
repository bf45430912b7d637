import type { ColumnTypes } from '@common/kit/sql/portable';
import type { Kysely } from 'kysely';

/** The tables that make an effect happen once: the answers by idempotency key, and the used broker tokens. */
export async function createAnswerTables(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('answer')
    .addColumn('idempotency_key', type.text, (column) => column.primaryKey())
    .addColumn('body_hash', type.text, (column) => column.notNull())
    .addColumn('kind', type.text, (column) => column.notNull())
    .addColumn('body', type.text, (column) => column.notNull())
    .addColumn('answered_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('used_token')
    .addColumn('jti', type.text, (column) => column.primaryKey())
    .addColumn('expires_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('used_token_by_expiry').on('used_token').column('expires_at').execute();
}

import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/** Adds the list of attested screenings, and the keys that they are signed with. */
export const attestations: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('attestation_key')
    .addColumn('public_key', type.text, (column) => column.primaryKey())
    .addColumn('not_before', type.integer, (column) => column.notNull())
    // Null for the present key.
    .addColumn('not_after', type.integer)
    .execute();
  await db.schema
    .createTable('attestation')
    .addColumn('number', type.integer, (column) => column.primaryKey())
    .addColumn('statement_hash', type.text, (column) => column.notNull())
    .addColumn('list_hash', type.text, (column) => column.notNull())
    .addColumn('evidence_hash', type.text, (column) => column.notNull())
    .addColumn('public_key', type.text, (column) => column.notNull())
    .addColumn('expires_at', type.integer, (column) => column.notNull())
    // The signed statement, as JSON; null once it was removed.
    .addColumn('sealed', type.text)
    .execute();
  await db.schema
    .createIndex('attestation_evidence')
    .on('attestation')
    .columns(['evidence_hash', 'number'])
    .execute();
  await db.schema
    .createIndex('attestation_kept')
    .on('attestation')
    .column('expires_at')
    .where(sql.ref('sealed'), 'is not', null)
    .execute();
};

import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Documents that agents attach to proposals, and which grants name them. */
export const documents: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('document')
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('sha256', type.text, (column) => column.notNull())
    .addColumn('contract_id', type.text, (column) => column.notNull())
    .addColumn('media_type', type.text, (column) => column.notNull())
    .addColumn('size_bytes', type.integer, (column) => column.notNull())
    .addColumn('uploaded_at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('document_place', ['tenant', 'sha256'])
    .execute();
  await db.schema.createIndex('document_uploaded').on('document').column('uploaded_at').execute();
  await db.schema
    .createTable('document_bytes')
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('sha256', type.text, (column) => column.notNull())
    .addColumn('bytes', type.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('document_bytes_place', ['tenant', 'sha256'])
    .execute();
  await db.schema
    .createTable('document_use')
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addColumn('sha256', type.text, (column) => column.notNull())
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('named_at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('document_use_place', ['grant_id', 'sha256'])
    .execute();
  await db.schema.createIndex('document_use_of').on('document_use').columns(['tenant', 'sha256']).execute();
  await db.schema.createIndex('document_use_named').on('document_use').column('named_at').execute();
};

import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Agents' tokens as their principals signed them, and the mandates that each is good for. */
export const agentTokens: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('agent_token')
    .addColumn('token_id', type.text, (column) => column.primaryKey())
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('token_json', type.text, (column) => column.notNull())
    .addColumn('registered_at', type.text, (column) => column.notNull())
    .addColumn('last_used_at', type.text)
    .addColumn('end_json', type.text)
    .execute();
  await db.schema
    .createIndex('agent_token_registered')
    .on('agent_token')
    .columns(['registered_at', 'token_id'])
    .execute();
  await db.schema
    .createTable('agent_token_mandate')
    .addColumn('contract_id', type.text, (column) => column.notNull())
    .addColumn('token_id', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('agent_token_mandate_place', ['contract_id', 'token_id'])
    .execute();
};

import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Where the agent of a mandate is told what became of its proposals. */
export const agentWebhooks: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('agent_webhook')
    .addColumn('contract_id', type.text, (column) => column.primaryKey())
    .addColumn('id', type.text, (column) => column.notNull())
    .addColumn('url', type.text, (column) => column.notNull())
    .addColumn('events_json', type.text, (column) => column.notNull())
    .addColumn('token_id', type.text)
    .addColumn('registered_at', type.integer, (column) => column.notNull())
    .execute();
};

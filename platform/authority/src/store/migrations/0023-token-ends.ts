import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * When tokens end, beside their text, to list the good ones; and when a webhook ends with a token that has no record. A
 * webhook from before stays until it is removed or registered again, because nothing says when its token ends.
 */
export const tokenEnds: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .alterTable('agent_token')
    .addColumn('expires_at', type.text, (column) => column.notNull().defaultTo(''))
    .execute();
  const { rows } = await sql<{ token_id: string; token_json: string }>`
    select token_id, token_json from agent_token`.execute(db);
  for (const { token_id: id, token_json: json } of rows) {
    const { expires_at: end } = JSON.parse(json).token;
    await sql`update agent_token set expires_at = ${end} where token_id = ${id}`.execute(db);
  }
  await db.schema.createIndex('agent_token_expires').on('agent_token').columns(['expires_at']).execute();
  await db.schema.alterTable('agent_webhook').addColumn('ends_at', type.integer).execute();
};

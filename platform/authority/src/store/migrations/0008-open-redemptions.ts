import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * Spent grants of which no enforcement point has reported how they ended: in a table of their own, since there are few,
 * and enforcement points ask for them every few seconds.
 */
export const openRedemptions: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  const table = db.schema
    .createTable('open_redemption')
    .addColumn('grant_id', type.text, (column) => column.primaryKey());
  await (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  await sql`
    insert into open_redemption (grant_id)
    select grant_id from action_grant
    where status = 'redeemed'
      and not exists (select 1 from receipt where receipt.grant_id = action_grant.grant_id)
      and not exists (select 1 from receipt_queue where receipt_queue.grant_id = action_grant.grant_id)
  `.execute(db);
};

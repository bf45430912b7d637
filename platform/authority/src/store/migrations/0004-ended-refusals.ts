import type { Migration } from '@common/kit/sql/migrate';
import { standingIn } from '@platform/keys/standing';
import type { Kysely } from 'kysely';
import type { AuthoritySchema } from '../schema.ts';

/** The tables as they were. */
type Schema = AuthoritySchema & { action_grant: Pick<AuthoritySchema['grant_body'], 'reservations_json'> };

/**
 * Ends grants that the enforcement point had refused, with a receipt: version 0.1.0 left them `redeemed`, so that what
 * they reserved and their reference were taken for nothing.
 */
export const endedRefusals: Migration = async (untyped, engine) => {
  const db = untyped as Kysely<Schema>;
  const reported = await db
    .selectFrom('action_grant')
    .innerJoin('event', 'event.grant_id', 'action_grant.grant_id')
    .select(['action_grant.grant_id', 'contract_id', 'reservations_json', 'record_json'])
    .where('status', '=', 'redeemed')
    .where('kind', '=', 'enforcement')
    .where('record_json', 'like', '%"outcome":"refused"%')
    .execute();
  for (const { grant_id: grantId, contract_id: mandateId, ...json } of reported) {
    const { outcome, reason, detail } = JSON.parse(json.record_json).body.decision;
    if (outcome !== 'refused') continue;
    await standingIn(db, engine).giveBack(mandateId, JSON.parse(json.reservations_json));
    const ending_json = JSON.stringify({ outcome: 'denied', reason, detail });
    await db
      .updateTable('action_grant')
      .set({ status: 'denied', live_key: null, ending_json })
      .where('grant_id', '=', grantId)
      .execute();
    await db.deleteFrom('known_action').where('grant_id', '=', grantId).execute();
  }
};

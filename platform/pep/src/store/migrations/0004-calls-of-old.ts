import type { Migration } from '@common/kit/sql/migrate';
import { toInteger } from '@common/kit/sql/portable';
import { BROKER_TOKEN_LIFETIME_S } from '@platform/core/objects/counterparty';
import type { Kysely } from 'kysely';
import type { PepSchema } from '../schema.ts';
import type { Sending } from '../store.ts';

/**
 * Says of the calls that version 0.1.0 left without an answer when they left, so that a person is asked in the end.
 * They left after they were presented, and before the worker that made the last of them let go of the intent.
 */
export const callsOfOld: Migration = async (untyped) => {
  const db = untyped as Kysely<PepSchema>;
  const unanswered = await db
    .selectFrom('intent')
    .select(['grant_id', 'presented_at', 'due_at', 'lease_until'])
    .where('state', '=', 'sent')
    .where('sending', 'is', null)
    .execute();
  for (const { grant_id: grantId, presented_at, due_at, lease_until } of unanswered) {
    const latest = Math.max(toInteger(due_at), toInteger(lease_until));
    const sending: Sending = {
      at: toInteger(presented_at),
      acceptedUntil: latest + BROKER_TOKEN_LIFETIME_S * 1_000,
    };
    await db
      .updateTable('intent')
      .set({ sending: JSON.stringify(sending) })
      .where('grant_id', '=', grantId)
      .execute();
  }
};

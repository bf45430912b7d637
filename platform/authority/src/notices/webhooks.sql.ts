import { formatInstant } from '@common/base/instant';
import { type Database, write } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { AgentEvent } from '@platform/core/objects/agent-webhook';
import type { AuthoritySchema } from '../store/schema.ts';
import type { WebhookStore } from '../store/webhooks.store.ts';

export function createWebhookStore(database: Database<AuthoritySchema>): WebhookStore {
  const { db } = database;
  return {
    async webhook(mandateId) {
      const row = await db
        .selectFrom('agent_webhook')
        .selectAll()
        .where('contract_id', '=', mandateId)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { events_json: events, registered_at: at, ends_at: end, ...webhook } = row;
      const ends_at = end === null ? null : toInteger(end);
      return { ...webhook, events: JSON.parse(events), registered_at: toInteger(at), ends_at };
    },
    async keepWebhook({ contract_id, events, ...webhook }) {
      const row = { ...webhook, events_json: JSON.stringify(events) };
      await write(database, (own) =>
        own
          .insertInto('agent_webhook')
          .values({ contract_id, ...row })
          .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(row))
          .execute(),
      );
    },
    async removeWebhook(mandateId) {
      const { numDeletedRows } = await write(database, (own) =>
        own.deleteFrom('agent_webhook').where('contract_id', '=', mandateId).executeTakeFirst(),
      );
      return numDeletedRows === 1n;
    },
    async lastTold(recipient, since) {
      const newest = db
        .selectFrom('notice')
        .select(['type', 'about', 'ended_at', 'free_at', 'problem'])
        .where('recipient', '=', recipient)
        .where('entered_at', '>=', since)
        .orderBy('entered_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1);
      const delivered = await newest.where('state', '=', 'delivered').executeTakeFirst();
      const failed = await newest
        .where('state', 'in', ['waiting', 'given_up'])
        .where('problem', 'is not', null)
        .executeTakeFirst();
      const ofGrant = (row: { readonly type: string; readonly about: string }) => ({
        type: row.type as AgentEvent,
        grant_id: row.about,
      });
      return {
        last_delivery:
          delivered === undefined
            ? null
            : { ...ofGrant(delivered), delivered_at: formatInstant(toInteger(delivered.ended_at ?? 0)) },
        last_failure:
          failed === undefined
            ? null
            : {
                ...ofGrant(failed),
                problem: failed.problem ?? '',
                next_attempt_at: failed.ended_at === null ? formatInstant(toInteger(failed.free_at)) : null,
              },
      };
    },
  };
}

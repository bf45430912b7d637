import { toInteger } from '@common/kit/sql/portable';
import { prepare, type Slot } from '@common/kit/sql/prepared';
import type { NoticeType } from '@platform/core/objects/notice';
import type { Kysely, Selectable } from 'kysely';
import type { NoticeEvent } from './notices.store.ts';
import type { AuthoritySchema } from './schema.ts';

export async function insertNoticeEvents(
  db: Kysely<AuthoritySchema>,
  events: readonly NoticeEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ tenants, content, ...event }) => ({
    ...event,
    tenants_json: jsonOrNull(tenants),
    content_json: jsonOrNull(content),
  }));
  await db
    .insertInto('notice_event')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['type', 'about']).doNothing())
    .execute();
}

/** One statement, and no row for a mandate whose agent has no webhook. */
const TELL_AGENT = prepare(
  (
    db: Kysely<AuthoritySchema>,
    value: Slot<{ type: string; about: string; entered_at: number; contract_id: string }>,
  ) =>
    db
      .insertInto('notice_event')
      .columns(['type', 'about', 'entered_at'])
      .expression((eb) =>
        eb
          .selectFrom('agent_webhook')
          .select([
            eb.cast<string>(eb.val(value('type')), 'text').as('type'),
            eb.cast<string>(eb.val(value('about')), 'text').as('about'),
            eb.cast<number>(eb.val(value('entered_at')), 'bigint').as('entered_at'),
          ])
          .where('contract_id', '=', value('contract_id')),
      )
      .onConflict((conflict) => conflict.columns(['type', 'about']).doNothing()),
);

export async function insertAgentEvent(
  db: Kysely<AuthoritySchema>,
  { type, about, entered_at }: NoticeEvent,
  mandateId: string,
): Promise<void> {
  await TELL_AGENT.run(db, { type, about, entered_at, contract_id: mandateId });
}

export function toNoticeEvent(row: Selectable<AuthoritySchema['notice_event']>): NoticeEvent {
  const { tenants_json: tenants, content_json: content, ...event } = row;
  return {
    ...event,
    type: event.type as NoticeType,
    entered_at: toInteger(event.entered_at),
    tenants: tenants === null ? null : JSON.parse(tenants),
    content: content === null ? null : JSON.parse(content),
  };
}

export function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

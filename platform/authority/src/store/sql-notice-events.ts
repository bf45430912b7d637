import { toInteger } from '@common/kit/sql/portable';
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

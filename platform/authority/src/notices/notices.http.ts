import { formatInstant } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { GrantNotice } from '@platform/core/objects/notice';
import { GrantId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { answerRefusal } from '../http/errors.ts';
import { refusals } from '../http/schemas.ts';
import type { NoticeStore, StoredNotice } from '../store/notices.store.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';

interface NoticeRouteDeps extends Pick<AuthorityDeps, 'store'> {
  readonly notices: Pick<NoticeStore, 'noticesOf'>;
}

/** Who was told that an approval is wanted. Neither addresses nor what went wrong: reads are open. */
export function addNoticeRoutes(app: HttpApp, { store, notices }: NoticeRouteDeps): void {
  app.get(
    '/grants/:grant_id/notices',
    {
      schema: {
        summary: 'Which approvers were told that a grant waits',
        description:
          'Oldest first: requests, and reminders at half of the time, by webhook. Ended ones are forgotten after 90 days.',
        tags: ['grants'],
        params: Type.Object({ grant_id: GrantId }),
        response: { 200: Type.Array(GrantNotice), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const { grant_id: id } = request.params;
      if ((await store.grant(id)) !== null) return (await notices.noticesOf(id)).map(view);
      return answerRefusal(reply, { code: 'grant_not_found', message: `There is no grant ${id}.` });
    },
  );
}

function view({ type, person, state, attempts, enteredAt, endedAt }: StoredNotice): GrantNotice {
  return {
    ...{ type, person, state, attempts, entered_at: formatInstant(enteredAt) },
    ended_at: endedAt === null ? null : formatInstant(endedAt),
  };
}

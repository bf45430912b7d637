import { formatInstant } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import type { GrantNotice } from '@platform/core/objects/notice';
import { addRoute } from '@platform/keys/add-route';
import { answerRefusal } from '../http/errors.ts';
import type { NoticeStore, StoredNotice } from '../store/notices.store.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';

interface NoticeRouteDeps extends Pick<AuthorityDeps, 'store'> {
  readonly notices: Pick<NoticeStore, 'noticesOf'>;
}

/** Lists who was asked for an approval. Because reads are open, it shows neither addresses nor problems. */
export function addNoticeRoutes(app: HttpApp, { store, notices }: NoticeRouteDeps): void {
  addRoute(app, AUTHORITY.listNotices, async (request, reply) => {
    const { grant_id: id } = request.params;
    if ((await store.grant(id)) !== null) return (await notices.noticesOf(id)).map(view);
    return answerRefusal(reply, { code: 'grant_not_found', message: `There is no grant ${id}.` });
  });
}

function view({ type, person, state, attempts, entered_at, ended_at }: StoredNotice): GrantNotice {
  return {
    type,
    person,
    state,
    attempts,
    entered_at: formatInstant(entered_at),
    ended_at: ended_at === null ? null : formatInstant(ended_at),
  };
}

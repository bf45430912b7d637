import { formatInstant } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import type { GrantNotice, NoticeSink, SentNotice } from '@platform/core/objects/notice';
import { addRoute } from '@platform/keys/add-route';
import { type SinkAddress, wayOf } from '@platform/keys/notice-addresses';
import { tenantsOf } from '../http/closed-reads.ts';
import { answerRefusal } from '../http/errors.ts';
import type { StoredNotice } from '../store/notices.store.ts';
import { enterTest, type SinkDeps, sinkOf } from './tell-sinks.ts';

/** How many of the newest notices are listed. */
const SHOWN = 100;

/**
 * Lists who was asked for an approval, and what sinks were told. Because reads are open, it shows neither addresses nor
 * problems.
 */
export function addNoticeRoutes(app: HttpApp, deps: SinkDeps): void {
  const { store, notices, sinks } = deps;
  addRoute(app, AUTHORITY.listNotices, async (request, reply) => {
    const { grant_id: id } = request.params;
    if ((await store.grant(id)) !== null) return (await notices.noticesOf(id)).map(view);
    return answerRefusal(reply, { code: 'grant_not_found', message: `There is no grant ${id}.` });
  });
  addRoute(app, AUTHORITY.listSentNotices, async (request) => {
    const [all, sent] = await Promise.all([sinks.all(), notices.notices(null, SHOWN, { sinks: true })]);
    const tenants = tenantsOf(request);
    if (tenants === null) return { sinks: all.map(sinkView), notices: sent.map(sentView) };
    // What a sink was told that is gone is shown to readers of all tenants.
    const theirs = all.filter((sink) => isOfOne(sink, tenants)).map(sinkView);
    const names = new Set(theirs.map(({ name }) => name));
    return { sinks: theirs, notices: sent.map(sentView).filter(({ sink }) => names.has(sink)) };
  });
  addRoute(app, AUTHORITY.testSink, async (request, reply) => {
    const { sink } = request.params;
    const [tenants, found] = [tenantsOf(request), await sinks.address(sink)];
    const isTheirs = found !== null && (tenants === null || isOfOne(found, tenants));
    const entered = isTheirs ? await enterTest(deps, sink) : null;
    if (entered === null)
      return answerRefusal(reply, { code: 'sink_not_found', message: `There is no sink ${sink}.` });
    if (entered === false) {
      const message = `${sink} was sent a test less than a minute ago: wait for it.`;
      return answerRefusal(reply, { code: 'test_too_soon', message });
    }
    return reply.code(202).send(entered);
  });
}

/** A sink for all tenants is of none of them. */
function isOfOne({ tenant }: SinkAddress, tenants: readonly string[]): boolean {
  return tenant !== undefined && tenants.includes(tenant);
}

function view(notice: StoredNotice): GrantNotice {
  return { type: notice.type as GrantNotice['type'], person: notice.recipient, ...deliveryOf(notice) };
}

function sentView(notice: StoredNotice): SentNotice {
  const { id, type } = notice;
  return {
    id,
    type: type as SentNotice['type'],
    sink: sinkOf(notice) ?? '',
    ...deliveryOf(notice),
  };
}

function sinkView(sink: SinkAddress): NoticeSink {
  const { name, tenant = null, kinds, details = false } = sink;
  return { name, way: wayOf(sink), tenant, kinds, details };
}

function deliveryOf({ state, attempts, entered_at, ended_at }: StoredNotice) {
  return {
    state,
    attempts,
    entered_at: formatInstant(entered_at),
    ended_at: ended_at === null ? null : formatInstant(ended_at),
  };
}

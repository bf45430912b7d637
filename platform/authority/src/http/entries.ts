import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { DEFAULT_LIMIT } from '@platform/api/lists';
import { addRoute } from '@platform/keys/add-route';
import { type CountDeps, countEntryUses } from '../search/count-uses.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { mayRead } from '../use-cases/readers.ts';
import { recordEntry } from '../use-cases/record-entry.ts';
import { tenantsOf } from './closed-reads.ts';
import { answerRefusal } from './errors.ts';
import { pageOf, sendPage } from './pages.ts';
import { sendJson } from './views.ts';

/** Directories of payees, recipients, symbols and accounts (DESIGN 6.11). */
export function addEntryRoutes(app: HttpApp, deps: AuthorityDeps): void {
  const { store } = deps;
  addRoute(app, AUTHORITY.listDirectories, async (request, reply) => {
    const all = await store.directoryHeads(request.query.tenant ?? null);
    const places = all.filter(({ tenant }) => mayRead(tenantsOf(request), tenant));
    const heads = await Promise.all(
      places.map(({ sequence, ...place }) => store.directoryEntries(place, sequence - 1, 1)),
    );
    return sendJson(reply, heads.flat());
  });
  addRoute(app, AUTHORITY.listAllDrafts, async (request, reply) => {
    const all = await store.allDrafts(request.query.tenant ?? null);
    return sendJson(
      reply,
      all.filter(({ entry }) => mayRead(tenantsOf(request), entry.tenant)),
    );
  });
  addRoute(app, AUTHORITY.listEntries, async (request, reply) => {
    const { tenant, after = null, limit = DEFAULT_LIMIT } = request.query;
    const found = await store.directoryEntries({ ...request.params, tenant }, after, limit);
    const { items, last } = pageOf(found, limit);
    const more = last === undefined ? null : { after: String(last.entry.sequence) };
    return sendPage(request, reply, { items, more, rel: 'next' });
  });
  addRoute(app, AUTHORITY.listDrafts, async (request, reply) =>
    sendJson(reply, await store.directoryDrafts({ ...request.params, ...request.query })),
  );
  addRoute(app, AUTHORITY.recordEntry, async (request, reply) => {
    const { tenant } = request.body.entry;
    const recorded = await recordEntry(deps, { ...request.params, tenant }, request.body);
    if (!recorded.ok) return answerRefusal(reply, recorded.error);
    return sendJson(reply, recorded.value, recorded.value.recorded ? 201 : 202);
  });
}

/** How often something was done by each entry, counted with the search over receipts. */
export function addUseRoutes(app: HttpApp, deps: CountDeps): void {
  addRoute(app, AUTHORITY.listUses, async (request, reply) => {
    const counted = await countEntryUses(deps, { ...request.params, ...request.query });
    return counted.ok ? sendJson(reply, counted.value) : answerRefusal(reply, counted.error);
  });
}

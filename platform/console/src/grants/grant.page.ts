import type { HttpApp } from '@common/kit/http/app';
import { sendPage } from '@common/web/send-page';
import { GrantId } from '@platform/core/objects/primitives';
import { SignedCancellation, SignedSettlement } from '@platform/core/objects/settlement';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import { type Authority, type ManifestOf, profileOf } from '../use-cases/authority.ts';
import { checkDocuments } from '../use-cases/documents.ts';
import { doubtsMain } from './doubts.page.ts';
import { grantMain, titleOf } from './grant-main.page.ts';

interface GrantPageDeps extends PagesDeps {
  readonly authority: Pick<
    Authority,
    'receipt' | 'grant' | 'mandate' | 'keys' | 'notices' | 'document' | 'inDoubt' | 'cancel' | 'settle'
  >;
  readonly manifestOf: ManifestOf;
}

const params = Type.Object({ grant_id: GrantId });

/** Adds the page of one grant, which its principal can stop or settle, and the list of those in doubt. */
export function addGrantPages(app: HttpApp, { authority, manifestOf, site, assets }: GrantPageDeps): void {
  app.get('/in-doubt', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const found = await authority.inDoubt();
    if (!found.ok) return refuseAsked(reply, found.error);
    const { title, main } = doubtsMain(found.value, manifestOf);
    const description = 'Actions of which nobody knows whether they were done.';
    return sendPage(request, reply, renderConsolePage(site, { title, description, main, path: '/in-doubt' }));
  });
  app.get(
    '/grants/:grant_id',
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const { grant_id: id } = request.params;
      const [record, keys, told] = await Promise.all([
        authority.grant(id),
        authority.keys(),
        authority.notices(id),
      ]);
      if (!record.ok) return refuseAsked(reply, record.error);
      if (!keys.ok) return refuseAsked(reply, keys.error);
      // A grant has one page: the request's while it waits, and then this one.
      if (record.value.status === 'pending') return reply.redirect(`/approvals/${id}`, 302);
      const { possible_duplicate_of: found } = record.value.grant;
      const other = found === undefined ? null : await authority.grant(found.grant_id);
      const [mandate, receipt] = await Promise.all([
        authority.mandate(record.value.action.contract_id),
        record.value.receipt_id === null ? null : authority.receipt(record.value.receipt_id),
      ]);
      if (!mandate.ok) return refuseAsked(reply, mandate.error);
      const { principal } = mandate.value.contract;
      const main = grantMain({
        data: { record: record.value, principal, keys: keys.value },
        earlier: other?.ok === true ? other.value : null,
        mandate: mandate.value,
        manifest: manifestOf(profileOf(record.value.action)),
        // Nothing depends on notices and receipt: without an answer, the page omits them and the time.
        doneAt: receipt?.ok === true ? receipt.value.when.executed_at : null,
        notices: told.ok ? told.value : [],
        documents: await checkDocuments(authority, record.value),
      });
      const page = renderConsolePage(site, {
        title: titleOf(record.value),
        description: 'One grant, and what its principal can decide about it.',
        main,
        path: record.value.in_doubt === undefined ? '/approvals' : '/in-doubt',
        bundles: [assets.addresses['grant.js']],
      });
      return sendPage(request, reply, page);
    },
  );
  app.post(
    '/grants/:grant_id/cancel',
    { schema: { hide: true, params, body: SignedCancellation } },
    async (request, reply) => {
      const cancelled = await authority.cancel(request.params.grant_id, request.body);
      return cancelled.ok ? sendJson(reply, cancelled.value) : passOn(reply, cancelled.error);
    },
  );
  app.post(
    '/grants/:grant_id/settle',
    { schema: { hide: true, params, body: SignedSettlement } },
    async (request, reply) => {
      const settled = await authority.settle(request.params.grant_id, request.body);
      return settled.ok ? sendJson(reply, settled.value) : passOn(reply, settled.error);
    },
  );
}

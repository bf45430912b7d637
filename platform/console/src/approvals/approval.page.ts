import type { Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { sendPage } from '@common/web/send-page';
import { ApprovalRequest, SignedRejection } from '@platform/core/objects/grant';
import { GrantId } from '@platform/core/objects/primitives';
import { printable } from '@platform/core/verify/report-html';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import { typedField } from '../site/typed-field.ts';
import { type Authority, type ManifestOf, profileOf } from '../use-cases/authority.ts';
import { type ApprovalData, unitOf } from './approval-data.ts';
import { approvalMain } from './approval-main.page.ts';

interface ApprovalDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'grant' | 'mandate' | 'keys' | 'notices' | 'approve' | 'reject'>;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const params = Type.Object({ grant_id: GrantId });

/** Adds the page of one request, which the browser compares and signs, and the authority decides. */
export function addApprovalPage(app: HttpApp, deps: ApprovalDeps): void {
  const { authority, manifestOf, now, site, assets } = deps;
  app.get(
    '/approvals/:grant_id',
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const data = await readApproval(deps, request.params.grant_id);
      if (!data.ok) return refuseAsked(reply, data.error);
      // A grant has one page: this one while it waits, and then the other.
      const isWaiting = data.value.record.status === 'pending';
      if (!isWaiting) return reply.redirect(`/grants/${request.params.grant_id}`, 302);
      const manifest = manifestOf(profileOf(data.value.record.action));
      // Nothing depends on the notices: without an answer, the page omits them.
      const told = await authority.notices(request.params.grant_id);
      const notices = told.ok ? told.value : [];
      const { possible_duplicate_of: found } = data.value.record.grant;
      const other = found === undefined ? null : await authority.grant(found.grant_id);
      const earlier = other?.ok === true ? other.value : null;
      const page = renderConsolePage(site, {
        title: `A request of ${printable(data.value.record.action.agent)}`,
        description: 'A request that needs approval.',
        main: approvalMain({ data: data.value, earlier, manifest, notices, now: now() }),
        path: '/approvals',
        bundles: [assets.addresses['approval.js'], assets.addresses['grant.js']],
      });
      return sendPage(request, reply, page);
    },
  );
  // The script asks for the record again before it signs.
  app.get('/approvals/:grant_id/grant.json', { schema: { hide: true, params } }, async (request, reply) => {
    const record = await authority.grant(request.params.grant_id);
    if (!record.ok) return passOn(reply, record.error);
    return sendJson(reply, record.value);
  });
  app.post(
    '/approvals/:grant_id/approve',
    { schema: { hide: true, params, body: ApprovalRequest } },
    async (request, reply) => {
      const record = await authority.approve(request.params.grant_id, request.body);
      if (!record.ok) return passOn(reply, record.error);
      return sendJson(reply, record.value);
    },
  );
  app.post(
    '/approvals/:grant_id/reject',
    { schema: { hide: true, params, body: SignedRejection } },
    async (request, reply) => {
      const record = await authority.reject(request.params.grant_id, request.body);
      if (!record.ok) return passOn(reply, record.error);
      return sendJson(reply, record.value);
    },
  );
}

async function readApproval(
  { authority, manifestOf }: ApprovalDeps,
  id: string,
): Promise<Result<ApprovalData>> {
  const [record, keys] = await Promise.all([authority.grant(id), authority.keys()]);
  if (!record.ok) return record;
  if (!keys.ok) return keys;
  const { action } = record.value;
  const mandate = await authority.mandate(action.contract_id);
  if (!mandate.ok) return mandate;
  const field = typedField(action, manifestOf(profileOf(action)));
  const typed = field === null ? null : { ...field, unit: field.isAmount ? unitOf(action) : '' };
  return { ok: true, value: { id, record: record.value, mandate: mandate.value, keys: keys.value, typed } };
}

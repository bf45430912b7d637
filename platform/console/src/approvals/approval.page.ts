import { ok, type Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { sendPage } from '@common/web/send-page';
import { ApprovalRequest, SignedRejection } from '@platform/core/objects/grant';
import { GrantId } from '@platform/core/objects/primitives';
import { asTitle, currencyOf, headingPieces } from '@platform/words/action-heading';
import { doneWord } from '@platform/words/outcomes';
import { Type } from 'typebox';
import { may } from '../access/areas.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { reader } from '../site/reader.http.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import { typedField } from '../site/typed-field.ts';
import { type Authority, type ManifestOf, profileOf } from '../use-cases/authority.ts';
import { checkDocuments } from '../use-cases/documents.ts';
import { type ReadInbox, type WaitingRequest, waitingFor } from '../waiting/asked-people.ts';
import type { ApprovalData } from './approval-data.ts';
import { approvalMain, type QueuePlace } from './approval-main.page.ts';

interface ApprovalDeps extends PagesDeps {
  readonly authority: Pick<
    Authority,
    'grant' | 'mandate' | 'keys' | 'standing' | 'notices' | 'document' | 'approve' | 'reject'
  >;
  readonly readInbox: ReadInbox;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const params = Type.Object({ grant_id: GrantId });

/** Adds the page of one request, which the browser compares and signs, and the authority decides. */
export function addApprovalPage(app: HttpApp, deps: ApprovalDeps): void {
  const { authority, readInbox, manifestOf, now, site, assets } = deps;
  app.get(
    '/approvals/:grant_id',
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const data = await readApproval(deps, request.params.grant_id);
      if (!data.ok) return refuseAsked(reply, data.error);
      // A grant has one page: this one while it waits, and then the other.
      const isWaiting = data.value.record.status === 'pending';
      if (!isWaiting) return reply.redirect(`/grants/${request.params.grant_id}`, 302);
      const { action, grant } = data.value.record;
      const manifest = manifestOf(profileOf(action));
      const { possible_duplicate_of: found } = grant;
      // Nothing is decided by these: without an answer, the page says so or omits them.
      const [standing, told, other, inbox, documents] = await Promise.all([
        authority.standing(grant.grant_id),
        authority.notices(grant.grant_id),
        found === undefined ? null : authority.grant(found.grant_id),
        readInbox(),
        checkDocuments(authority, data.value.record),
      ]);
      const page = renderConsolePage(site, {
        title: tabTitle(asTitle(headingPieces(action, manifest)).map(({ text }) => text)),
        description: 'A request that needs approval.',
        main: approvalMain({
          data: data.value,
          earlier: other?.ok === true ? other.value : null,
          manifest,
          standing: standing.ok ? standing.value : null,
          notices: told.ok ? told.value : [],
          documents,
          queue: inbox.ok ? placeIn(inbox.value.requests, grant.grant_id) : null,
          now: now(),
        }),
        path: '/approvals',
        bundles: [assets.addresses['approval.js'], ...(may('sign') ? [assets.addresses['grant.js']] : [])],
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

/** What tells the tabs of several requests apart: a few words, up to the first mark that no name or number has. */
function tabTitle(parts: readonly string[]): string {
  const text = parts.join('');
  const [shown = ''] = /^[\p{L}\p{M}\p{N} .,_@/-]{0,60}/u.exec(text) ?? [];
  return shown === text ? text : `${shown}…`;
}

/** Where the request stands among those of the reader; null if it is none of theirs. */
function placeIn(requests: readonly WaitingRequest[], id: string): QueuePlace | null {
  const mine = waitingFor(requests, reader());
  const index = mine.findIndex(({ record }) => record.grant.grant_id === id);
  return index === -1 ? null : { place: index + 1, count: mine.length };
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
  const manifest = manifestOf(profileOf(action));
  const field = typedField(action, manifest);
  const typed =
    field === null ? null : { ...field, unit: field.isAmount ? currencyOf(action, manifest) : '' };
  const me = reader();
  const done = doneWord(action.facade, manifest);
  const answers = { me, mayAnswer: may('answer') };
  return ok({ id, record: record.value, mandate: mandate.value, keys: keys.value, typed, done, ...answers });
}

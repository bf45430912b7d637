import { compareInstants } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import type { GrantRecord } from '@platform/core/objects/grant';
import { Name } from '@platform/core/objects/primitives';
import { printable } from '@platform/core/verify/report-html';
import { asTitle, headingPieces } from '@platform/words/action-heading';
import { stateWords } from '@platform/words/grant-state';
import { counted } from '@platform/words/short';
import { clockTime } from '@platform/words/when';
import { Type } from 'typebox';
import { may } from '../access/areas.ts';
import { currentReader } from '../access/reader.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { reader, readerCookie } from '../site/reader.http.ts';
import { leaf, mark, type PagesDeps, renderConsolePage, told } from '../site/site.page.ts';
import { type Authority, type ManifestOf, profileOf } from '../use-cases/authority.ts';
import { personOf, type ReadInbox, waitingFor } from '../waiting/asked-people.ts';
import type { ShowWaiting } from '../waiting/show-waiting.ts';
import { waitingPart } from '../waiting/waiting.page.ts';
import { waitingTitle } from '../waiting/waiting-shown.ts';

interface ApprovalsPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'grants' | 'keys'>;
  readonly readInbox: ReadInbox;
  readonly showWaiting: ShowWaiting;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const QUIET = 'Requests above a limit of their mandate appear here until somebody answers.';

const ME = Type.Object({ me: Type.Optional(Type.Union([Name, Type.Literal('')])) });

/** Adds the list of requests that wait, for the reader and for others, and what was answered today. */
export function addApprovalsPage(app: HttpApp, deps: ApprovalsPageDeps): void {
  const { authority, readInbox, showWaiting, manifestOf, now, site, assets } = deps;
  app.get(
    '/approvals',
    { config: { page: true }, schema: { hide: true, querystring: ME } },
    async (request, reply) => {
      const chosen = request.query.me;
      if (chosen !== undefined) {
        return reply
          .header('set-cookie', readerCookie(chosen === '' ? null : chosen))
          .redirect('/approvals', 303);
      }
      const [found, grants, keys] = await Promise.all([
        readInbox(),
        authority.grants({ status: null, all: false }),
        authority.keys(),
      ]);
      if (!found.ok) return refuseAsked(reply, found.error);
      const { requests, people } = found.value;
      const me = reader();
      const shown = await showWaiting(requests);
      const count = waitingFor(requests, me).length;
      const answers = grants.ok ? answered(grants.value.items, keys.ok ? keys.value : {}, now()) : [];
      const page = renderConsolePage(site, {
        title: waitingTitle(count, me),
        description: 'What needs a person’s approval.',
        main: html`${waitingPart({ shown, quiet: QUIET, me, below: reviewLink(count) })}
${currentReader() === null && readers(people, me)}
${answeredLeaf(answers, manifestOf, me)}`,
        path: '/approvals',
        bundles: [assets.addresses['waiting.js']],
      });
      return sendPage(request, reply, page);
    },
  );
  // Where the queue goes on: the oldest that waits for the reader.
  app.get('/approvals/next', { config: { page: true }, schema: { hide: true } }, async (_request, reply) => {
    const found = await readInbox();
    if (!found.ok) return refuseAsked(reply, found.error);
    const [next] = waitingFor(found.value.requests, reader());
    return reply.redirect(
      next === undefined ? '/approvals' : `/approvals/${next.record.grant.grant_id}`,
      303,
    );
  });
}

function reviewLink(count: number): Safe | null {
  if (count === 0) return null;
  const words = count === 1 ? 'Review it' : `Review the ${counted(count)}, oldest first`;
  if (!may('answer')) return null;
  return html`<p class="actions"><a class="button" href="${url('/approvals/next')}">${words}</a> <span class="note">Each is its own signature.</span></p>`;
}

/** Who reads is only a choice of what is shown first; it is known of a person who signed in. */
function readers(people: readonly string[], me: string | null): Safe | null {
  const others = people.filter((person) => person !== me);
  if (others.length === 0 && me === null) return null;
  const links = others.map(
    (person) =>
      html`<li><a href="${url(`/approvals?me=${encodeURIComponent(person)}`)}">${printable(person)}</a></li>`,
  );
  return leaf({
    id: 'reader',
    title: 'Who are you?',
    note: 'It sorts this list, and proves nothing: only your key does.',
    matter: html`${me !== null && html`<p>You read as <strong>${printable(me)}</strong>. <a href="${url('/approvals?me=')}">Show all in one list</a></p>`}<ul class="plain people">${links}</ul>`,
  });
}

interface Answer {
  readonly at: string;
  readonly by: string;
  readonly isRejection: boolean;
  readonly record: GrantRecord;
}

/** Approvals and rejections of today, newest first, among the newest requests. */
function answered(
  grants: readonly GrantRecord[],
  keys: Parameters<typeof personOf>[0],
  now: string,
): readonly Answer[] {
  const answers = grants.flatMap((record): Answer[] => {
    const last = record.approval === null ? [] : [record.approval];
    const approvals = [...(record.earlier_approvals ?? []), ...last].map(
      ({ approved_at: at, signature }) => ({
        at,
        by: personOf(keys, signature.kid),
        isRejection: false,
        record,
      }),
    );
    const rejection = record.ending?.rejection;
    if (rejection === undefined) return approvals;
    const { rejected_at: at, signature } = rejection;
    return [...approvals, { at, by: personOf(keys, signature.kid), isRejection: true, record }];
  });
  return answers
    .filter(({ at }) => at.startsWith(now.slice(0, 10)))
    .toSorted((one, other) => compareInstants(other.at, one.at));
}

function answeredLeaf(answers: readonly Answer[], manifestOf: ManifestOf, me: string | null): Safe | null {
  if (answers.length === 0) return null;
  const lines = answers.map(({ at, by, isRejection, record }) => {
    const { action, grant } = record;
    const who = by === me ? 'you' : printable(by);
    const manifest = manifestOf(profileOf(action));
    const state = stateWords(record, manifest);
    const after = isRejection || record.status === 'pending' ? '' : `; ${state}`;
    return html`<li><span class="muted">${clockTime(at).slice(0, 5)}</span> <a href="${url(`/grants/${grant.grant_id}`)}">${told(asTitle(headingPieces(action, manifest)))}</a> <span>${mark(isRejection ? 'bar' : 'holds')} ${who} ${isRejection ? 'rejected' : 'approved'}${after}</span></li>`;
  });
  return leaf({
    id: 'answered-today',
    title: 'Answered today',
    note: 'Among the newest hundred requests. Times are UTC.',
    matter: html`<ul class="plain answered-list">${lines}</ul>`,
  });
}

import { dateOfInstant } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import type { AccountDataStore } from '@screener/service/accounts/account-data.store';
import { beginSession, type Session, type SessionDeps } from '@screener/service/accounts/session';
import { earlierKeyEndsAt, issueOwnKey } from '@screener/service/accounts/sign-up';
import type { Tier, TierTerms } from '@screener/service/accounts/tiers';
import { Type } from 'typebox';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { dateInWords } from '../parts/words.page.ts';
import { refusalWords } from './entrance.http.ts';
import { keysSection, newKeyMain } from './keys.page.ts';
import { type Readers, readerOf } from './readers.http.ts';
import { WAITLIST } from './waitlist.page.ts';

interface AccountPageDeps extends SessionDeps {
  readonly readers: Readers;
  readonly accountData: AccountDataStore;
  readonly tiers: Readonly<Record<Tier, TierTerms>>;
  /** The provider's payment link; null if payments are not set up. */
  readonly paymentLink: string | null;
  /** Sections of other rooms, such as usage and alerts, in the order of the page. */
  readonly sections: readonly ((session: Session) => Promise<Safe>)[];
}

const ACCOUNT = '/portal/account';

/** `GET /portal/account` and the routes of its forms (interface document, 4.2). */
export async function addAccountRoutes(app: HttpApp, site: Site, deps: AccountPageDeps): Promise<void> {
  const { readers, accountData: data, clock } = deps;
  const asked = Type.Object({ done: Type.Optional(Type.String()) }, { additionalProperties: true });
  const forReader = { config: { page: true as const }, onRequest: readers.require };
  app.get(ACCOUNT, { ...forReader, schema: { hide: true, querystring: asked } }, async (request, reply) => {
    const notice = new Map(Object.entries(words().account.done)).get(request.query.done ?? '');
    return sendPrivatePage(reply, await accountPage(site, deps, readerOf(request), { notice }));
  });
  app.get(`${ACCOUNT}/export.json`, { ...forReader, schema: { hide: true } }, async (request, reply) => {
    const stored = await data.read(readerOf(request).account.id);
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="sanad-account.json"',
      })
      .send(stored);
  });
  await addFormRoutes(app, (scope) => {
    const post = {
      config: { page: true as const },
      onRequest: [readers.refuseCrossSite, readers.require],
    };
    scope.post('/portal/keys/new', { ...post, schema: { hide: true } }, async (request, reply) => {
      const session = readerOf(request);
      const issued = await issueOwnKey(deps, session.account);
      if (!issued.ok) {
        const page = await accountPage(site, deps, session, { keyError: refusalWords(issued.error) });
        return sendPrivatePage(reply, page, 422);
      }
      const renewed = await beginSession(deps, session.account.id);
      if (renewed !== null) readers.begin(reply, renewed);
      return sendPrivatePage(reply, portalPage(site, words().keys.fresh.title, newKeyMain(issued.value.key)));
    });
    const labelled = Type.Object({ label: Type.String({ maxLength: 40 }) });
    scope.post(
      '/portal/keys/keep',
      { ...post, schema: { hide: true, body: labelled } },
      async (request, reply) => {
        const now = clock();
        const { id } = readerOf(request).account;
        const kept = await data.keepKey(id, request.body.label, now, earlierKeyEndsAt(now));
        return reply.redirect(kept ? `${ACCOUNT}?done=kept` : ACCOUNT, 303);
      },
    );
    scope.post(
      '/portal/keys/end',
      { ...post, schema: { hide: true, body: labelled } },
      async (request, reply) => {
        const ended = await data.endKey(readerOf(request).account.id, request.body.label, clock());
        return reply.redirect(ended ? `${ACCOUNT}?done=ended` : ACCOUNT, 303);
      },
    );
    const confirmed = Type.Object({ confirm: Type.Optional(Type.String({ maxLength: 254, default: '' })) });
    scope.post(
      '/portal/account/delete',
      { ...post, schema: { hide: true, body: confirmed } },
      async (request, reply) => {
        const session = readerOf(request);
        if (request.body.confirm?.trim().toLowerCase() !== session.account.email) {
          const confirmError = words().account.data.notConfirmed;
          const page = await accountPage(site, deps, session, { confirmError });
          return sendPrivatePage(reply, page, 422);
        }
        await data.erase(session.account.id);
        await readers.end(request, reply);
        return reply.redirect('/', 303);
      },
    );
  });
}

function portalPage(site: Site, title: string, main: Safe): Safe {
  return renderSitePage(site, { title, description: title, main, area: 'portal', path: ACCOUNT });
}

interface PageState {
  readonly notice?: string | undefined;
  readonly confirmError?: string;
  /** Why no new key was issued. */
  readonly keyError?: string;
}

async function accountPage(
  site: Site,
  deps: AccountPageDeps,
  session: Session,
  { notice, confirmError, keyError }: PageState,
): Promise<Safe> {
  const { account } = session;
  const now = deps.clock();
  const keys = await deps.accounts.keysOfAccount(account.id);
  const others = await Promise.all(deps.sections.map((section) => section(session)));
  const since = dateInWords(dateOfInstant(account.createdAt));
  const said = words().account;
  return portalPage(
    site,
    said.title,
    html`<h1>${said.title}</h1>
<p class="lead">${said.lead(html`<bdi>${account.email}</bdi>`, account.tier, since)}</p>
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
${tierCells(deps, session)}
${keysSection(keys, now, keyError)}
${others}
${pageSection({ id: 'password', title: said.password.title, note: said.password.note, content: passwordMain(account.hasPassword) })}
${pageSection({ id: 'data', title: said.data.title, note: said.data.note, content: dataMain(account.email, confirmError) })}
<form action="${url('/portal/logout')}" method="post"><button type="submit" class="outlined">${said.signOut}</button></form>`,
  );
}

function tierCells({ tiers, paymentLink }: AccountPageDeps, { account }: Session): Safe {
  const said = words().account;
  const isPartner = account.tier === 'partner';
  const limit = tiers[account.tier].policy;
  const more = tiers.partner.policy;
  const offer =
    paymentLink === null
      ? html`<a class="alone" href="${url(WAITLIST)}">${said.wait}</a>`
      : html`<a class="alone" href="${url(withReference(paymentLink, account.id))}">${said.upgrade}</a>`;
  return html`<dl class="cells">
<div><dt>${said.tier}</dt><dd class="figure">${said.tiers[account.tier]}</dd><dd class="note">${isPartner ? said.thanks : offer}</dd></div>
<div><dt>${said.limit}</dt><dd class="figure">${limit === null ? said.noLimit : said.aMinute(limit.requests)}</dd><dd class="note">${!isPartner && limit !== null && more !== null ? said.forPartners(more.requests) : said.together}</dd></div>
<div><dt>${said.batch}</dt><dd class="figure">${said.batchSizes}</dd><dd class="note">${said.batchNote}</dd></div>
</dl>`;
}

/** Adds the account that pays to the payment link. */
function withReference(link: string, account: string): string {
  const address = new URL(link);
  address.searchParams.set('client_reference_id', account);
  return address.href;
}

function passwordMain(hasPassword: boolean): Safe {
  const { there, none, change, set } = words().account.password;
  const link = html`<a href="${url('/portal/password')}">${hasPassword ? change : set}</a>`;
  return html`<p>${hasPassword ? there(link) : none(link)}</p>`;
}

function dataMain(email: string, error: string | undefined): Safe {
  const { download, erase, consequences, confirm } = words().account.data;
  return html`<p><a class="alone" href="${url('/portal/account/export.json')}">${download}</a> (JSON)</p>
<details${error !== undefined && html` open`}>
<summary>${erase}</summary>
<p>${consequences}</p>
<form class="form" action="${url('/portal/account/delete')}" method="post">
${field({ name: 'confirm', label: confirm, type: 'email', error, maxlength: 254, isRequired: true, hint: email })}
<button type="submit" class="ending">${erase}</button>
</form>
</details>`;
}

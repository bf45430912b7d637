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
import { pageSection } from '../parts/section.page.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { dateInWords } from '../parts/words.page.ts';
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
const DONE: ReadonlyMap<string, string> = new Map([
  ['password', 'The new password is set. Everyone else who was signed in is signed out.'],
  ['kept', 'That key is the current one again.'],
  ['ended', 'That key is ended.'],
  ['choice', 'Saved. Your pages and alerts follow this from now on.'],
]);

/** `GET /portal/account` and the routes of its forms (interface document, 4.2). */
export async function addAccountRoutes(app: HttpApp, site: Site, deps: AccountPageDeps): Promise<void> {
  const { readers, accountData: data, clock } = deps;
  const asked = Type.Object({ done: Type.Optional(Type.String()) }, { additionalProperties: true });
  const forReader = { config: { page: true as const }, onRequest: readers.require };
  app.get(ACCOUNT, { ...forReader, schema: { hide: true, querystring: asked } }, async (request, reply) => {
    const notice = DONE.get(request.query.done ?? '');
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
        const page = await accountPage(site, deps, session, { keyError: issued.error.message });
        return sendPrivatePage(reply, page, 422);
      }
      const renewed = await beginSession(deps, session.account.id);
      if (renewed !== null) readers.begin(reply, renewed);
      return sendPrivatePage(reply, portalPage(site, 'Your new key', newKeyMain(issued.value.key)));
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
          const confirmError = 'Type the address of this account, so that nothing is deleted by mistake.';
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
  return portalPage(
    site,
    'Your account',
    html`<h1>Your account</h1>
<p class="lead"><bdi>${account.email}</bdi>, ${account.tier} tier, since ${since}</p>
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
${tierCells(deps, session)}
${keysSection(keys, now, keyError)}
${others}
${pageSection({ id: 'password', title: 'Password', note: 'For signing in without the key.', content: passwordMain(account.hasPassword) })}
${pageSection({ id: 'data', title: 'Your data', note: 'Everything that is stored about this account.', content: dataMain(account.email, confirmError) })}
<form action="${url('/portal/logout')}" method="post"><button type="submit" class="outlined">Sign out</button></form>`,
  );
}

function tierCells({ tiers, paymentLink }: AccountPageDeps, { account }: Session): Safe {
  const isPartner = account.tier === 'partner';
  const limit = tiers[account.tier].policy;
  const more = tiers.partner.policy;
  const offer =
    paymentLink === null
      ? html`<a href="${url(WAITLIST)}">join the waiting list for partner</a>`
      : html`<a href="${url(withReference(paymentLink, account.id))}">upgrade to partner</a>`;
  return html`<dl class="cells">
<div><dt>Tier</dt><dd class="figure">${isPartner ? 'Partner' : 'Free'}</dd><dd class="note">${isPartner ? 'thank you' : offer}</dd></div>
<div><dt>Limit</dt><dd class="figure">${limit === null ? 'none' : `${limit.requests} a minute`}</dd><dd class="note">${!isPartner && limit !== null && more !== null ? `${more.requests} a minute for partners` : 'for all keys together'}</dd></div>
<div><dt>Batch and bulk</dt><dd class="figure">25 and 500</dd><dd class="note">tickers in one request</dd></div>
</dl>`;
}

/** Adds the account that pays to the payment link. */
function withReference(link: string, account: string): string {
  const address = new URL(link);
  address.searchParams.set('client_reference_id', account);
  return address.href;
}

function passwordMain(hasPassword: boolean): Safe {
  return html`<p>${hasPassword ? 'There is a password.' : 'There is none yet: you sign in with a key.'} <a href="${url('/portal/password')}">${hasPassword ? 'Change it' : 'Set one'}</a></p>`;
}

function dataMain(email: string, error: string | undefined): Safe {
  return html`<p><a href="${url('/portal/account/export.json')}">Download it</a> (JSON)</p>
<details${error !== undefined && html` open`}>
<summary>Delete the account</summary>
<p>Its keys stop working at once, and its watchlist, alerts and usage are removed for good. A subscription continues at the payment provider until you cancel it there.</p>
<form class="form" action="${url('/portal/account/delete')}" method="post">
${field({ name: 'confirm', label: 'Type your e-mail address to confirm', type: 'email', error, maxlength: 254, isRequired: true, hint: email })}
<button type="submit" class="ending">Delete the account</button>
</form>
</details>`;
}

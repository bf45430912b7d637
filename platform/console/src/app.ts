import { createHttpApp, type HttpApp } from '@common/kit/http/app';
import type { Log } from '@common/kit/telemetry/log';
import { platformErrors } from '@platform/keys/error-bodies';
import { addHealthRoute } from '@platform/keys/operation-routes';
import { keptByScope } from './access/kept-by-scope.ts';
import { addOwnAddress } from './access/own-address.http.ts';
import { addPassword } from './access/password.http.ts';
import { addProxyUser } from './access/proxy-user.http.ts';
import { createSessions } from './access/sessions.http.ts';
import { scopedAuthority } from './access/tenant-scope.ts';
import { addApprovalPage } from './approvals/approval.page.ts';
import { addApprovalsPage } from './approvals/approvals.page.ts';
import { addChatPages, type ChatPageDeps } from './chat/chat.page.ts';
import { addCompaniesPages } from './companies/companies.page.ts';
import { addDocumentRoute } from './documents/document.page.ts';
import { addGrantPages } from './grants/grant.page.ts';
import { addHomePage } from './home/home.page.ts';
import type { HomeDeps } from './home/read-home.ts';
import { addCompromisePage } from './keys/compromise.page.ts';
import { addEnrolPages } from './keys/enrol.page.ts';
import { addKeysPage } from './keys/keys.page.ts';
import { createRegistrations } from './keys/registrations.ts';
import { addLogPage } from './log/log.page.ts';
import { addMandatePage } from './mandates/mandate.page.ts';
import { addMandatesPage } from './mandates/mandates.page.ts';
import { addNewMandatePage } from './mandates/new-mandate.page.ts';
import { addRenewPage } from './mandates/renew.page.ts';
import { addNoticesPage } from './notices/notices.page.ts';
import { type AuthorizationServer, createAuthorizationServer } from './oauth/authorization-server.http.ts';
import { addConsentPage } from './oauth/consent.page.ts';
import type { OAuth } from './oauth/library-settings.ts';
import { addOAuthRoutes } from './oauth/oauth.http.ts';
import { addEntryPages } from './payees/entry.page.ts';
import { addPayeesPages } from './payees/payees.page.ts';
import { createToSign, toSignBy } from './payees/to-sign.ts';
import { addDraftPage } from './policy/draft.page.ts';
import { addPluginsPage } from './policy/plugins.page.ts';
import { addPolicyPage } from './policy/policy.page.ts';
import { addProfilePage } from './policy/profile.page.ts';
import { addReceiptPage } from './receipts/receipt.page.ts';
import { addReceiptsPage } from './receipts/receipts.page.ts';
import { addViewPage } from './receipts/view.page.ts';
import { addSchemaRoutes } from './schemas/schemas.http.ts';
import { addSessions } from './sign-in/sign-in.http.ts';
import { addSignInPage } from './sign-in/sign-in.page.ts';
import { errorPages } from './site/errors.page.ts';
import { addReader, reader } from './site/reader.http.ts';
import { loadSite, type PagesDeps, withCounts } from './site/site.page.ts';
import { addStatementPages } from './statements/statement.page.ts';
import { addTokenRoutes, type TokenIssuer } from './tokens/tokens.page.ts';
import type { Authority, ConnectorOf } from './use-cases/authority.ts';
import { addVerifyPage } from './verify/verify.page.ts';
import { createInbox, waitingFor } from './waiting/asked-people.ts';
import { createShowWaiting } from './waiting/show-waiting.ts';
import { addWaitingEvents, LIVE, type LiveLimits } from './waiting/waiting.http.ts';

export interface AppDeps
  extends Omit<HomeDeps, 'authority' | 'readInbox' | 'readToSign' | 'showWaiting'>,
    Pick<ChatPageDeps, 'gateway' | 'tokenFor' | 'chatAccess'> {
  /**
   * Closes all pages to everyone who does not know it; null leaves them open, as the authority’s reads are.
   */
  readonly password: string | null;
  /** The header in which a trusted proxy names the user who signed in; null, the default, requires none. */
  readonly userHeader?: string | null;
  /** Proxies whose `x-forwarded-for` is trusted. Default: none. */
  readonly trustProxy?: string[] | false;
  readonly authority: Authority;
  /** The secret of the sessions of those who signed in; absent on a console that is open to everyone. */
  readonly sessionSecret?: string;
  /** What hosted clients of `/mcp` need to be let in by a person; null, the default, lets none in. */
  readonly oauth?: OAuth | null;
  readonly connectorOf: ConnectorOf;
  readonly tokenIssuer: TokenIssuer;
  /** The gateway’s address, as agents are told it. */
  readonly gatewayUrl: string;
  /** Texts of known venues’ venue.json files. */
  readonly venues: readonly string[];
  /** A program that computes in the browser, at `/verify`, what statements claim. Default: none. */
  readonly evidenceChecker?: string | null;
  /** Default: the limits of a running service. */
  readonly live?: LiveLimits;
  readonly log: Log;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /**
   * Returns the origin under which people open the pages. Passkeys are made for it; under other names, only
   * this machine gets answers.
   */
  readonly origin: () => string;
  /** Certificates (PEM) of makers whose attestations of passkeys count. */
  readonly roots: readonly string[];
}

const API_VERSION = '0.1.0';

/** The console as an HTTP application. Tests call it without a port. */
export async function createApp(given: AppDeps): Promise<HttpApp> {
  const isOpen = given.sessionSecret === undefined;
  const deps = { ...given, authority: isOpen ? given.authority : scopedAuthority(given.authority) };
  const loaded = await loadSite();
  const { authority, clock } = deps;
  const doubts = keptByScope(authority.inDoubt, { none: [], area: 'payments', clock });
  const waiting = keptByScope(createInbox(authority), {
    none: { requests: [], people: [] },
    area: 'payments',
    clock,
  });
  const toSign = keptByScope(createToSign(deps), { none: [], area: 'payees', clock });
  const pages = {
    ...loaded,
    readInbox: waiting.read,
    readToSign: toSign.read,
    showWaiting: createShowWaiting(deps),
    site: withCounts(loaded.site, {
      doubts: () => doubts.now().length,
      waiting: () => waitingFor(waiting.now().requests, reader()).length,
      toSign: () => toSignBy(toSign.now(), reader()).length,
    }),
  };
  const app = await createHttpApp({
    name: 'Sanad console',
    version: API_VERSION,
    description:
      'Pages for the people behind a mandate. The console has no authority of its own: it shows what the authority says, the browser checks it, and only a person’s key signs.',
    log: deps.log,
    randomBytes: deps.randomBytes,
    compress: true,
    trustProxy: deps.trustProxy ?? false,
    errors: { ...platformErrors, page: errorPages(pages.site) },
    tags: [
      { name: 'schemas', description: 'JSON Schemas of what people and services sign' },
      { name: 'operation', description: 'For operators' },
    ],
  });
  const refreshCounts = () => Promise.all([doubts, waiting, toSign].map(({ refresh }) => refresh()));
  addReader(app);
  addOwnAddress(app, deps.origin);
  addProxyUser(app, { userHeader: deps.userHeader ?? null });
  addPassword(app, deps);
  if (deps.sessionSecret !== undefined) {
    const sessions = createSessions({ ...deps, secret: deps.sessionSecret, keys: deps.authority.keys });
    addSessions(app, sessions);
    addSignInPage(app, { ...deps, ...pages, sessions, secret: deps.sessionSecret });
  }
  app.addHook('preHandler', async ({ routeOptions }) => {
    if (routeOptions.config.page === true) await refreshCounts();
  });
  addHealthRoute(app, { summary: 'Liveness', facts: {}, read: async () => ({}) });
  addSchemaRoutes(app);
  addHomePage(app, { ...deps, ...pages });
  addApprovalsPage(app, { ...deps, ...pages });
  addWaitingEvents(app, { ...deps, ...pages, live: deps.live ?? LIVE });
  addApprovalPage(app, { ...deps, ...pages });
  addGrantPages(app, { ...deps, ...pages });
  addDocumentRoute(app, deps);
  addMandatesPage(app, { ...deps, ...pages });
  await addNewMandatePage(app, { ...deps, ...pages });
  addRenewPage(app, { ...deps, ...pages });
  addMandatePage(app, { ...deps, ...pages });
  addTokenRoutes(app, deps);
  addPayeesPages(app, { ...deps, ...pages });
  addEntryPages(app, { ...deps, ...pages });
  addLogPage(app, { ...deps, ...pages });
  const registrations = createRegistrations(deps);
  addKeysPage(app, { ...deps, ...pages, registrations });
  addEnrolPages(app, { ...deps, ...pages, registrations });
  addCompaniesPages(app, { ...deps, ...pages, registrations });
  addCompromisePage(app, { ...deps, ...pages });
  await addNoticesPage(app, { ...deps, ...pages });
  addPolicyPage(app, { ...deps, ...pages });
  addProfilePage(app, { ...deps, ...pages });
  await addDraftPage(app, { ...deps, ...pages });
  addPluginsPage(app, { ...deps, ...pages });
  addReceiptsPage(app, { ...deps, ...pages });
  addReceiptPage(app, { ...deps, ...pages });
  addViewPage(app, { ...deps, ...pages });
  addStatementPages(app, { ...deps, ...pages });
  await addChatPages(app, { ...deps, ...pages });
  await addVerifyPage(app, { ...deps, ...pages, evidenceChecker: deps.evidenceChecker ?? null });
  await addOAuth(app, { ...deps, ...pages });
  pages.assets.addRoutes(app);
  return app;
}

const SECRET_BYTES = 32;

/** Lets programs of others in, if the settings name what for. */
async function addOAuth(app: HttpApp, deps: AppDeps & PagesDeps): Promise<void> {
  const { oauth = null, origin, clock, site } = deps;
  if (oauth === null) return;
  const secret = deps.sessionSecret ?? Buffer.from(deps.randomBytes(SECRET_BYTES)).toString('hex');
  const refusalOf = errorPages(site);
  const library = await import('oidc-provider');
  let made: AuthorizationServer | null = null;
  // Made at the first request, because the origin is certain only then.
  const server = (): AuthorizationServer => {
    made ??= createAuthorizationServer(library, {
      ...{ ...oauth, issuer: origin(), secret, clock },
      onFault: (error) => deps.log.error({ err: error }, 'the authorization server failed'),
      refusal: (message) => refusalOf({ status: 400, code: 'client_refused', message }, { id: '' }),
    });
    return made;
  };
  addOAuthRoutes(app, { origin, server });
  addConsentPage(app, { ...deps, agentSecret: oauth.agentSecret, server });
}

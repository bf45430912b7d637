import type { HttpApp } from '@common/kit/http/app';
import type { Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { guard } from '@screener/service/accounts/guard.http';
import type { Span } from '@screener/service/accounts/statistics.store';
import { type AppDeps, createApi } from '@screener/service/app';
import { createRankingReader, type RankingReader } from '@screener/service/rankings/ranking-reader';
import { fromStoredFacts } from '@screener/service/use-cases/screen-ticker';
import { watchTicker } from '@screener/service/watchlist/watch-ticker';
import { addAccountRoutes } from './accounts/account.page.ts';
import { addChoiceRoute, choiceSection } from './accounts/choice.page.ts';
import { addDoorRoutes } from './accounts/door.page.ts';
import { createEntrance } from './accounts/entrance.http.ts';
import { addLanguageRoute, languageSection } from './accounts/language-choice.page.ts';
import { listGuard } from './accounts/list-guard.http.ts';
import { addPasswordRoutes } from './accounts/password.page.ts';
import { createReaders, type Readers } from './accounts/readers.http.ts';
import { addSessionRoutes } from './accounts/session.page.ts';
import { usageSection } from './accounts/usage.page.ts';
import { addWaitlistPage } from './accounts/waitlist.page.ts';
import { addAdminRoutes } from './admin/admin.page.ts';
import { createOperator } from './admin/admin-session.http.ts';
import { addPaymentRoutes } from './admin/payments.page.ts';
import { addPostRoutes } from './admin/posts.page.ts';
import { addAlertRoutes, alertsSectionOf } from './alerts/alerts.page.ts';
import { addBadge } from './badge/badge.page.ts';
import { addBlog, pathOfPost } from './blog/blog.page.ts';
import { addDevelopersPage } from './developers/developers.page.ts';
import { docsPage } from './developers/docs.page.ts';
import { addLegalPages } from './legal/legal.page.ts';
import { addMethodologyPage } from './methodology/methodology.page.ts';
import { addZakatSourcesPage } from './methodology/zakat-sources.page.ts';
import { createFoot } from './parts/foot.page.ts';
import { addLanguages } from './parts/language.http.ts';
import { addRobotRoutes } from './parts/robots.http.ts';
import type { Screen } from './parts/screen.ts';
import { createScreenings } from './parts/screenings.http.ts';
import { loadSite } from './parts/site.page.ts';
import { addPortfolioPage } from './portfolio/portfolio.page.ts';
import { addPurificationPage } from './purification/purification.page.ts';
import { addFundListPage } from './rankings/fund-list.page.ts';
import { addListPages } from './rankings/lists.page.ts';
import { addComparePage } from './report/compare.page.ts';
import { addReportPage } from './report/report.page.ts';
import { errorPages } from './start-page/errors.page.ts';
import { createExample } from './start-page/example.ts';
import { addStartPage } from './start-page/start.page.ts';
import { addSuggestRoute } from './suggest/suggest.http.ts';
import { addDashboardRoutes } from './watchlist/dashboard.page.ts';
import { addZakatPage } from './zakat/zakat.page.ts';

/** Watchlist rows get a cache of their own, one part in this many of the memory for answers. */
const ROW_CACHE_PART = 4;

/** The screenings of pages, and reports, each get a cache that is one part in this many of that memory. */
const PAGE_CACHE_PART = 4;

interface PageParts {
  readonly readers: Readers;
  readonly rankings: RankingReader;
  readonly screen: Screen;
}

/** Creates the HTTP application: the API, and the pages above it. Tests call it without a port. */
export async function createApp(deps: AppDeps): Promise<HttpApp> {
  const foot = createFoot(deps);
  const { site, assets } = await loadSite(foot);
  const app = await createApi(deps, {
    error: errorPages(site),
    docs: () => docsPage(site, assets.addresses['docs.css']),
  });
  addLanguages(app);
  app.addHook('onRequest', foot.read);
  const session = { ...deps.access, randomBytes: deps.randomBytes, clock: deps.clock };
  const readers = createReaders({ ...session, publicOrigins: deps.publicOrigins });
  if (readers.obstacle !== null) deps.log.warn(readers.obstacle);
  const screen = createScreenings(deps, deps.answerCacheBytes / PAGE_CACHE_PART);
  const rankings = createRankingReader(deps.tasks.rankings);
  await addPortal(app, site, deps, {
    readers,
    rankings,
    screen,
    reportScripts: [assets.addresses['print.ts'], assets.addresses['open-section.ts']],
  });
  await addOperatorPages(app, site, deps);
  assets.addRoutes(app);
  await addPublicPages(app, site, deps, {
    readers,
    rankings,
    screen,
    copyScript: assets.addresses['copy.ts'],
    scripts: { print: assets.addresses['print.ts'], file: assets.addresses['read-file.ts'] },
  });
  return app;
}

/** Adds the pages for signed-in readers. */
async function addPortal(
  app: HttpApp,
  site: Site,
  deps: AppDeps,
  { readers, rankings, screen, reportScripts }: PageParts & { readonly reportScripts: readonly Safe[] },
): Promise<void> {
  const { access, clock, randomBytes } = deps;
  const session = { ...access, randomBytes, clock };
  const { sendMail, publicOrigin } = deps.alerts;
  const entrance = createEntrance({
    ...session,
    readers,
    publicOrigins: deps.publicOrigins,
    async watch(account, ticker) {
      const added = await watchTicker({ ...deps, choices: access.choices }, account, ticker);
      return added.ok ? null : added.error.code;
    },
  });
  const door = { ...session, readers, entrance, sendMail, publicOrigin };
  await addSessionRoutes(app, site, { ...door, mailsLinks: sendMail !== null });
  await addDoorRoutes(app, site, door);
  await addPasswordRoutes(app, site, { ...session, readers, guesses: entrance.guesses });
  const alerts = { ...deps.alerts, readers, randomBytes };
  await addAlertRoutes(app, site, alerts);
  await addAccountRoutes(app, site, {
    ...session,
    readers,
    paymentLink: deps.paymentLink,
    sections: [
      (session) => choiceSection(access, session),
      (session) => languageSection(access, session),
      ({ account }) => usageSection(session, account.id),
      alertsSectionOf(alerts),
    ],
  });
  await addChoiceRoute(app, { ...deps, choices: access.choices, readers });
  await addLanguageRoute(app, { choices: access.choices, readers });
  const counted = {
    ...deps,
    screen,
    usage: access.usage,
    requireReader: readers.requireCounted,
    choiceOf: readers.choiceOf,
  };
  const cacheBytes = deps.answerCacheBytes / PAGE_CACHE_PART;
  addReportPage(app, site, { ...counted, rankings, scripts: reportScripts, cacheBytes });
  addComparePage(app, site, counted);
  await addDashboardRoutes(app, site, {
    ...deps,
    choices: access.choices,
    readers,
    usage: access.usageStore,
    rowCacheBytes: deps.answerCacheBytes / ROW_CACHE_PART,
  });
}

/** Adds the pages for the operator, who signs in with the admin token. */
async function addOperatorPages(app: HttpApp, site: Site, deps: AppDeps): Promise<void> {
  const { access, posts, search, store, clock } = deps;
  const operator = createOperator({ ...access, ...deps, adminToken: deps.tasks.adminToken });
  const statistics = {
    ...access,
    operator,
    search,
    store,
    payments: deps.billing.payments,
    readAlerts: (span: Span) => deps.alerts.alerts.countDeliveries(span),
    clock,
  };
  await addAdminRoutes(app, site, statistics);
  await addPaymentRoutes(app, site, statistics);
  await addPostRoutes(app, site, { operator, posts, clock });
}

/** Adds the public pages. */
async function addPublicPages(
  app: HttpApp,
  site: Site,
  deps: AppDeps,
  {
    readers,
    rankings,
    screen,
    copyScript,
    scripts,
  }: PageParts & {
    readonly copyScript: Safe;
    readonly scripts: { readonly print: Safe; readonly file: Safe };
  },
): Promise<void> {
  const { access, clock, randomBytes } = deps;
  const { accessStore: store, keySecret, signUps, tiers, usage } = access;
  const [publicUrl] = deps.publicOrigins;
  const cacheBytes = deps.answerCacheBytes / PAGE_CACHE_PART;
  const example = createExample(deps);
  addStartPage(app, site, { ...deps, screen, guard: guard(access), usage, example });
  const ofLists = { ...deps, readers, guard: listGuard(access, readers), scripts };
  await addPortfolioPage(app, site, ofLists);
  await addPurificationPage(app, site, ofLists);
  const stored = deps.live === null ? screen : createScreenings(fromStoredFacts(deps), cacheBytes);
  addBadge(app, { screen: stored, clock });
  await addZakatPage(app, site, ofLists);
  const lists = { rankings, readers, clock: deps.clock };
  addListPages(app, site, lists);
  addFundListPage(app, site, lists);
  addMethodologyPage(app, site);
  addZakatSourcesPage(app, site);
  const hasPayments = deps.paymentLink !== null;
  await addDevelopersPage(app, site, {
    store,
    keySecret,
    signUps,
    tiers,
    readers,
    randomBytes,
    clock,
    example,
    publicUrl,
    copyScript,
    hasPayments,
  });
  await addWaitlistPage(app, site, { store, signUps, readers, clock, hasPayments });
  addBlog(app, site, deps);
  addLegalPages(app, site, deps.operator);
  addSuggestRoute(app, deps);
  const posts = async () => (await deps.posts.published()).map(({ slug }) => pathOfPost(slug));
  addRobotRoutes(app, { publicUrl, morePages: posts });
}

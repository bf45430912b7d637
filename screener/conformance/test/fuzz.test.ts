import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Description, readDescription } from '@common/kit/testing/described';
import { size } from '@common/kit/testing/size';
import { type Browser, openBrowser, signedIn } from '../api/browser.ts';
import { SETTINGS, useService } from '../api/service.ts';
import { createJudge } from '../fuzz/answers.ts';
import { crawl, type FoundForm, type FoundSite } from '../fuzz/crawl.ts';
import { JSON_PATHS, jsonRequestsOf } from '../fuzz/json-requests.ts';
import { judgePage } from '../fuzz/page-answers.ts';
import { type FuzzReaders, pageRequestsOf } from '../fuzz/page-requests.ts';
import { type FuzzWorld, requestsOf } from '../fuzz/requests.ts';
import { fuzz } from '../fuzz/send.ts';
import { ROWS } from '../rows/rows.ts';

const MOST_TO_OPERATIONS = 20_000;
const MOST_TO_PAGES = 2_500;
const MOST_OF_JSON = 800;
const LIMIT_MS = 600_000;
const { ADMIN_TOKEN: TOKEN, PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET } = SETTINGS;
const secrets = { adminToken: TOKEN, webhookSecret: WEBHOOK_SECRET };
const PASSING = 12;
/** Accepted only with what nobody guesses (a password, a token of a mail, the account's address), or by others that are not there. */
const GUARDED = [
  ...['/api/account/password', '/portal/alerts/confirm', '/portal/account/delete'],
  ...['/portal/alerts/webhook/test', '/portal/alerts/email', '/portal/link'],
];
/** Section 4.2: every page, and whatever of it is read by GET. */
const PATHS = ROWS.slice(ROWS.indexOf('POST /api/session')).flatMap((row) =>
  row.startsWith('GET ') ? [row.slice(4)] : [],
);
/** Forms of section 4.2. */
const FORMS = ROWS.flatMap((row) =>
  /^POST \/(?:portal\/|api\/session|api\/account)/.test(row) ? [row.slice(5)] : [],
);

/** The others answer with images or redirects, or take JSON that only their own requests below get through. */
const isForCallers = (operation: string) =>
  !/^\w+ \/(?:badge|portal|api\/(?:session|account|admin|stripe))\//.test(`${operation}/`);

const service = useService({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'fuzz@example.org' });

describe('requests made from what the pages have', () => {
  let site: FoundSite = { pages: [], forms: [] };
  let readers: FuzzReaders = { steady: [], passing: [], key: '' };

  before(async () => {
    const reader = await signedIn(service, 'steady@example.org');
    for (const ticker of ['AAPL', 'SPUS']) await reader.form('/portal/watchlist/add', { ticker });
    await reader.form('/portal/alerts/webhook', { url: 'https://hooks.example/x' });
    await reader.form('/portal/alerts/feed', {});
    const operator = openBrowser(service);
    const begun = await operator.form('/admin', { token: TOKEN });
    const admin = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    assert.equal(begun.status, 303, begun.text);
    const post = { slug: 'first', title: 'First', body_md: '*x*', published: true };
    const bearer = { authorization: `Bearer ${TOKEN}` };
    assert.equal((await service.post('/api/admin/posts', post, bearer)).status, 200);
    const withCookie = (cookie: string): Browser => ({
      ...operator,
      get: (path) => operator.get(path, { cookie }),
    });
    const found = [
      await crawl(openBrowser(service), ['/', '/?q=AAPL', '/?q=ford', '/portal', '/admin']),
      await crawl(reader, [
        ...['/portal/dashboard', '/portal/account', '/portal/report/AAPL', '/portal/report/SPUS'],
        ...['/portal/compare?a=AAPL&b=KO', '/portal/alerts', '/portal/alerts/confirm?token=x'],
        ...['/portal/password', '/value', '/leaders'],
      ]),
      await crawl(withCookie(admin), ['/admin', '/admin/posts', '/admin/posts/first']),
    ];
    site = {
      pages: [...new Set(found.flatMap(({ pages }) => pages))],
      forms: found.flatMap(({ forms }) => forms),
    };
    const passing = await Promise.all(
      Array.from({ length: PASSING }, async (_, index) => {
        const { cookie } = await signedIn(service, `passing-${index}@example.org`);
        return `__Host-sanad-session=${cookie()}`;
      }),
    );
    const steady = `__Host-sanad-session=${reader.cookie()}`;
    readers = { steady: [steady, `${steady}; ${admin}`], passing, key: reader.key };
  });

  test('every form and page of section 4.2 is among them', () => {
    const actions = new Set(site.forms.map(({ action }) => action));
    assert.deepEqual(
      FORMS.filter((path) => !actions.has(path)),
      [],
    );
    assert.ok(PATHS.length > 15 && site.pages.length > 30, `${site.pages.length} pages`);
  });

  test('no server error, no hang, no way off the site, no markup of a stranger', {
    timeout: LIMIT_MS,
  }, async () => {
    const statuses = new Map<string, Set<number>>();
    // A fuzz that only meets the first check proves little: each form was accepted once, and refused where one types.
    const met = ({ method, action }: FoundForm) =>
      statuses.get(`${method.toUpperCase()} ${action}`) ?? new Set();
    const isAccepted = (form: FoundForm) => met(form).has(200) || met(form).has(303);
    const never = () => ({
      accepted: site.forms.filter((form) => !isAccepted(form) && !GUARDED.includes(form.action)),
      refused: site.forms.filter((form) => form.isTyped && form.method === 'post' && !met(form).has(422)),
    });
    const wrong = await fuzz({
      url: service.url(),
      requests: pageRequestsOf(site, PATHS, readers),
      atLeast: size({ quick: 200, full: MOST_TO_PAGES }),
      atMost: MOST_TO_PAGES,
      unmet: () => {
        const forms = Object.values(never()).flat();
        return forms.length === 0 ? null : pageRequestsOf({ ...site, forms }, PATHS, readers);
      },
      judge: (request, answer) => {
        const kind = `${request.method} ${request.path}`;
        statuses.set(kind, (statuses.get(kind) ?? new Set()).add(answer.status));
        // No mail server answers here, and the page says so.
        return request.path === '/portal/link' && answer.status === 503 ? null : judgePage(answer);
      },
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(never(), { accepted: [], refused: [] });
    assert.equal((await service.get('/health')).status, 200);
  });

  test('JSON to what takes it: no server error, no hang, accepted and refused', {
    timeout: LIMIT_MS,
  }, async () => {
    const statuses = new Map<string, Set<number>>();
    // Nobody guesses a password; one has to be met with what it lacks.
    const lacks = (path: string, status: number) => statuses.get(path)?.has(status) !== true;
    const never = () => ({
      accepted: Object.values(JSON_PATHS).filter((path) => lacks(path, 200) && !GUARDED.includes(path)),
      refused: Object.values(JSON_PATHS).filter((path) => lacks(path, 422) && lacks(path, 400)),
    });
    const wrong = await fuzz({
      url: service.url(),
      requests: jsonRequestsOf(readers, secrets),
      atLeast: size({ quick: 100, full: MOST_OF_JSON }),
      atMost: MOST_OF_JSON,
      unmet: () => {
        const paths = Object.values(never()).flat();
        return paths.length === 0 ? null : jsonRequestsOf(readers, secrets, paths);
      },
      judge: (request, answer) => {
        statuses.set(request.path, (statuses.get(request.path) ?? new Set()).add(answer.status));
        return judgePage(answer);
      },
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(never(), { accepted: [], refused: [] });
    assert.equal((await service.get('/health')).status, 200);
  });
});

describe('requests made from the description', () => {
  let description: Description;
  let world: FuzzWorld = { keys: [], jobs: [] };
  before(async () => {
    description = await readDescription(service);
    const key = await service.signUp();
    const submitted = await service.post('/v1/bulk', { symbols: ['AAPL', 'KO'] }, { 'x-api-key': key });
    const { job_id: job } = JSON.parse(submitted.text).data;
    world = { keys: [key, key, key, `${key}x`], jobs: [job, 'blk_000000000000000000000000'] };
  });

  test('no server error, no hang, no answer off its schema', { timeout: LIMIT_MS }, async () => {
    const { document } = description;
    const judge = createJudge(document);
    const succeeded = new Set<string>();
    // A fuzz that only ever meets the first check would prove little: every operation must have been reached.
    const operations = Object.entries(document.paths ?? {})
      .flatMap(([path, item]) => Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`))
      .filter(isForCallers);
    const unreached = () =>
      operations.filter((operation) => !succeeded.has(operation) && !operation.includes(' /tasks/'));
    const wrong = await fuzz({
      url: service.url(),
      requests: requestsOf(document, world, isForCallers),
      atLeast: size({ quick: 200, full: MOST_TO_OPERATIONS }),
      atMost: MOST_TO_OPERATIONS,
      unmet: () => {
        const wanted = unreached();
        return wanted.length === 0 ? null : requestsOf(document, world, (one) => wanted.includes(one));
      },
      judge: (request, answer) => {
        if (answer.status < 300) succeeded.add(`${request.method} ${request.path}`);
        return judge(request, answer);
      },
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(unreached(), []);
    assert.equal((await service.get('/health')).status, 200);
  });
});

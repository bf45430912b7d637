import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import {
  appendLeaf,
  consistencyCoordinates,
  foldProof,
  leafHash,
  rootOf,
} from '@platform/core/log/merkle/tree';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedTreeHead, TreeHead } from '@platform/core/objects/log';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { openReceipt, saltsOfAction } from '@platform/core/receipt/open-receipt';
import { type Signer, signObject } from '@platform/core/signed/signed';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, NOW, openConsole, serveConsole } from './console-app.ts';
import { keyBook } from './enrolled.ts';
import { fakeAuthority, vector } from './fake-authority.ts';
import { submit } from './forms.ts';
import { press, textAt, type } from './open-page.ts';
import { signedBooks } from './signed-books.ts';

const browser = useBrowser();

describe('the first page of all', () => {
  const ALL = ['executed', 'second', 'denied'].map(vector);
  const executed = unwrap(openReceipt(nodeCrypto, vector('executed')));
  const { who, what, how, why, signatures, status } = executed;

  const mandate: MandateRecord = {
    contract: who.contract,
    contract_hash: who.contract_hash,
    signature: signatures.principal,
    status: 'active',
    registered_at: executed.when.proposed_at,
    revocation: null,
  };

  const grant = (changes: Partial<GrantRecord>, params: Record<string, string> = {}): GrantRecord => ({
    grant: { ...how.grant, expires_at: '2026-06-01T12:52:00.000Z' },
    grant_hash: how.grant_hash,
    signature: how.grant_signature,
    action: { ...what.action, params: { ...what.action.params, ...params } },
    salts: saltsOfAction(executed),
    action_hash: what.action_hash,
    decision: why.decision,
    status: 'pending',
    ending: null,
    approval: null,
    redemption_id: null,
    redeemed_at: null,
    receipt_id: null,
    ...changes,
  });

  const head = {
    tree_head: { ...(status.log?.tree_head as NonNullable<typeof status.log>['tree_head']) },
    tree_head_hash: '0'.repeat(64),
    signature: signatures.pep,
  };

  const busy = fakeAuthority(ALL, {
    mandates: async () => ok([mandate]),
    waiting: async () => ok([grant({})]),
    grantsOf: async () =>
      ok([
        grant({}, { amount: '40' }),
        grant({ status: 'redeemed' }, { amount: '250' }),
        grant({ status: 'denied' }, { amount: '9000' }),
      ]),
    logHead: async () => ok(head),
  });

  const HTML = { accept: 'text/html' };

  describe('the first page', () => {
    test('at both widths, light and dark', async (t) => {
      await checkPage(browser(), { name: 'home', url: await serveConsole(t, { authority: busy }) });
    });

    test('of a deployment in which nothing has happened', async (t) => {
      const answer = await (await makeConsole(t)).inject({ url: '/', headers: HTML });
      assert.equal(answer.statusCode, 200);
      await assertValid(answer.body);
    });

    test('tells what waits, what is left and who answers', async (t) => {
      const app = await makeConsole(t, { authority: busy });
      const text = (await app.inject({ url: '/', headers: HTML })).body
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ');
      assert.match(text, /1 request needs approval/);
      assert.match(text, /52 minutes left/);
      // 40 waiting and 250 spent hold their place in the day’s sum; what was denied does not.
      const limit = Number(who.contract.rules.daily_max);
      assert.match(text, new RegExp(`${limit - 290}(?: \\w+)? left today 250 spent, 40 waiting`));
      assert.match(text, /1 of \d+ used, 1 waiting/);
      assert.match(text, /The authority answers\./);
      assert.match(text, /The gateway does not answer\./);
    });

    test('yesterday’s sums do not count today', async (t) => {
      const app = await makeConsole(t, { authority: busy, now: () => NOW.replace('06-01', '06-02') });
      const { body } = await app.inject({ url: '/', headers: HTML });
      assert.match(body, /left today<\/strong> <span class="note">0 spent</);
    });

    test('says so when the authority does not answer', async (t) => {
      const authority = fakeAuthority([], {
        mandates: async () =>
          fail('authority_silent', 'The authority at http://127.0.0.1:8001 does not answer.'),
      });
      const app = await makeConsole(t, { authority });
      const answer = await app.inject({ url: '/', headers: HTML });
      assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '5']);
      assert.match(answer.body, /The authority does not answer/);
    });
  });
});

describe('whom the console lets in', () => {
  const HTML = { accept: 'text/html' };
  const PASSWORD = 'a password of some length';

  const basic = (password: string) => ({
    ...HTML,
    authorization: `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`,
  });

  describe('the console’s frame', () => {
    test('a path that nobody serves gets a page', async (t) => {
      const url = await serveConsole(t);
      await checkPage(browser(), { name: 'console-404', url: `${url}/nowhere`, status: 404 });
    });

    test('is open without a password', async (t) => {
      const app = await makeConsole(t);
      assert.equal((await app.inject({ url: '/', headers: HTML })).statusCode, 200);
    });

    test('with a password, shows nothing to who does not know it, but says that it lives', async (t) => {
      const app = await makeConsole(t, { password: PASSWORD });
      for (const url of ['/', '/docs/schema/mandate.json', '/openapi.json', '/docs', '/healthz?x=1']) {
        const refused = await app.inject({ url, headers: HTML });
        assert.equal(refused.statusCode, 401, url);
        assert.match(refused.headers['www-authenticate'] as string, /^Basic /);
      }
      for (const url of ['/healthz', '/readyz', '/metrics']) {
        assert.equal((await app.inject(url)).statusCode, 200);
      }
      assert.equal((await app.inject({ url: '/', headers: basic(PASSWORD) })).statusCode, 200);
      assert.equal((await app.inject({ url: '/', headers: basic('another password') })).statusCode, 401);
      assert.equal((await app.inject({ url: '/', headers: { authorization: 'Basic ???' } })).statusCode, 401);
    });

    async function afterGuesses(t: TestContext, remoteAddress = '192.0.2.1') {
      const app = await makeConsole(t, { password: PASSWORD });
      const ask = async (password: string, cookie = '', from = remoteAddress) => {
        const headers = { ...basic(password), cookie };
        return app.inject({ url: '/', headers, remoteAddress: from });
      };
      const cookieOf = async (from: string) => {
        const set = (await ask(PASSWORD, '', from)).headers['set-cookie'];
        return [set]
          .flat()
          .map((line) => String(line).split(';')[0])
          .join('; ');
      };
      const guess = async (times: number, cookie = '') => {
        const answers = [];
        for (let count = 0; count < times; count += 1)
          answers.push((await ask(`no ${count}`, cookie)).statusCode);
        return answers;
      };
      return { ask, cookieOf, guess };
    }

    test('ten wrong passwords keep out nobody who knows the right one, and make guessing slow', async (t) => {
      const { ask, guess } = await afterGuesses(t);
      assert.deepEqual(await guess(10), Array(10).fill(401));
      assert.equal((await ask(PASSWORD)).statusCode, 200);
      const next = await ask(PASSWORD);
      assert.equal(next.statusCode, 429, 'one in ten seconds');
      const wait = Number(next.headers['retry-after']);
      assert.ok(wait > 0 && wait <= 10, `${wait}`);
    });

    test('a browser that gave the password before is kept out by nobody who guesses at its address', async (t) => {
      const { ask, cookieOf, guess } = await afterGuesses(t);
      const cookie = await cookieOf('192.0.2.1');
      assert.deepEqual((await guess(30)).slice(11), Array(19).fill(429));
      for (let count = 0; count < 5; count += 1) assert.equal((await ask(PASSWORD, cookie)).statusCode, 200);
      assert.equal((await ask('wrong', cookie)).statusCode, 401, 'the cookie opens nothing');
      const forged = cookie.replaceAll(/=known1\.[0-9a-f]{4}/g, '=known1.0000');
      assert.equal((await ask(PASSWORD, forged)).statusCode, 429);
      assert.deepEqual((await guess(12, cookie)).slice(10), [429, 429], 'nor does it guess faster');
    });

    test('behind a proxy that the setting names, each reader has guesses of their own', async (t) => {
      const asked = async (trustProxy: string[] | false) => {
        const app = await makeConsole(t, { password: PASSWORD, trustProxy });
        const ask = (password: string, seen: string) =>
          app.inject({
            url: '/',
            remoteAddress: '127.0.0.1',
            headers: { ...basic(password), 'x-forwarded-for': seen },
          });
        for (let count = 0; count < 11; count += 1) await ask(`no ${count}`, '198.51.100.7, 192.0.2.1');
        return [(await ask(PASSWORD, '192.0.2.1')).statusCode, (await ask(PASSWORD, '192.0.2.2')).statusCode];
      };
      assert.deepEqual(await asked(['127.0.0.1']), [429, 200]);
      assert.deepEqual(await asked(false), [429, 429]);
    });

    test('guesses that are sent at once are counted one by one', async (t) => {
      const { ask } = await afterGuesses(t);
      const answers = await Promise.all(Array.from({ length: 30 }, (_, count) => ask(`no ${count}`)));
      assert.equal(answers.filter(({ statusCode }) => statusCode === 401).length, 11);
      const { statusCode } = await ask(PASSWORD);
      assert.equal(statusCode, 429);
    });

    test('a network has one share of guesses, however many addresses it has', async (t) => {
      const { ask, guess } = await afterGuesses(t, '2001:db8::1');
      await guess(11);
      assert.equal((await ask('no', '', '2001:db8::2')).statusCode, 429);
      assert.equal((await ask('no', '', '2001:db8:1::2')).statusCode, 401);
    });

    test('what the authority does not have is told as missing, not as its refusal', async (t) => {
      const said = 'There is no receipt rcpt_none.';
      const message = `The authority refused (receipt_not_found): ${said}`;
      const detail = { status: 404, error: 'receipt_not_found', said };
      const authority = fakeAuthority([], {
        receipt: async () => fail('authority_refused', message, detail),
      });
      const app = await makeConsole(t, { authority });
      const { statusCode, body } = await app.inject({ url: '/receipts/rcpt_none', headers: HTML });
      assert.equal(statusCode, 404);
      assert.match(body, /<h1>Not found<\/h1>\s*<p class="story">There is no receipt rcpt_none\.</);
    });

    test('no page may be framed, run inline script or load from elsewhere', async (t) => {
      const app = await makeConsole(t);
      const policy = (await app.inject({ url: '/', headers: HTML })).headers[
        'content-security-policy'
      ] as string;
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe/);
    });
  });
});

describe('from where it is asked', () => {
  const ASKED = { person: 'cfo', device: 'laptop', role: 'approver', hardware: false };
  const PASSWORD = 'a password of some length';
  const KNOWN = { authorization: `Basic ${Buffer.from(`anyone:${PASSWORD}`).toString('base64')}` };
  const OWN = 'https://console.example';

  describe('the address under which the console is asked', () => {
    const cases: readonly (readonly [host: string, origin: string, status: number])[] = [
      ['localhost:8080', 'http://localhost:8080', 200],
      ['LOCALHOST:9999', 'http://localhost:8080', 200],
      ['127.0.0.1:8080', 'http://localhost:8080', 200],
      ['[::1]:8080', 'http://localhost:8080', 200],
      ['127.0.0.1:8080', OWN, 200],
      ['console.example', OWN, 200],
      ['Console.Example:443', OWN, 200],
      ['console.example:80', OWN, 403],
      ['evil.example', OWN, 403],
      ['evil.example', 'http://localhost:8080', 403],
      ['evil.example:8080', 'http://localhost:8080', 403],
      ['10.0.0.5:8080', 'http://localhost:8080', 403],
      ['localhost.evil.example', 'http://localhost:8080', 403],
      ['localhost@evil.example', 'http://localhost:8080', 403],
      ['evil.example/@localhost', 'http://localhost:8080', 403],
    ];
    test('is its own, or this machine’s', async (t) => {
      let origin = OWN;
      const app = await makeConsole(t, { authority: keyBook().authority, origin: () => origin });
      for (const [host, own, status] of cases) {
        origin = own;
        const what = `${host} at ${origin}`;
        for (const url of ['/', '/approvals', '/keys', '/openapi.json']) {
          const { statusCode } = await app.inject({ url, headers: { host } });
          assert.equal(statusCode === 403, status === 403, `${what}${url}`);
        }
        const answer = await app.inject({
          method: 'POST',
          url: '/keys/enrol/options',
          payload: ASKED,
          headers: { host },
        });
        assert.equal(answer.statusCode, status, what);
        for (const open of ['/healthz', '/readyz', '/metrics']) {
          assert.equal((await app.inject({ url: open, headers: { host } })).statusCode, 200, what);
        }
      }
    });

    test('a password opens it under its own name, and under no other', async (t) => {
      const app = await makeConsole(t, { password: PASSWORD, origin: () => OWN });
      const open = async (host: string) =>
        (await app.inject({ url: '/', headers: { ...KNOWN, host } })).statusCode;
      assert.equal(await open('console.example'), 200);
      assert.equal(await open('evil.example'), 403);
      assert.equal((await app.inject({ url: '/', headers: { host: 'console.example' } })).statusCode, 401);
    });

    test('the refusal says what to do, as a page and as JSON', async (t) => {
      const app = await makeConsole(t, { origin: () => OWN });
      const ask = (url: string) =>
        app.inject({ url, headers: { accept: 'text/html', host: 'evil.example' } });
      const page = await ask('/');
      assert.match(page.body, /<h1>This is not the console’s address<\/h1>/);
      assert.match(page.body, /set CONSOLE_ORIGIN/);
      const { detail } = (await ask('/openapi.json')).json();
      assert.equal(detail.error, 'host_foreign');
      assert.match(detail.message, /answers at https:\/\/console\.example/);
    });
  });

  describe('what another site’s page sends', () => {
    const own = { host: 'console.example' };
    const cases: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
      ['our page’s', { ...own, origin: OWN, 'sec-fetch-site': 'same-origin' }, 200],
      ['our page’s in an older browser', { ...own, origin: OWN }, 200],
      ['what no browser sent', own, 200],
      ['our page’s by a proxy that keeps the name to itself', { host: '127.0.0.1:8080', origin: OWN }, 200],
      ['the machine’s own', { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }, 200],
      ['another site’s', { ...own, 'sec-fetch-site': 'cross-site' }, 403],
      ['a neighbour’s', { ...own, 'sec-fetch-site': 'same-site' }, 403],
      ['another origin’s', { ...own, origin: 'https://evil.example' }, 403],
      [
        'another origin’s, said to be ours',
        { ...own, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
        403,
      ],
      ['our name’s without TLS', { ...own, origin: 'http://console.example' }, 403],
      ['a frame’s without origin', { ...own, origin: 'null' }, 403],
      ['another port’s of the machine', { host: 'localhost:8080', origin: 'http://localhost:9999' }, 403],
    ];
    test('is refused', async (t) => {
      const app = await makeConsole(t, { authority: keyBook().authority, origin: () => OWN });
      for (const [whose, headers, status] of cases) {
        const url = '/keys/enrol/options';
        const answer = await app.inject({ method: 'POST', url, payload: ASKED, headers });
        assert.equal(answer.statusCode, status, whose);
        if (status === 403) assert.equal(answer.json().detail.error, 'cross_site_request', whose);
      }
    });

    test('is refused in a browser, too: a form of another site opens no page', async (t) => {
      const { app, url } = await openConsole(t, { authority: signedBooks() });
      const page = await openPage(t, browser());
      // Of another site to the browser, although it is the same server.
      const elsewhere = url.replace('localhost', '127.0.0.1');
      await page.route(`${elsewhere}/evil`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<form method="post" action="${url}/mandates/new"><input name="step" value="change"></form>`,
        }),
      );
      await page.goto(`${elsewhere}/evil`);
      const loaded = page.waitForEvent('load');
      const answered = page.waitForResponse(`${url}/mandates/new`);
      await page.evaluate('document.forms[0].submit()');
      assert.equal((await answered).status(), 403);
      await loaded;
      assert.equal(await textAt(page, 'h1'), 'This came from another site');
      const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' };
      for (const path of ['/mandates/new', '/policy/treasury.v1/draft']) {
        const answer = await app.inject({ method: 'POST', url: path, headers, payload: 'step=change' });
        assert.equal(answer.statusCode, 403, path);
      }
    });

    test('a form sent by what is no browser is read as ever', async (t) => {
      const app = await makeConsole(t, { authority: signedBooks() });
      const { status } = await submit(app, '/mandates/new', { profile: 'treasury.v1', step: 'change' });
      assert.equal(status, 200);
    });
  });
});

describe('the log', () => {
  const DEPLOYMENT = 'dp_0123456789abcdef01234567';

  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  const signer: Signer = {
    kid: 'authority',
    alg: 'ed25519',
    sign: (ascii) => sign(null, Buffer.from(ascii, 'ascii'), pair.privateKey).toString('hex'),
  };

  const keys: KeySet = {
    authority: {
      deployment: DEPLOYMENT,
      kid: 'authority',
      alg: 'ed25519',
      public_key: publicKey,
      fingerprint: `sha256:${nodeCrypto.sha256(Buffer.from(publicKey, 'hex'))}`,
      role: 'authority',
      person: null,
      tenants: null,
      independent: false,
      hardware: false,
      not_before: '2026-01-01T00:00:00.000Z',
      not_after: null,
      compromised_at: null,
      enrolment: null,
    },
  };

  /** A log of seven leaves, with a head after each. */
  function makeLog() {
    const nodes = new Map<string, string>();
    const heads: SignedTreeHead[] = [];
    let tree = { size: 0, frontier: [] as readonly string[] };
    for (let index = 0; index < 7; index += 1) {
      const appended = appendLeaf(nodeCrypto, tree, leafHash(nodeCrypto, Uint8Array.of(index)));
      for (const { level, index: at, hash } of appended.nodes) nodes.set(`${level}:${at}`, hash);
      tree = appended;
      const head: TreeHead = {
        type: 'sanad/tree-head/1',
        deployment: DEPLOYMENT,
        log_id: 'sanad-local',
        tree_size: tree.size,
        root_hash: rootOf(nodeCrypto, tree.frontier),
        timestamp: `2026-06-01T09:0${index}:00.000Z`,
      };
      const { hash, signature } = signObject(nodeCrypto, signer, head);
      heads.unshift({ tree_head: head, tree_head_hash: hash, signature });
    }
    const prove = (from: number, to: number) =>
      foldProof(
        nodeCrypto,
        consistencyCoordinates(from, to),
        ({ level, index }) => nodes.get(`${level}:${index}`) ?? '',
      );
    return { heads, prove };
  }

  const { heads, prove } = makeLog();

  const withLog = (given: Partial<Authority> = {}) =>
    fakeAuthority([], {
      logHeads: async () => ok(heads),
      keys: async () => ok(keys),
      consistency: async (from, to) =>
        ok({ from, to, from_root: '0'.repeat(64), to_root: '0'.repeat(64), proof: prove(from, to) }),
      ...given,
    });

  /** A page of this log, which tells what it finds whenever it is asked. */
  async function asking(t: TestContext, authority: Authority): Promise<() => Promise<string>> {
    const url = await serveConsole(t, { authority });
    const page = await openPage(t, browser(), { url: `${url}/log` });
    await type(page, '#earlier', '3');
    return async () => {
      await page.evaluate("document.querySelector('#check-answer').textContent = ''");
      await press(page, '#check-form button');
      return textAt(page, '#check-answer', /\.$/);
    };
  }

  describe('/log', () => {
    test('at both widths, light and dark', async (t) => {
      await checkPage(browser(), {
        name: 'log',
        url: `${await serveConsole(t, { authority: withLog() })}/log`,
      });
    });

    test('draws how the log grew, says so in words, and lists each head', async (t) => {
      const app = await makeConsole(t, { authority: withLog() });
      const { body } = await app.inject({ url: '/log', headers: { accept: 'text/html' } });
      const [, path = ''] = /<path class="line" d="([^"]*)"/.exec(body) ?? [];
      assert.match(path, /^M0,120(?:H[\d.]+V[\d.]+)*H1000V0$/);
      assert.equal(path.match(/H/g)?.length, heads.length - 1);
      assert.match(
        body,
        new RegExp(`aria-label="The log’s growth\\. From \\d+ to ${heads[0]?.tree_head.tree_size} entries`),
      );
      assert.equal(body.match(/<td><time/g)?.length, heads.length);
    });

    test('one head is no growth, and times that are none break nothing', async (t) => {
      const [newest] = heads as [SignedTreeHead];
      const odd = { ...newest, tree_head: { ...newest.tree_head, timestamp: 'never' } };
      for (const given of [[newest], [odd, odd], [newest, newest]]) {
        const app = await makeConsole(t, { authority: withLog({ logHeads: async () => ok(given) }) });
        const { statusCode, body } = await app.inject({ url: '/log', headers: { accept: 'text/html' } });
        assert.equal(statusCode, 200);
        assert.equal(body.includes('class="growth"'), given.length > 1);
        assert.doesNotMatch(body, /NaN/);
      }
    });

    test('names the witnesses of the newest head, and of no other, here and on the first page', async (t) => {
      const [newest] = heads as [SignedTreeHead];
      const { tree_size: size } = newest.tree_head;
      const lines = ['log.example/1', 'log.example/1', 'ana.example', '<b>bob</b>'].map(
        (name) => `— ${name} ${Buffer.alloc(76).toString('base64')}\n`,
      );
      const note = `log.example/1\n${size}\nAAAA\n\n${lines.join('')}`;
      const shown = async (treeSize: number, signed: string) => {
        const authority = withLog({
          logHead: async () => ok(newest),
          checkpoints: async (filter) => {
            assert.deepEqual(filter, { from: size, cosigned: true, limit: 1 });
            return ok({ vkey: null, checkpoints: [{ tree_size: treeSize, note: signed }] });
          },
        });
        const app = await makeConsole(t, { authority });
        const get = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).body;
        return [await get('/log'), await get('/')];
      };
      for (const body of await shown(size, note)) {
        assert.match(
          body,
          /signatures of two witnesses: <bdi class="id">ana\.example<\/bdi>, <bdi class="id">&lt;b&gt;bob/,
        );
        assert.doesNotMatch(body, /No witness/);
      }
      for (const body of [...(await shown(size + 1, note)), ...(await shown(size, 'no note'))])
        assert.match(body, /No witness has signed it: others may be shown another log/);
    });

    test('of no receipts', async (t) => {
      const app = await makeConsole(t);
      assert.match(
        (await app.inject({ url: '/log', headers: { accept: 'text/html' } })).body,
        /The log is empty/,
      );
    });

    test('the browser checks that a later head continues an earlier one, and says so when it does not', async (t) => {
      let proof = (from: number, to: number) => prove(from, to);
      const answer = await asking(
        t,
        withLog({
          consistency: async (from, to) =>
            ok({
              from,
              to,
              from_root: '0'.repeat(64),
              to_root: '0'.repeat(64),
              proof: proof(from, to),
            }),
        }),
      );
      assert.match(await answer(), /Nothing in the first 3 was changed/);
      proof = (from, to) => prove(from, to).reverse();
      assert.match(await answer(), /Something was changed or removed/);
    });

    test('a head that nobody signed is refused', async (t) => {
      const [newest, ...others] = heads as [SignedTreeHead, ...SignedTreeHead[]];
      const changed = { ...newest, tree_head: { ...newest.tree_head, root_hash: '1'.repeat(64) } };
      const forged = withLog({ logHeads: async () => ok([changed, ...others]) });
      const answer = await asking(t, forged);
      assert.match(await answer(), /not signed as it should be/);
    });
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createLog } from '@common/kit/telemetry/log';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import type { ApprovalRequest, GrantRecord } from '@platform/core/objects/grant';
import type { GrantNotice } from '@platform/core/objects/notice';
import { actionHash } from '@platform/core/signed/sealed-action';
import { verifySignature } from '@platform/core/signed/signed';
import type { Page } from 'playwright-core';
import { compare, readData } from '../../src/approvals/compare.ts';
import type { Authority } from '../../src/use-cases/authority.ts';
import type { LiveLimits } from '../../src/waiting/waiting.http.ts';
import { chooseByKeyboard } from './choose-file.ts';
import { listenLocally, makeConsole, NOW, serveConsole } from './console-app.ts';
import { fakeAuthority } from './fake-authority.ts';
import { decoded } from './forms.ts';
import { greens } from './greens.ts';
import { approved, heldGrant, holders, holding, keys } from './held-grant.ts';
import { countOf, focused, give, isHidden, keyFile, press, textAt, type, unfold } from './open-page.ts';

const browser = useBrowser();

describe('requests, read and approved with a key file', () => {
  const held = heldGrant();
  const PATH = `/approvals/${held.grant.grant_id}`;
  const HTML = { accept: 'text/html' };

  async function open(t: TestContext, authority: Authority): Promise<Page> {
    const url = await serveConsole(t, { authority });
    return openPage(t, browser(), { url: `${url}${PATH}` });
  }

  /** Keeps what it is sent, and approves it. */
  function approving(sent: ApprovalRequest[], kid: string, record = held): Authority {
    return holding(record, {
      approve: async (_, request) => {
        sent.push(request);
        return ok(approved(record, kid));
      },
    });
  }

  const notice: GrantNotice = {
    type: 'approval.requested',
    person: 'cfo',
    state: 'delivered',
    attempts: 1,
    entered_at: '2026-06-01T11:00:00.000Z',
    ended_at: '2026-06-01T11:00:02.000Z',
  };

  /** All that could approve: a rejection is another form. */
  const forms = (page: Page) => countOf(page, '#typed, #approve-file, [id^=approve-]');

  describe('/approvals', () => {
    test('at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: holding(held) });
      await checkPage(browser(), { name: 'approvals', url: `${url}/approvals` });
    });

    test('nothing waits', async (t) => {
      const app = await makeConsole(t, { authority: fakeAuthority([]) });
      const answer = await app.inject({ url: '/approvals', headers: HTML });
      assert.equal(answer.statusCode, 200);
      await assertValid(answer.body);
    });

    test('tells what waits in words, with its time, and leads to it; so does the first page', async (t) => {
      const app = await makeConsole(t, { authority: holding(held) });
      for (const path of ['/approvals', '/']) {
        const { body } = await app.inject({ url: path, headers: HTML });
        assert.match(body, /1 request needs approval/);
        assert.match(body.replaceAll(/<[^>]*>/g, ''), /Pay 2,500\.00 EUR to acme for INV8/);
        assert.match(body, /52 minutes left/);
        assert.ok(body.includes(`href="${PATH}"`), path);
      }
    });
  });

  describe('/approvals/{grant_id}', () => {
    test('shows every member of the action, and that the hashes agree', async (t) => {
      const page = await open(t, holding(held));
      assert.match(await textAt(page, '#compared'), /The hashes agree/);
      assert.match(await textAt(page, 'h1'), /^Pay 2,500\.00 EUR to acme for INV8$/);
      await unfold(page);
      const shown = await textAt(page, '.asked');
      for (const [name, value] of Object.entries({ ...held.action, ...held.action.params })) {
        if (name !== 'params') assert.ok(shown.includes(`"${name}":${JSON.stringify(value)}`), name);
      }
      assert.match(await textAt(page, '#standing'), /52 minutes left, then it ends unpaid/);
      assert.match(await textAt(page, '#content'), /it waits for cfo\./);
      assert.deepEqual(await greens(page), []);
    });

    test('says whom the authority told by webhook, and nothing where it does not say so', async (t) => {
      const notices: Authority['notices'] = async () =>
        ok([
          notice,
          { ...notice, type: 'approval.reminder', ended_at: NOW },
          { ...notice, person: 'guest', state: 'given_up' },
          { ...notice, person: 'third', state: 'withdrawn' },
        ]);
      const body = async (authority: Authority) => {
        const app = await makeConsole(t, { authority });
        const answer = await app.inject({ url: PATH, headers: HTML });
        assert.equal(answer.statusCode, 200);
        return answer.body.replaceAll(/<[^>]*>/g, '');
      };
      assert.match(
        await body(holding(held, { notices })),
        /Told by webhook: cfo on 1 June 2026 at 11:00 UTC, reminded on 1 June 2026 at 12:00 UTC; guest not reached\./,
      );
      const silent = async () => fail('authority_silent', 'It does not answer.');
      assert.doesNotMatch(await body(holding(held, { notices: silent })), /webhook/);
      assert.doesNotMatch(await body(holding(held)), /webhook/);
    });

    test('without a script it tells all, claims nothing and names the command', async (t) => {
      const app = await makeConsole(t, { authority: holding(held) });
      const { body } = await app.inject({ url: PATH, headers: HTML });
      const shown = body.slice(body.indexOf('<main')).replaceAll(/<template[\s\S]*?<\/template>/g, '');
      assert.match(shown, /Not compared/);
      assert.match(shown, /npx sanad grant approve gr_/);
      assert.doesNotMatch(shown, /<input|<button/);
    });

    for (const [name, { pem, signer }] of [
      ['ed25519', holders.cfo],
      ['es256', holders.second],
    ] as const) {
      test(`by keyboard alone, with a key file of ${name}: only the signature is sent`, async (t) => {
        const sent: ApprovalRequest[] = [];
        const page = await open(t, approving(sent, signer.kid));
        const bodies: (string | null)[] = [];
        page.on('request', (request) => bodies.push(request.postData()));
        await page.locator('#typed').focus();
        await page.keyboard.type('2,500.00');
        await page.keyboard.press('Enter');
        await chooseByKeyboard(page, ['Tab', 'Enter'], keyFile(pem));
        await page.locator('#approve-sign').waitFor();
        assert.ok((await textAt(page, '#approve-state')).includes(`This is ${signer.kid}, the key of cfo`));
        assert.equal(sent.length, 0);
        await page.keyboard.press('Enter');
        await textAt(
          page,
          '#answered',
          /Approved by \S+, not paid yet\. The approval expires on .* The agent can go on now\. There is nothing else to do/,
        );
        assert.match(await textAt(page, '#standing'), /^Approved by/);
        assert.doesNotMatch(
          await textAt(page, 'main'),
          /minutes left|What approving does|npx sanad|you would sign/,
        );
        assert.equal(await focused(page), 'answered');
        assert.equal(await forms(page), 0);
        const [request] = sent as [ApprovalRequest];
        const { hash, key } = { hash: held.action_hash, key: keys[signer.kid] as (typeof keys)[string] };
        const claim = { hash, signature: request.signature, key, type: 'sanad/action/1', at: NOW } as const;
        assert.equal(request.action_hash, hash);
        assert.ok(verifySignature(nodeCrypto, claim).ok);
        const posted = bodies.filter((body) => body !== null);
        assert.deepEqual(
          posted.map((body) => JSON.parse(body)),
          [request],
        );
        assert.deepEqual(await greens(page), []);
      });
    }

    test('at each key a word says how the amount compares, and the button names it once it agrees', async (t) => {
      const page = await open(t, holding(held));
      const isDisabled = () => page.evaluate("document.querySelector('#approve-choose').ariaDisabled");
      assert.equal(await textAt(page, '#approve-choose'), 'Approve with a key file');
      for (const [typed, said] of [
        ['', /^You can sign once this matches the request\.$/],
        ['250', /^You typed 250\.00; the request says 2,500\.00\. If the paper says 250, reject\.$/],
        ['2.600,00', /^You typed 2,600\.00; the request says 2,500\.00\./],
        ['2500.001', /^You typed 2,500\.001; the request says 2,500\.00\./],
        ['+2500', /^“\+2500” is not read as an amount/],
        ['$2,500', /^You typed \$, and the request is in EUR\.$/],
      ] as const) {
        await type(page, '#typed', typed);
        await textAt(page, '#typed-hint', said);
        assert.equal(await isDisabled(), 'true');
        await press(page, '#approve-choose');
        await textAt(page, '#typed-problem', typed === '' ? /Type it first/ : /Which is right/);
        assert.equal(await focused(page), 'typed');
      }
      await give(page, '#approve-file', keyFile(holders.cfo.pem));
      assert.ok(await isHidden(page, '#approve-sign'), 'a key given beforehand is not taken');
      for (const typed of ['2.500,00', '€2,500.00', 'EUR 2 500', '٢٬٥٠٠']) {
        await type(page, '#typed', typed);
        await textAt(page, '#typed-hint', /^2,500\.00 EUR: the same as the request\.$/);
        assert.equal(await isDisabled(), 'false');
        assert.equal(await textAt(page, '#approve-choose'), 'Approve 2,500 EUR with a key file');
      }
    });

    test('a key file that may not sign signs nothing, and the page says why', async (t) => {
      const sent: ApprovalRequest[] = [];
      const page = await open(t, approving(sent, 'approver_cfo'));
      await type(page, '#typed', '2500');
      for (const [pem, said] of [
        [holders.guest.pem, /guest.* is not an approver in any route/],
        [holders.principal.pem, /approve with an approver's key/],
        ['hello', /not a private key in PKCS#8/],
        ['-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n', /encrypted/],
        [holders.cfo.pem.replace(/.{9}\n-/, '\n-'), /no Ed25519 or P-256 key/],
      ] as const) {
        await give(page, '#approve-file', keyFile(pem));
        assert.match(await textAt(page, '#approve-problem', said), /Nothing was signed/);
        assert.ok(await isHidden(page, '#approve-sign'));
      }
      assert.deepEqual(sent, []);
    });

    test('an approval that was not sent, or not taken, is told beside its button', async (t) => {
      const sent: ApprovalRequest[] = [];
      const message = 'The authority refused (contract_revoked): The mandate is revoked.';
      const refusal = fail('authority_refused', message, { status: 409, error: 'contract_revoked' });
      const silent = fail('authority_silent', 'The authority does not answer.');
      const now: Pick<Authority, 'grant' | 'approve'> = approving(sent, 'approver_guest');
      const page = await open(t, {
        ...holding(held),
        grant: (id) => now.grant(id),
        approve: (id, request) => now.approve(id, request),
      });
      await type(page, '#typed', '2500');
      for (const [changes, said] of [
        [{}, /shows no approval by approver_cfo/],
        [{ approve: async () => silent }, /not known whether it arrived/],
        [{ approve: async () => refusal }, /^Not approved\. The authority refused \(contract_revoked\)/],
        [
          { ...approving(sent, 'approver_cfo'), grant: async () => ok(heldGrant({ amount: '9500' })) },
          /Nothing was signed\. The request is not the one that you read/,
        ],
      ] as const) {
        Object.assign(now, changes);
        await give(page, '#approve-file', keyFile(holders.cfo.pem));
        await textAt(page, '#approve-state', 'This is approver_cfo');
        await press(page, '#approve-sign');
        await textAt(page, '#approve-problem', said);
      }
      assert.equal(sent.length, 1, 'to the one who said that somebody else had approved it');
    });

    test('what was approved already has no form', async (t) => {
      const page = await open(t, holding(approved(held, 'approver_cfo')));
      assert.match(await textAt(page, '#story'), /not paid yet/);
      assert.match(await textAt(page, 'h1'), /asked to pay/);
      assert.equal(await forms(page), 0);
    });
  });

  describe('a hostile authority', () => {
    const changed = (given: Partial<GrantRecord>): GrantRecord => ({ ...held, ...given });
    const withAmount = { ...held.action, params: { ...held.action.params, amount: '9500' } };
    const other = heldGrant({ amount: '9500' });
    const script = '</div></script><script>document.title="run"</script><img src=x onerror=alert(1)>';

    test('anything that the grant does not bind is refused', async (t) => {
      for (const [name, record] of [
        ['another amount', changed({ action: withAmount })],
        ['another amount with its hash', changed({ action: withAmount, action_hash: other.action_hash })],
        ['another hash', changed({ action_hash: '0'.repeat(64) })],
        ['another grant’s binding', changed({ grant: other.grant, grant_hash: other.grant_hash })],
        ['a grant that it did not sign', changed({ signature: { ...held.signature, sig: '0'.repeat(128) } })],
        ['another deployment', changed({ action: { ...held.action, deployment: `dp_${'0'.repeat(24)}` } })],
        ['another mandate', changed({ action: { ...held.action, contract_hash: '0'.repeat(64) } })],
      ] as const) {
        const app = await makeConsole(t, { authority: holding(record) });
        const { body } = await app.inject({ url: PATH, headers: HTML });
        const [, text = ''] = /data-approval="([^"]*)"/.exec(body) ?? [];
        // As the page’s script compares it before it makes anything that could approve.
        const data = readData(decoded(text));
        assert.ok(data.ok, name);
        assert.ok(!compare(data.value.record, data.value, keys).ok, name);
      }
    });

    test('what was given can be saved as a file, with the hash that the browser made', async (t) => {
      const record = changed({ action: withAmount });
      const page = await open(t, holding(record));
      assert.equal(await textAt(page, 'h1'), 'Do not approve this');
      assert.match(await textAt(page, '#compared'), /Do not sign|Made here/);
      assert.equal(await forms(page), 0);
      assert.equal(await countOf(page, '.refused'), 1);
      assert.match(await textAt(page, '#ahead'), /Save the evidence What this page was given, .* as a file/);
      const download = page.waitForEvent('download');
      await press(page, '#evidence');
      const file = await download;
      assert.equal(file.suggestedFilename(), `evidence-${held.grant.grant_id}.json`);
      const stream = await file.createReadStream();
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const saved = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      assert.deepEqual(saved.given.record, record);
      assert.equal(saved.action_hash_made_here, actionHash(nodeCrypto, withAmount, held.salts));
      assert.equal(saved.action_hash_in_grant, held.grant.action_hash);
      assert.match(saved.fault.message, /Do not sign/);
      await page.goto(`${await serveConsole(t, { authority: holding(held) })}${PATH}`);
      assert.equal(await countOf(page, '#evidence'), 0);
    });

    test('the refusal, at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: holding(changed({ action: withAmount })) });
      await checkPage(browser(), { name: 'approval-disagrees', url: `${url}${PATH}` });
    });

    test('scripts and characters that pose are shown harmless, in both columns, and read as what they are', async (t) => {
      const memo = `INV-8 gl\u043ebex\u200b\u202e ${script}`;
      const record = {
        ...heldGrant({ memo, beneficiary_id: script }),
        decision: { ...held.decision, detail: `${script}\u202e\u0007` },
      };
      const notices = async () => ok([notice]);
      const url = await serveConsole(t, { authority: holding(record, { notices }) });
      await checkPage(browser(), { name: 'approval-odd', url: `${url}${PATH}` });
      const page = await openPage(t, browser(), { url: `${url}${PATH}` });
      assert.doesNotMatch(await page.title(), /run/);
      assert.equal(await countOf(page, 'img'), 0);
      await unfold(page);
      const boxes = await page.evaluate(
        "[...document.querySelectorAll('.asked .odd')].map((box) => box.innerText)",
      );
      const wanted = ['о Cyrillic U+043E', 'invisible U+200B', 'invisible U+202E'];
      assert.deepEqual(boxes, [...wanted, ...wanted]);
      assert.match(await textAt(page, '#content'), /Some characters are not what they seem/);
    });

    test('an answer of another form is no page', async (t) => {
      const garbled = fail('authority_garbled', 'The authority’s answer is not of the documented form.');
      const app = await makeConsole(t, { authority: holding(held, { grant: async () => garbled }) });
      assert.equal((await app.inject({ url: PATH, headers: HTML })).statusCode, 502);
    });

    test('an end that is on no calendar is no number of minutes', async (t) => {
      const { grant, ...rest } = held;
      const bad = { ...rest, grant: { ...grant, expires_at: '2026-99-99T99:99:99Z' } };
      const given = { grant: async () => ok(bad), waiting: async () => ok([bad]) };
      const app = await makeConsole(t, { authority: holding(held, given) });
      for (const url of ['/approvals', PATH]) {
        const { statusCode, body } = await app.inject({ url, headers: HTML });
        assert.equal(statusCode, 200, url);
        assert.match(body, /an unknown time left/, url);
        assert.doesNotMatch(body, /NaN/, url);
      }
    });

    test('another site’s page has nothing passed on', async (t) => {
      const sent: ApprovalRequest[] = [];
      const app = await makeConsole(t, { authority: approving(sent, 'approver_cfo') });
      const payload = { action_hash: held.action_hash, signature: held.signature };
      const headers = { 'sec-fetch-site': 'cross-site' };
      const answer = await app.inject({ method: 'POST', url: `${PATH}/approve`, payload, headers });
      assert.equal(answer.statusCode, 403);
      assert.deepEqual(sent, []);
    });
  });
});

describe('requests as they come', () => {
  const LIMITS: LiveLimits = {
    streams: 2,
    ofOneAddress: 2,
    askEveryMs: 20,
    heartbeatMs: 20,
    lastsMs: 60_000,
  };
  const EVENTS = '/approvals/waiting.events';

  /** An authority whose requests come and go, and that may fall silent. */
  function changing() {
    const now = { waiting: [] as GrantRecord[], silent: false, asked: 0 };
    const authority = fakeAuthority([], {
      waiting: async () => {
        now.asked += 1;
        return now.silent ? fail('authority_silent', 'It does not answer.') : ok(now.waiting);
      },
      standings: async () =>
        ok(now.waiting.map(({ grant }) => ({ ...grant, done: [{ fields: ['to_account'], last_at: null }] }))),
    });
    return { now, authority };
  }

  async function open(t: TestContext, url: string): Promise<Page> {
    return openPage(t, browser(), { url });
  }

  /** What has come so far of a stream, and whether it has ended. */
  async function listen(t: TestContext, url: string, headers: Readonly<Record<string, string>> = {}) {
    const leaving = new AbortController();
    t.after(() => leaving.abort());
    const answer = await fetch(url, { headers, signal: leaving.signal });
    const heard = { status: answer.status, headers: answer.headers, text: '', hasEnded: false };
    const read = async () => {
      const decoder = new TextDecoder();
      for await (const part of answer.body ?? []) heard.text += decoder.decode(part, { stream: true });
      heard.hasEnded = true;
    };
    read().catch(() => {});
    return { heard, leave: () => leaving.abort() };
  }

  async function until(what: string, holds: () => boolean): Promise<void> {
    for (let tries = 0; tries < 500; tries += 1) {
      if (holds()) return;
      await wait(20);
    }
    assert.fail(what);
  }

  describe('a new request', () => {
    for (const path of ['/', '/approvals']) {
      test(`appears by itself on ${path}, and goes once it is answered`, async (t) => {
        const { now, authority } = changing();
        const page = await open(t, `${await serveConsole(t, { authority, live: LIMITS })}${path}`);
        await page.getByRole('heading', { name: 'Nothing needs approval' }).waitFor();
        await until('the first answer', () => now.asked > 2);
        now.waiting = [heldGrant()];
        const link = page.getByRole('link', { name: /Pay 2,500.00 EUR to acme/ });
        await link.waitFor();
        assert.equal(await link.getAttribute('href'), `/approvals/${heldGrant().grant.grant_id}`);
        assert.match(await page.title(), /1 request needs approval/);
        await page.locator('.requests strong', { hasText: 'First payment to this account' }).waitFor();
        assert.match(await page.locator('#waiting-news').innerText(), /^New: Pay 2,500.00 EUR to acme/);
        await link.focus();
        now.waiting = [heldGrant(), { ...heldGrant(), grant: { ...heldGrant().grant, grant_id: 'gr_next' } }];
        await page.getByRole('heading', { name: '2 requests need approval' }).waitFor();
        assert.match(String(await page.evaluate('document.activeElement.href')), /gr_0123/);
        now.waiting = [];
        await page.getByRole('heading', { name: 'Nothing needs approval' }).waitFor();
        assert.equal(await page.locator('.requests a[href^="/approvals"]').count(), 0);
      });
    }

    test('whose texts are hostile is shown as text, and begins no other event', async (t) => {
      const { now, authority } = changing();
      const detail = '</script><img src=x onerror=alert(1)>\u202e\n\nevent: silent\ndata: null\n\n';
      const url = await serveConsole(t, { authority, live: LIMITS });
      const page = await open(t, `${url}/approvals`);
      await until('the first answer', () => now.asked > 2);
      const held = heldGrant();
      now.waiting = [{ ...held, decision: { outcome: 'hold', reason: 'approval_required', detail } }];
      await page.locator('.requests li').waitFor();
      assert.match(await page.locator('.requests li').innerText(), /<img src=x/);
      assert.equal(await page.locator('img').count(), 0);
      assert.doesNotMatch(await page.locator('#waiting-news').innerText(), /does not answer/);
    });

    test('is not claimed to be all there is while the authority is silent', async (t) => {
      const { now, authority } = changing();
      const page = await open(t, `${await serveConsole(t, { authority, live: LIMITS })}/approvals`);
      now.silent = true;
      await page.locator('#waiting-news', { hasText: 'The authority does not answer' }).waitFor();
      now.silent = false;
      await page.locator('#waiting-news', { hasText: /^$/ }).waitFor({ state: 'attached' });
    });
  });

  describe('the stream of what waits', () => {
    test('lives while nothing changes, and says so', async (t) => {
      const { authority } = changing();
      const url = await serveConsole(t, { authority, live: LIMITS });
      const { heard } = await listen(t, `${url}${EVENTS}`);
      await until('a heartbeat', () => heard.text.includes(': still here'));
      assert.match(heard.headers.get('content-type') ?? '', /^text\/event-stream/);
      assert.equal(heard.headers.get('content-encoding'), null);
      assert.match(heard.text, /^retry: \d+\n\n/);
      assert.equal(heard.text.split('event: waiting').length, 2, 'the same is sent once');
    });

    test('asks the authority once for all who follow, and not at all when nobody does', async (t) => {
      const { now, authority } = changing();
      const url = await serveConsole(t, { authority, live: { ...LIMITS, askEveryMs: 100_000 } });
      const streams = [await listen(t, `${url}${EVENTS}`), await listen(t, `${url}${EVENTS}`)];
      for (const { heard } of streams) await until('what waits', () => heard.text.includes('event: waiting'));
      assert.equal(now.asked, 1);
      const busy = changing();
      const other = await serveConsole(t, { authority: busy.authority, live: LIMITS });
      const { leave } = await listen(t, `${other}${EVENTS}`);
      await until('some questions', () => busy.now.asked > 3);
      leave();
      let asked = -1;
      for (let tries = 0; tries < 50 && asked !== busy.now.asked; tries += 1) {
        asked = busy.now.asked;
        await wait(10 * LIMITS.askEveryMs);
      }
      assert.equal(asked, busy.now.asked);
    });

    test('tells the log nothing of readers who leave', async (t) => {
      const { authority } = changing();
      const lines: string[] = [];
      const destination = { write: (line: string) => void lines.push(line) };
      const log = createLog({ level: 'info', destination });
      const live = { ...LIMITS, streams: 1 };
      const url = await serveConsole(t, { authority, log, live });
      const { heard, leave } = await listen(t, `${url}${EVENTS}`);
      await until('what waits', () => heard.text.includes('event: waiting'));
      leave();
      let status = 503;
      for (let tries = 0; tries < 100 && status === 503; tries += 1) {
        ({ status } = (await listen(t, `${url}${EVENTS}`)).heard);
        await wait(20);
      }
      assert.equal(status, 200, 'the place of who left is free');
      // A reader who came before the place was free was refused, and a refusal has its line.
      const others = lines.filter((line) => !line.includes('streams_too_many'));
      const worse = others.filter((line) => /"level":"(?:warn|error|fatal)"|"err":/.test(line));
      assert.deepEqual(worse, []);
    });

    test('has a limit, of which the page tells', async (t) => {
      const { authority } = changing();
      const url = await serveConsole(t, { authority, live: LIMITS });
      const streams = [await listen(t, `${url}${EVENTS}`), await listen(t, `${url}${EVENTS}`)];
      const page = await open(t, `${url}/approvals`);
      await page.locator('#waiting-news', { hasText: 'is not kept up to date' }).waitFor();
      const refused = await fetch(`${url}${EVENTS}`);
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '30']);
      for (const { leave } of streams) leave();
      let status = 503;
      for (let tries = 0; tries < 100 && status === 503; tries += 1) {
        ({ status } = (await listen(t, `${url}${EVENTS}`)).heard);
        await wait(20);
      }
      assert.equal(status, 200);
    });

    test('leaves room for others when one address has its share', async (t) => {
      const { authority } = changing();
      const given = { authority, live: { ...LIMITS, streams: 5 } };
      const url = `${await serveConsole(t, { ...given, trustProxy: ['127.0.0.1'] })}${EVENTS}`;
      const by = async (seen: string) => (await listen(t, url, { 'x-forwarded-for': seen })).heard.status;
      assert.deepEqual([await by('192.0.2.1'), await by('192.0.2.1')], [200, 200]);
      assert.equal(await by('192.0.2.1'), 503);
      assert.equal(await by('192.0.2.9, 192.0.2.1'), 503, 'what a reader says of itself does not count');
      assert.equal(await by('192.0.2.2'), 200);
      assert.equal((await listen(t, url)).heard.status, 200);
      const direct = `${await serveConsole(t, given)}${EVENTS}`;
      const saying = async (seen: string) =>
        (await listen(t, direct, { 'x-forwarded-for': seen })).heard.status;
      assert.deepEqual([await saying('192.0.2.1'), await saying('192.0.2.2')], [200, 200]);
      assert.equal(await saying('192.0.2.3'), 503, 'a proxy that no setting names is not believed');
    });

    test('ends for a reader who does not read, and not for others', async (t) => {
      const { now, authority } = changing();
      const held = heldGrant();
      const url = await serveConsole(t, { authority, live: { ...LIMITS, heartbeatMs: 60_000 } });
      const { heard } = await listen(t, `${url}${EVENTS}`);
      const deaf = connect(Number(new URL(url).port), '127.0.0.1');
      t.after(() => deaf.destroy());
      deaf.on('error', () => {});
      deaf.write(`GET ${EVENTS} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      // It takes what fits into its first read, and nothing more.
      await once(deaf, 'readable');
      const third = async () => (await listen(t, `${url}${EVENTS}`)).heard.status;
      await until('the first answer', () => now.asked > 2);
      let status = await third();
      assert.equal(status, 503, 'both are followed');
      // Each change is half a megabyte, which soon is more than the machine keeps for a connection.
      for (let change = 0; change < 500 && status === 503; change += 1) {
        const detail = `${change} ${'x'.repeat(500_000)}`;
        now.waiting = [{ ...held, decision: { outcome: 'hold', reason: 'approval_required', detail } }];
        await wait(LIMITS.askEveryMs);
        status = await third();
      }
      assert.equal(status, 200);
      assert.equal(heard.hasEnded, false);
    });

    test('ends by itself in time, and at once with the service', async (t) => {
      const { authority } = changing();
      const short = await serveConsole(t, { authority, live: { ...LIMITS, lastsMs: 100 } });
      const first = await listen(t, `${short}${EVENTS}`);
      await until('its end', () => first.heard.hasEnded);
      const app = await makeConsole(t, { authority, live: LIMITS });
      const url = await listenLocally(app);
      const { heard, leave } = await listen(t, `${url}${EVENTS}`);
      await until('what waits', () => heard.text.includes('event: waiting'));
      const closing = app.close();
      try {
        // Long before its own time is over.
        await until('the end', () => heard.hasEnded);
      } finally {
        leave();
        await closing;
      }
    });
  });
});

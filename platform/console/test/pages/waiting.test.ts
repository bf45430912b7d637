import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok } from '@common/base/result';
import { createLog } from '@common/kit/log';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import type { GrantRecord } from '@platform/protocol/grant';
import type { Page } from 'playwright-core';
import type { LiveLimits } from '../../src/waiting/waiting.http.ts';
import { listenLocally, makeConsole, serveConsole } from './console-app.ts';
import { fakeAuthority } from './fake-authority.ts';
import { heldGrant } from './held-grant.ts';

const browser = useBrowser();
const LIMITS: LiveLimits = {
  ...{ streams: 2, ofOneAddress: 2, askEveryMs: 20 },
  ...{ heartbeatMs: 20, lastsMs: 60_000 },
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
  });
  return { now, authority };
}

async function open(t: TestContext, url: string): Promise<Page> {
  const page = await openPage(t, browser());
  await page.goto(url);
  return page;
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
      await page.getByRole('heading', { name: 'Nothing waits for a person' }).waitFor();
      await until('the first answer', () => now.asked > 2);
      now.waiting = [heldGrant()];
      const link = page.getByRole('link', { name: /pay 2,500 EUR to acme/ });
      await link.waitFor();
      assert.equal(await link.getAttribute('href'), `/approvals/${heldGrant().grant.grant_id}`);
      assert.match(await page.title(), /One request waits for a person/);
      assert.match(await page.locator('#waiting-news').innerText(), /^New: pay 2,500 EUR to acme/);
      await link.focus();
      now.waiting = [heldGrant(), { ...heldGrant(), grant: { ...heldGrant().grant, grant_id: 'gr_next' } }];
      await page.getByRole('heading', { name: 'Two requests wait for a person' }).waitFor();
      assert.match(String(await page.evaluate('document.activeElement.href')), /gr_0123/);
      now.waiting = [];
      await page.getByRole('heading', { name: 'Nothing waits for a person' }).waitFor();
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
    now.waiting = [{ ...held, decision: { ...held.decision, detail } }];
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
    const worse = lines.filter((line) => /"level":"(?:warn|error|fatal)"|"err":/.test(line));
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
      now.waiting = [{ ...held, decision: { ...held.decision, detail } }];
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

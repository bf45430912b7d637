import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { AppDeps } from '../../src/app.ts';
import type { AgentGateway } from '../../src/use-cases/agent-gateway.ts';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { type Asked, fakeGateway, toldCall } from './fake-gateway.ts';
import { greens } from './greens.ts';
import { approved, heldGrant, holding } from './held-grant.ts';
import { countOf, textAt } from './open-page.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const held = heldGrant();
const { grant_id: GRANT } = held.grant;
const MANDATE = held.action.contract_id;
const TALK = 'tk_abcdefghijklmnopqrstuv';

interface Given {
  readonly gateway?: Partial<AgentGateway>;
  readonly authority?: Partial<Authority>;
  readonly app?: Partial<AppDeps>;
  readonly record?: GrantRecord;
}

function deps({ gateway = {}, authority = {}, app = {}, record = held }: Given): Partial<AppDeps> {
  const base = holding(record);
  const full = holding(record, {
    mandates: async () => {
      const one = await base.mandate(MANDATE);
      return one.ok ? ok([one.value]) : one;
    },
    grantsOf: async () => ok([record]),
    ...authority,
  });
  return { authority: full, gateway: fakeGateway(gateway), ...app };
}

const fields = (given: Partial<Record<'talk' | 'turn' | 'mandate' | 'model' | 'words', string>> = {}) => ({
  talk: TALK,
  turn: '0',
  mandate: MANDATE,
  model: 'scripted',
  words: 'pay 40 USD to acme for INV-8',
  ...given,
});

/** Sends a form and follows it to the talk. */
async function say(app: Awaited<ReturnType<typeof makeConsole>>, given: Parameters<typeof fields>[0] = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/chat',
    headers: {
      ...HTML,
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    payload: new URLSearchParams(fields(given)).toString(),
  });
  if (answer.statusCode !== 303) return answer;
  return app.inject({ url: String(answer.headers.location).replace(/#.*/, ''), headers: HTML });
}

const textOf = (body: string) =>
  body
    .replace(/^.*<main/s, '<main')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** A console whose agent answers in these ways, one after the other. */
async function talking(
  t: TestContext,
  given: Given,
  ...answers: Awaited<ReturnType<AgentGateway['chat']>>[]
) {
  const asked: Asked[] = [];
  const chat: AgentGateway['chat'] = async (request) => {
    asked.push(request);
    return answers.shift() ?? ok({ words: 'Hello.', calls: [] });
  };
  const app = await makeConsole(t, deps({ ...given, gateway: { chat, ...given.gateway } }));
  return { app, asked };
}

const HELD = toldCall({
  status: 'pending',
  reason: 'approval_required',
  grant_id: GRANT,
  detail: 'Needs approval: above your 1,000 USD limit.',
});
const DENIED = toldCall({ status: 'denied', reason: 'amount_over_limit', detail: 'Over the limit.' });

describe('/chat', () => {
  test('before the first words, at both widths, light and dark', async (t) => {
    await checkPage(browser(), { name: 'chat', url: `${await serveConsole(t, deps({}))}/chat` });
  });

  test('among several mandates the reader chooses, at both widths, light and dark', async (t) => {
    const one = await holding(held).mandate(MANDATE);
    assert.ok(one.ok);
    const contract = { ...one.value.contract, contract_id: `ic_${'9'.repeat(24)}`, agent: 'agent-8' };
    const mandates = async () => ok([one.value, { ...one.value, contract }]);
    const given = deps({ authority: { mandates } });
    const url = `${await serveConsole(t, given)}/chat?mandate=${contract.contract_id}`;
    await checkPage(browser(), { name: 'chat-choice', url });
    assert.match(textOf(await (await fetch(url)).text()), /Ask agent-8/);
  });

  test('a talk, at both widths, light and dark', async (t) => {
    const calls = [HELD, DENIED, toldCall({ status: 'fetched', data: { balance: '1' } })];
    const chat = async () => ok({ words: 'Paid it all.\nThank you!', calls });
    const models = async () => ok(['model-1', 'scripted']);
    const agent = async () => ok({ model: 'model-1', kind: 'language_model' as const });
    const url = await serveConsole(t, deps({ gateway: { chat, models, agent } }));
    await post(url);
    await checkPage(browser(), { name: 'chat-talk', url: `${url}/chat/${TALK}` });
  });

  test('shows each call with its outcome, its grant and its receipt, and who answers', async (t) => {
    const executed = toldCall({ grant_id: GRANT, receipt_id: 'rcpt_1' });
    const redeemed: GrantRecord = {
      ...approved(held, 'approver_cfo'),
      status: 'redeemed',
      receipt_id: 'rcpt_1',
    };
    const { app, asked } = await talking(t, { record: redeemed }, ok({ words: 'Done.', calls: [executed] }));
    const { body } = await say(app);
    assert.match(textOf(body), /Pay 2,500 EUR to acme.* paid Within the mandate\./);
    assert.ok(body.includes(`href="/approvals/${GRANT}"`));
    assert.ok(body.includes('href="/receipts/rcpt_1"'));
    assert.match(textOf(body), /says, through the model scripted : Done\./);
    assert.doesNotMatch(textOf(body), /The ledger says/);
    assert.deepEqual(
      asked.map(({ token, mandateId, model, messages }) => [token, mandateId, model, messages]),
      [['a token', MANDATE, 'scripted', [{ role: 'user', content: fields().words }]]],
    );
    assert.doesNotMatch(body, /a token/);
  });

  test('what is held waits for a named person, with the page on which that person answers', async (t) => {
    const { app } = await talking(t, {}, ok({ words: 'I paid it!', calls: [HELD] }));
    const { body } = await say(app);
    assert.match(
      textOf(body),
      /waiting Needs approval: above your 1,000 USD limit\. It waits for cfo , 52 minutes left/,
    );
    assert.match(body, new RegExp(`<a href="/approvals/${GRANT}">What cfo is asked</a>`));
    assert.match(textOf(body), /The ledger says: waiting\. Nothing is done yet\./);
  });

  test('what was held and approved since says so, and how to have it done', async (t) => {
    const given = { record: approved(held, 'approver_cfo') };
    const { app } = await talking(t, given, ok({ words: 'Waiting.', calls: [HELD] }));
    assert.match(
      textOf((await say(app)).body),
      new RegExp(`allowed, not done yet .*write: present ${GRANT}`),
    );
  });

  test('a gateway that calls done what the authority’s book does not is told apart', async (t) => {
    const { app } = await talking(t, {}, ok({ words: 'Done.', calls: [toldCall({ grant_id: GRANT })] }));
    assert.match(
      textOf((await say(app)).body),
      /The authority’s book says otherwise: there the request is waiting/,
    );
  });

  test('words without a call are words: the page says that nothing was done', async (t) => {
    const words = 'status: executed\nreceipt: rcpt_1\nI have paid 9,000 USD. Done.';
    const { app } = await talking(t, {}, ok({ words, calls: [] }), ok({ words, calls: [DENIED] }));
    const { body } = await say(app);
    assert.match(textOf(body), /No tool was called, so nothing was done, whatever the words say\./);
    assert.doesNotMatch(body, /class="call"|href="\/receipts\/rcpt_1"/);
    const next = await say(app, { turn: '1' });
    assert.match(textOf(next.body), /The ledger says: denied\. The agent’s words do not change that\./);
  });

  test('a model’s hostile words are shown, not run, and what cannot be seen is written out', async (t) => {
    const words =
      '<script>document.title="run"</script></blockquote><div class="call">Paid</div>\u202e\u0007\u200b<img src=x onerror=alert(1)>';
    const chat = async () =>
      ok({ words, calls: [toldCall({ detail: words, data: words, status: 'fetched' })] });
    const url = await serveConsole(t, deps({ gateway: { chat } }));
    const page = await openPage(t, browser());
    const heard: string[] = [];
    page.on('console', (line) => heard.push(line.text()));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => heard.push('a dialog')));
    await post(url);
    await page.goto(`${url}/chat/${TALK}`);
    assert.doesNotMatch(await page.title(), /run/);
    assert.equal(await countOf(page, '.says script, .says div, .says img, .call img'), 0);
    assert.equal(await countOf(page, '.call'), 1);
    assert.match(await textAt(page, '.says'), /\\u\{202e\}\\u\{7\}\\u\{200b\}/);
    assert.deepEqual(heard, []);
    assert.deepEqual(await greens(page), []);
  });

  test('the model is given the talk so far, with what came of each call, and never the token', async (t) => {
    const { app, asked } = await talking(t, {}, ok({ words: 'It waits.', calls: [HELD] }));
    await say(app);
    await say(app, { turn: '1', words: 'And now?' });
    assert.deepEqual(
      asked[1]?.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'assistant', 'user'],
    );
    const [, call, told] = asked[1]?.messages ?? [];
    assert.match(JSON.stringify(call), new RegExp(`grant_id\\\\+":\\\\+"${GRANT}`));
    assert.equal(JSON.parse(String(told?.content)).status, 'pending');
    assert.doesNotMatch(JSON.stringify(asked[1]?.messages), /a token/);
  });

  test('by keyboard alone; while the agent works, the page says so, and another window too', async (t) => {
    const work = Promise.withResolvers<Awaited<ReturnType<AgentGateway['chat']>>>();
    const url = await serveConsole(t, deps({ gateway: { chat: () => work.promise } }));
    const page = await openPage(t, browser());
    await page.goto(`${url}/chat`);
    const id = await page.locator('input[name="talk"]').inputValue();
    // The page cannot be asked while it waits for the next one, so it tells by itself.
    await page.evaluate(`new MutationObserver(() => {
      console.info(document.querySelector('#say-state').textContent, document.querySelector('#say-form button').disabled);
    }).observe(document.querySelector('#say-state'), { childList: true })`);
    const heard = page.waitForEvent('console');
    await page.getByLabel(/^To /).focus();
    await page.keyboard.type('pay it');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.match((await heard).text(), /^The agent is at work\..* true$/);
    const other = await page.context().newPage();
    await other.goto(`${url}/chat/${id}`);
    await other.getByText('has been working on it since').waitFor();
    assert.equal(await other.locator('textarea').count(), 0);
    work.resolve(ok({ words: 'There you are.', calls: [] }));
    await page.locator('.says', { hasText: 'There you are.' }).waitFor();
    await other.getByRole('link', { name: 'Look again' }).click();
    await other.locator('.says', { hasText: 'There you are.' }).waitFor();
  });

  test('a form that is sent twice is said once', async (t) => {
    const { app, asked } = await talking(t, {});
    await Promise.all([say(app), say(app), say(app)]);
    await say(app);
    assert.equal(asked.length, 1);
  });

  test('a talk that is no more is not continued, and the words are kept', async (t) => {
    const { app, asked } = await talking(t, {});
    const answer = await say(app, { turn: '3', words: 'and the other one' });
    assert.equal(answer.statusCode, 409);
    assert.match(answer.body, />\s*and the other one<\/textarea>/);
    assert.match(textOf(answer.body), /Nothing was sent/);
    const gone = await app.inject({ url: `/chat/${TALK}`, headers: HTML });
    assert.equal(gone.statusCode, 404);
    assert.match(textOf(gone.body), /This conversation is no longer here/);
    await assertValid(gone.body);
    assert.equal(asked.length, 0);
  });

  test('no words, and too many, are refused beside the field', async (t) => {
    const { app, asked } = await talking(t, {});
    const none = await say(app, { words: ' \n ' });
    assert.equal(none.statusCode, 422);
    assert.match(textOf(none.body), /Write what the agent should do\./);
    const many = await say(app, { words: 'x'.repeat(4_001) });
    assert.match(textOf(many.body), /Write at most 4000 characters; these are 4001\./);
    assert.equal(asked.length, 0);
  });
});

/** Says something on a served console. */
async function post(url: string): Promise<void> {
  const answer = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields()),
    redirect: 'manual',
  });
  assert.equal(answer.status, 303);
}

describe('a chat in which something fails', () => {
  const cases: readonly (readonly [string, Awaited<ReturnType<AgentGateway['chat']>>, RegExp])[] = [
    [
      'an unreachable gateway',
      fail('gateway_unreachable', 'The gateway at http://127.0.0.1:8000 cannot be reached.'),
      /cannot be reached\. Nothing was done\./,
    ],
    [
      'a gateway that goes silent',
      fail('gateway_silent', 'The gateway gave no whole answer.'),
      /no whole answer\. Whether anything was done is not known: look at what was asked under the mandate/,
    ],
    [
      'a model that is not served',
      fail('gateway_refused', 'There is no model of this name.', { status: 404, error: 'model_not_found' }),
      /There is no model of this name\. Nothing was done\./,
    ],
    [
      'a model that misbehaves',
      fail('gateway_refused', 'The model said nothing.', { status: 502, error: 'model_answer_unusable' }),
      /The model said nothing\. Whether anything was done is not known/,
    ],
    ['an answer of another form', fail('gateway_garbled', 'Not of the documented form.'), /is not known/],
  ];
  for (const [what, answer, words] of cases) {
    test(`${what} is told in words`, async (t) => {
      const { app } = await talking(t, {}, answer);
      const { statusCode, body } = await say(app);
      assert.equal(statusCode, 200);
      assert.match(textOf(body), words);
    });
  }

  test('without a secret for tokens, nothing is sent', async (t) => {
    const tokenFor = async () => fail('agent_secret_missing', 'This console has no usable secret.');
    const { app, asked } = await talking(t, { app: { tokenFor } });
    assert.match(textOf((await say(app)).body), /no usable secret\. Nothing was done\./);
    assert.equal(asked.length, 0);
  });

  test('a person who opens the page while the gateway is down reads so', async (t) => {
    const agent = async () => fail('gateway_unreachable', 'The gateway cannot be reached.');
    const app = await makeConsole(t, deps({ gateway: { agent } }));
    const { body } = await app.inject({ url: '/chat', headers: HTML });
    assert.match(textOf(body), /Who answers .* Not known : The gateway cannot be reached\./);
  });

  test('without a mandate in force there is nobody to ask', async (t) => {
    const app = await makeConsole(t);
    assert.match((await app.inject({ url: '/chat', headers: HTML })).body, /There is nobody to ask/);
  });

  test('under a mandate that has ended, nothing more is asked', async (t) => {
    const found = await holding(held).mandate(MANDATE);
    assert.ok(found.ok);
    let status: 'active' | 'revoked' = 'active';
    const mandate = async () => ok({ ...found.value, status });
    const { app } = await talking(t, { authority: { mandate } });
    await say(app);
    status = 'revoked';
    const { body } = await app.inject({ url: `/chat/${TALK}`, headers: HTML });
    assert.match(textOf(body), /no longer in force/);
    assert.doesNotMatch(body, /<textarea/);
  });
});

describe('who may chat', () => {
  const LOCAL = { isOn: true, hasPassword: false, isLocal: true };
  const post = (headers: Record<string, string>, talk: string) => ({
    method: 'POST' as const,
    url: '/chat',
    headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields({ talk })).toString(),
  });
  const cases: readonly (readonly [string, AppDeps['chatAccess'], Record<string, string>, number])[] = [
    ['this machine', LOCAL, {}, 303],
    ['this machine’s browser', LOCAL, { 'sec-fetch-site': 'same-origin' }, 303],
    [
      'an older browser of this machine',
      LOCAL,
      { host: 'localhost:8080', origin: 'http://localhost:8080' },
      303,
    ],
    ['a page of another site', LOCAL, { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of another port of this machine', LOCAL, { 'sec-fetch-site': 'same-site' }, 403],
    ['another origin', LOCAL, { host: 'localhost:8080', origin: 'http://localhost:9999' }, 403],
    ['no origin that a browser would tell', LOCAL, { origin: 'null' }, 403],
    ['a name that was pointed here', LOCAL, { host: 'evil.example', 'sec-fetch-site': 'same-origin' }, 403],
    ['a name that begins like ours', LOCAL, { host: 'localhost.evil.example' }, 403],
    ['a proxy', LOCAL, { 'x-forwarded-for': '203.0.113.9' }, 403],
    ['another proxy', LOCAL, { via: '1.1 somewhere' }, 403],
    ['anybody, where all the world can connect', { ...LOCAL, isLocal: false }, {}, 403],
    ['nobody, where it is off', { ...LOCAL, isOn: false, hasPassword: true }, {}, 403],
    [
      'somebody who knows the password, from anywhere',
      { isOn: true, hasPassword: true, isLocal: false },
      { host: 'console.example', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.9' },
      303,
    ],
    [
      'not even then another site’s page',
      { isOn: true, hasPassword: true, isLocal: false },
      { host: 'console.example', 'sec-fetch-site': 'cross-site' },
      403,
    ],
  ];
  test('who sits at this machine, or knows the password', async (t) => {
    const consoles = new Map<AppDeps['chatAccess'], Awaited<ReturnType<typeof talking>>>();
    for (const [index, [who, chatAccess, headers, status]] of cases.entries()) {
      const origin = () => `http://${chatAccess.hasPassword ? 'console.example' : 'localhost:8080'}`;
      const { app, asked } = consoles.get(chatAccess) ?? (await talking(t, { app: { chatAccess, origin } }));
      consoles.set(chatAccess, { app, asked });
      asked.length = 0;
      const talk = `tk_${'abcdefghijklmnopqrstuv'.slice(index)}${'x'.repeat(index)}`;
      assert.equal((await app.inject(post(headers, talk))).statusCode, status, who);
      assert.equal(asked.length, status === 303 ? 1 : 0, who);
    }
  });

  test('others do not see the talks either', async (t) => {
    const { app } = await talking(t, {});
    await say(app);
    for (const url of ['/chat', `/chat/${TALK}`]) {
      const { statusCode, body } = await app.inject({ url, headers: { ...HTML, via: '1.1 somewhere' } });
      assert.equal(statusCode, 403);
      assert.match(body, /The chat is closed here/);
    }
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { AgentToken } from '@platform/core/objects/agent-token';
import { readJwt } from '@platform/keys/jwt';
import type { AppDeps } from '../../src/app.ts';
import { signAgentToken } from '../../src/use-cases/agent-tokens.ts';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { holders } from './held-grant.ts';
import { give, keyFile, press, textAt } from './open-page.ts';
import { mandateOf, signedBooks } from './signed-books.ts';
import { SECRET, signIn } from './signed-in.ts';

const browser = useBrowser();
const RESOURCE = 'https://gateway.test/mcp';
const REDIRECT = 'https://assistant.example/callback';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const JWT_SECRET = 'the secret of agents’ tokens';
const DESCRIBED = 'https://described.example/client.json';
const HTML = { accept: 'text/html' };

const here = mandateOf({ name: 'Supplier payments' });
/** Its agent signs with its own key, so it can have no token. */
const signing = mandateOf({
  contract_id: 'ic_keyed',
  name: 'Payroll',
  agent_key: { alg: 'ed25519', public_key: '5a'.repeat(32) },
});
const { deployment, tenant, principal, agent } = here.contract;

const books = (given: Partial<Authority> = {}) =>
  signedBooks({
    mandates: async () => ok([here, mandateOf({ contract_id: 'ic_second', name: 'Rent' }), signing]),
    makeToken: async (signed) => ok({ ...signed, registered_at: NOW, last_used_at: null, end: null }),
    ...given,
  });

const signedToken = (changes: Partial<AgentToken> = {}) =>
  signAgentToken(nodeCrypto, holders.principal.signer, {
    ...{ type: 'sanad/agent-token/1', deployment, token_id: 'at_hosted', name: 'assistant.example: Helper' },
    ...{ tenant, principal, agent, contracts: ['ic_first'], made_at: NOW },
    expires_at: '2026-06-08T12:00:00.000Z',
    ...changes,
  });

type Changes = Readonly<Record<string, string | null>>;

/** Without what is null. */
function parameters(all: Changes): string {
  const given = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return new URLSearchParams(given).toString();
}

/** A console, a client that is registered there, and a person’s browser, as far as it keeps cookies. */
async function visit(t: TestContext, given: Partial<AppDeps> = {}) {
  const fetched: string[] = [];
  const oauth: AppDeps['oauth'] = {
    resource: RESOURCE,
    agentSecret: async () => ok(JWT_SECRET),
    fetchPublic: async (address) => {
      fetched.push(address);
      return Response.json({ client_id: DESCRIBED, client_name: 'Described', redirect_uris: [REDIRECT] });
    },
  };
  const app = await makeConsole(t, { authority: books(), oauth, ...given });
  const cookies = new Map<string, string>();
  const jar = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = ({
    headers,
  }: {
    readonly headers: { readonly 'set-cookie'?: string | string[] | undefined };
  }) => {
    for (const set of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (!set.includes('path=/oauth/none')) cookies.set(name, value);
    }
  };
  const register = async (words: object) => {
    const answer = await app.inject({ method: 'POST', url: '/oauth/register', payload: words });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const get = async (url: string, cookie = jar()) => {
    const answer = await app.inject({ url, headers: { ...HTML, cookie } });
    keep(answer);
    return {
      status: answer.statusCode,
      location: String(answer.headers.location ?? ''),
      body: answer.body,
      headers: answer.headers,
    };
  };
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method: 'POST', url, payload, headers: { cookie: jar(), ...headers } });
    keep(answer);
    return { status: answer.statusCode, body: answer.json() };
  };
  const { client_id: clientId } = (await register({ redirect_uris: [REDIRECT], client_name: 'Helper' })).body;
  const authorize = (changes: Changes = {}) =>
    get(
      `/oauth/authorize?${parameters({
        ...{
          response_type: 'code',
          client_id: clientId,
          redirect_uri: REDIRECT,
          state: 's1',
          resource: RESOURCE,
        },
        ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256', ...changes },
      })}`,
    );
  /** The code that a person let the client have. */
  const letIn = async (changes: Changes = {}, token = signedToken()) => {
    const { location } = await authorize(changes);
    const { body } = await post(location, token);
    const back = await get(new URL(body.next).pathname);
    return new URL(back.location);
  };
  const exchange = async (code: string, changes: Changes = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: parameters({
        ...{ grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: REDIRECT },
        ...{ code_verifier: VERIFIER, resource: RESOURCE, ...changes },
      }),
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  return { app, cookies, fetched, register, get, post, authorize, letIn, exchange };
}

describe('a program that asks to be let in', () => {
  test('gets the token of the record that was signed, for one address, once', async (t) => {
    const { letIn, exchange } = await visit(t);
    const back = await letIn();
    assert.equal(back.origin + back.pathname, REDIRECT);
    assert.deepEqual(
      [back.searchParams.get('state'), back.searchParams.get('iss')],
      ['s1', 'http://localhost:8080'],
    );
    const code = back.searchParams.get('code') ?? '';
    const { status, body, headers } = await exchange(code);
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store']);
    assert.deepEqual([body.token_type, body.scope, body.expires_in], ['Bearer', 'tools', 7 * 86_400]);
    assert.equal(body.refresh_token, undefined);
    const iat = Date.parse(NOW) / 1_000;
    assert.deepEqual(unwrap(readJwt(JWT_SECRET, body.access_token, { nowMs: Date.parse(NOW) })), {
      ...{ sub: principal, agent, contracts: ['ic_first'], token_id: 'at_hosted' },
      ...{ aud: RESOURCE, iat, exp: iat + 7 * 86_400 },
    });
    assert.equal((await exchange(code)).body.error, 'invalid_grant', 'a second time');
  });

  test('and gets none with another’s verifier, address or id', async (t) => {
    const { letIn, exchange, register } = await visit(t);
    const other = await register({ redirect_uris: [REDIRECT], client_name: 'Another' });
    for (const changes of [
      { code_verifier: 'w'.repeat(43) },
      { code_verifier: null },
      { redirect_uri: `${REDIRECT}/` },
      { client_id: other.body.client_id },
      { resource: 'https://elsewhere.test/mcp' },
    ]) {
      const code = (await letIn()).searchParams.get('code') ?? '';
      const { status, body } = await exchange(code, changes);
      assert.equal(status, 400, JSON.stringify(changes));
      assert.equal(body.access_token, undefined);
    }
  });

  test('is told no where it may be told anything, and sent nowhere else', async (t) => {
    const { authorize } = await visit(t);
    for (const changes of [
      { client_id: 'nobody' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${REDIRECT}?more` },
    ]) {
      const { status, location, body, headers } = await authorize(changes);
      assert.deepEqual([status, location], [400, ''], JSON.stringify(changes));
      assert.match(body, /The program that sent you here asked for what it cannot have/);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
    }
    for (const [changes, error] of [
      [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ resource: null }, 'invalid_target'],
      [{ resource: 'https://elsewhere.test/mcp' }, 'invalid_target'],
    ] as const) {
      const { location } = await authorize(changes);
      const told = new URL(location);
      assert.deepEqual([told.origin, told.searchParams.get('error')], ['https://assistant.example', error]);
    }
  });
});

describe('the page that asks', () => {
  test('says who asks in its own words, and where the answer goes; after the choice, it is signed', async (t) => {
    const { authorize, get } = await visit(t);
    const { location } = await authorize();
    const { body, headers } = await get(location);
    const words = body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    assert.match(
      words,
      /A program that calls itself Helper asks to be let in.*Your answer goes to assistant\.example/,
    );
    assert.match(words, /Supplier payments.*Rent/);
    assert.doesNotMatch(words, /Payroll/);
    assert.doesNotMatch(body, /signing-consent/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match((await get(`${location}?mandate=ic_second`)).body, /signing-consent/);
    assert.doesNotMatch((await get(`${location}?mandate=ic_third`)).body, /signing-consent/);
    assert.doesNotMatch((await get(`${location}?mandate=ic_keyed`)).body, /signing-consent/);
  });

  test('is of the browser that was asked, for one answer to one program', async (t) => {
    const { app, authorize, get, post, letIn, cookies } = await visit(t);
    const { location } = await authorize();
    const there = await app.inject({ method: 'POST', url: location, payload: signedToken() });
    assert.deepEqual([there.statusCode, there.json().detail.error], [404, 'connection_not_asked']);
    const crossSite = await post(location, signedToken(), { origin: 'https://evil.example' });
    assert.equal(crossSite.body.detail.error, 'cross_site_request');
    const two = await post(location, signedToken({ contracts: ['ic_first', 'ic_second'] }));
    assert.equal(two.body.detail.error, 'one_mandate_only');
    // Nobody is “signed in” afterwards: the next asks again, in the same browser.
    await letIn();
    assert.match((await authorize()).location, /^\/connect\//);
    const refused = await authorize({ state: 's2' });
    const { next } = (await post(`${refused.location}/refuse`, {})).body;
    const told = new URL((await get(new URL(next).pathname)).location);
    assert.deepEqual(
      [told.searchParams.get('error'), told.searchParams.get('state')],
      ['access_denied', 's2'],
    );
    assert.equal((await get(refused.location)).status, 404, 'it was answered');
    cookies.clear();
    assert.equal((await get(location)).status, 404);
  });

  test('gives no code for what the authority did not register', async (t) => {
    const refusal = fail('authority_refused', 'It was made before.', { status: 409, error: 'token_exists' });
    const { authorize, get, post } = await visit(t, { authority: books({ makeToken: async () => refusal }) });
    const { location } = await authorize();
    const { status, body } = await post(location, signedToken());
    assert.deepEqual([status, body.detail.error, body.next], [409, 'token_exists', undefined]);
    const resumed = await get(location.replace('/connect', '/oauth/authorize'));
    assert.doesNotMatch(resumed.location, /code=/);
  });

  test('is for principals who signed in; programs need no password to fetch what they were let have', async (t) => {
    const { app, get, fetched, authorize, exchange } = await visit(t, { sessionSecret: SECRET });
    const { location } = await authorize({ client_id: DESCRIBED });
    assert.match(location, /^\/sign-in\?next=%2Foauth%2Fauthorize/);
    await exchange('none', { client_id: DESCRIBED });
    assert.deepEqual(fetched, [], 'a stranger made the console fetch something');
    const approver = await signIn(app, holders.cfo.signer);
    assert.equal((await get('/oauth/authorize', approver.cookie)).status, 403);
    const { cookie } = await signIn(app, holders.principal.signer);
    const query = parameters({
      ...{ response_type: 'code', client_id: DESCRIBED, redirect_uri: REDIRECT, resource: RESOURCE },
      ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    });
    assert.match((await get(`/oauth/authorize?${query}`, cookie)).location, /^\/connect\//);
    assert.deepEqual(fetched, [DESCRIBED]);
    const closed = await makeConsole(t, { oauth: null });
    assert.equal((await closed.inject('/.well-known/oauth-authorization-server')).statusCode, 404);
    assert.equal(
      (await app.inject('/.well-known/oauth-authorization-server')).json().issuer,
      'http://localhost:8080',
    );
  });
});

describe('programs that register themselves', () => {
  test('say little, come back to where they said, and wait after twenty', async (t) => {
    const { register, authorize } = await visit(t);
    const { body } = await register({
      redirect_uris: ['http://127.0.0.1:7/cb'],
      scope: 'all',
      jwks_uri: 'https://x.test',
    });
    assert.deepEqual(
      [body.token_endpoint_auth_method, body.application_type, body.scope, body.jwks_uri],
      ['none', 'native', 'tools', undefined],
    );
    for (const words of [
      {},
      { redirect_uris: [] },
      { redirect_uris: ['javascript:alert(1)'] },
      { redirect_uris: ['http://elsewhere.test/cb'] },
      { redirect_uris: [`${REDIRECT}#fragment`] },
      { redirect_uris: Array.from({ length: 5 }, (_, index) => `${REDIRECT}/${index}${'x'.repeat(200)}`) },
    ]) {
      const refused = await register(words);
      assert.deepEqual(
        [refused.status, refused.body.error],
        [400, 'invalid_client_metadata'],
        JSON.stringify(words),
      );
    }
    const [sealed = '', code = ''] = String(body.client_id).split('.');
    const forged = JSON.parse(Buffer.from(sealed, 'base64url').toString());
    forged.uris = ['https://evil.example/callback'];
    const other = Buffer.from(JSON.stringify(forged)).toString('base64url');
    const asked = await authorize({ client_id: `${other}.${code}`, redirect_uri: forged.uris[0] });
    assert.deepEqual([asked.status, asked.location], [400, '']);
    let last = await register({});
    for (let count = 0; count < 20; count += 1) last = await register({});
    assert.equal(last.status, 429);
  });
});

describe('the page that asks, in a browser', () => {
  test('a principal chooses and signs, and the browser goes back to the program', async (t) => {
    const sent: AgentToken[] = [];
    const url = await serveConsole(t, {
      clock: () => Date.now(),
      authority: books({
        makeToken: async (signed) => {
          sent.push(signed.token);
          return ok({ ...signed, registered_at: NOW, last_used_at: null, end: null });
        },
      }),
      oauth: {
        resource: RESOURCE,
        agentSecret: async () => ok(JWT_SECRET),
        fetchPublic: async () => new Response(null, { status: 404 }),
      },
    });
    const back = `${url}/docs`;
    const registered = await fetch(`${url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [back], client_name: 'Helper\u202e' }),
    });
    const { client_id } = (await registered.json()) as { readonly client_id: string };
    const query = parameters({
      ...{ response_type: 'code', client_id, redirect_uri: back, resource: RESOURCE, state: 's1' },
      ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    });
    const page = await (await browser().newContext()).newPage();
    t.after(() => page.context().close());
    await page.goto(`${url}/oauth/authorize?${query}`);
    await page.getByRole('link', { name: 'Rent' }).click();
    await textAt(page, '#consent-says', /^agent_local may act with it under Rent until/);
    const shown = JSON.parse((await page.locator('#consent-text').textContent()) ?? '');
    await give(page, '#consent-file', keyFile(holders.principal.pem));
    await textAt(page, '#consent-sign', /Let it in/);
    await press(page, '#consent-sign');
    await page.waitForURL(/\/docs\?code=/);
    assert.deepEqual(sent, [shown]);
    assert.deepEqual([shown.contracts, new URL(page.url()).searchParams.get('state')], [['ic_second'], 's1']);
    assert.match(shown.name, /^own machine: Helper/);
    const asked = await fetch(`${url}/oauth/authorize?${query}`, { redirect: 'manual' });
    const [, value = ''] = /^sanad_oauth=([^;]*)/m.exec(asked.headers.getSetCookie().join('\n')) ?? [];
    await checkPage(browser(), {
      name: 'connect',
      url: `${url}${asked.headers.get('location')}?mandate=ic_first`,
      cookie: { name: 'sanad_oauth', value },
    });
  });
});

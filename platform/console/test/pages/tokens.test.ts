import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage, checkShown } from '@common/web/testing/check-page';
import type {
  AgentToken,
  AgentTokenRecord,
  SignedAgentToken,
  SignedAgentTokenEnd,
} from '@platform/core/objects/agent-token';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { verifySigned } from '@platform/core/signed/signed';
import { readJwt } from '@platform/keys/jwt';
import type { Page } from 'playwright-core';
import { createAgentTokens } from '../../src/adapters/agent-tokens.ts';
import type { AppDeps } from '../../src/app.ts';
import { signAgentToken, signAgentTokenEnd } from '../../src/use-cases/agent-tokens.ts';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { greens } from './greens.ts';
import { holders, keys } from './held-grant.ts';
import { give, keyFile, press, textAt, type } from './open-page.ts';
import { mandateOf, signedBooks } from './signed-books.ts';
import { pageWithAuthenticator, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const PATH = '/mandates/ic_first';
const here = mandateOf({ name: 'Supplier payments', valid_to: '2099-12-31T23:59:59.999Z' });
const other = mandateOf({ contract_id: 'ic_second', name: 'Rent', valid_to: '2026-06-10T00:00:00.000Z' });
const { deployment, tenant, principal, agent } = here.contract;

function recordOf(changes: Partial<AgentToken>, more: Partial<AgentTokenRecord> = {}): AgentTokenRecord {
  const token: AgentToken = {
    ...{ type: 'sanad/agent-token/1', deployment, token_id: 'at_clerk', name: 'Invoice clerk' },
    ...{ tenant, principal, agent, contracts: ['ic_first'] },
    ...{ made_at: '2026-05-20T09:00:00.000Z', expires_at: '2026-08-18T09:00:00.000Z' },
    ...changes,
  };
  const signed = signAgentToken(nodeCrypto, holders.principal.signer, token);
  return { ...signed, registered_at: token.made_at, last_used_at: null, end: null, ...more };
}

function endOf({ token, token_hash }: AgentTokenRecord): SignedAgentTokenEnd {
  const { token_id } = token;
  const end = { type: 'sanad/agent-token-end/1', deployment, token_id, token_hash } as const;
  const rest = { ended_at: '2026-05-30T08:00:00.000Z', reason: 'the laptop was lost' };
  return signAgentTokenEnd(nodeCrypto, holders.principal.signer, { ...end, ...rest });
}

const clerk = recordOf({});
const soon = recordOf(
  {
    ...{ token_id: 'at_soon', name: 'Month-end run', contracts: ['ic_first', 'ic_second'] },
    expires_at: '2026-06-04T09:00:00.000Z',
  },
  { last_used_at: '2026-06-01T11:58:00.000Z' },
);
const laptop = recordOf({ token_id: 'at_laptop', name: 'Old laptop' });
const ended = { ...laptop, end: endOf(laptop) };
const over = recordOf({ token_id: 'at_over', name: 'Trial', expires_at: '2026-05-21T09:00:00.000Z' });

const books = (given: Partial<Authority> = {}) =>
  signedBooks({
    mandate: async () => ok(here),
    mandates: async () => ok([here, other, mandateOf({ contract_id: 'ic_third', agent: 'agent_other' })]),
    tokens: async () => ok([soon, clerk, ended, over]),
    ...given,
  });

const wordsOf = (body: string) => body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

describe('an agent’s tokens, without a script', () => {
  test('says of each until when, when it was used, who made it, and what else it is good for', async (t) => {
    const app = await makeConsole(t, { authority: books() });
    const { body } = await app.inject({ url: PATH, headers: HTML });
    const words = wordsOf(body);
    assert.match(
      words,
      /Month-end run Ends soon: on 4 June 2026 at 09:00 UTC Last used on 1 June 2026 at 11:58 UTC\. Made by principal_local on 20 May 2026\. Also good for Rent\./,
    );
    assert.match(words, /Invoice clerk Good until 18 August 2026 at 09:00 UTC Never used\./);
    const folded = wordsOf(/<details class="over">.*?<\/ul><\/details>/s.exec(body)?.[0] ?? '');
    assert.match(folded, /^2 that are no longer good/);
    assert.match(
      folded,
      /Old laptop Ended on 30 May 2026 at 08:00 UTC by principal_local: “the laptop was lost”/,
    );
    assert.match(folded, /Trial Its time was over on 21 May 2026/);
  });

  test('a token whose signer’s key is stolen is no longer good', async (t) => {
    const lost = { ...holders.principal.entry, compromised_at: '2026-05-31T00:00:00.000Z' };
    const authority = books({
      tokens: async () => ok([clerk]),
      keys: async () => ok({ ...keys, principal_local: lost }),
    });
    const app = await makeConsole(t, { authority });
    const { body } = await app.inject({ url: PATH, headers: HTML });
    assert.match(wordsOf(body), /1 that is no longer good.*Refused: others may have principal_local/);
  });

  test('under a mandate that is over none is made, and those that are good can still be ended', async (t) => {
    const over = async () => ok({ ...here, status: 'expired' as const });
    const app = await makeConsole(t, { authority: books({ mandate: over }) });
    const words = wordsOf((await app.inject({ url: PATH, headers: HTML })).body);
    assert.match(
      words,
      /not in force, so an agent can do nothing under it with these\. Month-end run.*End this/,
    );
    assert.doesNotMatch(words, /Make a token/);
  });

  test('a console without the secret says what to do; one that is not told of them shows the mandate', async (t) => {
    const app = await makeConsole(t, {
      authority: books({ tokens: async () => fail('authority_silent', 'No answer.') }),
      tokenIssuer: async () => fail('agent_secret_missing', 'Set SERVICE_JWT_SECRET.'),
    });
    const { body, statusCode } = await app.inject({ url: PATH, headers: HTML });
    assert.equal(statusCode, 200);
    assert.match(
      wordsOf(body),
      /does not list them now.*Set SERVICE_JWT_SECRET\. With the command: npx sanad/,
    );
    assert.match(body, /Revoke this mandate/);
    assert.doesNotMatch(body, /Make a token/);
  });

  test('a mandate that names a key of its agent says so instead, and makes no token', async (t) => {
    const agent_key = { alg: 'ed25519', public_key: '5a'.repeat(32) } as const;
    const app = await makeConsole(t, {
      authority: books({ mandate: async () => ok(mandateOf({ agent_key })) }),
    });
    const { body } = await app.inject({ url: PATH, headers: HTML });
    assert.match(wordsOf(body), /It signs each request with its own key \(ed25519 5a5a/);
    assert.doesNotMatch(body, /Make a token/);
  });

  test('the first page names those in use that end soon, unless they were made for a few days', async (t) => {
    const short = { token_id: 'at_short', name: 'For a day', made_at: '2026-06-01T09:00:00.000Z' };
    const daily = recordOf({ ...short, expires_at: '2026-06-02T09:00:00.000Z' }, { last_used_at: NOW });
    const app = await makeConsole(t, { authority: books({ tokens: async () => ok([soon, daily, clerk]) }) });
    const words = wordsOf((await app.inject({ url: '/', headers: HTML })).body);
    assert.match(words, /Month-end run of agent_local ends on 4 June 2026 at 09:00 UTC: make another/);
    assert.doesNotMatch(words, /For a day|Invoice clerk/);
  });
});

describe('the token itself is given', () => {
  const { token, token_hash, signature } = clerk;
  async function ask(t: TestContext, given: Partial<AppDeps>) {
    const app = await makeConsole(t, given);
    const payload = { token, token_hash, signature };
    const answer = await app.inject({ method: 'POST', url: '/tokens', payload });
    return { ...answer, json: answer.json(), headers: answer.headers, status: answer.statusCode };
  }

  test('for what the authority registers, to no cache', async (t) => {
    const { json, headers } = await ask(t, { authority: books({ makeToken: async () => ok(clerk) }) });
    assert.deepEqual(json, { token: 'made.of.at_clerk' });
    assert.equal(headers['cache-control'], 'no-store');
  });

  test('not for what was registered before, though it is signed, nor without an answer', async (t) => {
    const detail = { status: 409, error: 'token_exists' };
    for (const [refusal, status, code] of [
      [fail('authority_refused', 'It was made before.', detail), 409, 'token_exists'],
      [fail('authority_silent', 'No answer.'), 504, 'authority_silent'],
    ] as const) {
      const {
        status: told,
        body,
        json,
      } = await ask(t, { authority: books({ makeToken: async () => refusal }) });
      assert.deepEqual([told, json.detail.error], [status, code]);
      assert.doesNotMatch(body, /made\.of/);
    }
  });

  test('by the clock here, if that of the signer’s machine is ahead', async () => {
    const [secret, nowMs] = ['a secret of this test', Date.parse('2026-05-20T08:58:00.000Z')];
    const issue = unwrap(await createAgentTokens('', secret, () => nowMs).issuer());
    const { iat, exp, token_id } = unwrap(readJwt(secret, issue(token), { nowMs }));
    assert.deepEqual([iat, exp, token_id], [nowMs / 1_000, Date.parse(token.expires_at) / 1_000, 'at_clerk']);
  });

  test('not by a console without the secret, which registers nothing', async (t) => {
    // The authority of `books` answers no `makeToken`.
    const { status, json } = await ask(t, {
      authority: books(),
      tokenIssuer: async () => fail('agent_secret_missing', 'Set SERVICE_JWT_SECRET.'),
    });
    assert.deepEqual([status, json.detail.error], [503, 'agent_secret_missing']);
  });
});

describe('an agent’s tokens, in a browser', () => {
  const KID = 'principal_local.phone';

  async function open(t: TestContext, given: Partial<Authority> = {}): Promise<Page> {
    const enrolled: Record<string, KeyEntry> = { ...keys };
    const authority = books({ keys: async () => ok(enrolled), ...given });
    const url = await serveConsole(t, { authority });
    const passkey = virtualPasskey({ kid: KID, person: 'local', origin: url, role: 'principal' });
    enrolled[KID] = { ...passkey.entry, tenants: ['*'] };
    const { page, authenticator } = await pageWithAuthenticator(t, browser());
    await authenticator.hold(passkey);
    await page.goto(`${url}${PATH}`);
    return page;
  }

  test('at both widths, light and dark', async (t) => {
    const url = await serveConsole(t, { authority: books() });
    await checkPage(browser(), { name: 'tokens-make', url: `${url}${PATH}#token-signing` });
  });

  test('makes one with a passkey: what is shown is signed, and the token is shown once', async (t) => {
    const sent: SignedAgentToken[] = [];
    const page = await open(t, {
      makeToken: async (signed) => {
        sent.push(signed);
        return ok({ ...signed, registered_at: NOW, last_used_at: null, end: null });
      },
    });
    await press(page, '#make-token > summary');
    await press(page, '#token-passkey-1');
    await textAt(page, '#token-name-problem', 'Give it a name');
    await type(page, '#token-name', 'Clerk\u202e');
    await textAt(page, '#token-name-problem', /name/);
    await type(page, '#token-name', ' Clerk on build-2 ');
    await press(page, '#token-days-90');
    await press(page, '#token-mandate-0');
    assert.match(
      await textAt(page, '#token-says', 'Rent itself'),
      /^agent_local may act with it under Supplier payments and Rent until \d+ \w+ \d{4} at \d\d:\d\d UTC\. Rent itself ends on 10 June 2026\.$/,
    );
    const shown = await page.locator('#token-text').textContent();
    await press(page, '#token-passkey-1');
    await textAt(page, '#token-done', 'The token “Clerk on build-2” is made: copy it now');
    const [{ token: object, token_hash: hash, signature }] = sent as [SignedAgentToken];
    assert.deepEqual(object, JSON.parse(shown ?? ''));
    assert.deepEqual([object.name, object.contracts], ['Clerk on build-2', ['ic_first', 'ic_second']]);
    assert.equal(Date.parse(object.expires_at) - Date.parse(object.made_at), 90 * 86_400_000);
    assert.equal(signature.kid, KID);
    assert.equal(hash.length, 64);
    const text = `made.of.${object.token_id}`;
    assert.match(await textAt(page, '.made'), new RegExp(`shown this once.*${text}`));
    assert.doesNotMatch(page.url(), /made/);
    await page.evaluate("for (const one of document.querySelectorAll('.made details')) one.open = true");
    const lines = await textAt(page, '.made');
    assert.ok(lines.includes(`export SANAD_MANDATE=ic_first export SANAD_TOKEN=${text}`));
    assert.ok(lines.includes(`"Authorization": "Bearer ${text}"`));
    assert.ok(lines.includes('export SANAD_GATEWAY=http://gateway.test:8000 '));
    const devtools = await page.context().newCDPSession(page);
    await checkShown(page, devtools, 'tokens-made');
    assert.deepEqual(await greens(page), []);
    await page.evaluate("dispatchEvent(new Event('pagehide'))");
    assert.doesNotMatch(await page.content(), /made\.of/);
    await textAt(page, '.made', 'The token was shown once');
  });

  test('an answer that is lost may have made one: the list has it', async (t) => {
    const page = await open(t, { makeToken: async () => fail('authority_silent', 'No answer.') });
    await press(page, '#make-token > summary');
    await type(page, '#token-name', 'Clerk');
    await press(page, '#token-passkey-1');
    await textAt(page, '#token-problem', 'Perhaps the token was made, and then nobody has it');
  });

  test('ends one with a key file, in two clicks, and only the one that is opened', async (t) => {
    const sent: SignedAgentTokenEnd[] = [];
    const page = await open(t, {
      endToken: async (_, signed) => {
        sent.push(signed);
        return ok({ ...clerk, end: signed });
      },
    });
    await press(page, '[data-token=at_soon] summary');
    await textAt(page, '#end-token-ways', 'End it for good');
    await press(page, '[data-token=at_clerk] summary');
    await textAt(page, '[data-token=at_clerk] #end-token-ways', 'End it for good');
    await give(page, '#end-token-file', keyFile(holders.principal.pem));
    await textAt(page, '#end-token-sign', /./);
    await press(page, '#end-token-sign');
    await textAt(
      page,
      '[data-token=at_clerk]',
      'Ended by principal_local: from now on, no gateway accepts it.',
    );
    const [{ end: object, end_hash: hash, signature }] = sent as [SignedAgentTokenEnd];
    assert.deepEqual([object.token_id, object.token_hash, object.reason], ['at_clerk', clerk.token_hash, '']);
    assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at: NOW }).ok);
    assert.doesNotMatch(await textAt(page, '[data-token=at_clerk]'), /Good until|End this/);
    assert.match(await textAt(page, '[data-token=at_soon]'), /Ends soon.*End this/);
  });
});

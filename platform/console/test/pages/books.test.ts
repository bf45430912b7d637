import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ok } from '@common/base/result';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { GrantRecord } from '@platform/protocol/grant';
import type { KeySet } from '@platform/protocol/key-entry';
import type { MandateRecord } from '@platform/protocol/mandate';
import type { SignedProfile } from '@platform/protocol/profile';
import type { Page } from 'playwright-core';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { fakeAuthority, vector, vectorPath, vectorText } from './fake-authority.ts';
import { greens } from './greens.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const executed = vector('executed');
const { who, what, how, why, signatures } = executed;

const mandate: MandateRecord = {
  contract: who.contract,
  contract_hash: who.contract_hash,
  signature: signatures.principal,
  status: 'active',
  registered_at: executed.when.proposed_at,
  revocation: null,
};
const revoked: MandateRecord = {
  ...mandate,
  status: 'revoked',
  revocation: vector('revoked-before').status.revocation,
};
const grant: GrantRecord = {
  grant: how.grant,
  grant_hash: how.grant_hash,
  signature: how.grant_signature,
  action: what.action,
  action_hash: what.action_hash,
  decision: why.decision,
  status: 'redeemed',
  ending: null,
  approval: null,
  redemption_id: null,
  redeemed_at: null,
  receipt_id: executed.receipt_id,
};
const profile: SignedProfile = {
  profile: why.profile,
  profile_hash: why.profile_hash,
  signature: why.profile_signature,
};
const keys: KeySet = JSON.parse(vectorText('keys'));

const full = (given: Partial<Authority> = {}) =>
  fakeAuthority([executed], {
    mandates: async () => ok([mandate, revoked]),
    mandate: async () => ok(mandate),
    grantsOf: async () => ok([grant]),
    keys: async () => ok(keys),
    profile: async () => ok(profile),
    plugins: async () => {
      const { manifest } = why.plugin;
      return ok([{ ...manifest, facades: manifest.facades.map(({ name }) => name) }]);
    },
    ...given,
  });

async function open(t: TestContext, path: string, given: Partial<Authority> = {}): Promise<Page> {
  const url = await serveConsole(t, { authority: full(given) });
  const page = await openPage(t, browser());
  await page.goto(`${url}${path}`);
  return page;
}

/** As the pages name them: rules and limits one by one. */
function membersOf({ rules, limits, ...rest }: MandateRecord['contract']): readonly [string, unknown][] {
  const inner = (of: string, members: object) =>
    Object.entries(members).map(([name, value]): [string, unknown] => [`${of}.${name}`, value]);
  return [...Object.entries(rest), ...inner('rules', rules), ...inner('limits', limits)];
}

const MANDATE = `/mandates/${who.contract.contract_id}`;

describe('what the authority has on its books', () => {
  for (const [name, path] of [
    ['mandates', '/mandates'],
    ['mandate', MANDATE],
    ['keys', '/keys'],
    ['policy', '/policy'],
    ['plugins', '/plugins'],
  ] as const) {
    test(`${name}: at both widths, light and dark`, async (t) => {
      const url = await serveConsole(t, { authority: full() });
      await checkPage(browser(), { name: `books-${name}`, url: `${url}${path}` });
    });
  }

  test('an empty deployment has pages, too', async (t) => {
    const app = await makeConsole(t);
    for (const url of ['/mandates', '/keys', '/policy', '/plugins']) {
      assert.equal((await app.inject({ url, headers: HTML })).statusCode, 200, url);
    }
  });

  test('a mandate shows every member that was signed, its grants and their receipts', async (t) => {
    const app = await makeConsole(t, { authority: full() });
    const { body } = await app.inject({ url: MANDATE, headers: HTML });
    const shown = body.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"');
    for (const [name, value] of membersOf(mandate.contract)) {
      assert.ok(shown.includes(`"${name}":${JSON.stringify(value)}`), name);
    }
    assert.ok(body.includes(who.contract_hash));
    assert.ok(body.includes(`href="/receipts/${executed.receipt_id}"`));
  });

  test('a key that is compromised says so, and one that the operator could copy is not called safe', async (t) => {
    const [first] = Object.values(keys) as [KeySet[string]];
    const changed = {
      ...first,
      compromised_at: '2026-06-02T00:00:00.000Z',
      hardware: false,
      independent: false,
    };
    const app = await makeConsole(t, { authority: full({ keys: async () => ok({ [first.kid]: changed }) }) });
    const { body } = await app.inject({ url: '/keys', headers: HTML });
    assert.match(body, /Not counted<\/span>.*Compromised since 2 June 2026/s);
    assert.doesNotMatch(body, /in hardware, /);
  });

  test('the signature under a profile is checked in the browser', async (t) => {
    const page = await open(t, '/policy');
    await page.getByText('by the keys that the authority itself shows').waitFor();
    await page.goto(new URL(`/receipts/${executed.receipt_id}`, page.url()).href);
    await page.locator('#keys-file').setInputFiles(vectorPath('keys'));
    await page.locator('#keys-state', { hasText: /^(?!None).* kept/ }).waitFor();
    await page.goto(new URL('/policy', page.url()).href);
    await page.getByText('by keys that you trust').waitFor();
    assert.deepEqual(await greens(page), []);
  });

  test('a changed profile is refused in red', async (t) => {
    const changed = { ...profile, profile: { ...profile.profile, receipt_retention_days: 1 } };
    const page = await open(t, '/policy', { profile: async () => ok(changed) });
    await page.getByText('The signature does not hold').waitFor();
  });

  test('what a hostile authority writes is shown, not run', async (t) => {
    const hostile = '<script>document.title="run"</script>\u202e';
    const contract = { ...mandate.contract, agent: hostile, scope: [hostile] };
    const given = { mandate: async () => ok({ ...mandate, contract }) };
    const page = await open(t, MANDATE, given);
    assert.doesNotMatch(await page.title(), /run/);
    assert.match((await page.locator('main').textContent()) ?? '', /\\u\{202e\}/);
  });
});

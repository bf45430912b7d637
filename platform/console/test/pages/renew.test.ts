import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { nodeCrypto } from '@common/evidence/node';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { checkMandate } from '@platform/core/decide/mandate-bounds';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Mandate, MandateRecord, SignedMandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { Profile } from '@platform/core/objects/profile';
import { verifySigned } from '@platform/core/signed/signed';
import type { Authority } from '../../src/use-cases/authority.ts';
import { renewalsOf, renewedMandate } from '../../src/use-cases/renewals.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { heldGrant, holders, keys } from './held-grant.ts';
import { countOf, give, keyFile, press, textAt, type } from './open-page.ts';
import { pluginFile } from './plugins.ts';
import { assertRefused } from './second-step.ts';
import { mandateOf, profileOf, registered, signedBooks } from './signed-books.ts';
import { pageWithAuthenticator, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const PATH = '/mandates/renew/treasury.v1';
const MANIFEST: PluginManifest = pluginFile('treasury', 'manifest');

const FIRST = profileOf('treasury');
/** Smaller payments, fewer uses, no euros any longer. */
const SECOND = profileOf('treasury', {
  version: '1.1.0',
  reason: 'Smaller payments',
  replaces: FIRST.profile_hash,
  published_at: '2026-05-20T09:20:00.000Z',
  limits: { ...FIRST.profile.limits, use_count_max: 90 },
  rules: rulesWith(FIRST.profile, { amount_max: '4000', bounds_in: undefined }),
});

function rulesWith({ rules }: Profile, changes: Readonly<Record<string, unknown>>): Profile['rules'] {
  const kept = Object.entries({ ...rules, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Profile['rules'];
}

const ended = (id: string, changes: Partial<Mandate> = {}): MandateRecord => ({
  ...mandateOf({ contract_id: id, ...changes }),
  status: 'expired',
});

const SUPPLIERS = ended('ic_suppliers', { name: 'Supplier payments' });
const REPORTS = ended('ic_reports', {
  name: 'Balance reports',
  scope: ['bank.readBalance'],
  limits: { runtime_max_s: 3_600, use_count_max: 50 },
  rules: { currency: 'USD', amount_max: '4000', daily_max: '15', threshold: '0' },
});
const EUROS = ended('ic_euros', {
  name: 'European suppliers',
  rules: { currency: 'EUR', amount_max: '100', daily_max: '200', threshold: '50' },
});
const OVER: readonly MandateRecord[] = [
  ended('ic_over', { valid_to: '2026-05-30T00:00:00Z' }),
  { ...ended('ic_records', { profile: 'records.v1', policy_version: 'records.v1@1.0.0' }) },
];

const STOPPED: GrantRecord = {
  ...heldGrant(),
  status: 'denied',
  ending: { outcome: 'denied', reason: 'contract_expired', detail: 'another version is in force' },
};

const BASIS = { profile: SECOND.profile, earlier: [FIRST.profile], manifest: MANIFEST, now: NOW };

function counter(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `ic_new${count}`;
  };
}

describe('what a mandate is signed anew as', () => {
  const renewals = renewalsOf([...OVER, EUROS, REPORTS, SUPPLIERS], BASIS, counter());
  const of = (id: string) => renewals.find(({ record }) => record.contract.contract_id === id);

  test('the same, lowered to the policy where it exceeds that, and valid from now for as long as before', () => {
    const { contract: before } = SUPPLIERS;
    const made = of('ic_suppliers');
    assert.ok(made !== undefined);
    assert.deepEqual(made.refusals, []);
    const { contract_id, valid_from, valid_to, ...rest } = made.mandate;
    assert.deepEqual(rest, {
      ...Object.fromEntries(
        Object.entries(before).filter(([name]) => !/^(contract_id|valid_from|valid_to)$/.test(name)),
      ),
      policy_version: 'treasury.v1@1.1.0',
      limits: { runtime_max_s: 3_600, use_count_max: 90 },
      rules: { amount_max: '4000', daily_max: '20000', threshold: '1000' },
    });
    assert.match(contract_id, /^ic_new/);
    const lasts = (from: string, to: string) => Date.parse(to) - Date.parse(from);
    assert.equal(valid_from, NOW);
    assert.equal(lasts(valid_from, valid_to), lasts(before.valid_from, before.valid_to));
    assert.ok(checkMandate(SECOND.profile, MANIFEST, made.mandate, Date.parse(NOW)).ok);
  });

  test('no longer than the policy allows, in the scope that is left, and in the currency that it had', () => {
    const profile: Profile = {
      ...SECOND.profile,
      scope: ['bank.readBalance'],
      limits: { ...SECOND.profile.limits, validity_max_days: 10 },
      rules: rulesWith(SECOND.profile, { currency: 'EUR' }),
    };
    const made = renewedMandate(SUPPLIERS.contract, { ...BASIS, profile }, 'ic_x');
    assert.deepEqual(made.scope, ['bank.readBalance']);
    assert.equal(Date.parse(made.valid_to) - Date.parse(NOW), 10 * 86_400_000);
    assert.equal(made.rules.currency, 'USD');
    const [found] = renewalsOf([SUPPLIERS], { ...BASIS, profile }, counter());
    assert.deepEqual(
      found?.refusals.map(({ code }) => code),
      ['currency_over_profile'],
    );
  });

  test('one whose currency nobody knows any longer, or has no bounds, is refused', () => {
    assert.deepEqual(
      of('ic_euros')?.refusals.map(({ code }) => code),
      ['currency_over_profile'],
    );
    const [found] = renewalsOf([SUPPLIERS], { ...BASIS, earlier: [] }, counter());
    assert.match(found?.refusals[0]?.message ?? '', /names no currency/);
  });

  test('none that is over, revoked, of another profile, or in force again', () => {
    assert.deepEqual(renewals.map(({ record }) => record.contract.contract_id).toSorted(), [
      'ic_euros',
      'ic_reports',
      'ic_suppliers',
    ]);
    const again = of('ic_suppliers')?.mandate;
    assert.ok(again !== undefined);
    const active = { ...mandateOf(again), status: 'active' as const };
    assert.deepEqual(renewalsOf([SUPPLIERS, active], BASIS, counter()), []);
    // Another one that says the same is still to be signed.
    const twin = ended('ic_twin', { name: 'Supplier payments' });
    assert.equal(renewalsOf([SUPPLIERS, twin, active], BASIS, counter()).length, 1);
    const revocation = { ...SUPPLIERS, status: 'revoked' as const };
    assert.deepEqual(renewalsOf([revocation], BASIS, counter()), []);
  });

  test('of several versions that say the same, the newest alone; an old one is not ticked', () => {
    const old = { ...ended('ic_old', { name: 'Supplier payments', policy_version: 'treasury.v1@0.9.0' }) };
    const before = { ...old, registered_at: '2026-01-01T00:00:00.000Z' };
    const found = renewalsOf([before, SUPPLIERS], BASIS, counter());
    assert.deepEqual(
      found.map(({ record, isNewlyEnded }) => [record.contract.contract_id, isNewlyEnded]),
      [['ic_suppliers', true]],
    );
    const other = { ...before, contract: { ...before.contract, agent: 'agent_old' } };
    const [first] = renewalsOf([other], BASIS, counter());
    assert.equal(first?.isNewlyEnded, false);
  });
});

describe('/mandates/renew', () => {
  const books = (given: Partial<Authority> = {}) =>
    signedBooks({
      profile: async (name) =>
        name === 'treasury.v1' ? ok(SECOND) : fail('authority_refused', 'There is none.', { status: 404 }),
      versions: async () => ok([SECOND, FIRST]),
      mandates: async () => ok([SUPPLIERS, REPORTS, EUROS, ...OVER]),
      mandate: async () => ok(SUPPLIERS),
      grantsOf: async (id) => ok(id === 'ic_suppliers' ? [STOPPED, heldGrant()] : []),
      ...given,
    });

  test('at both widths, light and dark', async (t) => {
    const url = await serveConsole(t, { authority: books() });
    await checkPage(browser(), { name: 'renew', url: `${url}${PATH}` });
  });

  test('says without a script what changes and what no longer fits; the ended mandate leads there', async (t) => {
    const app = await makeConsole(t, { authority: books() });
    const read = async (url: string) => {
      const { body, statusCode } = await app.inject({ url, headers: HTML });
      return { body, statusCode, words: body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ') };
    };
    const { words, statusCode } = await read(PATH);
    assert.equal(statusCode, 200);
    assert.match(words, /Three mandates ended with the new policy/);
    assert.match(words, /local published version 1\.1\.0 on 20 May 2026/);
    assert.match(words, /at most 5,000 at most 4,000|5,000 .*4,000.*: the policy’s new limit/);
    assert.match(words, /31 December 2026 .*: as long as before, from today/);
    assert.match(words, /What no longer fits.*European suppliers.*no bounds in EUR/);
    assert.match(words, /Only reads/);
    const [, suppliers = '', reports = ''] = words.split('Starts at zero: ');
    assert.match(suppliers, /^today’s total, and the number of uses\./);
    assert.match(reports, /^the number of uses\./);
    assert.equal(words.match(/Ended with it: .*?The agent can ask again\./g)?.length, 1);
    const { words: one } = await read(`${PATH}?mandate=ic_reports`);
    assert.match(one, /Sign Balance reports anew\?/);
    assert.doesNotMatch(one, /Supplier payments/);
    assert.match((await read('/mandates')).body, /href="\/mandates\/renew\/treasury\.v1"/);
    const over = await makeConsole(t, { authority: books({ mandates: async () => ok(OVER) }) });
    const { body: list } = await over.inject({ url: '/mandates', headers: HTML });
    assert.doesNotMatch(list, /renew\/treasury/, 'nothing waits to be signed anew');
    const { body } = await read('/mandates/ic_suppliers');
    assert.match(body, /href="\/mandates\/renew\/treasury\.v1\?mandate=ic_suppliers"/);
    assert.equal((await read('/mandates/renew/nobody.v1')).statusCode, 404);
    const none = await makeConsole(t, { authority: books({ mandates: async () => ok([]) }) });
    const { body: empty } = await none.inject({ url: PATH, headers: HTML });
    assert.match(empty, /No mandate waits to be signed anew/);
  });

  const KID = 'principal_local.phone';

  async function scene(t: TestContext, given: Partial<Authority> = {}) {
    const sent: SignedMandate[] = [];
    const enrolled: Record<string, KeyEntry> = { ...keys };
    const authority = books({
      keys: async () => ok(enrolled),
      register: async (signed) => {
        sent.push(signed);
        return ok(registered(signed.contract, signed.signature));
      },
      ...given,
    });
    const url = await serveConsole(t, { authority });
    const passkey = virtualPasskey({ kid: KID, person: 'local', origin: url, role: 'principal' });
    enrolled[KID] = { ...passkey.entry, tenants: ['*'] };
    const { page, authenticator } = await pageWithAuthenticator(t, browser());
    await authenticator.hold(passkey);
    await page.goto(`${url}${PATH}`);
    return { page, sent, enrolled };
  }

  function assertSigned(sent: readonly SignedMandate[], enrolled: Readonly<Record<string, KeyEntry>>): void {
    for (const { contract: object, contract_hash: hash, signature } of sent) {
      assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys: enrolled, at: NOW }).ok);
    }
  }

  test('one passkey signs all, one touch after another; what failed is signed by a further press', async (t) => {
    const answers = [true, false, true];
    const sent: SignedMandate[] = [];
    const { page, enrolled } = await scene(t, {
      register: async (signed) => {
        if (answers.shift() !== true) return fail('authority_refused', 'Not now.', { status: 503 });
        sent.push(signed);
        return ok(registered(signed.contract, signed.signature));
      },
    });
    await textAt(page, '#compared', /What you read is what you would sign/);
    await press(page, '#renew-passkey-1');
    await textAt(page, '#typed-problem', 'Type it first');
    await type(page, '#typed', '$20.000,00');
    assert.match(await textAt(page, '#renew-passkey-1'), /Sign two mandates anew with the passkey/);
    await press(page, '#renew-passkey-1');
    await textAt(page, '#renew-problem', /^Not registered\. Not now\.$/);
    assert.equal(sent.length, 1, 'one is in force, and one is not');
    assert.match(
      await textAt(page, '[data-renewal=ic_suppliers] .state'),
      /In force\. The new mandate is ic_/,
    );
    await press(page, '#renew-passkey-1');
    await textAt(page, '#done', `In force: signed by ${KID}`);
    assert.equal(await textAt(page, 'h1'), 'Two mandates are in force again');
    assert.deepEqual(
      sent.map(({ contract }) => contract.name),
      ['Supplier payments', 'Balance reports'],
    );
    assertSigned(sent, enrolled);
  });

  test('a key file signs all at once; what is not ticked stays ended', async (t) => {
    const { page, sent, enrolled } = await scene(t);
    await type(page, '#typed', '20000');
    await give(page, '#renew-file', keyFile(holders.principal.pem));
    await textAt(page, '#renew-state', 'This is principal_local');
    await press(page, '#renew-sign');
    await textAt(page, '#done', 'In force: signed by principal_local');
    assert.equal(sent.length, 2);
    assertSigned(sent, enrolled);
    await page.goto(page.url());
    await page.locator('#renew-0').uncheck();
    assert.match(await textAt(page, '.panel'), /how many mandates you sign anew/);
    await page.locator('#renew-1').uncheck();
    assert.match(await textAt(page, '#signing'), /Nothing is ticked/);
    assert.equal(await countOf(page, '#typed'), 0);
  });

  test('signs nothing if the page shows anything else than what follows from what people signed', async (t) => {
    const { page } = await scene(t);
    const html = await (await fetch(page.url(), { headers: HTML })).text();
    const quoted = (text: string) => text.replaceAll('"', '&quot;');
    await assertRefused(page, html, {
      'another text': (body) => body.replace('<pre class="id exact">{', '<pre class="id exact"> {'),
      'another row': (body) => body.replace('agent_local act', 'agent_other act'),
      'another change': (body) => body.replace(/<strong><bdi>/, '<strong><bdi>0'),
      'another sum': (body) => body.replace('20,000 USD a day', '2,000 USD a day'),
      'a bound that nobody signed': (body) =>
        body.replaceAll(quoted('"amount_max":"4000"'), quoted('"amount_max":"9000"')),
      'another mandate': (body) => body.replace('data-renewal="ic_suppliers"', 'data-renewal="ic_reports"'),
      'one less': (body) => body.replace('data-renewal="ic_reports"', ''),
    });
    assert.notEqual(canonicalText(SUPPLIERS.contract), canonicalText(REPORTS.contract));
  });
});

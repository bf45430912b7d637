import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { Profile, type SignedProfile } from '@platform/core/objects/profile';
import { openReceipt, saltsOfAction } from '@platform/core/receipt/open-receipt';
import type { Page } from 'playwright-core';
import { Value } from 'typebox/value';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { fakeAuthority, vector, vectorFile, vectorText } from './fake-authority.ts';
import { exactText, faultsOf, fieldsOf, submit } from './forms.ts';
import { greens } from './greens.ts';
import { heldGrant } from './held-grant.ts';
import { give, textAt } from './open-page.ts';
import { assertRefused, openSecondStep } from './second-step.ts';
import { mandateOf, profileOf, signedBooks } from './signed-books.ts';

const browser = useBrowser();

describe('the authority’s books', () => {
  const HTML = { accept: 'text/html' };
  const executed = unwrap(openReceipt(nodeCrypto, vector('executed')));
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
    salts: saltsOfAction(executed),
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
    fakeAuthority([executed.document], {
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

  test('a mandate whose plugin is not loaded here says so, on its page and in the list', async (t) => {
    const app = await makeConsole(t, { authority: full(), manifestOf: () => null });
    for (const url of [MANDATE, '/mandates']) {
      const { body } = await app.inject({ url, headers: HTML });
      assert.match(body, /ts plugin is not loaded here, so nothing can be done under it/, url);
    }
  });

  test('why a mandate was revoked stands in quotation marks on its page', async (t) => {
    const { revocation: given } = revoked;
    assert.ok(given !== null);
    const reason = 'typo. Correction: in force again';
    const record = { ...revoked, revocation: { ...given, revocation: { ...given.revocation, reason } } };
    const app = await makeConsole(t, { authority: full({ mandate: async () => ok(record) }) });
    const { body } = await app.inject({ url: MANDATE, headers: HTML });
    assert.match(body, /It was revoked on [^.]* by \S+: “typo\. Correction: in force again”\./);
  });

  describe('what the authority has on its books', () => {
    for (const [name, path] of [
      ['mandates', '/mandates'],
      ['mandate', MANDATE],
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

    test('home and plugins say which rules must be signed again, and how', async (t) => {
      const changed = { status: 503, error: 'plugin_hash_mismatch', said: 'the plugin is another one' };
      const refused = { profile: async () => fail('authority_refused' as const, 'refused', changed) };
      const app = await makeConsole(t, { authority: full(refused) });
      for (const url of ['/', '/plugins']) {
        const { body } = await app.inject({ url, headers: HTML });
        assert.match(body, /Nothing is done under[\s\S]*npx sanad profile renew treasury\.v1 /, url);
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
      const app = await makeConsole(t, {
        authority: full({ keys: async () => ok({ [first.kid]: changed }) }),
      });
      const { body } = await app.inject({ url: '/keys', headers: HTML });
      assert.match(body, /Not counted<\/span>.*Compromised since 2 June 2026/s);
      assert.doesNotMatch(body, /in hardware, /);
    });

    test('the signature under a profile is checked in the browser', async (t) => {
      const page = await open(t, '/policy');
      await textAt(page, 'main', 'by the keys that the authority itself shows');
      await page.goto(new URL(`/receipts/${executed.receipt_id}`, page.url()).href);
      await give(page, '#keys-file', vectorFile('keys'));
      await textAt(page, '#keys-state', /^(?!None).* kept/);
      await page.goto(new URL('/policy', page.url()).href);
      await textAt(page, 'main', 'by keys that you trust');
      assert.deepEqual(await greens(page), []);
    });

    test('a changed profile is refused in red', async (t) => {
      const changed = { ...profile, profile: { ...profile.profile, receipt_retention_days: 1 } };
      const page = await open(t, '/policy', { profile: async () => ok(changed) });
      await textAt(page, 'main', 'The signature does not hold');
    });

    test('what a hostile authority writes is shown, not run', async (t) => {
      const hostile = '<script>document.title="run"</script>\u202e';
      const contract = { ...mandate.contract, agent: hostile, scope: [hostile] };
      const given = { mandate: async () => ok({ ...mandate, contract }) };
      const page = await open(t, MANDATE, given);
      assert.doesNotMatch(await page.title(), /run/);
      assert.match(await textAt(page, 'main'), /\\u\{202e\}/);
    });
  });
});

describe('drafting a policy', () => {
  const PATH = '/policy/treasury.v1/draft';
  const HTML = { accept: 'text/html' };
  const first = profileOf('treasury');
  const second = profileOf('treasury', {
    version: '1.0.1',
    reason: 'A new payee',
    replaces: first.profile_hash,
    published_at: '2026-05-20T09:00:00.000Z',
    rules: {
      ...first.profile.rules,
      amount_max: '12000',
      threshold: '500',
      beneficiaries: [{ beneficiary_id: 'acme', to_account: 'acct_acme', currency: 'USD' }],
    },
  });
  const held = heldGrant();
  const waiting = { ...held, grant: { ...held.grant, contract_id: 'ic_first' } };
  const CHANGES = {
    rule_daily_max: '60,000',
    rule_threshold: '500',
    reason: 'Yearly review',
    rule_beneficiaries: 'acme, acct_acme, USD\r\nglobex, acct_globex, USD\r\ninitech, acct_initech, USD',
  };

  const books = (given: Partial<Authority> = {}) =>
    signedBooks({ openGrants: async () => ok([waiting]), ...given });

  /** The form as it is offered, with changes, posted. */
  async function post(
    t: TestContext,
    changes: Readonly<Record<string, string>>,
    given: Partial<Authority> = {},
  ) {
    const app = await makeConsole(t, { authority: books(given) });
    const { body } = await app.inject({ url: PATH, headers: HTML });
    return submit(app, PATH, { ...fieldsOf(body), ...changes });
  }

  describe('/policy/{name}: the version in force, and how it came about', () => {
    const authority = () =>
      signedBooks({ profile: async () => ok(second), versions: async () => ok([second, first]) });

    test('at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: authority() });
      await checkPage(browser(), { name: 'policy-profile', url: `${url}/policy/treasury.v1` });
    });

    test('each version has who, when, why, its signature checked in the browser, and what it changed', async (t) => {
      const url = await serveConsole(t, { authority: authority() });
      const page = await openPage(t, browser(), { url: `${url}/policy/treasury.v1` });
      const byShown = 'by the keys that the authority itself shows';
      const text = await textAt(page, 'main', new RegExp(`${byShown}.*${byShown}`));
      assert.match(text, /1\.0\.1 20 May 2026 at 09:00 UTC, by local: \S?A new payee/);
      assert.match(text, /It says that it replaced 1\.0\.0/);
      const changes: string[] = await page.evaluate(
        "[...document.querySelectorAll('.changes tbody tr')].map((row) => row.innerText)",
      );
      assert.deepEqual(
        changes.map((row) => row.replaceAll(/\s+/g, ' ').trim()),
        [
          'Payees globex, to account acct_globex, currency USD europa, to account acct_europa, currency EUR 1 as before tighter',
          'Each time at most 10,000 USD each at most 12,000 USD each looser',
          'Approval above 1,000 USD a person must approve above 500 USD a person must approve tighter',
        ],
      );
      assert.deepEqual(await greens(page), []);
    });

    test('a gap in the chain is told', async (t) => {
      const third = profileOf('treasury', { version: '1.0.3', replaces: 'ab'.repeat(32) });
      const app = await makeConsole(t, {
        authority: signedBooks({ profile: async () => ok(third), versions: async () => ok([third, first]) }),
      });
      const { body } = await app.inject({ url: '/policy/treasury.v1', headers: HTML });
      assert.match(body, /between this and 1\.0\.0, which is not kept here/);
    });
  });

  describe('/policy/{name}/draft: the form', () => {
    for (const name of ['treasury.v1', 'records.v1', 'trading.v1']) {
      test(`${name}: sent as it stands, with a reason, it is the version in force with the next number`, async (t) => {
        const app = await makeConsole(t, { authority: books() });
        const path = `/policy/${name}/draft`;
        const { body } = await app.inject({ url: path, headers: HTML });
        await assertValid(body);
        const { status, body: answer } = await submit(app, path, { ...fieldsOf(body), reason: 'As before' });
        assert.equal(status, 200, JSON.stringify(faultsOf(answer)));
        const before = profileOf(name.replace('.v1', ''));
        assert.deepEqual(JSON.parse(exactText(answer)), {
          ...before.profile,
          version: '1.0.1',
          reason: 'As before',
          published_at: NOW,
          replaces: before.profile_hash,
        });
        assert.match(answer, /No rule differs/);
      });
    }

    test('treasury.v1: at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: books() });
      await checkPage(browser(), { name: 'draft', url: `${url}${PATH}` });
    });

    test('an unknown plugin is told', async (t) => {
      const app = await makeConsole(t, { authority: books() });
      assert.equal((await app.inject({ url: '/policy/nobody.v1/draft', headers: HTML })).statusCode, 404);
    });

    const REFUSED: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string, RegExp]>> = {
      'no reason': [{ reason: ' ' }, 'f-reason', /Say why/],
      'a reason with a character unseen': [
        { reason: 'yearly\u202ereview' },
        'f-reason',
        /yearly\\u\{202e\}review/,
      ],
      'a version that does not rise': [{ version: '1.0.0' }, 'f-version', /higher version: 1\.0\.0/],
      'what is no version': [{ version: '2' }, 'f-version', /three numbers/],
      'what is no amount': [{ rule_amount_max: '1e3' }, 'f-rule_amount_max', /amount such as 5,000/],
      'half a cent': [{ rule_amount_max: '0.005' }, 'f-rule_amount_max', /2 decimals/],
      'a line with too few values': [
        { rule_beneficiaries: 'acme, acct_acme' },
        'f-rule_beneficiaries',
        /Line 1 must have payee, to account, currency/,
      ],
      'a payee with a space': [
        { rule_beneficiaries: 'acme, acct_acme, USD\nac me, acct, USD' },
        'f-rule_beneficiaries',
        /Line 2/,
      ],
      'a currency twice': [
        { bounds_in: 'EUR, 1, 1, 1,\nEUR, 2, 2, 2,' },
        'f-bounds_in',
        /EUR has bounds already/,
      ],
      'no limit': [{ use_count_max: '' }, 'f-use_count_max', /whole number/],
      'a limit beyond all': [{ validity_max_days: '4000' }, 'f-validity_max_days', /Must be at most 3,650\./],
      'a signer whom nobody enrolled': [{ published_by: 'cfo' }, 'f-published_by', /Choose who signs/],
    };
    test('what is wrong is refused beside its field', async (t) => {
      const app = await makeConsole(t, { authority: books() });
      const offered = fieldsOf((await app.inject({ url: PATH, headers: HTML })).body);
      for (const [what, [changes, id, words]] of Object.entries(REFUSED)) {
        const { status, body } = await submit(app, PATH, { ...offered, ...CHANGES, ...changes });
        assert.equal(status, 422, what);
        assert.match(faultsOf(body)[id] ?? '', words, what);
        assert.equal(exactText(body), '', what);
        assert.ok(
          body.includes('initech') || 'rule_beneficiaries' in changes,
          `${what}: what was typed is kept`,
        );
      }
    });

    test('all faults are told at once, each beside its field, with what was typed', async (t) => {
      const typed = {
        ...{
          version: '1.0',
          reason: ' ',
          published_by: 'cfo',
          rule_amount_max: '1e3',
          rule_daily_max: '0.005',
        },
        rule_threshold: '',
        use_count_max: 'many',
        validity_max_days: '4000',
        runtime_max_s: '0',
        receipt_retention_days: '0',
        market_data: `\n$BANK_URL/fx/\n${'x'.repeat(2_001)}`,
        rule_beneficiaries:
          'ac me, acct_acme, USD\n\nglobex, acct_globex\nglobex, , USD\nok, acct_ok, USD\nev\u202eil, acct_e, dollars',
        bounds_in: 'EUR, 1, 1, 1,\nEUR, 2, 2, 2,\nJPY, 1.5, 1, 1,',
      };
      const { status, body } = await post(t, typed);
      assert.equal(status, 422);
      assert.equal(exactText(body), '');
      const faults = faultsOf(body);
      for (const [field, words] of Object.entries({
        version: /three numbers/,
        reason: /Say why/,
        published_by: /Choose who signs/,
        rule_amount_max: /amount such as 5,000/,
        rule_daily_max: /2 decimals, as USD has/,
        rule_threshold: /Write a value/,
        use_count_max: /whole number/,
        validity_max_days: /Must be at most 3,650\./,
        runtime_max_s: /Must be at least 1\./,
        receipt_retention_days: /Must be at least 1\./,
        market_data: /^Line 3 must not have more than 2000 characters\.$/,
        rule_beneficiaries:
          /^Line 1: payee must be letters, digits .*\. Line 3 must have .*\. Line 4 lacks to account\. Line 6: payee .*\\u\{202e\}/,
        bounds_in: /^Line 2: currency EUR has bounds already.* Line 3: amount max is 1\.5.*as JPY has/,
      })) {
        assert.match(faults[`f-${field}`] ?? '', words, field);
      }
      const kept = fieldsOf(body);
      const { published_by: _, ...written } = typed;
      for (const [field, value] of Object.entries(written)) {
        assert.equal((kept[field] ?? '').trim(), value.trim(), field);
      }
    });

    test('nothing is said of amounts in a currency that is none', async (t) => {
      const { body } = await post(t, { ...CHANGES, currency: 'dollars', rule_amount_max: '1.005' });
      const { 'f-currency': currency, ...others } = faultsOf(body);
      assert.match(currency ?? '', /Must be three capital letters/);
      assert.deepEqual(others, {});
    });

    test('a list that is wrong throughout is told by its first lines', async (t) => {
      const wrong = Array.from({ length: 2_000 }, (_, index) => `p ${index}, acct_${index}, USD`).join('\n');
      const { status, body } = await post(t, { ...CHANGES, rule_beneficiaries: wrong, reason: '' });
      assert.equal(status, 422);
      const { 'f-rule_beneficiaries': words = '', 'f-reason': reason } = faultsOf(body);
      assert.equal(words.match(/Line \d+/g)?.length, 5);
      assert.match(words, /More lines are wrong\.$/);
      assert.match(reason ?? '', /Say why/);
    });

    test('a version that was published meanwhile is told with its reason, and what was typed is kept', async (t) => {
      const app = await makeConsole(t, { authority: books({ profile: async () => ok(second) }) });
      const fields = { ...CHANGES, base: first.profile_hash, version: '1.0.1', published_by: 'local' };
      const { status, body } = await submit(app, PATH, fields);
      assert.equal(status, 422);
      assert.match(body, /treasury\.v1 1\.0\.1 was published meanwhile \(“A new payee”\)/);
      assert.ok(body.includes('value="60,000"') && body.includes(`value="${second.profile_hash}"`));
    });

    test('a megabyte is refused as a page', async (t) => {
      const { status, body } = await post(t, { reason: 'a'.repeat(1_000_000) });
      assert.equal(status, 413);
      assert.match(body, /<h1>/);
    });
  });

  describe('/policy/{name}/draft: what would be signed', () => {
    test('at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: books() });
      const body = await (await fetch(`${url}${PATH}`, { headers: HTML })).text();
      const form = { from: PATH, fields: { ...fieldsOf(body), ...CHANGES } };
      await checkPage(browser(), { name: 'draft-text', url: `${url}${PATH}`, form });
    });

    test('says what changes, what ends, and shows the whole text', async (t) => {
      const { status, body } = await post(t, CHANGES);
      assert.equal(status, 200, JSON.stringify(faultsOf(body)));
      const profile: unknown = JSON.parse(exactText(body));
      assert.ok(Value.Check(Profile, profile));
      assert.equal(profile.replaces, first.profile_hash);
      const text = body
        .replaceAll(/<br>/g, ' ')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ');
      assert.match(text, /One mandate ends at once, and one open request ends\./);
      assert.match(
        text,
        /ic_first of agent_local\. Signed again as it is, it would be refused: threshold may be at most 500\./,
      );
      assert.match(text, /waiting: pay 2,500 \w+ to/i);
      assert.match(text, /In a day at most 50,000 USD a day at most 60,000 USD a day looser/);
      assert.match(text, /initech.* 2 as before other/);
    });

    test('a mandate that the draft still allows says so', async (t) => {
      const { body } = await post(t, { ...CHANGES, rule_threshold: '1000' });
      assert.match(body, /It could be signed again as it is\./);
    });

    test('nothing ends where no mandate is in force', async (t) => {
      const given = {
        mandates: async () => ok([{ ...mandateOf(), status: 'revoked' as const }]),
        openGrants: async () => ok([]),
      };
      const { body } = await post(t, CHANGES, given);
      assert.match(body, /No mandate ends, and no request is open\./);
    });

    test('without a script, it is not compared and has no form; and what was written can be changed', async (t) => {
      const { body } = await post(t, { reason: 'By request' });
      const shown = body.replaceAll(/<template[\s\S]*?<\/template>/g, '');
      assert.match(shown, /Not compared/);
      assert.equal(
        /<div id="signing"[^>]*>([\s\S]*?)<\/div>/.exec(shown)?.[1]?.match(/<input|<button/),
        null,
      );
      const again = await post(t, { reason: 'By request', step: 'change' });
      assert.equal(fieldsOf(again.body).reason, 'By request');
    });

    test('the browser hashes what the page shows, and says so; a page with anything else it refuses', async (t) => {
      const url = `${await serveConsole(t, { authority: books() })}${PATH}`;
      const page = await openSecondStep(t, browser(), { url, fields: CHANGES });
      await textAt(page, '#compared', 'What you read is what you would sign');
      assert.deepEqual(await greens(page), []);
      const { body: html } = await post(t, CHANGES);
      await assertRefused(page, html, {
        'another text': (from) => from.replace(/(id="exact">.*?daily_max&quot;:&quot;)6/, '$17'),
        'other changes': (from) => from.replace('at most 60,000 USD a day', 'at most 50,001 USD a day'),
        'a change less': (from) => from.replace(/<tr>\s*<th scope="row">In a day<[\s\S]*?<\/tr>/, ''),
        'another version in force': (from) => from.replace(/(&quot;profile_hash&quot;:&quot;)./, '$1g'),
      });
    });
  });
});

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { Mandate, type SignedMandate } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import { verifySigned } from '@platform/core/signed/signed';
import type { Page } from 'playwright-core';
import { Value } from 'typebox/value';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { exactText, faultsOf, fieldsOf, submit } from './forms.ts';
import { greens } from './greens.ts';
import { holders, keys } from './held-grant.ts';
import { countOf, fillIn, focused, give, keyFile, press, sendForm, textAt, type } from './open-page.ts';
import { PLUGINS } from './plugins.ts';
import { assertRefused, openSecondStep } from './second-step.ts';
import { mandateOf, profileOf, registered, signedBooks } from './signed-books.ts';
import { pageWithAuthenticator, type VirtualPasskey, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();

describe('asking for a mandate', () => {
  const PATH = '/mandates/new';
  const HTML = { accept: 'text/html' };

  /** What a person fills in for the treasury. */
  const FIELDS: Readonly<Record<string, string>> = {
    profile: 'treasury.v1',
    policy_version: 'treasury.v1@1.0.0',
    name: ' Supplier payments ',
    agent: 'agent_local',
    principal: 'local',
    tenant: 'tn_local',
    'scope.0': 'on',
    'scope.2': 'on',
    ...{
      rule_amount_max: '8,000',
      rule_daily_max: '20,000.00',
      rule_threshold: '500',
      rule_payee_threshold: '',
    },
    use_count_max: '200',
    runtime_max_s: '3600',
    valid_to: '2027-03-31',
    'approvers.0': 'on',
    approvals_needed: '1',
    wait_min: '60',
    assurance: 'hardware',
  };

  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const PRIVATE_HALF = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));

  async function post(
    t: TestContext,
    fields: Readonly<Record<string, string>>,
    given: Partial<Authority> = {},
  ) {
    return submit(await makeConsole(t, { authority: signedBooks(given) }), PATH, fields);
  }

  describe('/mandates/new: the form', () => {
    test('with faults: at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: signedBooks() });
      const fields = {
        ...FIELDS,
        rule_amount_max: '10,000.01',
        valid_to: '2030-01-01',
        agent: 'agent local',
      };
      await checkPage(browser(), {
        name: 'new-mandate-faults',
        url: `${url}${PATH}`,
        status: 422,
        form: { from: PATH, fields },
      });
    });

    test('offers every rule that the profile bounds, with its bound beside it, and no other', async (t) => {
      const app = await makeConsole(t, { authority: signedBooks() });
      for (const [plugin, expected] of [
        [
          'treasury',
          [
            'rule_amount_max',
            'rule_daily_max',
            'rule_payee_threshold',
            'rule_reference_required',
            'rule_threshold',
          ],
        ],
        ['records', ['rule_max_sensitivity', 'rule_purposes', 'rule_reference_required']],
        [
          'trading',
          [
            'rule_approval_notional',
            'rule_daily_notional_max',
            'rule_notional_max',
            'rule_reference_required',
            'rule_screened',
            'rule_screening_max_age_days',
            'rule_sides',
            'rule_symbols',
          ],
        ],
      ] as const) {
        const { body } = await app.inject({ url: `${PATH}?profile=${plugin}.v1`, headers: HTML });
        await assertValid(body, plugin);
        const names = [...body.matchAll(/name="(rule_[a-z_]+)/g)].map(([, name]) => name);
        assert.deepEqual([...new Set(names)].sort(), [...expected].sort());
      }
      const { body } = await app.inject({ url: `${PATH}?profile=treasury.v1`, headers: HTML });
      assert.match(body.replaceAll(/<[^>]*>/g, ''), /at most 10,000 USD or 9,000 EUR/);
    });

    test('an unknown plugin, and one that is not installed here, are told', async (t) => {
      const app = await makeConsole(t, { authority: signedBooks() });
      const { statusCode, body } = await app.inject({ url: `${PATH}?profile=nobody.v1`, headers: HTML });
      assert.equal(statusCode, 404);
      const known = PLUGINS.map((name) => `${name}.v1`).join(', ');
      assert.match(body, new RegExp(`nobody\\.v1: there is ${known}`));
      assert.equal((await post(t, { ...FIELDS, profile: 'nobody.v1' })).status, 404);
      assert.equal((await post(t, { ...FIELDS, profile: '../x' })).status, 404);
    });
  });

  describe('/mandates/new: what is asked for', () => {
    test('becomes the whole text, with its hash, every member in words and nothing unsaid', async (t) => {
      const { status, body } = await post(t, FIELDS);
      assert.equal(status, 200);
      const text = exactText(body);
      const mandate: unknown = JSON.parse(text);
      assert.ok(Value.Check(Mandate, mandate));
      assert.equal(canonicalText(mandate), text);
      assert.ok(body.replaceAll(' ', '').includes(hashOf(nodeCrypto, mandate)));
      const { contract_id: _, deployment: __, ...rest } = mandate;
      assert.deepEqual(rest, {
        type: 'sanad/mandate/1',
        name: 'Supplier payments',
        tenant: 'tn_local',
        principal: 'local',
        agent: 'agent_local',
        profile: 'treasury.v1',
        policy_version: 'treasury.v1@1.0.0',
        scope: ['bank.readBalance', 'bank.executeTransfer'],
        forbidden: ['bank.addBeneficiary'],
        limits: { runtime_max_s: 3_600, use_count_max: 200 },
        approval: {
          routes: [
            {
              approver_type: 'person',
              approvers: ['cfo'],
              wait_s: 3_600,
              notify: ['app'],
              assurance: 'hardware',
            },
          ],
        },
        valid_from: NOW,
        valid_to: '2027-03-31T23:59:59.999Z',
        rules: { currency: 'USD', amount_max: '8000', daily_max: '20000', threshold: '500' },
      });
      const words = body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
      assert.match(
        words,
        /agent_local may act for local with treasury, up to 8,000 USD each and up to 20,000 USD a day, until 31 March 2027\. Above 500 USD, cfo is asked\./,
      );
      assert.match(words, /In a day: 20,000 USD/);
    });

    const REFUSED: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string, RegExp]>> = {
      'an amount over the profile’s': [
        { rule_amount_max: '10000.01' },
        'f-rule_amount_max',
        /at most 10,000/,
      ],
      'a day’s sum over the profile’s': [{ rule_daily_max: '50001' }, 'f-rule_daily_max', /at most 50,000/],
      'a threshold over the profile’s': [{ rule_threshold: '1001' }, 'f-rule_threshold', /at most 1,000/],
      'an amount in euros over that bound': [
        { rule_amount_max: '9500', rule_daily_max: '20000', currency: 'EUR' },
        'f-rule_amount_max',
        /at most 9,000/,
      ],
      'a currency without bounds': [{ currency: 'GBP' }, 'f-currency', /Choose one of these/],
      'no amount': [{ rule_amount_max: '' }, 'f-rule_amount_max', /Write a value/],
      'what is no amount': [
        { rule_amount_max: '1e3' },
        'f-rule_amount_max',
        /amount such as 5,000 or 5,000\.00/,
      ],
      'half a cent': [{ rule_amount_max: '10.005' }, 'f-rule_amount_max', /2 decimals/],
      'more uses than the profile': [{ use_count_max: '1001' }, 'f-use_count_max', /at most 1,000/],
      'longer than the profile to carry out': [{ runtime_max_s: '3601' }, 'f-runtime_max_s', /at most 3,600/],
      'an end in the past': [{ valid_to: '2026-05-31' }, 'f-valid_to', /not over yet/],
      'an end after the longest': [{ valid_to: '2027-06-01' }, 'f-valid_to', /at most 365 days/],
      'no day': [{ valid_to: '2027-02-29' }, 'f-valid_to', /Write a day/],
      'no facade': [{ 'scope.0': '', 'scope.2': '' }, 'f-scope', /at least one/],
      'an agent with a Cyrillic letter': [{ agent: 'аgent_local' }, 'f-agent', /letters, digits/],
      'an agent with a character unseen': [{ agent: 'agent\u202e_local' }, 'f-agent', /letters, digits/],
      'a name with a character unseen': [{ name: 'Supp\u202eliers' }, 'f-name', /can be seen/],
      'a name of 61 characters': [{ name: 'x'.repeat(61) }, 'f-name', /at most 60/],
      'a tenant that is no id': [{ tenant: 'local' }, 'f-tenant', /tn_local/],
      'a principal whom nobody enrolled': [{ principal: 'mallory' }, 'f-principal', /Choose who signs/],
      'an agent who is asked themselves': [{ agent: 'cfo' }, 'f-agent', /another person must approve/],
      'more people than are named': [{ approvals_needed: '2' }, 'f-approvals_needed', /add approvers/],
      'no time to answer': [{ wait_min: '0' }, 'f-wait_min', /from 1 to/],
      'a key that is none': [
        { agent_key: 'ssh-ed25519 AAAA' },
        'f-agent_key',
        /is not a public key in PEM and nothing else: give only .* The field was emptied/,
      ],
      'a private key': [{ agent_key: PRIVATE_HALF }, 'f-agent_key', /leave it with its holder/],
      'no kind of key': [{ assurance: 'none' }, 'f-assurance', /one of the two/],
    };
    test('an agent’s own key is named in it, and stays in the form', async (t) => {
      const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', '\r\n');
      const { body } = await post(t, { ...FIELDS, agent_key: `\r\n${pem}` });
      const { agent_key }: Mandate = JSON.parse(exactText(body));
      const { x = '' } = publicKey.export({ format: 'jwk' });
      assert.deepEqual(agent_key, {
        alg: 'ed25519',
        public_key: Buffer.from(x, 'base64url').toString('hex'),
      });
      assert.match(body, /signs each request with its own key/);
      const again = await post(t, { ...FIELDS, agent_key: pem, step: 'change' });
      assert.match(fieldsOf(again.body).agent_key ?? '', /BEGIN PUBLIC KEY/);
    });

    test('what was pasted as an agent’s key and may be private is not sent back, in whatever form', async (t) => {
      const app = await makeConsole(t, { authority: signedBooks() });
      const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
      const { d: secret = '' } = privateKey.export({ format: 'jwk' });
      const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
      for (const [agent_key, step] of [
        [jwk, ''],
        [secret, ''],
        [`${pem}${jwk}`, ''],
        [`${pem}${jwk}`, 'change'],
      ] as const) {
        const { status, body, headers } = await submit(app, PATH, { ...FIELDS, agent_key, step });
        assert.equal(status, step === '' ? 422 : 200);
        assert.equal(headers['cache-control'], 'no-store');
        assert.ok(!body.includes(secret));
        assert.equal(fieldsOf(body).agent_key, '');
      }
    });

    test('is refused beside its field where it is wrong', async (t) => {
      const app = await makeConsole(t, { authority: signedBooks() });
      for (const [what, [changes, id, words]] of Object.entries(REFUSED)) {
        const fields = Object.entries({ ...FIELDS, ...changes }).filter(
          ([name, value]) => !(name.startsWith('scope') && value === ''),
        );
        const { status, body } = await submit(app, PATH, Object.fromEntries(fields));
        assert.equal(status, 422, what);
        assert.match(faultsOf(body)[id] ?? '', words, what);
        assert.equal(exactText(body), '', what);
        assert.ok(!body.includes('PRIVATE KEY'), what);
        for (const [name, value] of fields) {
          if (!name.startsWith('rule_') || value === '') continue;
          assert.ok(body.includes(`value="${value}"`), `${what}: ${name} is kept`);
        }
      }
    });

    test('all faults at once: each beside its field, and together in a summary that takes the focus', async (t) => {
      const wrong = {
        name: 'Supp\u200bliers',
        agent: 'agent local',
        tenant: 'local',
        rule_amount_max: '1e3',
        rule_daily_max: '50001',
        rule_threshold: '0.005',
        use_count_max: '1001',
        runtime_max_s: '0',
        valid_to: '2027-02-29',
        wait_min: '0',
        approvals_needed: '9',
        assurance: 'none',
        principal: 'mallory',
        currency: 'GBP',
      };
      const { status, body } = await post(t, { ...FIELDS, ...wrong });
      assert.equal(status, 422);
      assert.deepEqual(
        Object.keys(faultsOf(body)).toSorted(),
        Object.keys(wrong)
          .map((name) => `f-${name}`)
          .toSorted(),
      );
      const url = await serveConsole(t, { authority: signedBooks() });
      const page = await openPage(t, browser(), { url: `${url}${PATH}` });
      await sendForm(page, { ...FIELDS, rule_amount_max: '10,000.01', agent: 'agent local' });
      await textAt(
        page,
        '#faults:focus',
        /Fix these two fields: Agent: Write its name.* At most each time: May be at most 10,000\.$/,
      );
      await page.getByRole('link', { name: 'At most each time' }).press('Enter');
      assert.equal(await page.evaluate('document.activeElement.name'), 'rule_amount_max');
    });

    test('a profile that changed meanwhile is told, and what was typed is kept', async (t) => {
      const changed = async () => ok(profileOf('treasury', { version: '1.0.1' }));
      const { status, body } = await post(t, FIELDS, { profile: changed });
      assert.equal(status, 422);
      assert.match(body, /The policy is now treasury\.v1@1\.0\.1/);
      assert.ok(body.includes('value="8,000"'));
    });

    test('a megabyte, a field twice and a field too long are refused as pages', async (t) => {
      const app = await makeConsole(t, { authority: signedBooks() });
      const send = (payload: string) =>
        app.inject({
          method: 'POST',
          url: PATH,
          payload,
          headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
        });
      for (const [payload, status] of [
        [`agent=${'a'.repeat(1_000_000)}`, 413],
        ['agent=a&agent=b', 422],
        [`agent=${'a'.repeat(3_000)}`, 422],
      ] as const) {
        const { statusCode, headers } = await send(payload);
        assert.equal(statusCode, status);
        assert.match(String(headers['content-type']), /text\/html/);
      }
    });
  });

  describe('/mandates/new: what would be signed', () => {
    test('at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: signedBooks() });
      const form = { from: PATH, fields: FIELDS };
      await checkPage(browser(), { name: 'new-mandate-text', url: `${url}${PATH}`, form });
    });

    test('by keyboard, without a script, up to the whole text; the command is named', async (t) => {
      const url = await serveConsole(t, { authority: signedBooks() });
      const page = await openPage(t, browser(), { url: `${url}${PATH}`, javaScriptEnabled: false });
      await fillIn(page, FIELDS);
      await page.locator('form.asking button').focus();
      await page.keyboard.press('Enter');
      await page.locator('#exact').waitFor();
      assert.match(await textAt(page, '#compared'), /Not compared/);
      assert.match(await textAt(page, 'main'), /npx sanad mandate sign/);
      assert.equal(await countOf(page, '#signing input, #signing button'), 0);
      await page.locator('button', { hasText: 'Change it' }).click();
      assert.equal(await page.locator('[name=rule_amount_max]').inputValue(), '8,000');
    });

    test('the browser hashes what the page shows, and says so; a page with anything else it refuses', async (t) => {
      const url = `${await serveConsole(t, { authority: signedBooks() })}${PATH}`;
      const page = await openSecondStep(t, browser(), { url, fields: FIELDS });
      await textAt(page, '#compared', 'What you read is what you would sign');
      assert.equal(await textAt(page, '#hash-here'), await textAt(page, '#hash'));
      assert.deepEqual(await greens(page), []);
      const { body: html } = await post(t, FIELDS);
      await assertRefused(page, html, {
        'another text': (from) => from.replace(/(id="exact">.*?amount_max&quot;:&quot;)8000/, '$19000'),
        'another hash': (from) =>
          from.replace(/(id="hash">)(.)/, (_, start, first) => start + (first === '0' ? '1' : '0')),
        'other words': (from) => from.replace('at most 8,000 USD each', 'at most 80 USD each'),
        'another sentence': (from) => from.replace('>8,000 USD<', '>80 USD<'),
        'a row less': (from) => from.replace(/<tr>\s*<th scope="row">Never<[\s\S]*?<\/tr>/, ''),
        'an unsigned profile': (from) => from.replace('&quot;10000&quot;', '&quot;99999&quot;'),
      });
    });
  });
});

describe('signing in the page', () => {
  const KID = 'principal_local.phone';
  const ASKED: Readonly<Record<string, string>> = {
    agent: 'agent_local',
    tenant: 'tn_local',
    'scope.2': 'on',
    'approvers.0': 'on',
    rule_amount_max: '8000',
    rule_daily_max: '20000',
    rule_threshold: '500',
    use_count_max: '200',
    valid_to: '2027-03-31',
  };

  interface Scene {
    readonly page: Page;
    readonly url: string;
    readonly passkey: VirtualPasskey;
  }

  /** A console whose principal also has a passkey, which lies in the authenticator of this page. */
  async function scene(t: TestContext, given: Partial<Authority> = {}): Promise<Scene> {
    const enrolled: Record<string, KeyEntry> = { ...keys };
    const authority = signedBooks({ keys: async () => ok(enrolled), ...given });
    const url = await serveConsole(t, { authority });
    const passkey = virtualPasskey({ kid: KID, person: 'local', origin: url, role: 'principal' });
    enrolled[KID] = { ...passkey.entry, tenants: ['*'] };
    const { page, authenticator } = await pageWithAuthenticator(t, browser());
    await authenticator.hold(passkey);
    return { page, url, passkey };
  }

  /** Sends the form that the page has, and goes on to the text. */
  async function ask(page: Page, url: string, fields: Readonly<Record<string, string>>): Promise<void> {
    await page.goto(url);
    await sendForm(page, fields);
  }

  describe('a mandate, signed in the page', () => {
    const registering = (sent: SignedMandate[]): Partial<Authority> => ({
      register: async (signed) => {
        sent.push(signed);
        return ok(registered(signed.contract, signed.signature));
      },
    });

    test('with a passkey, by keyboard alone: registered, and told', async (t) => {
      const sent: SignedMandate[] = [];
      const { page, url, passkey } = await scene(t, registering(sent));
      await ask(page, `${url}/mandates/new`, ASKED);
      await page.locator('#typed').focus();
      await page.keyboard.type('20,000.00');
      await page.keyboard.press('Enter');
      assert.equal(sent.length, 0);
      await page.keyboard.press('Tab');
      assert.match(
        await textAt(page, ':focus'),
        /up to 20,000 USD a day with the passkey principal_local\.phone/,
      );
      await page.keyboard.press('Enter');
      await textAt(page, '#done', /In force: signed by principal_local\.phone, registered/);
      assert.equal(await focused(page), 'done');
      assert.equal(await textAt(page, 'h1'), 'agent_local may act');
      assert.doesNotMatch(await textAt(page, 'main'), /not signed yet|At worst|npx sanad|Change it/);
      const [signed] = sent as [SignedMandate];
      const { contract: object, contract_hash: hash, signature } = signed;
      const known = { ...keys, [KID]: { ...passkey.entry, tenants: ['*'] } };
      assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys: known, at: NOW }).ok);
      assert.deepEqual(await greens(page), []);
    });

    test('with a key file: only the signed mandate leaves the page', async (t) => {
      const sent: SignedMandate[] = [];
      const { page, url } = await scene(t, registering(sent));
      await ask(page, `${url}/mandates/new`, ASKED);
      const shown = await page.locator('#exact').textContent();
      const bodies: (string | null)[] = [];
      page.on('request', (request) => bodies.push(request.postData()));
      await type(page, '#typed', '20000');
      await give(page, '#mandate-file', keyFile(holders.principal.pem));
      await textAt(page, '#mandate-state', 'This is principal_local');
      await press(page, '#mandate-sign');
      await textAt(page, '#done', 'In force');
      const posted = bodies.filter((body) => body !== null).map((body) => JSON.parse(body));
      assert.deepEqual(posted, sent);
      assert.deepEqual(sent[0]?.contract, JSON.parse(shown ?? ''));
    });

    test('another sum, another’s key and what the authority answers are told, and nothing is “in force”', async (t) => {
      const message = 'The authority refused (contract_exists): ic_1 is already another mandate’s id';
      const detail = { status: 409, error: 'contract_exists' };
      const answers = [fail('authority_refused', message, detail), ok(mandateOf())];
      const { page, url } = await scene(t, { register: async () => answers.shift() ?? assert.fail() });
      await ask(page, `${url}/mandates/new`, ASKED);
      await type(page, '#typed', '50000');
      await press(page, '#mandate-passkey-1');
      await textAt(page, '#typed-hint', /^You typed 50,000\. Its first digit differs\.$/);
      await type(page, '#typed', '20000');
      await give(page, '#mandate-file', keyFile(holders.cfo.pem));
      await textAt(page, '#mandate-problem', /Nothing was signed.*approver_cfo is no principal’s key/);
      assert.equal(answers.length, 2);
      await press(page, '#mandate-passkey-1');
      await textAt(
        page,
        '#mandate-problem',
        /^Not registered\..*contract_exists.*already another mandate’s id/,
      );
      // Another one’s record.
      await press(page, '#mandate-passkey-1');
      await textAt(page, '#mandate-problem', 'does not show it in force');
    });
  });

  describe('a version of a profile, signed in the page', () => {
    const path = '/policy/treasury.v1/draft';
    const DRAFT = { rule_amount_max: '400', reason: 'Smaller payments' };

    test('with a passkey, or with a key file after a refusal: sent to the authority, and told', async (t) => {
      const sent: SignedProfile[] = [];
      const detail = { status: 409, error: 'profile_changed' };
      const refused = fail('authority_refused', 'It was not written over 1.0.1.', detail);
      const { page, url, passkey } = await scene(t, {
        publish: async (signed) => (sent.push(signed) === 1 ? refused : ok(signed)),
      });
      await ask(page, `${url}${path}`, DRAFT);
      await type(page, '#typed', '0');
      assert.match(await textAt(page, '.panel'), /How many mandates does this end\?/);
      await press(page, '#publish-choose');
      await textAt(page, '#typed-problem', /Which is right/);
      await type(page, '#typed', '1');
      await press(page, '#publish-passkey-1');
      await textAt(page, '#publish-problem', 'Not published. It was not written over 1.0.1.');
      await give(page, '#publish-file', keyFile(holders.principal.pem));
      await textAt(page, '#publish-state', 'This is principal_local');
      await press(page, '#publish-sign');
      await textAt(page, '#done', 'In force: treasury.v1@1.0.1');
      assert.equal(await textAt(page, 'h1'), 'treasury.v1 1.0.1 is in force');
      assert.doesNotMatch(await textAt(page, 'main'), /not signed yet|If you sign|npx sanad|Change it/);
      const known = { ...keys, [KID]: { ...passkey.entry, tenants: ['*'] } };
      for (const { profile: object, profile_hash: hash, signature } of sent) {
        assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys: known, at: NOW }).ok);
        assert.equal(object.rules.amount_max, '400');
      }
      assert.deepEqual(
        sent.map(({ signature }) => signature.kid),
        [KID, 'principal_local'],
      );
    });
  });
});

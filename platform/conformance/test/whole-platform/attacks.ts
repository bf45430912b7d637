import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Profile } from '@platform/core/objects/profile';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { actionHash } from '@platform/core/signed/sealed-action';
import { signHash, signObject } from '@platform/core/signed/signed';
import { type Client, jwt, outcome, type Reply, route, send, transferInputs } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { used } from './deployment.ts';

const PROFILE_CODES = ['profile_hash_mismatch', 'profile_signature_invalid', 'signer_not_principal'] as const;

describe('attacks over the wire', () => {
  let d: Deployment;
  let client: Client;
  let paid = '';
  before(async () => {
    ({ d, client } = used());
    paid = await client.balance('acct_acme');
  });

  /** Nothing was decided, nothing moved. */
  const nothingHappened = async (grantsBefore: number) => {
    assert.equal(await client.balance('acct_acme'), paid);
    assert.equal(await countGrants(), grantsBefore);
  };
  const countGrants = async () =>
    (await send<readonly unknown[]>(`${d.urls.authority}/grants?limit=1000`)).body.length;

  test('invalid agent tokens', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { sub: 'local', iat: now };
    const [header, payload] = jwt(claims, 'x', { alg: 'none' }).split('.');
    const rs = jwt(claims, d.secrets.jwt, { alg: 'RS256' });
    const service = client.serviceToken('grants', 'x');
    const wrong: Readonly<Record<string, string>> = {
      'alg none': `${header}.${payload}.`,
      'alg none, signed': jwt(claims, d.secrets.jwt, { alg: 'none' }),
      'another algorithm': rs,
      'another secret': jwt(claims, `${d.secrets.jwt}x`),
      expired: jwt({ ...claims, iat: now - 7_200, exp: now - 3_600 }, d.secrets.jwt),
      'from the future': jwt({ ...claims, iat: now + 3_600 }, d.secrets.jwt),
      'without sub': jwt({ iat: now }, d.secrets.jwt),
      'without iat': jwt({ sub: 'local' }, d.secrets.jwt),
      'of a service': service,
    };
    const grants = await countGrants();
    for (const [what, token] of Object.entries(wrong)) {
      assert.deepEqual(outcome(await client.pay(undefined, { token })), [401, 'unauthorized'], what);
      const raw = {
        contract_id: d.mandates.treasury,
        plugin: 'treasury',
        facade: 'bank.executeTransfer',
        params: {},
        plugin_hash: d.pluginHashes.get('treasury'),
        software: '5'.repeat(64),
      };
      const direct = await send(`${d.urls.authority}/grants`, { body: raw, bearer: token });
      assert.deepEqual(outcome(direct), [401, 'unauthorized'], what);
    }
    assert.equal(await countGrants(), grants);
  });

  test('another principal’s mandate, and another principal’s grant', async () => {
    const theirs = await client.register({ principal: 'zayd', tenant: 'tn_zayd' }, 'principal_zayd');
    const grants = await countGrants();
    const asLocal = await client.pay(undefined, { mandate: theirs });
    assert.deepEqual(outcome(asLocal), [403, 'contract_not_yours']);
    const zayd = client.agentToken({ sub: 'zayd' });
    const asZayd = await client.pay(undefined, { token: zayd });
    assert.deepEqual(outcome(asZayd), [403, 'contract_not_yours']);
    await nothingHappened(grants);
    const { body: mine } = await client.pay(transferInputs({ amount: '1001' }));
    await client.approve(String(mine.grant_id));
    const presented = await client.present(String(mine.grant_id), { mandate: theirs, token: zayd });
    assert.deepEqual(outcome(presented), [403, 'contract_not_yours']);
    // Reads are open: anyone who sees an active grant still cannot have it executed.
    const record = await client.grant(String(mine.grant_id));
    for (const bearer of [undefined, zayd, client.serviceToken('execute', 'gr_other')]) {
      const { grant, grant_hash, signature, action, salts } = record;
      const reply = await send<ToolResult>(`${d.urls.pep}/execute`, {
        body: { grant, grant_hash, signature, action, salts },
        bearer,
      });
      assert.deepEqual(outcome(reply), [401, 'unauthorized']);
    }
    assert.equal((await client.grant(String(mine.grant_id))).status, 'active');
    assert.equal(await client.balance('acct_acme'), paid);
  });

  test('an approver who is not in the route, or who is the agent', async () => {
    const mandate = await client.register({ approval: { routes: [route('cfo')] } });
    const { body: held } = await client.pay(transferInputs({ amount: '1001' }), { mandate });
    const id = String(held.grant_id);
    assert.deepEqual(outcome(await client.approve(id, 'approver_guest')), [403, 'approver_not_listed']);
    assert.deepEqual(outcome(await client.approve(id, 'approver_agent')), [403, 'approver_is_agent']);
    assert.deepEqual(outcome(await client.approve(id, 'principal_local')), [403, 'role_not_allowed']);
    const hardware = await client.register({ approval: { routes: [route('cfo', 'hardware')] } });
    const { body: strict } = await client.pay(transferInputs({ amount: '1001' }), { mandate: hardware });
    assert.deepEqual(outcome(await client.approve(String(strict.grant_id))), [403, 'assurance_not_met']);
    assert.equal((await client.grant(id)).status, 'pending');
  });

  test('an action altered between approval and execution', async () => {
    const { body: held } = await client.pay(transferInputs({ amount: '1001' }));
    const { body: record } = await client.approve(String(held.grant_id));
    const { action, grant, salts } = record;
    const altered = { ...action, params: { ...action.params, amount: '4999' } };
    const hash = actionHash(nodeCrypto, altered, salts) ?? '';
    const forged: Readonly<Record<string, Parameters<Client['execute']>[1]>> = {
      'another amount': { action: altered },
      'another payee': { action: { ...action, params: { ...action.params, to_account: 'acct_mallory' } } },
      'another key': { action: { ...action, idempotency_key: 'idem_pay_other' } },
      'grant and action': { action: altered, grant: { ...grant, action_hash: hash } },
      'another facade': { action: { ...action, facade: 'bank.readBalance' } },
    };
    for (const [what, patch] of Object.entries(forged)) {
      const { body } = await client.execute(record, patch);
      assert.deepEqual([body.status, body.reason], ['refused', 'grant_invalid'], what);
    }
    const extra = { ...action, params: { ...action.params }, surplus: 'x' };
    assert.equal((await client.execute(record, { action: extra })).status, 422);
    assert.equal(await client.balance('acct_acme'), paid);
    assert.equal((await client.present(String(held.grant_id))).body.status, 'executed');
    assert.equal(Number(await client.balance('acct_acme')), Number(paid) + 1_001);
    paid = await client.balance('acct_acme');
  });

  test('a grant forged by someone who knows every public key', async () => {
    const { body: record } = await client.proposeAsGateway('bank.executeTransfer', transferInputs());
    const grant = { ...record.grant, expires_at: '2099-01-01T00:00:00.000Z' };
    for (const kid of ['pep', 'service_assembly', 'principal_local', 'bank']) {
      const { hash, signature } = signObject(nodeCrypto, await d.signer(kid), grant);
      for (const signed of [signature, { ...signature, kid: 'authority', alg: 'ed25519' as const }]) {
        const { body } = await client.execute(record, { grant, grant_hash: hash, signature: signed });
        assert.deepEqual([body.status, body.reason], ['refused', 'grant_invalid'], kid);
      }
    }
  });

  test('addresses that market.fetch must not read are refused, and no server is contacted', async (t) => {
    let [asked, presented] = [0, 0];
    const inside = createServer((_request, response) => {
      asked += 1;
      response.end('{"secret":"yes"}');
    });
    await once(inside.listen(0, '127.0.0.1'), 'listening');
    t.after(() => inside.close());
    const { port } = inside.address() as AddressInfo;
    const bank = new URL(d.urls.bank);
    for (const url of [
      `http://127.0.0.1:${port}/market/fx`,
      `http://localhost:${bank.port}/market/fx`,
      `http://127.0.0.1:${bank.port}@127.0.0.1:${port}/market/fx`,
      `${d.urls.bank}/market/../accounts/acct_operating/balance`,
      `${d.urls.authority}/contracts`,
    ]) {
      const { status, body: record } = await client.proposeAsGateway('market.fetch', { url });
      // Not even an action.
      if (status === 422) continue;
      presented += 1;
      const reply = await fetchAsGateway(record);
      assert.deepEqual([reply.body.status, reply.body.reason], ['refused', 'url_not_allowed'], url);
      assert.equal(reply.body.data, undefined, url);
    }
    assert.ok(presented >= 3, `${presented} came as far as the enforcement point`);
    assert.equal(asked, 0);
  });

  test('a body that two parsers could read differently', async () => {
    const { body: record } = await client.proposeAsGateway('bank.executeTransfer', transferInputs());
    const { grant, grant_hash, signature, action, salts } = record;
    const grantId = grant.grant_id;
    const execute = JSON.stringify({ grant, grant_hash, signature, action, salts });
    const mandate = JSON.stringify(await client.signMandate(client.mandate()));
    const revocation = JSON.stringify(await client.signRevocation(d.mandates.treasury));
    const half = '\\ud800';
    const bodies: readonly (readonly [url: string, raw: string])[] = [
      [`${d.urls.pep}/execute`, execute.replace('"params":{', '"params":{"amount":"4999",')],
      [`${d.urls.pep}/execute`, execute.replace('"memo":"', `"memo":"${half}`)],
      [`${d.urls.authority}/contracts`, mandate.replace('"principal":', '"principal":"zayd","principal":')],
      [`${d.urls.authority}/contracts/${d.mandates.treasury}/revoke`, revocation.replace('no longer', half)],
      [
        `${d.urls.authority}/grants`,
        `{"contract_id":"ic_1","facade":"bank.readBalance","params":{"a":"${half}"}}`,
      ],
      [`${d.urls.bank}/transfers`, `{"memo":"${half}"}`],
    ];
    for (const [url, raw] of bodies) {
      const headers = { 'x-broker-token': client.brokerToken({ method: 'POST', path: '/transfers' }, raw) };
      const bearer = client.serviceToken(url.endsWith('/grants') ? 'grants' : 'execute', grantId);
      const reply = await send(url, { raw, bearer, headers });
      const isRepeated = !raw.includes(half);
      const expected = isRepeated ? [400, 'duplicate_key'] : [422, 'invalid_request'];
      assert.deepEqual(outcome(reply), expected, `${url}: ${reply.text}`);
    }
    const memo = String.fromCharCode(0xd800);
    const reply = await client.pay(transferInputs({ memo }));
    assert.deepEqual(outcome(reply), [422, 'invalid_request']);
    assert.equal((await client.grant(grantId)).status, 'active');
  });

  async function fetchAsGateway({
    grant,
    grant_hash,
    signature,
    action,
    salts,
  }: GrantRecord): Promise<Reply<ToolResult>> {
    const bearer = client.serviceToken('execute', grant.grant_id);
    return send(`${d.urls.pep}/fetch`, { body: { grant, grant_hash, signature, action, salts }, bearer });
  }
});

describe('a profile file that cannot be trusted', () => {
  let good = '';
  let file = '';
  let waiting = '';
  before(async () => {
    const { d, client } = used();
    file = join(d.folders.profiles, 'treasury.v1.json');
    good = await readFile(file, 'utf8');
    const { body: held } = await client.pay(transferInputs({ amount: '1001' }));
    waiting = String(held.grant_id);
    assert.equal((await client.approve(waiting)).status, 200);
  });

  /** The file as an attacker leaves it. */
  const forgeries: Readonly<Record<(typeof PROFILE_CODES)[number], (profile: Profile) => Promise<object>>> = {
    profile_hash_mismatch: async (profile) => {
      const signed = JSON.parse(good);
      return { ...signed, profile: { ...profile, rules: { ...profile.rules, amount_max: '999999' } } };
    },
    profile_signature_invalid: async (profile) => {
      const { d } = used();
      const raised = { ...profile, version: '1.0.1' };
      const { hash, signature } = signObject(nodeCrypto, await d.signer('approver_guest'), raised);
      return { profile: raised, profile_hash: hash, signature: { ...signature, kid: 'principal_local' } };
    },
    signer_not_principal: async (profile) => {
      const { d } = used();
      const raised = { ...profile, version: '1.0.1' };
      const { hash } = signObject(nodeCrypto, await d.signer('authority'), raised);
      return { profile: raised, profile_hash: hash, signature: signHash(await d.signer('authority'), hash) };
    },
  };

  for (const code of PROFILE_CODES) {
    test(`${code}: 503 at the gateway, the authority and the enforcement point; then all is well again`, async () => {
      const { d, client } = used();
      const paid = await client.balance('acct_acme');
      const record = await client.grant(waiting);
      await writeFile(file, JSON.stringify(await forgeries[code](JSON.parse(good).profile)));
      const answers: readonly (readonly [string, Reply<unknown>])[] = [
        ['gateway', await client.pay()],
        ['gateway, a grant', await client.present(waiting)],
        ['authority', await client.proposeAsGateway('bank.executeTransfer', transferInputs())],
        ['authority, the profile', await send(`${d.urls.authority}/profiles/treasury.v1`)],
        ['authority, its publication', await send(`${d.urls.authority}/profiles/treasury.v1/publication`)],
        [
          'authority, a mandate',
          await send(`${d.urls.authority}/contracts`, { body: await client.signMandate(client.mandate()) }),
        ],
        ['enforcement point', await client.execute(record)],
      ];
      for (const [where, reply] of answers) assert.deepEqual(outcome(reply), [503, code], where);
      assert.equal(await client.balance('acct_acme'), paid);
      await writeFile(file, good);
      assert.equal((await client.pay()).body.status, 'executed');
    });
  }

  test('the waiting grant is executed once the file is restored', async () => {
    assert.equal((await used().client.present(waiting)).body.status, 'executed');
  });
});

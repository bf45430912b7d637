import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { idempotencyKeyOf, idempotencyMaterial } from '@platform/core/decide/idempotency';
import type { FacadeSpec, PluginManifest } from '@platform/core/objects/plugin';
import { readConnector } from '@platform/core/objects/read-plugin';
import { counterpartyOf, pluginHash } from '@platform/core/signed/plugin';
import { acknowledge, readToken, tokenFault } from './support/fake-bank.ts';
import { fakeServer, type Received, type Reply } from './support/fake-server.ts';
import type { Party } from './support/people.ts';
import {
  ANSWERING,
  eventually,
  MANIFEST,
  makePep,
  makeVenue,
  signMandate,
  signProfile,
  transfer,
} from './support/venue.ts';

/** The treasury at a payments API that takes forms by PUT, and says how a payment stands. */
const STATUS: FacadeSpec = {
  name: 'bank.transferStatus',
  kind: 'read',
  description: 'How a transfer stands',
  params: { grant_id: { kind: 'name', description: 'Its grant' } },
  rules: [],
  idempotency: { prefix: 'idem_status_', params: [], unique: false },
};
const WITH_STATUS: PluginManifest = { ...MANIFEST, facades: [...MANIFEST.facades, STATUS] };
const [BALANCE] = ANSWERING.operations;
const PLACES = { ack: '/ack', ack_hash: '/ack_hash', signature: '/signature' };
const read = readConnector(WITH_STATUS, {
  ...ANSWERING,
  tenant_accounts: [{ tenant: 'tn_test', account: 'acct_1' }],
  operations: [
    BALANCE,
    {
      facade: 'bank.executeTransfer',
      operation: 'transfer',
      method: 'PUT',
      path: '/accounts/{$account}/payments/{$idempotency_key}',
      headers: {
        'api-version': { constant: '2026-01-01' },
        'content-digest': '$content_digest',
        'x-grant': '$grant_id',
        'x-memo': 'memo',
      },
      encoding: 'form',
      body: {
        amount: { minor_units: 'amount', currency: 'currency' },
        currency: 'currency',
        'destination[account]': 'to_account',
        'metadata[action_hash]': '$action_hash',
      },
      ack: PLACES,
      timeout_ms: 1_000,
      inquiry: {
        path: '/accounts/{$account}/payments',
        query: { key: '$idempotency_key', currency: 'currency' },
        ack: { ack: '/found/ack', ack_hash: '/found/ack_hash', signature: '/found/signature' },
        as_of: '/as_of',
      },
    },
    {
      facade: STATUS.name,
      operation: 'status',
      method: 'GET',
      path: '/accounts/{$account}/payments/{$idempotency_key}',
      headers: { 'api-version': { constant: '2026-01-01' } },
      status_of: { facade: 'bank.executeTransfer', grant: 'grant_id' },
      body: {},
      ack: null,
      timeout_ms: 1_000,
    },
  ],
});
assert.ok(read.ok, JSON.stringify(read));
const CONNECTOR = read.value;
const PLUGIN = { manifest: WITH_STATUS, connector: CONNECTOR };
const SCOPE = ['bank.executeTransfer', STATUS.name];

/** One payment per key. It trusts no request that its headers do not describe. */
async function paymentsApi(t: TestContext, party: Party) {
  const payments = new Map<string, ReturnType<typeof acknowledge>>();
  const requests: Received[] = [];
  const plans: Reply[] = [];
  const used = new Set<string>();
  const url = await fakeServer(t, (request) => {
    requests.push(request);
    const { method, path, headers, body } = request;
    const token = readToken(String(headers['x-broker-token']));
    if (tokenFault(token, request, used) !== null || headers['api-version'] !== '2026-01-01')
      return { status: 401, body: {} };
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const found = (key: string | undefined | null) => payments.get(key ?? '') ?? null;
    if (method === 'GET' && searchParams.size > 0)
      return {
        status: 200,
        body: { found: found(searchParams.get('key')), as_of: new Date().toISOString() },
      };
    const key = pathname.split('/').at(-1) ?? '';
    if (method === 'GET')
      return { status: 200, body: { state: found(key) === null ? 'unknown' : 'settled' } };
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    assert.equal(headers['content-digest'], digest);
    const form = new URLSearchParams(body);
    const signed =
      found(key) ??
      acknowledge(party, {
        amount: form.get('amount') ?? '',
        grant_id: String(headers['x-grant']),
        action_hash: form.get('metadata[action_hash]') ?? '',
        idempotency_key: key,
      });
    payments.set(key, signed);
    return plans.shift() ?? { status: 200, body: signed };
  });
  return { url, requests, payments, plans };
}

async function deployed(t: TestContext) {
  const venue = await makeVenue(t, PLUGIN);
  const api = await paymentsApi(t, venue.parties.bank);
  const { signer } = venue.parties.principal;
  const counterparty = counterpartyOf(CONNECTOR);
  const rules = { scope: SCOPE, plugin_hash: pluginHash(nodeCrypto, PLUGIN), counterparty };
  const profile = signProfile(signer, rules);
  await venue.putProfile(profile);
  const mandate = signMandate(signer, { scope: SCOPE });
  const pep = await makePep(t, venue, { BANK_URL: api.url, PEP_RECONCILE_MS: '50', PEP_LEASE_MS: '10000' });
  const grant = (options: Parameters<typeof venue.grant>[0] = {}) =>
    venue.grant({ mandate, profileHash: profile.profile_hash, ...options });
  const ask = (grantId: string, action: object = {}) => {
    const params = { grant_id: grantId };
    const asked = grant({ facade: STATUS.name, params });
    const material = idempotencyMaterial(STATUS, 'tn_test', params, asked.grant.grant_id);
    const grant_id = asked.grant.grant_id;
    const idempotency_key = idempotencyKeyOf(STATUS, hashOf(nodeCrypto, material));
    return pep.present(
      grant({
        facade: STATUS.name,
        params,
        action: { grant_id, idempotency_key, ...action },
        grant: { grant_id },
      }),
    );
  };
  return { venue, api, pep, grant, ask };
}

test('a transfer goes out by PUT as a form in minor units, and its status is asked by its grant', async (t) => {
  const { venue, api, pep, grant, ask } = await deployed(t);
  const request = grant();
  const { grant_id: grantId, action_hash: actionHash } = request.grant;
  const { result } = await pep.present(request);
  assert.deepEqual([result.status, result.reason], ['executed', 'ok'], result.detail);
  const [sent] = api.requests;
  assert.equal(sent?.path, `/accounts/acct_1/payments/${request.action.idempotency_key}`);
  assert.equal(sent.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(sent.headers['x-memo'], request.action.params.memo);
  assert.deepEqual(
    [...new URLSearchParams(sent.body)],
    [
      ['amount', '4050'],
      ['currency', 'USD'],
      ['destination[account]', 'acct_acme'],
      ['metadata[action_hash]', actionHash],
    ],
  );

  const status = await ask(grantId);
  assert.deepEqual(
    [status.result.status, status.result.data],
    ['executed', { state: 'settled' }],
    status.text,
  );
  assert.equal(api.requests.length, 2);
  const otherMandate = { contract_id: 'ic_other' };
  const { signer } = venue.parties.principal;
  const foreign = grant({
    mandate: signMandate(signer, { scope: SCOPE, ...otherMandate }),
    action: otherMandate,
    grant: otherMandate,
  });
  assert.equal((await pep.present(foreign)).result.status, 'executed');
  for (const other of ['gr_unknown', status.result.grant_id ?? '', foreign.grant.grant_id]) {
    const refused = await ask(other);
    assert.deepEqual([refused.result.status, refused.result.reason], ['refused', 'grant_invalid']);
    assert.match(refused.result.detail, /^No bank\.executeTransfer of this mandate with the grant/);
  }
  assert.equal(api.requests.length, 3, 'nothing was asked about what is not the mandate’s');
});

test('what became of a call without an answer is looked up by its key, and nothing is sent twice', async (t) => {
  const { venue, api, pep, grant } = await deployed(t);
  api.plans.push('hang');
  const request = grant();
  assert.equal((await pep.present(request)).result.status, 'unknown');
  await eventually('the outcome is recorded', async () => (await pep.unfinished()) === 0);
  const decided = venue.authority.enforcements.get(request.grant.grant_id);
  assert.equal(decided?.decision.outcome, 'executed');
  const key = request.action.idempotency_key;
  assert.deepEqual(
    api.requests.map(({ method, path }) => `${method} ${path}`),
    [`PUT /accounts/acct_1/payments/${key}`, `GET /accounts/acct_1/payments?key=${key}&currency=USD`],
  );
});

test('what a header cannot carry ends the grant as refused, and nothing is sent', async (t) => {
  const { venue, api, pep, grant } = await deployed(t);
  const request = grant({ params: { ...transfer(1), memo: 'Überweisung 1' } });
  const { result } = await pep.present(request);
  assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
  assert.match(result.detail, /memo cannot be sent in the header x-memo/);
  assert.equal(venue.authority.enforcements.get(request.grant.grant_id)?.decision.outcome, 'refused');
  assert.equal(api.requests.length, 0);
});

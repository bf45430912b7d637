import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { VERSION } from '@common/kit/version';
import { buildCall, operationOf } from '../src/use-cases/build-call.ts';
import { openConnector } from '../src/use-cases/connector-address.ts';
import { BROKER_SECRET, refusal } from './support/fake-bank.ts';
import { party } from './support/people.ts';
import { presentationOf } from './support/presentation.ts';
import { makePep, makeVenue } from './support/venue.ts';

test('a granted transfer is executed once, with a signed decision and its acknowledgment', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const request = venue.grant();
  const { grant_id: grantId, action_hash: actionHash } = request.grant;
  const { status, result, text } = await pep.present(request);
  assert.deepEqual([status, result.status, result.reason], [200, 'executed', 'ok']);
  assert.equal(result.counterparty_ack?.action_hash, actionHash);
  assert.equal(Reflect.get(result.counterparty_ack ?? {}, 'transfer_id'), 'txn_1');
  assert.equal(result.receipt_id, `rcpt_${grantId.slice(3)}`);

  const decided = venue.authority.enforcements.get(grantId);
  assert.deepEqual([decided?.decision.outcome, decided?.signature.kid], ['executed', 'pep']);
  assert.equal(decided?.decision.counterparty_ack_hash, result.counterparty_ack?.counterparty_ack_hash);
  assert.equal(await pep.unfinished(), 0);

  const [sent] = venue.bank.requests;
  assert.deepEqual(JSON.parse(sent?.body ?? ''), {
    ...{ to_account: 'acct_acme', amount: '40.5', currency: 'USD' },
    ...{ idempotency_key: request.grant.idempotency_key, action_hash: actionHash, grant_id: grantId },
  });
  assert.ok(!text.includes('v1.') && !text.includes(BROKER_SECRET), 'no broker token leaves the pep');
});

test('a grant that is presented again is a duplicate, and nothing is called', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const request = venue.grant();
  await pep.present(request);
  const { result } = await pep.present(request);
  assert.deepEqual([result.status, result.reason], ['duplicate', 'duplicate_action']);
  assert.equal(result.receipt_id, `rcpt_${request.grant.grant_id.slice(3)}`);
  assert.equal(venue.bank.requests.length, 1);
});

/** Enforcement points that share a database, or only the authority. */
for (const [what, second] of Object.entries({
  'one process': null,
  'two processes with one database': {},
  'two processes with their own databases': { PEP_DATABASE_URL: 'sqlite::memory:' },
})) {
  test(`many presentations at once in ${what}: one executes, the others are duplicates`, async (t) => {
    const venue = await makeVenue(t);
    const one = await makePep(t, venue);
    const other = second === null ? one : await makePep(t, venue, second);
    const request = venue.grant();
    const all = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? one : other).present(request));
    const statuses = (await Promise.all(all)).map(({ result }) => result.status).sort();
    assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 'duplicate'), 'executed']);
    assert.equal(venue.bank.requests.length, 1);
    assert.equal(venue.authority.enforcements.size, 1);
  });
}

test('a changed action is refused before anything is spent', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const request = venue.grant();
  const { action, grant } = request;
  const other = party('authority', 'authority');
  const changed: Readonly<Record<string, unknown>> = {
    amount: { ...request, action: { ...action, params: { ...action.params, amount: '4000' } } },
    payee: { ...request, action: { ...action, params: { ...action.params, to_account: 'acct_mine' } } },
    facade: { ...request, action: { ...action, facade: 'bank.readBalance' } },
    'grant without a new signature': { ...request, grant: { ...grant, expires_at: '2036-01-01T00:00:00Z' } },
    'grant of another signer': venue.grant({ signer: other.signer }),
    'grant signed by the approver': venue.grant({ signer: venue.parties.approver.signer }),
    'held grant': venue.grant({ grant: { outcome: 'hold', reason: 'approval_required' } }),
    'denied grant': venue.grant({ grant: { outcome: 'deny', expires_at: null } }),
    'action of another grant': { ...request, action: { ...action, grant_id: 'gr_other' } },
    'unknown facade': venue.grant({ facade: 'bank.addBeneficiary' }),
    'param missing': venue.grant({ params: { amount: '1', currency: 'USD' } }),
  };
  for (const [what, presented] of Object.entries(changed)) {
    const { result } = await pep.present(presented);
    assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid'], what);
  }
  const late = venue.grant({ grant: { expires_at: '2026-02-01T00:00:00.000Z' } });
  assert.equal((await pep.present(late)).result.reason, 'grant_expired');
  assert.equal(venue.authority.redeemRequests.length, 0);
  assert.equal(venue.bank.requests.length, 0);
  assert.equal((await pep.present(request)).result.status, 'executed');
});

test('unknown fields, which no hash covers, are refused with 422', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const { status, error } = await pep.present({ ...venue.grant(), note: 'x' });
  assert.deepEqual([status, error], [422, 'invalid_request']);
});

test('a body of 10 MB is refused with 413', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  for (const to of ['execute', 'fetch'] as const) {
    const { status, error } = await pep.present({ x: 'x'.repeat(10_000_000) }, { to });
    assert.deepEqual([status, error], [413, 'payload_too_large']);
  }
});

test('a refusal by the counterparty ends the grant as refused', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  venue.bank.plans.push(refusal(409, 'insufficient_funds'));
  const request = venue.grant();
  const { result } = await pep.present(request);
  assert.deepEqual([result.status, result.reason], ['refused', 'counterparty_refused']);
  assert.match(result.detail, /insufficient_funds/);
  const decided = venue.authority.enforcements.get(request.grant.grant_id);
  assert.deepEqual([decided?.decision.outcome, decided?.counterparty_ack], ['refused', null]);
  assert.equal((await pep.present(request)).result.status, 'duplicate');
});

test('a read gives data, and the decision the digest of the bytes', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const request = venue.grant({ facade: 'bank.readBalance', params: { account_id: 'acct_operating' } });
  const { result } = await pep.present(request);
  assert.deepEqual(
    [result.status, result.data],
    ['executed', { account_id: 'acct_operating', balance: '1000000' }],
  );
  const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
  const bytes = JSON.stringify(result.data);
  assert.equal(decided?.response_sha256, createHash('sha256').update(bytes).digest('hex'));
  assert.equal(decided?.counterparty_ack_hash, null);
});

test('a read that is not answered ends at once: nothing was changed', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  venue.bank.plans.push('drop', 'drop', 'drop');
  const request = venue.grant({ facade: 'bank.readBalance', params: { account_id: 'acct_operating' } });
  const { result } = await pep.present(request);
  assert.deepEqual([result.status, result.reason], ['refused', 'counterparty_unknown']);
  assert.equal(venue.authority.enforcements.size, 1);
  assert.equal(await pep.unfinished(), 0);
});

test('a param cannot change the path of a request', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const read = (account_id: string) => venue.grant({ facade: 'bank.readBalance', params: { account_id } });
  const strange = read('a/../b?x=1#y%2f');
  for (const request of [strange, read(''), read('.'), read('..')])
    assert.equal((await pep.present(request)).result.reason, 'grant_invalid');
  assert.equal(venue.bank.requests.length, 0);

  // Nor would it, if a plugin let such a param through.
  const profile = await pep.pep.deps.readProfile('treasury.v1');
  assert.ok(profile.ok);
  const { connector } = profile.value.plugin;
  const open = openConnector(connector, pep.pep.deps.addresses);
  const operation = operationOf(connector, 'bank.readBalance');
  assert.ok(open.ok && operation !== undefined);
  const call = buildCall(open.value, operation, strange.action, strange.grant.action_hash);
  assert.equal(call.ok && call.value.path, '/accounts/a%2F..%2Fb%3Fx%3D1%23y%252f/balance');
});

test('the key, the health and the description are open', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const get = async (url: string) => JSON.parse((await pep.app.inject(url)).body);
  assert.deepEqual(await get('/healthz'), { status: 'ok', version: VERSION, unfinished: 0 });
  assert.deepEqual(await get('/.well-known/keys.json'), { pep: await pep.pep.deps.key() });
  assert.deepEqual(Object.keys((await get('/openapi.json')).paths), [
    ...[
      '/execute',
      '/fetch',
      '/.well-known/keys.json',
      '/.well-known/cloud-keys.json',
      '/log/witnessed',
      '/intents',
      '/healthz',
    ],
  ]);
});

test('a stranger learns nothing about the form of a body: the token is checked before it is read', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  for (const to of ['execute', 'fetch'] as const) {
    for (const body of [{}, { grant: { grant_id: 7 } }, 'text']) {
      for (const token of [null, 'a.b.c', presentationOf('gr_1', { scope: 'grants' })]) {
        const { status, error } = await pep.present(body, { to, token });
        assert.deepEqual([status, error], [401, 'unauthorized'], JSON.stringify(body));
      }
      const known = await pep.present(body, { to, token: presentationOf('gr_1') });
      assert.equal(known.status, 422);
    }
  }
});

test('a grant presented without the gateway’s token for it is refused, and nothing is written or held', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const request = venue.grant();
  const { grant_id: id } = request.grant;
  const tokens = {
    none: null,
    'of another grant': presentationOf('gr_other'),
    'of another scope': presentationOf(id, { scope: 'grants' }),
    'of an agent': presentationOf(id, { aud: undefined }),
    expired: presentationOf(id, { exp: 1_000_000_000 }),
    forged: `${presentationOf(id).slice(0, -4)}AAAA`,
  };
  for (const [name, token] of Object.entries(tokens)) {
    const { status, error } = await pep.present(request, { token });
    assert.deepEqual([status, error], [401, 'unauthorized'], name);
  }
  assert.equal(await pep.unfinished(), 0);
  assert.equal((await pep.present(request)).result.status, 'executed');
});

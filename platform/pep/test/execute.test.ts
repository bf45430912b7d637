import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { startFakeCloud } from '@common/kit/testing/fake-cloud';
import { VERSION } from '@common/kit/version';
import { operationOf } from '@platform/core/request/sent';
import { readCloudKeys } from '@platform/core/verify/cloud/cloud-keys';
import { readIdentityToken, venueAudience } from '@platform/core/verify/cloud/identity-token';
import { readServiceEntry } from '@platform/keys/key-files/keys';
import { createFetchAddress } from '../src/adapters/fetch-address.ts';
import { buildCall } from '../src/use-cases/build-call.ts';
import { openConnector } from '../src/use-cases/connector-address.ts';
import { resumeIntent } from '../src/use-cases/execute-grant.ts';
import { reportEnforcement } from '../src/use-cases/report-enforcement.ts';
import { BROKER_SECRET, refusal } from './support/fake-bank.ts';
import { fakeServer } from './support/fake-server.ts';
import { DEPLOYMENT, party } from './support/people.ts';
import { presentationOf } from './support/presentation.ts';
import { makePep, makeVenue, signProfile, type Venue } from './support/venue.ts';

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
    to_account: 'acct_acme',
    amount: '40.5',
    currency: 'USD',
    idempotency_key: request.action.idempotency_key,
    action_hash: actionHash,
    grant_id: grantId,
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

test('a changed action, or one that is not granted, is refused before anything is spent', async (t) => {
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
    'grant signed for the action of another': venue.grant({ action: { grant_id: 'gr_other' } }),
    'grant signed for an action that names its documents wrongly': venue.grant({
      action: {
        documents: [{ sha256: 'a'.repeat(64), media_type: 'image/png', size_bytes: 1, name: 'a.exe' }],
      },
    }),
    'grant signed for another tenant’s action': venue.grant({ action: { tenant: 'tn_other' } }),
    'grant signed for an action under another mandate': venue.grant({ action: { contract_id: 'ic_other' } }),
  };
  for (const [what, presented] of Object.entries(changed)) {
    const { result } = await pep.present(presented);
    assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid'], what);
  }
  assert.equal(venue.authority.redeemRequests.length, 0);
  assert.equal(venue.bank.requests.length, 0);
  assert.equal((await pep.present(request)).result.status, 'executed');
});

test('a grant that cannot be executed here ends with a signed decision, and frees what it took', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const impossible = {
    'unknown facade': venue.grant({ facade: 'bank.addBeneficiary' }),
    'param missing': venue.grant({ params: { amount: '1', currency: 'USD' } }),
    over: venue.grant({ grant: { expires_at: '2026-02-01T00:00:00.000Z' } }),
  };
  for (const [what, request] of Object.entries(impossible)) {
    const { result } = await pep.present(request);
    assert.equal(result.status, 'refused', what);
    const told = venue.authority.enforcements.get(request.grant.grant_id);
    assert.deepEqual([told?.decision.outcome, told?.decision.reason], ['refused', result.reason], what);
    assert.equal(result.receipt_id, `rcpt_${request.grant.grant_id.slice(3)}`);
    assert.equal((await pep.present(request)).result.status, 'duplicate', what);
  }
  assert.equal(venue.bank.requests.length, 0);
});

test('a refusal that the authority did not record is reported as it was signed, once it is there again', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  venue.authority.reportPlans.push({ status: 503, body: {} });
  const request = venue.grant({ facade: 'bank.addBeneficiary' });
  const { grant_id: grantId } = request.grant;
  assert.equal((await pep.present(request)).result.status, 'refused');
  assert.equal(venue.authority.enforcements.has(grantId), false);
  const resumed = await resumeIntent(pep.pep.deps, grantId);
  assert.equal(resumed?.ok === true && resumed.value.status, 'refused');
  assert.equal(venue.authority.enforcements.get(grantId)?.decision.outcome, 'refused');
  assert.equal(venue.authority.redeemRequests.length, 1);
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
  const strange = read('a/b?x=1#y%2f');
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
  const call = buildCall(open.value, operation, {
    action: strange.action,
    grant: strange.grant,
  });
  assert.equal(call.ok && call.value.path, '/accounts/a%2Fb%3Fx%3D1%23y%252f/balance');
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
      '/movements',
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

test('a decision on a cloud’s machine carries its token for the key that signs, and says no more', async (t) => {
  const cloud = await startFakeCloud(t);
  const venue = await makeVenue(t);
  const { app, present } = await makePep(t, venue, {
    SERVICE_GCE_IDENTITY: '1',
    GCE_METADATA_URL: cloud.metadataUrl,
    GCE_CERTS_URL: cloud.certsUrl,
  });
  const request = venue.grant();
  venue.authority.reportPlans.push('lose');
  assert.equal((await present(request)).result.status, 'executed');
  const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
  assert.equal(decided?.level, 'L1-declared');
  const keys = readCloudKeys((await app.inject('/.well-known/cloud-keys.json')).body);
  assert.ok(keys.ok);
  const { fingerprint } = await readServiceEntry(venue.env.SERVICE_KEYS_DIR ?? '', 'pep');
  const audience = venueAudience({ deployment: DEPLOYMENT, venue: 'local', fingerprint });
  const expected = { keys: keys.value.keys, audience, atMs: Date.parse(decided?.decided_at ?? '') };
  assert.ok(readIdentityToken(nodeCrypto, decided?.cloud_identity ?? '', expected).ok);
});

test('without a token, nothing is refused and nothing is declared', async (t) => {
  const cloud = await startFakeCloud(t);
  cloud.goDown('metadata');
  const venue = await makeVenue(t);
  const { present } = await makePep(t, venue, {
    SERVICE_GCE_IDENTITY: '1',
    GCE_METADATA_URL: cloud.metadataUrl,
    GCE_CERTS_URL: cloud.certsUrl,
  });
  const request = venue.grant();
  assert.equal((await present(request)).result.status, 'executed');
  const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
  assert.equal(decided?.level, 'L1-sim');
  assert.ok(decided !== undefined && !('cloud_identity' in decided));
});

test('a decision that is reported again is the one that was signed, whatever token there is by then', async (t) => {
  const cloud = await startFakeCloud(t);
  const venue = await makeVenue(t);
  const { pep, present } = await makePep(t, venue, {
    SERVICE_GCE_IDENTITY: '1',
    GCE_METADATA_URL: cloud.metadataUrl,
    GCE_CERTS_URL: cloud.certsUrl,
  });
  const later = { status: 503, body: { detail: { error: 'later', message: 'later' } } };
  venue.authority.reportPlans.push(later);
  const request = venue.grant();
  assert.equal((await present(request)).result.status, 'executed');
  assert.equal(venue.authority.enforcements.size, 0);
  const intent = await pep.deps.store.find(request.grant.grant_id);
  assert.ok(intent?.ending != null);
  const restarted = { ...pep.deps, cloudToken: () => null };
  const answer = await reportEnforcement(restarted, intent.ending);
  assert.equal(answer.kind, 'recorded');
  assert.equal(venue.authority.enforcements.get(request.grant.grant_id)?.decision.level, 'L1-declared');
});

const fetchGrant = (venue: Venue, url: string) =>
  venue.grant({ facade: 'market.fetch', params: { url }, action: {} });

test('market data is read under a grant, with the digest of what was read', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const request = fetchGrant(venue, `${venue.bank.url}/market/fx?base=EUR&quote=USD`);
  const { result } = await pep.present(request, { to: 'fetch' });
  assert.deepEqual([result.status, result.reason, result.data], ['fetched', 'ok', { rate: '0.92' }]);
  assert.equal(venue.bank.requests[0]?.path, '/market/fx?base=EUR&quote=USD');
  assert.equal(venue.bank.requests[0]?.headers['x-broker-token'], undefined);
  const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
  assert.equal(decided?.outcome, 'executed');
  assert.match(decided?.response_sha256 ?? '', /^[0-9a-f]{64}$/);
  assert.equal((await pep.present(request, { to: 'fetch' })).result.status, 'duplicate');
});

test('an address that is not under the list is refused, and a decision says so', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  for (const [url, reason] of [
    [`${venue.bank.url}/transfers`, 'url_not_allowed'],
    ['http://169.254.169.254/market/', 'url_not_allowed'],
    // No authority that keeps to the rules grants what is not an address at all.
    ['nothing', 'grant_invalid'],
  ] as const) {
    const request = fetchGrant(venue, url);
    const { result } = await pep.present(request, { to: 'fetch' });
    assert.deepEqual([result.status, result.reason], ['refused', reason]);
    const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
    assert.equal(decided?.reason, reason);
  }
  assert.equal(venue.bank.requests.length, 0);
});

test('each endpoint takes its own kind of action', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const transfer = await pep.present(venue.grant(), { to: 'fetch' });
  assert.match(transfer.result.detail, /present it at \/execute/);
  const market = await pep.present(fetchGrant(venue, `${venue.bank.url}/market/fx`));
  assert.equal(market.result.reason, 'grant_invalid');
  const noUrl = venue.grant({ facade: 'market.fetch', params: { address: 'x' } });
  assert.equal((await pep.present(noUrl, { to: 'fetch' })).result.reason, 'grant_invalid');
  assert.equal(venue.authority.enforcements.size, 3);
  assert.equal(venue.bank.requests.length, 0);
});

test('redirects are not followed, and only 200 gives data', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const location = `${venue.bank.url}/market/other`;
  venue.bank.plans.push(
    { status: 302, body: '', headers: { location } },
    { status: 500, body: '{}' },
    'drop',
  );
  for (const words of [/redirects are not followed/, /status 500/, /no answer/]) {
    const { result } = await pep.present(fetchGrant(venue, `${venue.bank.url}/market/fx`), { to: 'fetch' });
    assert.deepEqual([result.status, result.reason], ['refused', 'fetch_failed']);
    assert.match(result.detail, words);
  }
  assert.equal(venue.bank.requests.length, 3);
});

test('more than 64 KiB is refused, and text that is not JSON is returned as text', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const read = async (body: string) => {
    venue.bank.plans.push({ status: 200, body });
    return (await pep.present(fetchGrant(venue, `${venue.bank.url}/market/fx`), { to: 'fetch' })).result;
  };
  assert.equal((await read('x'.repeat(65_536))).data, 'x'.repeat(65_536));
  const large = await read('x'.repeat(65_537));
  assert.deepEqual([large.status, large.reason], ['refused', 'fetch_failed']);
  assert.match(large.detail, /more than 65536 bytes/);
});

test('an address that an altered profile lists is not read', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const other = await fakeServer(t, () => ({ status: 200, body: {} }));
  const { principal, authority } = venue.parties;
  const wider = { market_data: [`${other}/`] };
  const { profile } = signProfile(principal.signer, wider);
  await venue.putProfile({ ...venue.profile, profile });
  const request = fetchGrant(venue, `${other}/x`);
  assert.equal((await pep.present(request, { to: 'fetch' })).error, 'profile_hash_mismatch');
  await venue.putProfile(signProfile(authority.signer, wider));
  assert.equal((await pep.present(request, { to: 'fetch' })).error, 'signer_not_principal');
});

const resolving = (addresses: readonly string[]) =>
  createFetchAddress({ timeoutMs: 2_000, maxBytes: 1_000, resolve: async () => addresses });

const LEASED = { mayBegin: () => true };

test('a name that resolves to a private address is refused, even if it also has a public one', async (t) => {
  let asked = 0;
  const server = await fakeServer(t, () => {
    asked += 1;
    return { status: 200, body: {} };
  });
  const url = new URL(server.replace('127.0.0.1', 'rates.example'));
  const listed = { origin: url.origin, hostname: 'rates.example', path: '/' };
  for (const addresses of [
    ['127.0.0.1'],
    ['1.1.1.1', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
  ]) {
    const answer = await resolving(addresses)(url, listed, LEASED);
    assert.ok(!answer.ok && answer.error.code === 'url_not_allowed', addresses.join());
  }
  const nowhere = await resolving([])(url, listed, LEASED);
  assert.ok(!nowhere.ok && nowhere.error.code === 'fetch_failed');
  assert.equal(asked, 0);
});

test('the connection goes to the address that was checked, with the name in its Host header', async (t) => {
  let host: string | undefined;
  const server = await fakeServer(t, ({ headers }) => {
    host = headers.host;
    return { status: 200, body: 'data' };
  });
  // The entry names localhost, so loopback is allowed; the look-up gives what was checked.
  const url = new URL(server.replace('127.0.0.1', 'localhost'));
  const listed = { origin: url.origin, hostname: 'localhost', path: '/' };
  const answer = await resolving(['127.0.0.1'])(url, listed, LEASED);
  assert.ok(answer.ok);
  assert.equal(Buffer.from(answer.value).toString(), 'data');
  assert.equal(host, url.host);
});

test('an address that does not answer in time is abandoned', async (t) => {
  const server = await fakeServer(t, () => 'hang');
  const url = new URL(`${server}/x`);
  const read = createFetchAddress({ timeoutMs: 100, maxBytes: 1_000 });
  const answer = await read(url, { origin: url.origin, hostname: '127.0.0.1', path: '/' }, LEASED);
  assert.ok(!answer.ok && answer.error.code === 'fetch_failed');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFetchAddress } from '../src/adapters/fetch-address.ts';
import { fakeServer } from './support/fake-server.ts';
import { makePep, makeVenue, signProfile, type Venue } from './support/venue.ts';

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
  assert.equal(venue.authority.redeemRequests.length, 0);
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
    const answer = await resolving(addresses)(url, listed);
    assert.ok(!answer.ok && answer.error.code === 'url_not_allowed', addresses.join());
  }
  const nowhere = await resolving([])(url, listed);
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
  const answer = await resolving(['127.0.0.1'])(url, {
    origin: url.origin,
    hostname: 'localhost',
    path: '/',
  });
  assert.ok(answer.ok);
  assert.equal(Buffer.from(answer.value).toString(), 'data');
  assert.equal(host, url.host);
});

test('an address that does not answer in time is abandoned', async (t) => {
  const server = await fakeServer(t, () => 'hang');
  const url = new URL(`${server}/x`);
  const read = createFetchAddress({ timeoutMs: 100, maxBytes: 1_000 });
  const answer = await read(url, { origin: url.origin, hostname: '127.0.0.1', path: '/' });
  assert.ok(!answer.ok && answer.error.code === 'fetch_failed');
});

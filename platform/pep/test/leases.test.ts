import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freePort } from '@common/kit/testing';
import { eventually, makePep, makeVenue } from './support/venue.ts';

const QUICK = { PEP_RECONCILE_MS: '50', PEP_LEASE_MS: '10000' };
const REVOKED = { reason: 'contract_revoked', detail: 'the mandate was revoked' } as const;

describe('nothing is sent without a lease', () => {
  test('what never left ends as refused once the mandate is revoked, and nobody is called', async (t) => {
    const venue = await makeVenue(t);
    const away = { BANK_URL: `http://127.0.0.1:${await freePort()}` };
    const pep = await makePep(t, venue, { ...QUICK, ...away });
    const request = venue.grant();
    const { result } = await pep.present(request);
    assert.deepEqual([result.status, result.reason], ['unknown', 'counterparty_unknown']);
    assert.match(result.detail, /^bank cannot be reached \(ECONNREFUSED\)\. Nothing was sent\./);
    venue.authority.lease.ended = REVOKED;
    await eventually('the refusal is recorded', async () => (await pep.unfinished()) === 0);
    const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
    assert.deepEqual([decided?.outcome, decided?.reason], ['refused', 'contract_revoked']);
    const ids = venue.authority.redeemRequests.map(({ redemption }) => redemption.redemption_id);
    assert.equal(new Set(ids).size, 1, 'the same redemption');
  });

  test('a lease that ends before the call can begin is asked for again', async (t) => {
    const venue = await makeVenue(t);
    venue.authority.lease.sendWithinMs = 0;
    const pep = await makePep(t, venue, QUICK);
    const request = venue.grant();
    const { result } = await pep.present(request);
    assert.equal(result.status, 'unknown');
    assert.match(result.detail, /could not begin in time\. Nothing was sent\./);
    assert.equal(venue.bank.requests.length, 0);
    venue.authority.lease.sendWithinMs = 60_000;
    await eventually('the outcome is recorded', async () => (await pep.unfinished()) === 0);
    const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
    assert.deepEqual([decided?.outcome, venue.bank.requests.length], ['executed', 1]);
  });

  test('what may have left is not sent again once the mandate is revoked, and stays unknown', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue, QUICK);
    venue.bank.plans.push({ status: 500, body: 'oops' });
    // The revocation comes while the bank fails.
    const first = pep.present(venue.grant());
    await eventually('the bank was called', async () => venue.bank.requests.length === 1);
    venue.authority.lease.ended = REVOKED;
    assert.equal((await first).result.status, 'unknown');
    await eventually('a lease was asked for', async () => venue.authority.redeemRequests.length > 2);
    assert.deepEqual([venue.bank.requests.length, await pep.unfinished()], [1, 1]);
    assert.equal(venue.authority.enforcements.size, 0);
  });

  test('a mandate that was revoked while the redemption was answered is refused', async (t) => {
    const venue = await makeVenue(t);
    venue.authority.lease.ended = REVOKED;
    const pep = await makePep(t, venue);
    const { result } = await pep.present(venue.grant());
    assert.deepEqual([result.status, result.reason], ['refused', 'contract_revoked']);
    assert.equal(venue.bank.requests.length, 0);
  });
});

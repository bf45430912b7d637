import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import type { PepSchema } from '../src/store/schema.ts';
import { ANSWERING, eventually, makePep, makeVenue, type Venue } from './support/venue.ts';

const QUICK = { PEP_RECONCILE_MS: '50', PEP_LEASE_MS: '10000' };

/** A venue whose enforcement point has run before, and the beginning of the ids of its redemptions. */
async function opened(t: TestContext) {
  const venue = await makeVenue(t, { connector: ANSWERING });
  const { pep } = await makePep(t, venue, QUICK);
  const { redemptionPrefix: prefix } = pep.deps;
  await pep.close();
  return { venue, prefix };
}

/** A grant that the authority has redeemed a minute ago, and of whose redemption the log knows nothing. */
function redeemed(venue: Venue, prefix: string) {
  const request = venue.grant();
  const { grant_id: grantId } = request.grant;
  venue.authority.redemptions.set(grantId, `${prefix}0123456789abcdef`);
  return { request, grantId };
}

const called = ({ bank }: Venue) => bank.requests.map(({ method }) => method);

test('a crash between the redemption and the intent: asked for first, then done once', async (t) => {
  const { venue, prefix } = await opened(t);
  const { grantId } = redeemed(venue, prefix);
  await makePep(t, venue, QUICK);
  await eventually('the decision is recorded', () => venue.authority.enforcements.has(grantId));
  const { decision } = venue.authority.enforcements.get(grantId) ?? {};
  assert.equal(decision?.outcome, 'executed');
  assert.ok(decision.lease, 'under a lease of its own');
  assert.deepEqual(called(venue), ['GET', 'POST']);
  const ids = venue.authority.redeemRequests.map(({ redemption }) => redemption.redemption_id);
  assert.deepEqual([...new Set(ids)], [`${prefix}0123456789abcdef`]);
});

test('the same once its mandate has ended: it is refused, and nothing is sent', async (t) => {
  const { venue, prefix } = await opened(t);
  const { grantId } = redeemed(venue, prefix);
  venue.authority.lease.ended = { reason: 'contract_revoked', detail: 'the mandate was revoked' };
  await makePep(t, venue, QUICK);
  await eventually('the decision is recorded', () => venue.authority.enforcements.has(grantId));
  const { decision } = venue.authority.enforcements.get(grantId) ?? {};
  assert.deepEqual(
    [decision?.outcome, decision?.reason, decision?.sent_at],
    ['refused', 'contract_revoked', undefined],
  );
  assert.deepEqual(called(venue), ['GET']);
});

test('a log that was put back has lost an execution: its acknowledgment is found, and nothing is sent', async (t) => {
  const { venue } = await opened(t);
  const pep = await makePep(t, venue, QUICK);
  const request = venue.grant();
  const { grant_id: grantId } = request.grant;
  assert.equal((await pep.present(request)).result.status, 'executed');
  await pep.pep.close();
  venue.authority.enforcements.clear();
  const database = await openDatabase<PepSchema>({ url: `${venue.env.PEP_DATABASE_URL}` });
  for (const table of ['intent', 'effect', 'standing'] as const)
    await database.db.deleteFrom(table).execute();
  await database.close();

  await makePep(t, venue, QUICK);
  await eventually('the decision is recorded', () => venue.authority.enforcements.has(grantId));
  const { decision, counterparty_ack } = venue.authority.enforcements.get(grantId) ?? {};
  assert.equal(decision?.outcome, 'executed');
  assert.equal(decision.sent_at, undefined, 'nobody knows when it left');
  assert.ok(counterparty_ack);
  assert.deepEqual(called(venue), ['POST', 'GET']);
});

test('the redemptions of another log are left to it', async (t) => {
  const { venue, prefix } = await opened(t);
  const other = redeemed(venue, prefix === 'red_00000000' ? 'red_00000001' : 'red_00000000');
  const own = redeemed(venue, prefix);
  const { pep } = await makePep(t, venue, QUICK);
  await eventually('its own is finished', () => venue.authority.enforcements.has(own.grantId));
  assert.equal(await pep.deps.store.find(other.grantId), null);
  assert.ok(!venue.authority.enforcements.has(other.grantId));
});

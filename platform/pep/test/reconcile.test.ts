import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { Ack } from '@platform/core/objects/counterparty';
import { signObject } from '@platform/core/signed/signed';
import { readToken, refusal } from './support/fake-bank.ts';
import { party } from './support/people.ts';
import { eventually, makePep, makeVenue, type Venue } from './support/venue.ts';

// A lease that outlasts a busy machine’s pauses: nobody dies here, and the reconciler must not take over a call.
const QUICK = { PEP_RECONCILE_MS: '50', PEP_LEASE_MS: '10000' };

/** Presents a transfer and returns the immediate result and the outcome recorded in the end. */
async function settle(t: Parameters<typeof makePep>[0], venue: Venue) {
  const pep = await makePep(t, venue, QUICK);
  const request = venue.grant();
  const first = await pep.present(request);
  await eventually('the outcome is recorded', async () => (await pep.unfinished()) === 0);
  const decided = venue.authority.enforcements.get(request.grant.grant_id);
  return { pep, request, first, decided };
}

const jtis = (venue: Venue) =>
  venue.bank.requests.map(({ headers }) => readToken(String(headers['x-broker-token']))?.jti);

test('a lost answer is asked for again at once, with the same key and another token', async (t) => {
  const venue = await makeVenue(t);
  venue.bank.plans.push('lose');
  const { first, decided } = await settle(t, venue);
  assert.equal(first.result.status, 'executed');
  assert.equal(decided?.decision.outcome, 'executed');
  assert.equal(venue.bank.effects.size, 1);
  assert.equal(venue.bank.requests.length, 2);
  assert.equal(new Set(jtis(venue)).size, 2);
  const connections = venue.bank.requests.map(({ headers }) => headers.connection);
  assert.deepEqual(connections, ['keep-alive', 'close'], 'on a connection of its own');
});

test('a call that was lost and then refused by one that does not know its key stays unknown', async (t) => {
  const venue = await makeVenue(t);
  // Within the agent's request, then by the reconciler.
  venue.bank.plans.push('lose', refusal(404, 'not_found'), refusal(404, 'not_found'));
  const { first, decided } = await settle(t, venue);
  assert.equal(first.result.status, 'unknown');
  assert.equal(decided?.decision.outcome, 'executed');
  assert.equal(venue.bank.effects.size, 1);
});

test('a refusal right after a lost call settles nothing: the first may still be at work', async (t) => {
  const venue = await makeVenue(t);
  venue.bank.plans.push('lose', refusal(409, 'key_in_use'));
  const { first, decided } = await settle(t, venue);
  assert.equal(first.result.status, 'unknown');
  assert.equal(decided?.decision.outcome, 'executed');
  assert.equal(venue.bank.effects.size, 1);
});

test('answers lost three times: unknown at first, then the one effect is found and recorded', async (t) => {
  const venue = await makeVenue(t);
  venue.bank.plans.push('lose', 'lose', 'lose');
  const { pep, request, first, decided } = await settle(t, venue);
  assert.deepEqual([first.result.status, first.result.reason], ['unknown', 'counterparty_unknown']);
  assert.equal(decided?.decision.outcome, 'executed');
  assert.equal(venue.bank.effects.size, 1);
  const keys = new Set(venue.bank.requests.map(({ headers }) => headers['idempotency-key']));
  assert.deepEqual([...keys], [request.action.idempotency_key]);
  assert.equal(new Set(jtis(venue)).size, venue.bank.requests.length, 'a fresh token for each call');
  assert.equal((await pep.present(request)).result.status, 'duplicate');
});

test('a counterparty that does not answer is asked until it does', async (t) => {
  const venue = await makeVenue(t);
  const away = { status: 500, body: 'oops' };
  venue.bank.plans.push(
    'hang',
    away,
    { status: 503, body: {} },
    refusal(401, 'broker_token_expired'),
    'drop',
  );
  const { first, decided } = await settle(t, venue);
  assert.equal(first.result.status, 'unknown');
  assert.equal(decided?.decision.outcome, 'executed');
  assert.equal(venue.bank.effects.size, 1);
});

test('an answer that asks for another token or for patience is no refusal', async (t) => {
  for (const status of [401, 408, 425, 429]) {
    const venue = await makeVenue(t);
    venue.bank.plans.push(refusal(status, 'not_yet'));
    const { first, decided } = await settle(t, venue);
    assert.equal(first.result.status, 'unknown', `${status}`);
    assert.equal(decided?.decision.outcome, 'executed', `${status}`);
  }
});

test('while the outcome is unknown, presenting the grant again says so and calls nobody', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue, { PEP_LEASE_MS: '5000', PEP_RECONCILE_MS: '5000' });
  venue.bank.plans.push('lose', 'lose', 'lose');
  const request = venue.grant();
  await pep.present(request);
  const { result } = await pep.present(request);
  assert.deepEqual([result.status, result.reason], ['unknown', 'counterparty_unknown']);
  assert.equal(venue.bank.requests.length, 3);
});

test('an unknown outcome may turn out to be a refusal', async (t) => {
  const venue = await makeVenue(t);
  venue.bank.plans.push('drop', refusal(404, 'not_found'), refusal(409, 'insufficient_funds'));
  const { decided } = await settle(t, venue);
  assert.deepEqual(
    [decided?.decision.outcome, decided?.decision.reason],
    ['refused', 'counterparty_refused'],
  );
  // A 404 may come from something that does not know the key: it settled nothing.
  assert.match(decided?.disclosure[2] ?? '', /insufficient_funds/);
});

for (const plan of ['bad_ack', 'other_ack', 'other_amount', 'other_operation'] as const) {
  test(`an acknowledgment that is not of this action (${plan}) proves nothing`, async (t) => {
    const venue = await makeVenue(t);
    venue.bank.plans.push(plan);
    const { first, decided } = await settle(t, venue);
    assert.equal(first.result.status, 'unknown');
    assert.equal(decided?.decision.outcome, 'executed');
    assert.equal(venue.bank.effects.size, 1);
  });
}

test('an acknowledgment that someone else signed does not count', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const { approver, authority } = venue.parties;
  for (const { signer } of [approver, authority, party('bank', 'counterparty')]) {
    const request = venue.grant();
    const ack: Ack = {
      type: 'sanad/ack/1',
      counterparty: 'bank',
      operation: 'transfer',
      grant_id: request.grant.grant_id,
      action_hash: request.grant.action_hash,
      idempotency_key: request.action.idempotency_key,
      acknowledged_at: new Date().toISOString(),
    };
    const { hash, signature } = signObject(nodeCrypto, signer, ack);
    venue.bank.plans.push({ status: 200, body: { ack, ack_hash: hash, signature } });
    assert.equal((await pep.present(request)).result.status, 'unknown', signer.kid);
  }
});

test('a redemption whose answer is lost is repeated at once, as it was, and executed', async (t) => {
  const venue = await makeVenue(t);
  venue.authority.redeemPlans.push('lose');
  const { first } = await settle(t, venue);
  assert.equal(first.result.status, 'executed');
  const ids = venue.authority.redeemRequests.map(({ redemption_hash }) => redemption_hash);
  assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
  assert.equal(venue.bank.requests.length, 1);
});

test('a redemption that has no answer is repeated later, as it was, and executed', async (t) => {
  const venue = await makeVenue(t);
  venue.authority.redeemPlans.push('lose', { status: 500, body: {} });
  const { first, decided } = await settle(t, venue);
  assert.equal(first.result.status, 'unknown');
  assert.equal(decided?.decision.outcome, 'executed');
  const ids = new Set(venue.authority.redeemRequests.map(({ redemption_hash }) => redemption_hash));
  assert.equal(ids.size, 1);
  assert.equal(venue.bank.requests.length, 1);
});

test('a decision that the authority has not recorded is sent again, unchanged', async (t) => {
  const venue = await makeVenue(t);
  venue.authority.reportPlans.push('lose', { status: 503, body: {} });
  const { first, decided } = await settle(t, venue);
  assert.equal(first.result.status, 'executed');
  assert.equal(first.result.receipt_id, null);
  assert.equal(decided?.decision.outcome, 'executed');
  assert.equal(venue.bank.requests.length, 1);
});

test('an altered profile stops what was redeemed and not yet sent, until it is restored', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue, QUICK);
  const request = venue.grant();
  const { profile } = venue.profile;
  venue.authority.redeemPlans.push('lose', 'lose', 'lose');
  assert.equal((await pep.present(request)).result.status, 'unknown');
  await venue.putProfile({ ...venue.profile, profile: { ...profile, rules: {} } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await venue.putProfile(venue.profile);
  await eventually('the outcome is recorded', async () => (await pep.unfinished()) === 0);
  assert.equal(venue.authority.enforcements.get(request.grant.grant_id)?.decision.outcome, 'executed');
  assert.equal(venue.bank.effects.size, 1);
});

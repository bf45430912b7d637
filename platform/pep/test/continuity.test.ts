import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { appendLeaf, leafHash, rootOf } from '@platform/core/log/merkle/tree';
import type { Event, EventRecord } from '@platform/core/objects/event';
import type { LogContinuation, SignedTreeHead } from '@platform/core/objects/log';
import type { SignedRevocation } from '@platform/core/objects/mandate';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { resumeIntent } from '../src/use-cases/execute-grant.ts';
import { DEPLOYMENT, party } from './support/people.ts';
import { makePep, makeVenue, type Venue } from './support/venue.ts';

/** The head of a log of so many entries, whose texts begin with `of`. */
function headOf(signer: Signer, size: number, { id = 'log_one', of = 'entry' } = {}): SignedTreeHead {
  let tree: { readonly size: number; readonly frontier: readonly string[] } = { size: 0, frontier: [] };
  for (let n = 0; n < size; n += 1) {
    tree = appendLeaf(nodeCrypto, tree, leafHash(nodeCrypto, Buffer.from(`${of} ${n}`)));
  }
  const tree_head = {
    ...({ type: 'sanad/tree-head/1', deployment: DEPLOYMENT, log_id: id, tree_size: size } as const),
    root_hash: rootOf(nodeCrypto, tree.frontier),
    timestamp: new Date().toISOString(),
  };
  const { hash, signature } = signObject(nodeCrypto, signer, tree_head);
  return { tree_head, tree_head_hash: hash, signature };
}

function show(venue: Venue, shown: Partial<LogContinuation>): void {
  venue.authority.log.shown = { ...venue.authority.log.shown, ...shown };
}

function revocationOf(venue: Venue, signer: Signer): SignedRevocation {
  const { contract, contract_hash } = venue.mandate;
  const revocation = {
    ...({ type: 'sanad/revocation/1', deployment: DEPLOYMENT } as const),
    contract_id: contract.contract_id,
    contract_hash,
    revoked_at: new Date().toISOString(),
    reason: 'over',
  };
  const { hash, signature } = signObject(nodeCrypto, signer, revocation);
  return { revocation, revocation_hash: hash, signature };
}

function eventOf(body: SignedRevocation, signer: Signer, sequence = 4): EventRecord {
  const event: Event = {
    ...{
      type: 'sanad/event/1',
      deployment: DEPLOYMENT,
      event_id: `evt_${'0'.repeat(23)}${sequence}`,
      sequence,
    },
    previous_event_hash: null,
    kind: 'mandate_revoked',
    source: 'authority',
    tenant: 'tn_test',
    contract_id: body.revocation.contract_id,
    grant_id: null,
    body_hash: hashOf(nodeCrypto, body),
    at: new Date().toISOString(),
  };
  const { hash, signature } = signObject(nodeCrypto, signer, event);
  return { event, event_hash: hash, signature, body };
}

/** An enforcement point that has executed once, and so has seen a log of three entries. */
async function seenThree(t: TestContext) {
  const venue = await makeVenue(t);
  const { signer } = venue.parties.authority;
  show(venue, { head: headOf(signer, 3) });
  // Long enough on a busy machine: a worker that lost the intent would redeem again.
  const pep = await makePep(t, venue, { PEP_LEASE_MS: '10000' });
  assert.equal((await pep.present(venue.grant())).result.status, 'executed');
  return { venue, signer, pep };
}

test('a log that is shorter, another one, or has another beginning than was seen executes nothing', async (t) => {
  const { venue, signer } = await seenThree(t);
  // What was seen is on disk: another process on the same database knows it too.
  const pep = await makePep(t, venue);
  const told: readonly (readonly [Partial<LogContinuation>, RegExp])[] = [
    [{ head: null }, /had 3 entries at .*now it shows 0\. Nothing is executed.*sanad authority restore/],
    [{ head: headOf(signer, 2) }, /now it shows 2\./],
    [{ head: headOf(signer, 3, { of: 'other' }) }, /does not begin with them/],
    [{ head: headOf(signer, 5), proof: null }, /does not begin with them/],
    [{ head: headOf(signer, 5, { id: 'log_two' }) }, /was log_one; now it shows another log, log_two/],
  ];
  for (const [shown, message] of told) {
    show(venue, { proof: null, ...shown });
    const { status, error, result } = await pep.present(venue.grant());
    assert.deepEqual([status, error], [503, 'log_rolled_back']);
    assert.match((result.detail as unknown as { readonly message: string }).message, message);
  }
  assert.equal(venue.bank.requests.length, 1);
  assert.equal(venue.authority.redeemRequests.length, 1);

  show(venue, { head: headOf(signer, 3) });
  assert.equal((await pep.present(venue.grant())).result.status, 'executed');
});

test('a head that the authority did not sign is as good as no answer: nothing is spent', async (t) => {
  const { venue, pep } = await seenThree(t);
  show(venue, { head: headOf(party('authority', 'authority').signer, 3) });
  const { result } = await pep.present(venue.grant());
  assert.equal(result.status, 'unknown');
  assert.match(result.detail, /did not show its log, so nothing was done yet/);
  assert.equal(venue.authority.redeemRequests.length, 1);
});

test('a mandate whose revocation was seen is never executed again, also if the authority forgets it', async (t) => {
  const { venue, signer, pep } = await seenThree(t);
  const revoked = eventOf(revocationOf(venue, venue.parties.principal.signer), signer);
  show(venue, { revocations: [revoked] });
  const { result } = await pep.present(venue.grant());
  assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
  assert.match(result.detail, /The mandate ic_test was revoked at .*the evidence of it is kept here/);

  show(venue, { revocations: [] });
  const again = await makePep(t, venue);
  assert.equal((await again.present(venue.grant())).result.reason, 'grant_invalid');
  assert.equal(venue.bank.requests.length, 1);
  assert.deepEqual((await again.pep.deps.witness.witnessed()).revocations, [revoked]);
});

test('a revocation counts by the principal’s signature or the authority’s, and by no other', async (t) => {
  const { venue, signer, pep } = await seenThree(t);
  const stranger = party('principal_eve', 'principal').signer;
  show(venue, { revocations: [eventOf(revocationOf(venue, stranger), stranger)] });
  assert.equal((await pep.present(venue.grant())).result.status, 'executed');
  const signed = revocationOf(venue, venue.parties.principal.signer);
  show(venue, { revocations: [eventOf(signed, stranger, 5)] });
  assert.equal((await pep.present(venue.grant())).result.reason, 'grant_invalid');
  assert.ok(signer);
});

test('what was redeemed, and not yet sent when its revocation was seen, is refused with a signed decision', async (t) => {
  const { venue, signer, pep } = await seenThree(t);
  venue.authority.redeemPlans.push('lose', 'lose', 'lose');
  const request = venue.grant();
  assert.equal((await pep.present(request)).result.status, 'unknown');
  const signed = revocationOf(venue, venue.parties.principal.signer);
  show(venue, { revocations: [eventOf(signed, signer)] });
  const resumed = await resumeIntent(pep.pep.deps, request.grant.grant_id);
  assert.equal(resumed?.ok === true && resumed.value.status, 'refused');
  const { decision } = venue.authority.enforcements.get(request.grant.grant_id) ?? {};
  assert.deepEqual([decision?.outcome, decision?.reason], ['refused', 'grant_invalid']);
  assert.equal(venue.bank.requests.length, 1);
});

test('a database that takes nothing fails the call alone, and not the process', async (t) => {
  const venue = await makeVenue(t);
  const { pep, present } = await makePep(t, venue);
  const broken = async () => {
    throw new Error('no space left');
  };
  Object.assign(pep.deps.store, { reserve: broken });
  Object.assign(pep.deps.witness, { settle: broken });
  const { status } = await present(venue.grant());
  // A promise that nobody awaits would end the process by now.
  await new Promise(setImmediate);
  assert.equal(status, 500);
  assert.equal(venue.bank.requests.length, 0);
});

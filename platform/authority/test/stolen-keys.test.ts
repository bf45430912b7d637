import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyKnownCompromises } from '@platform/authority/use-cases/change-keys';
import { nodeCrypto } from '@platform/proof/node';
import { signObject } from '@platform/proof/signed';
import { createPasskey } from '@platform/proof/testing/passkey';
import type { GrantRecord } from '@platform/protocol/grant';
import type { Compromise, Enrolment, KeyEntry, SignedCompromise } from '@platform/protocol/key-entry';
import { transfer } from './support/actions.ts';
import { openDeployment } from './support/deployment.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Answer, Deployment } from './support/types.ts';

const SECOND = 'principal_amina.tablet';
const tablet = createPasskey(nodeCrypto, { name: 'tablet of amina' });

function keyTest(name: string, work: (d: Deployment) => Promise<void>): void {
  test(name, async () => {
    const d = await openDeployment();
    try {
      await enrolSecondRoot(d);
      await work(d);
    } finally {
      await d.close();
    }
  });
}

function outcome({ status, body }: Answer): readonly [number, unknown] {
  return [status, (body.detail as { readonly error?: unknown } | undefined)?.error ?? 'ok'];
}

/** Of the same person: what the other one signed is not hers to keep alive. */
async function enrolSecondRoot(d: Deployment): Promise<void> {
  const facts = {
    ...{ deployment: DEPLOYMENT, kid: SECOND, ...tablet.facts },
    ...{ role: 'principal', person: 'amina', tenants: ['*'], independent: true, hardware: false },
    ...{ not_before: d.now(), not_after: null },
  } satisfies Omit<Enrolment, 'type'>;
  const object: Enrolment = { type: 'sanad/enrolment/1', ...facts };
  const { hash, signature } = signObject(nodeCrypto, tablet.signer(SECOND), object);
  const entry: KeyEntry = { ...facts, compromised_at: null, enrolment: { enrolment_hash: hash, signature } };
  d.rawKeys.set(SECOND, entry);
  // Who counts must be enrolled by a root that stays.
  for (const kid of ['approver_cfo', 'approver_guest']) {
    const { compromised_at: _, enrolment: __, ...known } = d.rawKeys.get(kid) as KeyEntry;
    const own = { ...known, not_before: d.now() };
    const made = signObject(nodeCrypto, tablet.signer(SECOND), { type: 'sanad/enrolment/1', ...own });
    const enrolment = { enrolment_hash: made.hash, signature: made.signature };
    d.rawKeys.set(kid, { ...own, compromised_at: null, enrolment });
  }
}

/** A mandate that the other key signed. */
async function registerBySecond(d: Deployment): Promise<string> {
  const contract = d.mandate();
  const { hash, signature } = signObject(nodeCrypto, tablet.signer(SECOND), contract);
  assert.equal((await d.post('/contracts', { contract, contract_hash: hash, signature })).status, 201);
  return contract.contract_id;
}

async function mark(d: Deployment, kid: string, since: string): Promise<void> {
  const compromise: Compromise = {
    ...{ type: 'sanad/compromise/1', deployment: DEPLOYMENT, kid },
    fingerprint: d.rawKeys.get(kid)?.fingerprint ?? '',
    ...{ compromised_at: since, said_at: d.now(), reason: 'left in a taxi' },
  };
  const { hash, signature } = signObject(nodeCrypto, tablet.signer(SECOND), compromise);
  const answer = await d.post(`/keys/${kid}/compromise`, { compromise, compromise_hash: hash, signature });
  assert.deepEqual(outcome(answer), [200, 'ok']);
}

const status = async (d: Deployment, { grant }: GrantRecord) =>
  (await d.get<GrantRecord>(`/grants/${grant.grant_id}`)).body;

async function revoke(
  d: Deployment,
  contract_id: string,
  kid: 'principal_amina' | typeof SECOND,
  revoked_at = d.now(),
) {
  const { contract_hash } = (await d.get<{ contract_hash: string }>(`/contracts/${contract_id}`)).body;
  const revocation = {
    ...{ type: 'sanad/revocation/1' as const, deployment: DEPLOYMENT, contract_id, contract_hash },
    ...{ revoked_at, reason: 'test' },
  };
  const signer = kid === SECOND ? tablet.signer(SECOND) : d.signer(kid);
  const { hash, signature } = signObject(nodeCrypto, signer, revocation);
  return d.post(`/contracts/${contract_id}/revoke`, { revocation, revocation_hash: hash, signature });
}

/** The profile, by the key that stays. */
function publishAgain(d: Deployment): void {
  const signed = JSON.parse(d.profileFiles.get('treasury.v1') ?? '');
  const { hash, signature } = signObject(nodeCrypto, tablet.signer(SECOND), signed.profile);
  d.profileFiles.set(
    'treasury.v1',
    JSON.stringify({ profile: signed.profile, profile_hash: hash, signature }),
  );
}

keyTest(
  'a mandate by a key that was marked as stolen does no more: no proposal, approval or redemption',
  async (d) => {
    publishAgain(d);
    const id = await d.register();
    const active = await d.propose(id);
    const held = await d.propose(id, transfer({ amount: '2000' }));
    const swept = await d.propose(id, transfer({ amount: '2001' }));
    d.advance(60);
    await mark(d, 'principal_amina', d.now());
    assert.equal((await d.get(`/contracts/${id}`)).body.status, 'expired');
    assert.equal((await status(d, swept)).status, 'denied', 'as it is shown');
    assert.deepEqual(outcome(await d.redeem(active)), [409, 'contract_expired']);
    assert.deepEqual(outcome(await d.approve(held)), [409, 'contract_expired']);
    await assert.rejects(d.propose(id), /signer_not_trusted.*was compromised at.*sign a new mandate/);
    const { ending } = await status(d, held);
    assert.equal(ending?.reason, 'contract_expired');
    assert.match(ending?.detail ?? '', /principal_amina was compromised at/);
  },
);

keyTest(
  'a start marks again what the database knows as stolen and an older keys folder does not',
  async (d) => {
    const before = new Map(d.rawKeys);
    d.advance(60);
    await mark(d, 'approver_cfo', d.now());
    d.advance(60);
    await mark(d, 'principal_amina', d.now());
    await mark(d, 'approver_cfo', before.get('approver_cfo')?.not_before ?? '');
    const after = new Map(d.rawKeys);
    assert.notDeepEqual(after, before);
    assert.deepEqual(await applyKnownCompromises(d.deps), [], 'nothing to do');
    for (const [kid, entry] of before) d.rawKeys.set(kid, entry);
    const again = ['approver_cfo', 'principal_amina', 'approver_cfo'];
    const applied = again.map((kid) => ({ kid, refusal: null }));
    assert.deepEqual(await applyKnownCompromises(d.deps), applied);
    assert.deepEqual(d.rawKeys, after);
    assert.equal((await d.get<unknown[]>('/events?kind=key_compromised')).body.length, again.length);
  },
);

keyTest('a mark that only the database claims, without its signature, is not applied', async (d) => {
  const before = new Map(d.rawKeys);
  d.advance(60);
  await mark(d, 'approver_cfo', d.now());
  for (const [kid, entry] of before) d.rawKeys.set(kid, entry);
  const { store } = d.deps;
  const fingerprint = before.get('approver_guest')?.fingerprint ?? '';
  const events: typeof store.events = async (...asked) =>
    (await store.events(...asked)).map((record) => {
      const { compromise, ...signed } = record.body as SignedCompromise;
      const other = { ...compromise, kid: 'approver_guest', fingerprint };
      return { ...record, body: { ...signed, compromise: other } };
    });
  const [said] = await applyKnownCompromises({ ...d.deps, store: { ...store, events } });
  assert.deepEqual(said, { kid: 'approver_guest', refusal: 'hash_mismatch' });
  assert.deepEqual(d.rawKeys, before);
});

keyTest('an approved grant is not redeemed once the key that approved it was marked', async (d) => {
  const id = await d.register();
  const held = await d.propose(id, transfer({ amount: '2000' }));
  const other = await d.propose(id);
  const since = d.now();
  assert.equal((await d.approve(held)).status, 200);
  await mark(d, 'approver_cfo', since);
  const approved = await status(d, held);
  assert.deepEqual(outcome(await d.redeem(approved)), [409, 'signer_not_trusted']);
  assert.equal((await status(d, held)).redeemed_at, null);
  assert.deepEqual(outcome(await d.redeem(other)), [200, 'ok'], 'needed no approval');
});

keyTest('a redemption that was made stays made: its answer is given again after the mark', async (d) => {
  const id = await d.register();
  const held = await d.propose(id, transfer({ amount: '2000' }));
  await d.approve(held);
  const approved = await status(d, held);
  const redemption = `red_${'7'.repeat(24)}`;
  assert.equal((await d.redeem(approved, redemption)).status, 200);
  await mark(d, 'approver_cfo', d.now());
  assert.equal((await d.redeem(approved, redemption)).status, 200);
});

keyTest('under a profile that a stolen key signed, nothing is proposed or redeemed', async (d) => {
  const id = await registerBySecond(d);
  const active = await d.propose(id);
  d.advance(1);
  await mark(d, 'principal_amina', d.now());
  await assert.rejects(d.propose(id), /signer_not_trusted.*publish a newer version/);
  assert.deepEqual(outcome(await d.redeem(active)), [409, 'signer_not_trusted']);
});

keyTest('a key that nobody trusts for now ends nothing, and lets nothing pass', async (d) => {
  const id = await d.register();
  const held = await d.propose(id, transfer({ amount: '2000' }));
  await d.approve(held);
  const approved = await status(d, held);
  const entry = d.rawKeys.get('approver_cfo') as KeyEntry;
  d.rawKeys.delete('approver_cfo');
  assert.deepEqual(outcome(await d.redeem(approved)), [409, 'signer_not_trusted']);
  d.rawKeys.set('approver_cfo', entry);
  assert.deepEqual(outcome(await d.redeem(approved)), [200, 'ok']);
});

keyTest(
  'a marked key revokes nothing, and its mandates need no revocation; the person’s other key revokes',
  async (d) => {
    publishAgain(d);
    const stolen = await d.register();
    const kept = await registerBySecond(d);
    const before = d.now();
    d.advance(60);
    await mark(d, 'principal_amina', d.now());
    assert.deepEqual(outcome(await revoke(d, kept, 'principal_amina')), [403, 'key_compromised']);
    assert.deepEqual(outcome(await revoke(d, kept, 'principal_amina', before)), [403, 'key_compromised']);
    assert.equal((await d.propose(kept)).status, 'active');
    assert.equal((await d.get(`/contracts/${stolen}`)).body.status, 'expired');
    assert.deepEqual(outcome(await revoke(d, stolen, SECOND)), [200, 'ok']);
    assert.deepEqual(outcome(await revoke(d, kept, SECOND)), [200, 'ok']);
    assert.equal((await d.propose(kept)).decision.reason, 'contract_revoked');
  },
);

import assert from 'node:assert/strict';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { DirectoryTerms, EntryProof, RecordedEntry } from '@platform/core/objects/directory';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { signObject } from '@platform/core/signed/signed';
import {
  enrolledClerk,
  HOSTILE_ENTRIES,
  type HonestDirectory,
  type HostileWorld,
  honestDirectory,
} from '@platform/core/testing/hostile-entries';
import { withValues } from '@platform/core/testing/with-values';
import { verify } from '@platform/core/verify/verify';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { transfer } from './support/actions.ts';
import { DIRECTORY, entriesOf, PATH, PROFILE, withDirectory } from './support/directories.ts';
import { onBothEngines } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Answer, Deployment } from './support/types.ts';

const PEOPLE = { signers: [{ person: 'lina' }, { person: 'cfo' }, { person: 'zoe' }] };

/** Publishes the profile in force under another version, with these terms of its directory. */
async function publish(d: Deployment, version: string, terms: DirectoryTerms) {
  const { profile, profile_hash: replaces } = unwrap(await d.deps.readProfile(PROFILE));
  const directories = { [DIRECTORY]: terms };
  const object = { ...profile, version, directories, replaces, published_at: d.now() };
  const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), object);
  const signed = { profile: object, profile_hash: hash, signature };
  const { status, body } = await d.post(`/profiles/${PROFILE}/versions`, signed);
  return [status, (body.detail as { readonly error?: string } | undefined)?.error];
}

/** One payee from when one person was enough, and one that two people signed. */
async function live(d: Deployment): Promise<{ world: HostileWorld; honest: HonestDirectory }> {
  const at = (seconds: number) => new Date(Date.parse(d.now()) + seconds * 1_000).toISOString();
  const times = [d.now(), at(2), at(4)] as const;
  const lina = d.rawKeys.get('clerk_lina');
  assert.ok(lina);
  const kid = 'clerk_lina_2';
  const pair = readPrivateKey(generatePrivateKey('ed25519'), kid);
  const { public_key, fingerprint } = pair;
  const by = { principal: d.signer('principal_amina'), tenant: 'tn_test' };
  const other = { ...lina, kid, public_key, fingerprint };
  d.rawKeys.set(kid, enrolledClerk(nodeCrypto, other, { ...by, until: null }));
  const zoe = d.rawKeys.get('clerk_zoe');
  assert.ok(zoe);
  d.rawKeys.set('clerk_zoe', enrolledClerk(nodeCrypto, zoe, { ...by, until: at(3) }));
  const signers = {
    clerk: d.signer('clerk_lina'),
    clerkAgain: { kid, alg: pair.alg, sign: pair.sign },
    second: d.signer('approver_cfo'),
    dismissed: d.signer('clerk_zoe'),
    counterparty: d.signer('bank'),
  };
  const id = { deployment: DEPLOYMENT, tenant: 'tn_test', profile: PROFILE, directory: DIRECTORY };
  const world: HostileWorld = { crypto: nodeCrypto, id, signers, times };
  const honest = honestDirectory(world);
  withDirectory(d, { ...PEOPLE, needed: 1 });
  assert.equal((await d.post(PATH, honest.entries[0])).status, 201);
  d.advance(1);
  const { earlier } = honest;
  assert.deepEqual(await publish(d, '1.0.1', { ...PEOPLE, needed: 2, earlier }), [201, undefined]);
  d.advance(1);
  assert.equal((await d.post(PATH, honest.entries[1])).status, 201);
  d.advance(2);
  return { world, honest };
}

async function paid(d: Deployment, payee: string): Promise<Receipt> {
  const { version } = unwrap(await d.deps.readProfile(PROFILE)).profile;
  const mandate = await d.register({ policy_version: `${PROFILE}@${version}` });
  const to = { beneficiary_id: payee, to_account: `acct_${payee}` };
  const grant = await d.propose(mandate, transfer(to));
  assert.equal(grant.decision.reason, 'ok');
  assert.equal((await d.redeem(grant)).status, 200);
  assert.equal((await d.report(grant)).status, 201);
  await d.sequencer.settled();
  const [receipt] = (await d.get<Receipt[]>(`/receipts?grant_id=${grant.grant.grant_id}`)).body;
  assert.ok(receipt);
  return receipt;
}

function outcomeOf({ status, body }: Answer<RecordedEntry>): string {
  if (status === 202) return `missing ${body.missing}`;
  const { detail } = body as unknown as { readonly detail?: { readonly error?: string } };
  return detail?.error ?? String(status);
}

async function verdictOf(d: Deployment, receipt: Receipt) {
  const { checks, verdict } = verify(nodeCrypto, receipt, { keys: await d.deps.keys() });
  return { verdict, failed: checks.filter(({ outcome }) => outcome === 'fail').map(({ detail }) => detail) };
}

function showing(receipt: Receipt, proof: EntryProof): Receipt {
  return withValues(nodeCrypto, receipt, (plain) => ({
    ...plain,
    why: { ...plain.why, directories: { [DIRECTORY]: proof } },
  }));
}

onBothEngines('hostile entries of a directory', {
  'are refused by the authority, and by the verifier in a receipt': async (d) => {
    const { world, honest } = await live(d);
    const receipt = await paid(d, 'acme');
    assert.deepEqual(unwrap(openReceipt(nodeCrypto, receipt)).why.directories?.[DIRECTORY], honest.proof);
    assert.deepEqual(await verdictOf(d, receipt), { verdict: 'verified', failed: [] });
    for (const [name, { make, refused }] of Object.entries(HOSTILE_ENTRIES)) {
      const { before = [], offered, proof } = make(world, honest);
      for (const signed of before) assert.equal((await d.post(PATH, signed)).status, 201, name);
      const recorded = await entriesOf(d);
      assert.equal(outcomeOf(await d.post<RecordedEntry>(PATH, offered)), refused.authority, name);
      assert.deepEqual(await entriesOf(d), recorded, name);
      await d.database.db.deleteFrom('directory_draft').execute();
      const { verdict, failed } = await verdictOf(d, showing(receipt, proof));
      assert.equal(verdict, 'failed', name);
      assert.match(failed.join(' '), refused.verifier, name);
    }
  },

  'a version that asks for two people names what is there, and ends no payee': async (d) => {
    const { honest } = await live(d);
    const { earlier } = honest;
    const two = { ...PEOPLE, needed: 2 };
    assert.equal(
      unwrap(openReceipt(nodeCrypto, await paid(d, 'acme'))).why.directories?.[DIRECTORY]?.earlier?.head.name,
      'acme',
    );
    assert.deepEqual(await publish(d, '1.0.2', two), [409, 'profile_changed'], 'it would end acme');
    const [, second] = honest.entries;
    const later = { tn_test: { sequence: 1, entry_hash: second.entry_hash } };
    assert.deepEqual(await publish(d, '1.0.2', { ...two, earlier: later }), [409, 'profile_changed']);
    assert.deepEqual(await publish(d, '1.0.2', { ...two, earlier }), [201, undefined]);
    // A version that asks for two again, after one that asked for one, begins anew.
    assert.deepEqual(await publish(d, '1.0.3', { ...PEOPLE, needed: 1 }), [201, undefined]);
    assert.deepEqual(await publish(d, '1.0.4', { ...two, earlier }), [409, 'profile_changed']);
    assert.deepEqual(await publish(d, '1.0.4', { ...two, earlier: later }), [201, undefined]);
  },
});

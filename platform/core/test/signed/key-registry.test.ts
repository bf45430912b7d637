import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry } from '../../src/objects/key-entry.ts';
import { entryFault, readKeyRegistry } from '../../src/signed/key-registry.ts';
import { DEPLOYMENT, enrol, party } from '../verify/story-keys.ts';

const rootKey = party('principal_root', 'principal', { person: 'root' });
const ROOT = enrol(rootKey, rootKey.signer);
const CFO = enrol(party('approver_cfo', 'approver', { person: 'cfo' }), ROOT.signer);

function registryOf(...entries: readonly KeyEntry[]) {
  return readKeyRegistry(
    nodeCrypto,
    DEPLOYMENT,
    Object.fromEntries(entries.map((entry) => [entry.kid, entry])),
  );
}

test('a root and the keys that it enrolled are trusted', () => {
  assert.deepEqual(Object.keys(registryOf(ROOT.key, CFO.key).keys).sort(), [
    'approver_cfo',
    'principal_root',
  ]);
});

test('a key that was enrolled in another deployment is refused, and so is whom it enrolled there', () => {
  const facts = { deployment: 'dp_111111111111111111111111', person: 'other' };
  const other = party('principal_other', 'principal', facts);
  const root = enrol(other, other.signer);
  const { keys, refused } = registryOf(
    root.key,
    enrol(party('approver_else', 'approver', facts), root.signer).key,
    party('pep', 'pep', { deployment: facts.deployment }).key,
  );
  assert.deepEqual(keys, {});
  for (const why of Object.values(refused))
    assert.match(why, /^belongs to the deployment dp_1+, not to dp_0/);
});

test('a root key whose own entry is refused enrols nobody', () => {
  for (const change of [{ hardware: true }, { not_before: '2025-01-01T00:00:00.000Z' }]) {
    const { keys, refused } = registryOf({ ...ROOT.key, ...change }, CFO.key);
    assert.deepEqual(keys, {});
    assert.match(refused.principal_root ?? '', /was changed after it was enrolled/);
    assert.match(refused.approver_cfo ?? '', /principal_root, whose own entry is not trusted/);
  }
});

test('a key that another enrolled enrols nobody, and the refusal says why', () => {
  const eve = enrol(party('approver_eve', 'approver', { person: 'eve' }), CFO.signer);
  const { refused } = registryOf(ROOT.key, CFO.key, eve.key);
  assert.match(refused.approver_eve ?? '', /enrolled by approver_cfo, which may not: only a principal’s key/);
});

test('no entry is put among the others that would disable one of them, or claims hardware without a ground', () => {
  const authority = party('authority', 'authority').key;
  const others = { authority, principal_root: ROOT.key };
  const faultOf = (facts: Partial<KeyEntry>) => {
    const { key } = enrol(party('approver_eve', 'approver', { person: 'eve', ...facts }), ROOT.signer);
    return entryFault(nodeCrypto, DEPLOYMENT, others, key);
  };
  assert.equal(faultOf({}), null);
  const { public_key, fingerprint } = authority;
  // Its name comes before the authority’s, so the registry would refuse the authority.
  assert.match(
    faultOf({ public_key, fingerprint }) ?? '',
    /^would disable authority, which then has the same key as approver_eve/,
  );
  assert.match(faultOf({ hardware: true }) ?? '', /enrolled as hardware without a ground that holds/);
});

test('a thief of a compromised root enrols nobody by dating back', () => {
  const compromised = { ...ROOT.key, compromised_at: '2026-05-01T00:00:00.000Z' };
  const facts = { person: 'eve', not_before: '2026-01-02T00:00:00.000Z' };
  const eve = enrol(party('approver_eve', 'approver', facts), ROOT.signer);
  const { keys, refused } = registryOf(compromised, eve.key);
  assert.deepEqual(Object.keys(keys), ['principal_root']);
  assert.match(refused.approver_eve ?? '', /compromised at 2026-05-01.*enrol it again by another root/);
});

test('an attester’s key may be older than the principal who enrols it, and no other key may', () => {
  const older = { not_before: '2020-01-01T00:00:00.000Z', independent: true };
  const attester = enrol(party('screener', 'attester', older), ROOT.signer);
  const counterparty = enrol(party('courier', 'counterparty', older), ROOT.signer);
  const { keys, refused } = registryOf(ROOT.key, attester.key, counterparty.key);
  assert.deepEqual(Object.keys(keys).sort(), ['principal_root', 'screener']);
  assert.match(refused.courier ?? '', /principal_root is valid from .*, not at 2020-01-01/);
  const earlier = { ...attester.key, not_before: '2019-01-01T00:00:00.000Z' };
  assert.match(registryOf(ROOT.key, earlier).refused.screener ?? '', /was changed after it was enrolled/);
});

test('a root that is bounded to tenants enrols principals of those, and nobody else', () => {
  const bounded = party('principal_zayd', 'principal', { person: 'zayd', tenants: ['tn_a', 'tn_b'] });
  const zayd = enrol(bounded, bounded.signer);
  const principal = (tenants: string[]) => party('principal_eve', 'principal', { person: 'eve', tenants });
  const beyond = [
    principal(['*']),
    principal(['tn_a', 'tn_c']),
    principal(['tn_a', '*']),
    party('approver_eve', 'approver', { person: 'eve' }),
    party('courier', 'counterparty', { independent: true }),
  ];
  for (const party of beyond) {
    const { key } = enrol(party, zayd.signer);
    const { keys, refused } = registryOf(ROOT.key, zayd.key, key);
    assert.deepEqual(Object.keys(keys).sort(), ['principal_root', 'principal_zayd']);
    assert.match(refused[key.kid] ?? '', /principal_zayd, which may not: .*only for tn_a, tn_b/);
    assert.deepEqual(registryOf(ROOT.key, zayd.key, enrol(party, ROOT.signer).key).refused, {});
  }
  assert.deepEqual(registryOf(zayd.key, enrol(principal(['tn_b']), zayd.signer).key).refused, {});
});

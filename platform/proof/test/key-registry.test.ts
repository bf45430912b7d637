import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKeyRegistry } from '@platform/proof/key-registry';
import { nodeCrypto } from '@platform/proof/node';
import type { KeyEntry } from '@platform/protocol/key-entry';
import { DEPLOYMENT, enrol, party } from './story-keys.ts';

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

test('a root and whom it enrolled are trusted', () => {
  assert.deepEqual(Object.keys(registryOf(ROOT.key, CFO.key).keys).sort(), [
    'approver_cfo',
    'principal_root',
  ]);
});

test('a root key whose own entry is refused enrols nobody', () => {
  for (const change of [{ hardware: true }, { not_before: '2025-01-01T00:00:00.000Z' }]) {
    const { keys, refused } = registryOf({ ...ROOT.key, ...change }, CFO.key);
    assert.deepEqual(keys, {});
    assert.match(refused.principal_root ?? '', /was changed after it was enrolled/);
    assert.match(refused.approver_cfo ?? '', /principal_root, whose own entry is not trusted/);
  }
});

test('a thief of a compromised root enrols nobody by dating back', () => {
  const compromised = { ...ROOT.key, compromised_at: '2026-05-01T00:00:00.000Z' };
  const facts = { person: 'eve', not_before: '2026-01-02T00:00:00.000Z' };
  const eve = enrol(party('approver_eve', 'approver', facts), ROOT.signer);
  const { keys, refused } = registryOf(compromised, eve.key);
  assert.deepEqual(Object.keys(keys), ['principal_root']);
  assert.match(refused.approver_eve ?? '', /compromised at 2026-05-01.*enrol it again by another root/);
});

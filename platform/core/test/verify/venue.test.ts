import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { readKeySet } from '../../src/signed/key-set.ts';
import { labelVenue, readVenue, signVenue, type Venue } from '../../src/verify/venue.ts';
import { CAST, keysOf, opened, tell } from './story.ts';
import { party } from './story-keys.ts';

const FACTS = {
  venue: 'local',
  level: 'L1-sim',
  label: 'A machine under a desk',
  kids: { pep: CAST.pep.key.fingerprint, authority: CAST.authority.key.fingerprint },
};

function listed(changes: Partial<typeof FACTS> = {}, signer = CAST.pep.signer): Venue {
  return signVenue(nodeCrypto, signer, { ...FACTS, ...changes });
}

describe('labelVenue', () => {
  const label = (...venues: Venue[]) => labelVenue(nodeCrypto, opened(tell()), venues);

  test('knows a venue by its name and the key that decided', () => {
    assert.equal(label(), 'unknown key');
    assert.equal(label(listed({ venue: 'other' }), listed()), 'known venue');
    assert.equal(label(listed({}, CAST.authority.signer)), 'known venue');
    assert.equal(labelVenue(nodeCrypto, opened(tell({ outcome: 'denied' })), [listed()]), 'known venue');
  });

  test('does not know one of another name, with another key, or that it did not sign itself', () => {
    const other = party('pep', 'pep', { alg: 'es256' }).key.fingerprint;
    assert.equal(label(listed({ venue: 'other' })), 'unknown key');
    assert.equal(label(listed({ kids: { ...FACTS.kids, pep: other } })), 'unknown key');
    assert.equal(label({ ...listed(), label: 'Someone else' }), 'unknown key');
    assert.equal(label(listed({}, { ...CAST.bank.signer, kid: 'pep' })), 'unknown key');
    assert.equal(label(listed({}, CAST.bank.signer)), 'unknown key');
  });
});

test('readVenue accepts the documented fields and no others', () => {
  assert.ok(readVenue(JSON.stringify(listed())).ok);
  for (const text of ['', '{}', JSON.stringify({ ...listed(), extra: 1 }), JSON.stringify(FACTS)]) {
    assert.ok(!readVenue(text).ok);
  }
});

test('readKeySet accepts entries under their own names, with their own fingerprints', () => {
  const keys = keysOf(CAST);
  assert.deepEqual(readKeySet(nodeCrypto, JSON.stringify(keys)), { ok: true, value: keys });
  const { pep = CAST.pep.key, bank = CAST.bank.key } = keys;
  for (const wrong of [
    { bank: pep },
    { pep: { ...pep, fingerprint: bank.fingerprint } },
    { pep: { ...pep, public_key: 'ab' } },
    { pep: { ...pep, extra: 1 } },
    [pep],
    { pep: null },
  ]) {
    const read = readKeySet(nodeCrypto, JSON.stringify(wrong));
    assert.ok(!read.ok, JSON.stringify(wrong));
    assert.equal(read.error.code, 'keys_invalid');
  }
});

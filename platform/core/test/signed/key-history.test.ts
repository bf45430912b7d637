import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry, KeyVersion } from '../../src/objects/key-entry.ts';
import { historySince } from '../../src/signed/key-history.ts';
import { readKeyRegistry } from '../../src/signed/key-registry.ts';
import { readKeySet } from '../../src/signed/key-set.ts';
import type { Verification } from '../../src/verify/verification.ts';
import { verify } from '../../src/verify/verify.ts';
import { at, CAST, type Cast, keysOf, type Plot, tell } from '../verify/story.ts';
import { DEPLOYMENT, enrol, type Party, party } from '../verify/story-keys.ts';

/** The party's `number`th key, under the same kid. */
function keyNumber({ key }: Party, number: number, dates: Partial<KeyVersion>): Party {
  const { kid, role, person, alg } = key;
  const other = party(`${kid} ${number}`, role, { person, alg, ...dates });
  return { signer: { ...other.signer, kid }, key: { ...other.key, kid } };
}

/** The cast with these parties in place of their own. */
function castWith(changes: Partial<Cast>): Partial<Plot> {
  return { cast: { ...CAST, ...changes } };
}

const FIRST_END = at('08:00:00.000');
const SECOND_END = at('10:00:00.000');
const THIRD_END = at('11:00:00.000');
const PEPS = [
  keyNumber(CAST.pep, 1, { not_after: FIRST_END }),
  keyNumber(CAST.pep, 2, { not_before: FIRST_END, not_after: SECOND_END }),
  keyNumber(CAST.pep, 3, { not_before: SECOND_END, not_after: THIRD_END }),
  keyNumber(CAST.pep, 4, { not_before: THIRD_END }),
] as const;
const [FIRST, SECOND, , NEWEST] = PEPS;
/** After three replacements. */
const PEP: KeyEntry = { ...NEWEST.key, retired: [PEPS[2].key, SECOND.key, FIRST.key] };
const PINNED = { keys: { ...keysOf(CAST), pep: PEP } };

function failing({ checks }: Verification): number[] {
  return checks.filter(({ outcome }) => outcome === 'fail').map(({ number }) => number);
}

/** The pep's decision at nine o’clock, by this key of its own; the receipt was made before the key was replaced. */
function failingBy(
  pep: Party,
  keys = PINNED.keys,
  dates: Partial<KeyVersion> = { not_after: null },
): number[] {
  const receipt = tell(castWith({ pep: { ...pep, key: { ...pep.key, ...dates } } }));
  return failing(verify(nodeCrypto, receipt, { keys }));
}

test('a receipt signed with a key that was replaced since verifies under the newest key file', () => {
  assert.deepEqual(failingBy(SECOND), []);
  const receipt = tell(castWith({ pep: SECOND }));
  const { verdict, keys } = verify(nodeCrypto, receipt, PINNED);
  assert.equal(verdict, 'verified');
  assert.equal(keys.find(({ kid }) => kid === 'pep')?.fingerprint, SECOND.key.fingerprint);
});

test('a receipt signed with a retired key after its end, or with a later one before its begin, fails', () => {
  assert.deepEqual(failingBy(FIRST), [5]);
  assert.deepEqual(failingBy(NEWEST), [5]);
});

test('a thief’s receipt under a retired key fails once that key is known as stolen; its successor’s do not', () => {
  const stolen = (version: KeyVersion) => ({ ...version, compromised_at: at('08:30:00.000') });
  const pep = { ...NEWEST.key, retired: [PEPS[2].key, stolen(SECOND.key), FIRST.key] };
  assert.deepEqual(failingBy(SECOND, { ...PINNED.keys, pep }), [5]);
  const first = { ...NEWEST.key, retired: [PEPS[2].key, SECOND.key, stolen(FIRST.key)] };
  assert.deepEqual(failingBy(SECOND, { ...PINNED.keys, pep: first }), []);
});

test('a thief cannot add a key of its own to a receipt’s history', () => {
  const thief = keyNumber(CAST.pep, 99, { not_after: SECOND_END });
  const receipt = tell(
    castWith({ pep: { signer: thief.signer, key: { ...SECOND.key, retired: [thief.key] } } }),
  );
  assert.deepEqual(failing(verify(nodeCrypto, receipt)), []);
  const against = verify(nodeCrypto, receipt, PINNED);
  assert.deepEqual(failing(against), [2, 5]);
  assert.match(
    against.checks[4]?.detail ?? '',
    /is not the pinned key of that name, nor one that it replaced/,
  );
});

test('a re-enrolled device: approvals by its old key still verify, as that key’s, and under its own facts', () => {
  const facts = { hardware: true, independent: true };
  const dated = (number: number, dates: Partial<KeyVersion>) =>
    enrol(keyNumber(CAST.approver, number, { ...facts, ...dates }), CAST.principal.signer);
  const old = dated(1, { not_after: SECOND_END });
  const next = enrol(
    keyNumber(CAST.approver, 2, { not_before: SECOND_END, hardware: false }),
    CAST.principal.signer,
  );
  const entry: KeyEntry = { ...next.key, retired: [old.key] };
  const bank = enrol(CAST.bank, CAST.principal.signer).key;
  const raw = { ...keysOf(CAST), bank, [entry.kid]: entry };
  const registry = readKeyRegistry(nodeCrypto, DEPLOYMENT, raw);
  assert.deepEqual(registry.refused, {});
  assert.deepEqual(registry.keys[entry.kid], entry);
  const verification = verify(nodeCrypto, tell(castWith({ approver: old })), { keys: registry.keys });
  assert.equal(verification.verdict, 'verified');
  assert.equal(verification.keys.find(({ kid }) => kid === entry.kid)?.hardware, true);
});

test('a retired person’s key that nobody enrolled is not trusted, and its successor is', () => {
  const next = enrol(keyNumber(CAST.approver, 2, { not_before: SECOND_END }), CAST.principal.signer);
  const thief = keyNumber(CAST.approver, 9, { not_after: SECOND_END });
  const entry: KeyEntry = { ...next.key, retired: [thief.key] };
  const { keys, refused } = readKeyRegistry(nodeCrypto, DEPLOYMENT, { ...keysOf(CAST), [entry.kid]: entry });
  assert.deepEqual(keys[entry.kid], next.key);
  assert.match(JSON.stringify(refused), /is a person’s key that no principal enrolled/);
});

test('a key file or registry with one key under two kids, also a retired one, cannot be used', () => {
  const usable = (keys: Readonly<Record<string, unknown>>) => readKeySet(nodeCrypto, JSON.stringify(keys)).ok;
  const authority = (retired: KeyVersion) => ({ ...CAST.authority.key, retired: [retired] });
  const asAuthority = { ...FIRST.key, kid: 'authority', role: 'authority' as const };
  assert.ok(usable(PINNED.keys));
  assert.ok(!usable({ ...PINNED.keys, authority: authority(asAuthority) }));
  assert.ok(!usable({ pep: { ...PEP, retired: [{ ...FIRST.key, role: 'authority' }] } }));
  assert.ok(!usable({ pep: { ...PEP, retired: [{ ...FIRST.key, not_after: null }] } }));
  assert.ok(!usable({ pep: { ...PEP, retired: [{ ...PEP, retired: undefined, not_after: FIRST_END }] } }));
  const { refused } = readKeyRegistry(nodeCrypto, DEPLOYMENT, {
    authority: authority(asAuthority),
    pep: PEP,
  });
  assert.match(refused.pep ?? '', /has the same key as authority/);
});

test('a receipt carries of a kid’s keys only those that were in use since its first signature', () => {
  assert.deepEqual(historySince(PEP, at('12:00:00.000')), NEWEST.key);
  assert.deepEqual(historySince(PEP, SECOND_END).retired, [PEPS[2].key, SECOND.key]);
});

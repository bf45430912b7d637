import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { parseAllDocuments } from 'yaml';
import { type Disclosure, matchDisclosures, sealMembers } from '../src/disclosure.ts';
import { nodeCrypto } from '../src/node.ts';

const saltOf = (index: number) => nodeCrypto.sha256(`salt ${index}`).slice(0, 32);

/** Seals every member, and says where each commitment stands. */
function seal(members: Readonly<Record<string, unknown>>) {
  const salts = Object.fromEntries(Object.keys(members).map((name, index) => [name, saltOf(index)]));
  const { sealed, disclosures } = sealMembers(nodeCrypto, members, salts);
  const places = Object.entries(sealed as Record<string, { _sd: string }>).map(([name, { _sd }]) => ({
    place: `in.${name}`,
    name,
    _sd,
  }));
  return { disclosures, places };
}

const MEMBERS = { amount: '40', payee: 'acme', memo: '', when: null, list: [1, { a: true }] };

describe('disclosures', () => {
  const { disclosures, places } = seal(MEMBERS);
  const codeOf = (given: readonly Disclosure[], where = places) => {
    const found = matchDisclosures(nodeCrypto, where, given);
    return found.ok ? null : found.error.code;
  };

  test('open the members that they are of, all or some', () => {
    const all = unwrap(matchDisclosures(nodeCrypto, places, disclosures));
    assert.deepEqual(
      Object.fromEntries([...all].map(([place, [, , value]]) => [place.slice(3), value])),
      MEMBERS,
    );
    const some = unwrap(matchDisclosures(nodeCrypto, places, disclosures.slice(1)));
    assert.ok(!some.has('in.amount') && some.size === places.length - 1);
  });

  test('are refused where they have more than one meaning, or none', () => {
    const [amount = assert.fail(), payee = assert.fail()] = disclosures;
    assert.equal(codeOf([amount, amount]), 'disclosure_repeated');
    assert.equal(codeOf([[amount[0], 'amount', '41']]), 'disclosure_stray');
    assert.equal(codeOf([[payee[0], 'amount', '40']]), 'disclosure_stray');
    const renamed = places.map((one) => (one.name === 'amount' ? { ...one, name: 'fee' } : one));
    assert.equal(codeOf([amount], renamed), 'disclosure_misplaced');
    const [first = assert.fail()] = places;
    assert.equal(codeOf([], [...places, { ...first, place: 'in.other' }]), 'commitment_repeated');
  });

  test('that share a salt, or open to commitments, are refused', () => {
    const salts = { amount: saltOf(1), payee: saltOf(1) };
    const { sealed, disclosures: shared } = sealMembers(nodeCrypto, { amount: '40', payee: 'acme' }, salts);
    const where = Object.entries(sealed as Record<string, { _sd: string }>).map(([name, { _sd }]) => ({
      ...{ place: name, name, _sd },
    }));
    assert.equal(codeOf(shared, where), 'salt_reused');
    const nested = seal({ detail: { inner: [{ _sd: 'a'.repeat(64) }] } });
    assert.equal(codeOf(nested.disclosures, nested.places), 'disclosure_nested');
  });
});

const FOLDER = join(REPOSITORY, '../shared/vectors/evidence/sd-jwt/tests/testcases');

/** Members of objects, which ours are; lists and nested disclosures are not what a receipt has. */
for (const name of ['object_data_types', 'no_sd', 'key_binding', 'json_serialization_general'])
  test(`sd-jwt: ${name}, each object of its claims`, (t) => {
    const file = join(FOLDER, name, 'specification.yml');
    if (!existsSync(file)) return t.skip('../shared/vectors/evidence absent');
    // The tag says what is withheld; here everything can be.
    const text = readFileSync(file, 'utf8').replaceAll('!sd ', '');
    const [document] = parseAllDocuments(text);
    const claims: unknown = Object(document?.toJS()).user_claims;
    let objects = 0;
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      Object.values(value).forEach(visit);
      if (Array.isArray(value)) return;
      objects += 1;
      const { disclosures, places } = seal(value as Record<string, unknown>);
      const names = Object.keys(value);
      for (const hidden of [null, ...names]) {
        const shown = disclosures.filter(([, one]) => one !== hidden);
        const found = unwrap(matchDisclosures(nodeCrypto, places, shown));
        assert.deepEqual(
          [...found.values()].map(([, one, given]) => [one, given]),
          Object.entries(value).filter(([one]) => one !== hidden),
        );
      }
    };
    visit(claims);
    assert.ok(objects > 0);
  });

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { makePlace, registryOf } from './place.ts';

test('a venue is made with the keys that are here, and signed only by one of them', async (t) => {
  const place = await makePlace(t);
  const file = join(place.folder, 'venue.json');
  const made = await place.sanad(['venue', 'make', '--label', 'A machine under a desk', '--out', file]);
  assert.equal(made.code, 0, made.err);
  assert.equal((await place.sanad(['venue', 'sign', file])).code, 2, 'nobody was asked');
  const signed = await place.sanad(['venue', 'sign', file, '--yes']);
  assert.equal(signed.code, 0, signed.err);
  assert.match(signed.err, /A machine under a desk/);

  const { signature, ...facts } = JSON.parse(await readFile(file, 'utf8'));
  const { keys } = await registryOf(place);
  assert.deepEqual(facts, {
    venue: 'local',
    level: 'L1-sim',
    label: 'A machine under a desk',
    kids: { pep: keys.pep?.fingerprint, authority: keys.authority?.fingerprint },
  });
  assert.ok(keys.pep !== undefined);
  assert.ok(
    nodeCrypto.verifyEd25519(
      Buffer.from(keys.pep.public_key, 'hex'),
      Buffer.from(hashOf(nodeCrypto, facts)),
      Buffer.from(signature.sig, 'hex'),
    ),
  );

  await writeFile(file, JSON.stringify({ ...facts, kids: { ...facts.kids, pep: facts.kids.authority } }));
  const other = await place.sanad(['venue', 'sign', file, '--yes']);
  assert.match(other.err, /but the key here is sha256:/);
  assert.equal(other.code, 2);
  assert.match(
    (await place.sanad(['venue', 'make', '--label', 'x', '--venue', 'a b'])).err,
    /names of letters/,
  );
});

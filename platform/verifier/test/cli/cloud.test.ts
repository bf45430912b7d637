import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloudKey } from '@common/kit/testing/fake-cloud';
import { fileWith, published, run, temporaryFolder } from '../run.ts';

const EXECUTED = published('executed.json');

test('--cloud-keys takes a JWK set and changes no exit code', async (t) => {
  const folder = temporaryFolder(t);
  const file = fileWith(folder, 'certs.json', { keys: [cloudKey().jwk] });
  const { code, out } = await run([EXECUTED, '--keys', published('keys.json'), '--cloud-keys', file]);
  assert.equal(code, 0);
  assert.doesNotMatch(out, /^ {2}cloud /m, 'a simulated venue has no token');
});

test('a file that is no JWK set is unusable input, with what was expected', async (t) => {
  const { code, err } = await run([EXECUTED, '--cloud-keys', fileWith(temporaryFolder(t), 'none.json', {})]);
  assert.equal(code, 2);
  assert.match(err, /--cloud-keys .*none\.json: not a JWK set: expected \{"keys"/);
});

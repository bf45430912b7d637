import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeCrypto } from '@platform/proof/node';
import { parseLogPolicy } from '@platform/proof/note/log-policy';
import { formatNoteKey, KEY_TYPES, noteKey } from '@platform/proof/note/note-key';
import { noteSigner } from '@platform/proof/testing/note-signer';
import { openLogKeys } from '@platform/trust/log-keys';
import { makePlace } from './place.ts';

const VKEY = formatNoteKey(noteSigner(nodeCrypto, 'log.example/1').key);
const FRESH = formatNoteKey(noteSigner(nodeCrypto, 'log.example/1', KEY_TYPES.log, 'new').key);

test('the log’s key is changed with two that sign for a while, and asked about before the old one goes', async (t) => {
  const place = await makePlace(t);
  const keys = join(place.folder, 'keys');
  const files = async () => (await readdir(keys)).filter((name) => name.startsWith('checkpoint.')).sort();
  assert.deepEqual(await files(), ['checkpoint.pem']);
  await rm(join(keys, 'checkpoint.pem'));
  const early = await place.sanad(['keys', 'rotate', 'checkpoint']);
  assert.deepEqual([early.code, await files()], [2, []]);
  assert.match(early.err, /sanad keys init and the authority’s start make it/);
  await openLogKeys(keys);
  const retire = ['keys', 'retire', 'checkpoint'];
  assert.match((await place.sanad([...retire, '--yes'])).err, /there is no second key/);

  const made = await place.sanad(['keys', 'rotate', 'checkpoint']);
  assert.equal(made.code, 0, made.err);
  assert.match(made.out, /^made: checkpoint\.next\.pem, the log’s new key, sha256:[0-9a-f]{64}\nRunning/);
  assert.match((await place.sanad(['keys', 'rotate', 'checkpoint'])).err, /two keys sign checkpoints/);
  const asked = await place.sanad(retire);
  assert.equal(asked.code, 2);
  assert.match(
    asked.err,
    /who know it alone will refuse the log from then on.*Nothing was changed: there is/s,
  );
  assert.deepEqual(await files(), ['checkpoint.next.pem', 'checkpoint.pem']);
  const retired = await place.sanad([...retire, '--stolen', '--yes']);
  assert.equal(retired.code, 0, retired.err);
  assert.match(retired.out, /^retired, as stolen: sha256:.*take the old key out of their policies/s);
  assert.deepEqual(await files(), ['checkpoint.pem', 'checkpoint.retired.json']);
  assert.match(JSON.stringify(await place.json('keys/checkpoint.retired.json')), /"stolen":true/);
});

test('a key that is lost for good is given up by its verifier key', async (t) => {
  const place = await makePlace(t);
  const { keys } = await openLogKeys(join(place.folder, 'keys'));
  const lose = (vkey: string) => place.sanad(['keys', 'retire', 'checkpoint', '--lost', vkey, '--yes']);
  const { publicKey = new Uint8Array() } = keys().signing[0] ?? {};
  const own = formatNoteKey(noteKey(nodeCrypto, { name: 'log.example/1', type: KEY_TYPES.log, publicKey }));
  const witness = formatNoteKey(noteSigner(nodeCrypto, 'w', KEY_TYPES.cosigner).key);
  for (const [vkey, why] of [
    ['nothing', /--lost: This is no verifier key/],
    [witness, /this is the key of a witness/],
    [own, /it is not lost/],
  ] as const) {
    const refused = await lose(vkey);
    assert.equal(refused.code, 2);
    assert.match(refused.err, why);
  }
  const given = await lose(VKEY);
  assert.equal(given.code, 0, given.err);
  assert.match(given.out, /^retired: sha256:[0-9a-f]{64}\n/);
});

test('log key says of an empty log what to do', async (t) => {
  const place = await makePlace(t);
  place.authority.answers.set('GET /log/checkpoints?from=0&cosigned=false&limit=1', {
    status: 200,
    body: { vkey: null, checkpoints: [] },
  });
  assert.match((await place.sanad(['log', 'key'])).err, /The log is empty.*Ask again once a proposal has/);
});

test('log key prints both keys while both sign, as a policy takes them', async (t) => {
  const place = await makePlace(t);
  const path = 'GET /log/checkpoints?from=0&cosigned=false&limit=1';
  place.authority.answers.set(path, { status: 200, body: { vkey: VKEY, checkpoints: [] } });
  assert.equal((await place.sanad(['log', 'key'])).out, `log ${VKEY}\n`);
  place.authority.answers.set(path, {
    status: 200,
    body: { vkey: VKEY, new_vkey: FRESH, checkpoints: [] },
  });
  const { out } = await place.sanad(['log', 'key']);
  assert.match(out, /^log .*\n# The new key\. .*\nlog .*\n$/);
  const policy = parseLogPolicy(nodeCrypto, `${out}quorum none\n`);
  assert.ok(policy.ok);
  assert.deepEqual(
    policy.value.logs.map(({ key }) => formatNoteKey(key)),
    [VKEY, FRESH],
  );
});

test('a thief’s checkpoints have no date: marking the key since an instant is refused with what to do', async (t) => {
  const place = await makePlace(t);
  const marked = await place.sanad(['keys', 'compromise', 'checkpoint', '--at', '2026-11-01T00:00:00Z']);
  assert.equal(marked.code, 2);
  assert.match(marked.err, /keys rotate checkpoint, then sanad keys retire checkpoint --stolen/);
});

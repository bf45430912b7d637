import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { toHex } from '@common/evidence/bytes';
import { KeyFileError } from '@common/kit/private-file';
import { addLogKey, giveUpLogKey, logKeyChange, retireLogKey } from '../../src/key-files/change-log-key.ts';
import { generatePrivateKey } from '../../src/key-files/key-pair.ts';
import { type LogKeys, openLogKeys, readLogKeys } from '../../src/key-files/log-keys.ts';
import { comeToNextLook } from '../../src/testing/next-look.ts';
import { makeFolder } from './make-folder.ts';

const NOW = { nowMs: Date.parse('2026-11-23T12:00:00.000Z'), stolen: false };

const signing = ({ signing: keys }: LogKeys): string[] => keys.map(({ publicKey }) => toHex(publicKey));
const retired = ({ retired: keys }: LogKeys) =>
  keys.map(({ publicKey, stolen }) => `${toHex(publicKey)}${stolen ? ' stolen' : ''}`);

test('a running process signs with both keys, and then with the new one alone', async (t) => {
  const dir = await makeFolder(t);
  const opened = await openLogKeys(dir);
  assert.ok(opened.created);
  assert.ok(!(await openLogKeys(dir)).created);
  const [old = ''] = signing(opened.keys());
  const before = opened.keys();
  assert.equal(opened.keys(), before, 'the same object until something changes');
  const change = await addLogKey(dir);
  const fresh = toHex(change.fresh);
  assert.equal(toHex(change.old), old);
  assert.equal((await stat(join(dir, 'checkpoint.next.pem'))).mode & 0o777, 0o600);
  comeToNextLook();
  assert.deepEqual(signing(opened.keys()), [old, fresh]);
  assert.deepEqual(logKeyChange(dir), change);
  await assert.rejects(addLogKey(dir), /two keys sign checkpoints already/);

  assert.deepEqual(await retireLogKey(dir, NOW), change);
  comeToNextLook();
  assert.deepEqual([signing(opened.keys()), retired(opened.keys())], [[fresh], [old]]);
  assert.deepEqual(await readLogKeys(dir).then(signing), [fresh]);
  await assert.rejects(stat(join(dir, 'checkpoint.next.pem')), { code: 'ENOENT' });
  await assert.rejects(retireLogKey(dir, NOW), /there is no second key/);
});

test('an interrupted retirement is complete: the old key no longer signs, and the next start finishes it', async (t) => {
  const dir = await makeFolder(t);
  await openLogKeys(dir);
  const first = join(dir, 'checkpoint.pem');
  const next = join(dir, 'checkpoint.next.pem');
  const { fresh } = await addLogKey(dir);
  await copyFile(first, `${first}.old`);
  await copyFile(next, `${next}.kept`);
  await retireLogKey(dir, NOW);
  await rename(`${first}.old`, first);
  await rename(`${next}.kept`, next);
  assert.deepEqual(signing(await readLogKeys(dir)), [toHex(fresh)]);
  const { keys } = await openLogKeys(dir);
  assert.deepEqual(signing(keys()), [toHex(fresh)]);
  await assert.rejects(stat(next), { code: 'ENOENT' });
});

test('a key that an older backup puts back signs nothing, and a new change replaces it', async (t) => {
  const dir = await makeFolder(t);
  await openLogKeys(dir);
  const next = join(dir, 'checkpoint.next.pem');
  await addLogKey(dir);
  await copyFile(next, `${next}.backup`);
  await retireLogKey(dir, NOW);
  // From the change before: it is the key in use.
  await copyFile(`${next}.backup`, next);
  const [inUse = ''] = signing(await readLogKeys(dir));
  assert.equal(logKeyChange(dir), null);
  await addLogKey(dir);
  await retireLogKey(dir, NOW);
  // From two changes before: it is retired.
  await copyFile(`${next}.backup`, next);
  const now = await readLogKeys(dir);
  assert.equal(now.signing.length, 1);
  assert.ok(retired(now).includes(inUse));
  const { fresh } = await addLogKey(dir);
  assert.deepEqual(signing(await readLogKeys(dir)), [...signing(now), toHex(fresh)]);
});

test('an older copy of the folder under a running process takes no key away, and brings none back', async (t) => {
  const dir = await makeFolder(t);
  const { keys } = await openLogKeys(dir);
  const [first, next] = [join(dir, 'checkpoint.pem'), join(dir, 'checkpoint.next.pem')];
  await copyFile(first, `${first}.before`);
  await addLogKey(dir);
  await copyFile(next, `${next}.during`);
  comeToNextLook();
  const during = keys();
  await rm(next);
  comeToNextLook();
  assert.equal(keys(), during);
  await copyFile(`${next}.during`, next);
  await retireLogKey(dir, { ...NOW, stolen: true });
  comeToNextLook();
  const after = keys();
  assert.equal(after.signing.length, 1);
  await copyFile(`${first}.before`, first);
  await copyFile(`${next}.during`, next);
  await rm(join(dir, 'checkpoint.retired.json'));
  comeToNextLook();
  assert.equal(keys(), after);
});

test('a stolen key is retired at once, and remains marked', async (t) => {
  const dir = await makeFolder(t);
  await openLogKeys(dir);
  const { old } = await addLogKey(dir);
  await retireLogKey(dir, { ...NOW, stolen: true });
  await giveUpLogKey(dir, old, NOW);
  assert.deepEqual(retired(await readLogKeys(dir)), [`${toHex(old)} stolen`]);
});

test('a retired key alone starts nothing, and a missing key beside a new one is requested', async (t) => {
  const dir = await makeFolder(t);
  await openLogKeys(dir);
  const first = join(dir, 'checkpoint.pem');
  await copyFile(first, `${first}.old`);
  const { old } = await addLogKey(dir);
  await rm(first);
  await assert.rejects(openLogKeys(dir), /is gone, and .* is there: put it back/);
  await giveUpLogKey(dir, old, NOW);
  const { keys } = await openLogKeys(dir);
  await assert.rejects(giveUpLogKey(dir, keys().signing[0]?.publicKey ?? old, NOW), /is not lost/);
  await rename(`${first}.old`, first);
  await assert.rejects(openLogKeys(dir), /holds a key that was retired: put back its newest copy/);
  // A running process goes on with what it has.
  comeToNextLook();
  assert.equal(keys().signing.length, 1);
  assert.notEqual(signing(keys())[0], toHex(old));
});

test('a list of retired keys that cannot be read stops everything', async (t) => {
  const dir = await makeFolder(t);
  await openLogKeys(dir);
  const file = join(dir, 'checkpoint.retired.json');
  await writeFile(file, '{"retired": [1]}');
  await assert.rejects(openLogKeys(dir), KeyFileError);
  await assert.rejects(giveUpLogKey(dir, new Uint8Array(32), NOW), KeyFileError);
  assert.equal(await readFile(file, 'utf8'), '{"retired": [1]}');
});

test('files that cannot be read neither hang nor stop a running process, which says so once; a start is refused', async (t) => {
  const spoil = {
    pipe: (file: string) => promisify(execFile)('mkfifo', ['-m', '600', file]),
    folder: (file: string) => mkdir(file),
    long: (file: string) => writeFile(file, 'x'.repeat(3_000_000), { mode: 0o600 }),
    torn: (file: string) => writeFile(file, '', { mode: 0o600 }),
    open: (file: string) => writeFile(file, generatePrivateKey('ed25519'), { mode: 0o644 }),
  };
  for (const name of ['checkpoint.next.pem', 'checkpoint.retired.json']) {
    for (const [kind, make] of Object.entries(spoil)) {
      const dir = await makeFolder(t);
      const told: unknown[] = [];
      const { keys } = await openLogKeys(dir, (error) => told.push(error));
      const before = keys();
      await make(join(dir, name));
      for (const _ of [1, 2]) {
        comeToNextLook();
        assert.equal(keys(), before, `${kind} ${name}`);
      }
      assert.equal(told.length, 1);
      await assert.rejects(openLogKeys(dir), KeyFileError);
      await rm(join(dir, name), { recursive: true });
      const { fresh } = await addLogKey(dir);
      comeToNextLook();
      assert.ok(signing(keys()).includes(toHex(fresh)));
    }
  }
});

import assert from 'node:assert/strict';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createKeyFile, KeyFileError, readKeyFile, replaceKeyFile } from '@common/kit/private-file';
import { removeDirectory } from '@common/kit/testing';

const LONGEST = { private: 65_536, public: 2_097_152 } as const;

for (const access of ['private', 'public'] as const) {
  test(`no ${access} file is written that could not be read again`, async (t) => {
    const dir = await mkdtemp(join(tmpdir(), 'sanad-files-'));
    t.after(() => removeDirectory(dir));
    const file = join(dir, 'a');
    const longest = 'x'.repeat(LONGEST[access]);
    const tooLong = `${longest.slice(1)}é`;
    const refused = (error: unknown) =>
      error instanceof KeyFileError && /would be too long .*nothing was written/.test(error.message);
    await assert.rejects(createKeyFile(file, tooLong, access), refused);
    assert.deepEqual(await readdir(dir), []);
    assert.equal(await createKeyFile(file, 'first', access), true);
    await assert.rejects(replaceKeyFile(file, tooLong, access), refused);
    assert.equal(await readKeyFile(file, access), 'first');
    await replaceKeyFile(file, longest, access);
    assert.equal(await readKeyFile(file, access), longest);
    assert.deepEqual(await readdir(dir), ['a']);
  });
}

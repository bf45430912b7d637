import assert from 'node:assert/strict';
import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { profileFiles } from '@platform/trust/profile-files';

test('a profile is read again as soon as another file is there, of the same size and time too', () =>
  withTempDir(async (folder) => {
    const file = join(folder, 'treasury.json');
    const read = profileFiles(folder);
    assert.equal(await read('treasury'), null);
    await writeFile(file, 'first');
    assert.equal(await read('treasury'), 'first');
    assert.equal(await read('treasury'), 'first');
    const { atime, mtime } = await stat(file);
    const draft = join(folder, 'draft');
    await writeFile(draft, 'other');
    await utimes(draft, atime, mtime);
    await rename(draft, file);
    assert.equal(await read('treasury'), 'other');
    await rm(file);
    assert.equal(await read('treasury'), null);
  }));

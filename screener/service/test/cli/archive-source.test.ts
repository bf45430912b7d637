import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { archiveSource } from '../../src/cli/archive-source.ts';
import { syntheticCompany, writeArchive } from '../crash/synthetic-archive.ts';

test('a zip is identified by its content, wherever it is', () =>
  withTempDir(async (folder) => {
    const [a, b, c] = ['a.zip', 'b.zip', 'c.zip'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeArchive(a, [syntheticCompany(1), syntheticCompany(2)]);
    await writeArchive(b, [syntheticCompany(1), syntheticCompany(2)]);
    const changed = syntheticCompany(2);
    await writeArchive(c, [syntheticCompany(1), { ...changed, text: changed.text.replace('Inc', 'Ltd') }]);
    assert.match((await archiveSource(a, STORED_TAGS)) ?? '', /^zip \d+ [0-9a-f]{32}$/);
    assert.equal(await archiveSource(a, STORED_TAGS), await archiveSource(b, STORED_TAGS));
    assert.notEqual(await archiveSource(a, STORED_TAGS), await archiveSource(c, STORED_TAGS));
    const fewer = { ...STORED_TAGS, further: new Set<string>() };
    assert.notEqual(await archiveSource(a, STORED_TAGS), await archiveSource(a, fewer));
  }));

test('a directory is identified by its path and its files', () =>
  withTempDir(async (folder) => {
    const place = join(folder, 'facts');
    await mkdir(place);
    const file = join(place, 'CIK0000000001.json');
    const write = async (text: string, seconds: number) => {
      await writeFile(file, text);
      await utimes(file, seconds, seconds);
      return archiveSource(place, STORED_TAGS);
    };
    const first = await write('one', 1000);
    assert.match(first ?? '', /^directory .*facts [0-9a-f]{32}$/);
    assert.equal(await write('one', 1000), first);
    assert.notEqual(await write('longer', 1000), first);
    assert.notEqual(await write('two', 2000), first);
    assert.equal(await write('one', 1000), first);
    await writeFile(join(place, 'CIK0000000002.json'), '');
    assert.notEqual(await archiveSource(place, STORED_TAGS), first);
  }));

test('a missing path has no name', async () => {
  assert.equal(await archiveSource('no/such/archive.zip', STORED_TAGS), null);
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unwrap } from '@common/base/result';
import { size } from '@common/kit/testing/size';
import { ARCHIVE_LIMITS, readCompanyFactsArchive } from '../../src/bulk-archive.ts';
import { readAll, temporaryFolder } from './make-zip.ts';

test('files of a directory come in order of name, plain or gzipped, with or without more in the name', async () => {
  await using folder = await temporaryFolder();
  const put = (name: string, bytes: string | Uint8Array) => writeFile(join(folder.path, name), bytes);
  await put('CIK0000000002.json', '{"cik":2}');
  await put('CIK0000000001_ABC_filed-2026-01-30.json.gz', gzipSync('{"cik":1,"v":2}'));
  await put('CIK0000000001_ABC_filed-2025-01-30.json.gz', gzipSync('{"cik":1,"v":1}'));
  await put('CIK00000000012.json', '{}');
  await put('notes.json', '{}');
  assert.deepEqual(await readAll(folder.path), [
    'CIK0000000001_ABC_filed-2025-01-30.json.gz {"cik":1,"v":1}',
    'CIK0000000001_ABC_filed-2026-01-30.json.gz {"cik":1,"v":2}',
    'CIK0000000002.json {"cik":2}',
  ]);
  await using archive = unwrap(await readCompanyFactsArchive(folder.path));
  const vouchedFor = [];
  for await (const { checksummed } of archive.entries()) vouchedFor.push(checksummed);
  assert.deepEqual(vouchedFor, [true, true, false], 'only gzip has a checksum');
  assert.deepEqual([archive.kind, archive.names.length, archive.ignored], ['directory', 3, 2]);
  const { name, cik, offset } = await archive.read(2);
  assert.deepEqual([name, cik, offset], ['CIK0000000002.json', '0000000002', null]);
});

test('a file that is unreadable, cut short or too large is refused by name, and the next ones are read', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const zipped = gzipSync('{"cik":3}'.repeat(50));
  await mkdir(at('CIK0000000001.json'));
  await symlink('nowhere', at('CIK0000000002.json.gz'));
  await writeFile(at('CIK0000000003.json.gz'), zipped.subarray(0, zipped.length - 9));
  const flipped = Buffer.from(zipped);
  flipped[flipped.length - 6] = (flipped[flipped.length - 6] ?? 0) ^ 1; // in the checksum
  await writeFile(at('CIK0000000004.json.gz'), flipped);
  await writeFile(at('CIK0000000005.json.gz'), 'no gzip');
  await writeFile(at('CIK0000000006.json.gz'), gzipSync(' '.repeat(5000)));
  await writeFile(at('CIK0000000007.json'), ' '.repeat(5000));
  await writeFile(at('CIK0000000008.json'), '{"cik":8}');
  const lines = await readAll(folder.path, { ...ARCHIVE_LIMITS, entryBytes: 1000 });
  assert.deepEqual(lines, [
    'CIK0000000001.json entry_unreadable',
    'CIK0000000002.json.gz entry_unreadable',
    'CIK0000000003.json.gz entry_corrupt',
    'CIK0000000004.json.gz entry_corrupt',
    'CIK0000000005.json.gz entry_corrupt',
    'CIK0000000006.json.gz entry_too_large',
    'CIK0000000007.json entry_too_large',
    'CIK0000000008.json {"cik":8}',
  ]);
});

test('an empty directory is refused', async () => {
  await using folder = await temporaryFolder();
  assert.deepEqual(await readAll(folder.path), ['archive_empty']);
});

/** Of the given files, one in so many is read. */
const EACH = size({ quick: 6, full: 1 });

test('every given companyfacts file is read in full', async (t) => {
  const given = join(import.meta.dirname, '../../../../../shared/data/companyfacts');
  if (!existsSync(given)) return t.skip('../shared/data/companyfacts absent');
  await using archive = unwrap(await readCompanyFactsArchive(given));
  for (let place = 0; place < archive.names.length; place += EACH) {
    const item = await archive.read(place);
    assert.ok(item.content.ok, item.name);
    const facts: { cik: number | string } = JSON.parse(Buffer.from(item.content.value).toString());
    assert.equal(String(facts.cik).padStart(10, '0'), item.cik);
  }
});

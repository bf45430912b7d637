import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { size } from '@common/kit/testing/size';
import fc from 'fast-check';
import { ARCHIVE_LIMITS, type ArchiveItem, readCompanyFactsArchive } from '../../src/bulk-archive.ts';
import { makeZip, readZip, SOURCES, summary, temporaryFolder, WHOLE } from './make-zip.ts';

async function openBytes(folder: string, bytes: Uint8Array) {
  const path = join(folder, 'companyfacts.zip');
  await writeFile(path, bytes);
  return readCompanyFactsArchive(path);
}

test('the companies of a zip come in the order of the zip, with name, CIK, offset and bytes', async () => {
  await using folder = await temporaryFolder();
  const bytes = await makeZip(SOURCES);
  await using archive = unwrap(await openBytes(folder.path, bytes));
  assert.deepEqual([archive.kind, archive.names.length, archive.ignored], ['zip', 3, 1]);
  const items = [];
  for await (const item of archive.entries()) items.push(item);
  assert.deepEqual(items.map(summary), WHOLE);
  assert.deepEqual(
    items.map((item) => item.cik),
    ['0000000001', '0000000002', '0000000003'],
  );
  for (const item of items) {
    const at = item.offset ?? -1;
    assert.equal(bytes.toString('latin1', at, at + 4), 'PK\x03\x04');
    assert.equal(bytes.toString('latin1', at + 30, at + 30 + item.name.length), item.name);
  }
});

test('reads ZIP64 and an empty entry, and refuses an archive of another kind', async () => {
  assert.deepEqual(await readZip(await makeZip(SOURCES, true)), WHOLE);
  const empty = [{ name: 'CIK0000000009.json', text: '' }];
  assert.deepEqual(await readZip(await makeZip(empty)), ['CIK0000000009.json ']);
  assert.deepEqual(await readZip(await makeZip([{ name: 'a.txt', text: 'a' }])), ['archive_empty']);
  assert.deepEqual(await readZip(await makeZip([])), ['archive_empty']);
});

test('reading can stop anywhere, and go on at any entry', async () => {
  await using folder = await temporaryFolder();
  const bytes = await makeZip(SOURCES);
  bytes.fill(0, 40, 60); // the first entry's data: reading it would be refused
  await using archive = unwrap(await openBytes(folder.path, bytes));
  const names: string[] = [];
  for await (const item of archive.entries()) {
    names.push(summary(item));
    if (names.length === 2) break;
  }
  assert.deepEqual(names, ['CIK0000000001.json entry_corrupt', WHOLE[1]]);
  assert.equal(archive.names[2], 'CIK0000000003.json');
  assert.equal(summary(await archive.read(2)), WHOLE[2]);
});

test('a zip cut anywhere is refused up front with its name and size', async () => {
  await using folder = await temporaryFolder();
  for (const bytes of [await makeZip(SOURCES), await makeZip(SOURCES, true)]) {
    for (let length = 0; length < bytes.length; length += 1) {
      const opened = await openBytes(folder.path, bytes.subarray(0, length));
      assert.ok(!opened.ok, `cut to ${length} of ${bytes.length}`);
      assert.equal(opened.error.code, 'archive_truncated');
      assert.match(opened.error.message, /companyfacts\.zip \(\d+ bytes\).*Download it again/);
      assert.equal(opened.error.detail?.sizeBytes, length);
    }
  }
});

test('damage to the data of an entry, or its checksum, is refused with name and offset; the rest is read', async () => {
  await using folder = await temporaryFolder();
  const whole = await makeZip(SOURCES);
  const first = nthHeader(whole, 0);
  const third = nthHeader(whole, 2);
  const directory = whole.indexOf('PK\x01\x02', 0, 'latin1');
  const cases: [string, number, number][] = [
    ['compressed data', first + 30 + 18 + 5, 0],
    ['stored data', third + 30 + 18 + 5, 1],
    ['checksum of the first', directory + 16, 0],
  ];
  for (const [what, at, entry] of cases) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 0x55;
    await using archive = unwrap(await openBytes(folder.path, bytes));
    const items: ArchiveItem[] = [];
    for await (const item of archive.entries()) items.push(item);
    const expected = WHOLE.map((line, index) =>
      index === entry ? `${items[entry]?.name} entry_corrupt` : line,
    );
    assert.deepEqual(items.map(summary), expected, what);
    const refused = items[entry];
    assert.ok(refused && !refused.content.ok);
    assert.ok(refused.content.error.message.startsWith(`${refused.name} at byte ${refused.offset}: `));
    assert.deepEqual(refused.content.error.detail, {
      name: refused.name,
      cik: refused.cik,
      offset: [first, third][entry],
    });
  }
});

/** Position of the `index`-th local file header. */
function nthHeader(bytes: Buffer, index: number): number {
  let at = bytes.indexOf('PK\x03\x04', 0, 'latin1');
  for (let seen = 0; seen < index; seen += 1) at = bytes.indexOf('PK\x03\x04', at + 1, 'latin1');
  return at;
}

test('an entry whose stated position is outside the zip is refused by name', async () => {
  await using folder = await temporaryFolder();
  const bytes = await makeZip(SOURCES);
  bytes.writeUInt32LE(0xfffffff0, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 42);
  await using archive = unwrap(await openBytes(folder.path, bytes));
  const items: ArchiveItem[] = [];
  for await (const item of archive.entries()) items.push(item);
  const [first, second] = items;
  assert.ok(first && !first.content.ok && second?.content.ok);
  assert.match(first.content.error.message, /at byte 4294967280: .*points outside itself/);
});

test('a damaged list of entries is refused up front with the offset', async () => {
  await using folder = await temporaryFolder();
  const whole = await makeZip(SOURCES);
  const second = whole.indexOf('PK\x01\x02', whole.indexOf('PK\x01\x02', 0, 'latin1') + 4, 'latin1');
  const bytes = Buffer.from(whole);
  bytes[second] = 0;
  const opened = await openBytes(folder.path, bytes);
  assert.ok(!opened.ok && opened.error.code === 'archive_corrupt');
  assert.equal(opened.error.detail?.offset, second);

  const fewer = Buffer.from(whole);
  fewer.writeUInt16LE(2, whole.indexOf('PK\x05\x06', 0, 'latin1') + 10);
  assert.deepEqual(await readZip(fewer), ['archive_corrupt']);
});

test('no flipped byte goes unnoticed in what is read, and none stops the reading', async () => {
  await using folder = await temporaryFolder();
  for (const whole of [await makeZip(SOURCES), await makeZip(SOURCES, true)]) {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), {
        minLength: 1,
        maxLength: 3,
      }),
      async (flips) => {
        const bytes = Buffer.from(whole);
        for (const [at, mask] of flips) bytes[at] = (bytes[at] ?? 0) ^ mask;
        const opened = await openBytes(folder.path, bytes);
        if (!opened.ok) return;
        await using archive = opened.value;
        assert.equal(archive.names.length + archive.ignored, SOURCES.length);
        for await (const item of archive.entries()) {
          if (item.content.ok) assert.ok(WHOLE.includes(summary(item)), summary(item));
        }
      },
    );
    await fc.assert(property, { numRuns: size({ quick: 80, full: 500 }) });
  }
});

test('an entry over the limit is refused, whatever size the zip claims', async () => {
  const sources = [
    { name: 'CIK0000000001.json', text: ' '.repeat(100_000) },
    { name: 'CIK0000000002.json', text: '{}' },
  ];
  const limits = { ...ARCHIVE_LIMITS, entryBytes: 99_999 };
  const bytes = await makeZip(sources);
  assert.deepEqual(await readZip(bytes, limits), [
    'CIK0000000001.json entry_too_large',
    'CIK0000000002.json {}',
  ]);
  const directory = bytes.indexOf('PK\x01\x02', 0, 'latin1');
  bytes.writeUInt32LE(1000, directory + 24); // it now says 1,000 bytes and holds 100,000
  assert.deepEqual(await readZip(bytes, limits), [
    'CIK0000000001.json entry_corrupt',
    'CIK0000000002.json {}',
  ]);
  assert.deepEqual(await readZip(bytes, { ...limits, entries: 1 }), ['archive_corrupt']);
});

test('a missing file is refused', async () => {
  const opened = await readCompanyFactsArchive('no/such/companyfacts.zip');
  assert.ok(!opened.ok && opened.error.code === 'archive_not_found');
  assert.match(opened.error.message, /ENOENT/);
});

import assert from 'node:assert/strict';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { withTempDir } from '@common/kit/testing';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { importFacts } from '@screener/service/use-cases/import-facts';
import { withStore } from './programs/open-store.ts';
import { TWO_THREADS } from './programs/threads.ts';
import { assertSameRows, storedRows } from './stored-rows.ts';
import { fileName, syntheticCompany, writeArchive } from './synthetic-archive.ts';

const TABLES = ['company', 'import_entry', 'setting'] as const;
const OPTIONS = { source: 'crash test', wantedTags: STORED_TAGS, onProgress: () => {} };
const LOCAL_HEADER_BYTES = 30;

test('a broken entry is refused by name and fault, and all others are imported', async () => {
  await withTempDir(async (folder) => {
    const archive = join(folder, 'companyfacts.zip');
    const cut = syntheticCompany(20).text.slice(0, 1_000);
    await writeArchive(archive, companies(150, { 20: cut, 40: '<html>Undeclared Automated Tool</html>' }));
    const bytes = await readFile(archive);
    const damagedAt = damageEntry(bytes, fileName(60));
    await writeFile(archive, bytes);

    const url = `sqlite:${join(folder, 'store.sqlite')}`;
    await withStore(url, async ({ database, store }) => {
      let refused: readonly string[] = [];
      const report = await importFacts(store, archive, {
        ...OPTIONS,
        onProgress: (progress) => {
          refused = progress.refused;
        },
      });
      assert.deepEqual(report, {
        ok: true,
        value: { total: 150, counts: { imported: 147, unchanged: 0, superseded: 0, refused: 3 } },
      });
      assert.equal(refused.length, 3);
      assert.match(refused[0] ?? '', /^CIK0000000020\.json: .* position 1000/);
      assert.match(refused[1] ?? '', /^CIK0000000040\.json: .*<html>/);
      assert.match(refused[2] ?? '', new RegExp(`^CIK0000000060\\.json at byte ${damagedAt}: `));
      const entries = await database.db.selectFrom('import_entry').selectAll().execute();
      const messages = entries.flatMap(({ outcome, message }) => (outcome === 'refused' ? [message] : []));
      assert.deepEqual(messages.sort(), [...refused].sort());
    });
  });
});

test('two threads store, count, refuse and report what one does, also after a stop', async () => {
  await withTempDir(async (folder) => {
    const archive = join(folder, 'companyfacts.zip');
    await writeArchive(archive, companies(500, { 20: '<html>Undeclared Automated Tool</html>', 450: '{}' }));
    const importWith = async (threads: typeof TWO_THREADS | null, stops: number) => {
      const url = `sqlite:${join(folder, `${stops}-${threads?.most}.sqlite`)}`;
      const reported: unknown[] = [];
      const run = (stopAfter: number) =>
        withStore(url, ({ store }) =>
          importFacts(store, archive, {
            ...OPTIONS,
            threads,
            onProgress: ({ refused, ...counts }) => {
              reported.push({ ...counts, refused: [...refused] });
              if (reported.length === stopAfter) throw new Error('stopped');
            },
          }),
        );
      if (stops > 0) await assert.rejects(run(stops), /stopped/);
      const report = await run(0);
      return { report, reported, rows: await storedRows(url, TABLES) };
    };
    for (const stops of [0, 3]) {
      const [one, two] = [await importWith(null, stops), await importWith(TWO_THREADS, stops)];
      assert.equal(unwrap(one.report).counts.refused, 2);
      assert.deepEqual([two.report, two.reported], [one.report, one.reported]);
      assertSameRows(two.rows, one.rows);
    }
  });
});

test('a plain file with a stretch missing across its tags is refused, not read in part', async () => {
  await withTempDir(async (folder) => {
    const { text } = syntheticCompany(20);
    const from = text.indexOf('"accn"', Math.floor(text.length / 4)) + 9;
    const to = text.indexOf('"form"', Math.floor((text.length * 3) / 4)) + 2;
    const files = join(folder, 'companyfacts');
    await mkdir(files);
    await writeFile(join(files, 'CIK0000000020.json'), text.slice(0, from) + text.slice(to));
    await withStore(`sqlite:${join(folder, 'store.sqlite')}`, async ({ store }) => {
      // A tag that the missing stretch took away whole; the tags on both sides of it are not read.
      const wantedTags = { describing: new Set(['us-gaap:LongTermDebt']), further: new Set<string>() };
      const report = await importFacts(store, files, { ...OPTIONS, wantedTags });
      assert.deepEqual(report, {
        ok: true,
        value: { total: 1, counts: { imported: 0, unchanged: 0, superseded: 0, refused: 1 } },
      });
    });
  });
});

test('a truncated zip is refused as a whole by name and size, and earlier imports stay', async () => {
  await withTempDir(async (folder) => {
    const url = `sqlite:${join(folder, 'store.sqlite')}`;
    const archive = join(folder, 'companyfacts.zip');
    await writeArchive(archive, companies(200));
    // The first run breaks off after a commit or two; then the archive is truncated.
    let batches = 0;
    const breakOff = () => {
      batches += 1;
      if (batches === 2) throw new Error('broken off');
    };
    const broken = withStore(url, ({ store }) =>
      importFacts(store, archive, { ...OPTIONS, onProgress: breakOff }),
    );
    await assert.rejects(broken, /broken off/);
    const before = await storedRows(url, TABLES);
    assert.ok((before.import_entry?.length ?? 0) >= 64);

    const whole = await readFile(archive);
    for (const size of [whole.length - 1, Math.floor(whole.length / 2), 10, 0]) {
      await truncate(archive, size);
      const report = await withStore(url, ({ store }) => importFacts(store, archive, OPTIONS));
      assert.ok(!report.ok);
      assert.equal(report.error.code, 'archive_refused');
      assert.ok(report.error.message.includes(archive), report.error.message);
      assert.ok(report.error.message.includes(`${size} bytes`), report.error.message);
      assertSameRows(await storedRows(url, TABLES), before);
    }

    // With the complete archive back, the same command finishes the import.
    await writeFile(archive, whole);
    const { counts } = unwrap(await withStore(url, ({ store }) => importFacts(store, archive, OPTIONS)));
    assert.deepEqual(
      counts,
      { imported: 200, unchanged: 0, superseded: 0, refused: 0 },
      'none of them twice',
    );
    const after = await storedRows(url, TABLES);
    assert.equal(after.company?.length, 200);
    assert.equal(after.import_entry?.length, 200);
  });
});

function* companies(count: number, replaced: Readonly<Record<number, string>> = {}) {
  for (let cik = 1; cik <= count; cik += 1) {
    const file = syntheticCompany(cik);
    yield { ...file, text: replaced[cik] ?? file.text };
  }
}

/** Inverts bytes in the middle of an entry's data. Returns the offset at which the entry starts. */
function damageEntry(zip: Buffer, name: string): number {
  const start = zip.indexOf(name) - LOCAL_HEADER_BYTES;
  const middle = start + LOCAL_HEADER_BYTES + name.length + 500;
  for (let at = middle; at < middle + 8; at += 1) zip[at] = ~(zip[at] ?? 0) & 0xff;
  return start;
}

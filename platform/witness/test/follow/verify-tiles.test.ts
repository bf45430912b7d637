import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { type MemoryLog, memoryLog } from '@platform/core/testing/memory-log';
import { type Sighting, verifyTiles } from '../../src/follow/verify-tiles.ts';
import { but, type Files, filesOf, sourceOf } from './served.ts';

const SIZE = 600;
const log = logOf(SIZE);

function logOf(size: number): MemoryLog {
  const made = memoryLog(nodeCrypto);
  for (let index = 0; index < size; index += 1) made.append(`entry ${index}`);
  return made;
}

async function faultsOf(files: Files, sightings: readonly Sighting[] = []): Promise<readonly string[]> {
  const deps = { crypto: nodeCrypto, source: sourceOf(files), keys: [log.key] };
  const verified = await verifyTiles(deps, sightings);
  assert.ok(verified.ok);
  return verified.value.faults;
}

test('compares every tile of every level once', async () => {
  const size = 66_000;
  const large = logOf(size);
  const source = sourceOf(filesOf(large));
  const verified = await verifyTiles({ crypto: nodeCrypto, source, keys: [large.key] }, []);
  assert.deepEqual(verified, { ok: true, value: { size, root: large.rootAt(size), faults: [] } });
  assert.equal(new Set(source.asked).size, source.asked.length);
  const counts = ['tile/entries/', 'tile/0/', 'tile/1/', 'tile/2/'].map(
    (prefix) => source.asked.filter((path) => path.startsWith(prefix)).length,
  );
  assert.deepEqual(counts, [258, 258, 2, 1]);
});

test('names the tile that is not what the entries make', async () => {
  const files = filesOf(log);
  for (const path of ['tile/0/001', 'tile/0/002.p/88', 'tile/1/000.p/2']) {
    const bytes = Buffer.from(files(path) ?? []);
    bytes[31] = (bytes[31] ?? 0) ^ 1;
    assert.deepEqual(await faultsOf(but(files, { [path]: bytes })), [
      `/${path} has another hash at 0 than its entries`,
    ]);
  }
  assert.match((await faultsOf(but(files, { 'tile/0/001': null })))[0] ?? '', /tile\/0\/001 is not there/);
});

test('names a root that is not the entries’, and entries that are gone', async () => {
  const files = filesOf(log);
  const other = filesOf(log, log.checkpoint(SIZE, log.rootAt(SIZE - 1)));
  assert.deepEqual(await faultsOf(other), [
    `the entries do not give the root that was signed for ${SIZE} entries`,
  ]);
  assert.match((await faultsOf(but(files, { 'tile/entries/001': null })))[0] ?? '', /entries\/001/);
});

test('compares what others have seen', async () => {
  const files = filesOf(log);
  const seen = (size: number, root: string): Sighting[] => [{ by: 'ana', size, root }];
  for (const size of [0, 1, 300, 512, SIZE]) {
    assert.deepEqual(await faultsOf(files, seen(size, log.rootAt(size))), []);
  }
  assert.deepEqual(await faultsOf(files, seen(300, log.rootAt(299))), [
    'ana has seen another root of 300 entries: the log has forked',
  ]);
  assert.deepEqual(await faultsOf(files, seen(SIZE + 1, log.rootAt(1))), [
    `ana has seen ${SIZE + 1} entries, and the log shows ${SIZE}`,
  ]);
});

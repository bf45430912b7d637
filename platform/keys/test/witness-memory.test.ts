import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import type { EventRecord } from '@platform/core/objects/event';
import type { SignedTreeHead } from '@platform/core/objects/log';
import { createWitnessMemory, type WitnessSchema, witnessTables } from '../src/witness/memory.ts';

const ENGINES = {
  SQLite: async () => 'sqlite::memory:',
  PostgreSQL: async (t: TestContext) => {
    const { url, drop } = await startPostgres();
    t.after(drop);
    return url;
  },
};

const head = (tree_size: number) => ({ tree_head: { tree_size } }) as SignedTreeHead;
const record = (sequence: number) => ({ event: { sequence } }) as EventRecord;

for (const [engine, url] of Object.entries(ENGINES)) {
  test(`on ${engine}, the head only grows, and the first evidence of a revocation stays`, async (t) => {
    const database = await openDatabase<WitnessSchema>({ url: await url(t) });
    t.after(() => database.close());
    await migrate(database, { '0001-witness': witnessTables });
    const memory = createWitnessMemory(database);
    assert.deepEqual([await memory.head(), await memory.cursor()], [null, null]);

    // As processes that look at the same time may.
    const others = [7, 12, 3, 9].map((size) => ({ size, memory: createWitnessMemory(database) }));
    for (const other of others) other.memory.noteHead(head(other.size));
    assert.deepEqual([await others[0]?.memory.head(), await memory.head()], [head(7), null]);
    await Promise.all(others.map((other) => other.memory.settle()));
    for (const each of [memory, ...others.map((other) => other.memory)])
      assert.deepEqual(await each.head(), head(12));

    await memory.keepRevocations(new Map([['ic_a', record(1)]]), { sequence: 1, hash: 'one' });
    const more = new Map([
      ['ic_a', record(2)],
      ['ic_b', record(3)],
    ]);
    await memory.keepRevocations(more, { sequence: 3, hash: 'three' });
    assert.deepEqual(await memory.revocations(), [record(1), record(3)]);
    assert.deepEqual(await memory.revocation('ic_a'), record(1));
    assert.equal(await memory.revocation('ic_c'), null);
    assert.deepEqual(await memory.cursor(), { sequence: 3, hash: 'three' });
  });
}

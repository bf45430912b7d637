import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createLeases } from '@common/kit/sql/leases';
import { type Migration, migrate } from '@common/kit/sql/migrate';
import { columnTypes, toInteger } from '@common/kit/sql/portable';
import type { Engine } from '@common/kit/sql/url';
import { type ColumnType, sql } from 'kysely';
import { engines, openFresh } from './engines.ts';

type Integer = ColumnType<number | string, number, number>;

interface Schema {
  task: {
    list: string;
    place: Integer;
    token: string | null;
    free_at: Integer;
    attempts: Integer;
    result: string | null;
  };
}

const tasks: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('task')
    .addColumn('list', type.text, (column) => column.notNull())
    .addColumn('place', type.integer, (column) => column.notNull())
    .addColumn('token', type.text)
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .addColumn('attempts', type.integer, (column) => column.notNull())
    .addColumn('result', type.text)
    .addPrimaryKeyConstraint('task_key', ['list', 'place'])
    .execute();
};

/** Tasks of the lists `a` and `b`, in turn. */
async function openQueue(t: TestContext, engine: Engine, count: number) {
  const database = await openFresh<Schema>(t, engine);
  await migrate(database, { '0001-tasks': tasks });
  const rows = Array.from({ length: count }, (_, at) => ({
    list: at % 2 === 0 ? 'a' : 'b',
    place: Math.floor(at / 2),
    token: null,
    free_at: 0,
    attempts: 0,
    result: null,
  }));
  await database.db.insertInto('task').values(rows).execute();
  const leases = createLeases(database, {
    table: 'task',
    key: ['list', 'place'],
    token: 'token',
    freeAt: 'free_at',
    count: 'attempts',
    isOpen: sql`result is null`,
    order: ['place', 'list'],
  });
  const row = async (list: string, place: number) => {
    const found = await database.db
      .selectFrom('task')
      .selectAll()
      .where('list', '=', list)
      .where('place', '=', place)
      .executeTakeFirstOrThrow();
    const { token, free_at: freeAt, attempts, result } = found;
    return { token, freeAt: toInteger(freeAt), attempts: toInteger(attempts), result };
  };
  return { leases, row };
}

const FIRST = { list: 'a', place: 0 };

for (const engine of engines) {
  describe(engine, () => {
    test('many who take at once never hold the same row', async (t) => {
      const { leases } = await openQueue(t, engine, 20);
      const takers = Array.from({ length: 30 }, (_, at) => String(at));
      const taken = await Promise.all(takers.map((token) => leases.takeNext({ token, now: 0, until: 9 })));
      const names = taken.flatMap((row) => (row === null ? [] : [`${row.list}${row.place}`]));
      assert.equal(new Set(names).size, names.length);
      // On PostgreSQL, one who looks while all free rows are being taken gets none, and looks again.
      for (let at = names.length; at < 20; at += 1)
        assert.notEqual(await leases.takeNext({ token: `again ${at}`, now: 0, until: 9 }), null);
      assert.equal(await leases.takeNext({ token: 'late', now: 8, until: 9 }), null);
      assert.equal(await leases.hasDue(8), false);
    });

    test('many who take one row at once: one gets it', async (t) => {
      const { leases, row } = await openQueue(t, engine, 2);
      const takers = Array.from({ length: 10 }, (_, at) => String(at));
      const taken = await Promise.all(takers.map((token) => leases.take(FIRST, { token, now: 0, until: 9 })));
      assert.equal(taken.filter((found) => found !== null).length, 1);
      assert.equal((await row('b', 0)).token, null);
    });

    test('rows are taken in their order, among those that are asked for, and counted', async (t) => {
      const { leases, row } = await openQueue(t, engine, 5);
      const next = async (token: string, among?: Parameters<typeof leases.takeNext>[1]) => {
        const taken = await leases.takeNext({ token, now: 0, until: 9 }, among);
        return taken === null ? null : `${taken.list}${taken.place}`;
      };
      assert.equal(await next('one', sql`list not in (${'a'})`), 'b0');
      assert.deepEqual([await next('two'), await next('three'), await next('four')], ['a0', 'a1', 'b1']);
      assert.equal(await leases.hasDue(0, sql`list = ${'b'}`), false);
      assert.equal(await leases.hasDue(0), true);
      assert.deepEqual(await row('a', 0), { token: 'two', freeAt: 9, attempts: 1, result: null });
    });

    test('a lapsed lease is taken again, and its former holder changes nothing', async (t) => {
      const { leases, row } = await openQueue(t, engine, 1);
      await leases.takeNext({ token: 'old', now: 0, until: 10 });
      assert.equal(await leases.takeNext({ token: 'early', now: 9, until: 20 }), null);
      assert.equal(await leases.take(FIRST, { token: 'early', now: 9, until: 20 }), null);
      assert.notEqual(await leases.takeNext({ token: 'new', now: 10, until: 20 }), null);
      assert.equal(await leases.putBack(FIRST, 'old', { result: 'stale', free_at: 0 }), false);
      assert.equal(await leases.change(FIRST, 'old', { free_at: 99 }), false);
      await leases.renew(['old'], 99);
      assert.deepEqual(await row('a', 0), { token: 'new', freeAt: 20, attempts: 2, result: null });
    });

    test('a lapsed lease that nobody took is still its holder’s', async (t) => {
      const { leases, row } = await openQueue(t, engine, 1);
      await leases.takeNext({ token: 'slow', now: 0, until: 10 });
      assert.equal(await leases.change(FIRST, 'slow', { free_at: 30 }), true);
      assert.equal(await leases.takeNext({ token: 'other', now: 29, until: 40 }), null);
      assert.equal(await leases.putBack(FIRST, 'slow', { result: 'done' }), true);
      assert.equal((await row('a', 0)).token, null);
      assert.equal(await leases.takeNext({ token: 'other', now: 99, until: 100 }), null, 'no work is left');
      assert.equal(await leases.take(FIRST, { token: 'other', now: 99, until: 100 }), null);
    });

    test('what is put back is free from then on, and ended leases are not renewed', async (t) => {
      const { leases, row } = await openQueue(t, engine, 2);
      await leases.takeNext({ token: 'one', now: 0, until: 10 });
      await leases.takeNext({ token: 'two', now: 0, until: 10 });
      assert.equal(await leases.putBack(FIRST, 'one', { free_at: 5 }), true);
      await leases.renew(['one', 'two'], 50);
      await leases.renew([], 99);
      assert.deepEqual([(await row('a', 0)).freeAt, (await row('b', 0)).freeAt], [5, 50]);
      assert.equal(await leases.takeNext({ token: 'three', now: 4, until: 20 }), null);
      assert.equal((await leases.takeNext({ token: 'three', now: 5, until: 20 }))?.list, 'a');
    });
  });
}

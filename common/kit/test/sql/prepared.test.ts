import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { migrate } from '@common/kit/sql/migrate';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import { type Kysely, sql } from 'kysely';
import { transaction } from '../../src/sql/database.ts';
import { engines, openFresh } from './engines.ts';

interface Schema {
  account: { name: string; owner: string | null; balance: number };
}
type Db = Kysely<Schema>;

const migrations = {
  '0001-account': async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('account')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text')
      .addColumn('balance', 'integer', (column) => column.notNull())
      .execute();
  },
};

let built = 0;
const ADD = prepare((db: Db, value: Slot<Schema['account']>) =>
  db
    .insertInto('account')
    .values(slots(value, ['name', 'owner', 'balance']))
    .onConflict((conflict) => conflict.column('name').doNothing()),
);
const RICHER = prepare((db: Db, value: Slot<{ than: number; limit: number }>) => {
  built += 1;
  return db
    .selectFrom('account')
    .select(['name', 'owner'])
    .where('balance', '>', value('than'))
    .where('name', 'in', ['a', 'b', 'c'])
    .orderBy('name')
    .limit(value('limit'));
});
const SET = prepare((db: Db, value: Slot<{ name: string; balance: number }>) =>
  db
    .updateTable('account')
    .set(slots(value, ['balance']))
    .where('name', '=', value('name')),
);

const EVERYTHING = prepare((db: Db, _value: Slot<unknown>) => db.selectFrom('account').selectAll());
const SET_NOTHING = prepare((db: Db, value: Slot<{ name: string }>) => ({
  compile: () => sql`update account set balance = null where name = ${value('name')}`.compile(db),
}));

for (const engine of engines) {
  describe(`a prepared query on ${engine}`, () => {
    test('takes its values at each run, in the order of its text, and keeps its constants', async (t) => {
      const { db } = await open(t);
      await ADD.run(db, { balance: 1, owner: null, name: 'a' });
      await ADD.run(db, { name: 'b', owner: 'x', balance: 2 });
      await ADD.run(db, { name: 'elsewhere', owner: 'x', balance: 9 });
      assert.deepEqual(await RICHER.all(db, { than: 0, limit: 9 }), [
        { name: 'a', owner: null },
        { name: 'b', owner: 'x' },
      ]);
      assert.deepEqual(await RICHER.all(db, { limit: 1, than: 1 }), [{ name: 'b', owner: 'x' }]);
      assert.equal(await RICHER.first(db, { than: 2, limit: 9 }), undefined);
    });

    test('reports how many rows it wrote', async (t) => {
      const { db } = await open(t);
      const a = { name: 'a', owner: null, balance: 1 };
      assert.deepEqual([await ADD.run(db, a), await ADD.run(db, a)], [1, 0]);
      assert.equal(await SET.run(db, { name: 'a', balance: 2 }), 1);
      assert.equal(await SET.run(db, { name: 'b', balance: 2 }), 0);
    });

    test('is built once for a database, its transactions included', async (t) => {
      const database = await open(t);
      built = 0;
      await RICHER.all(database.db, { than: 0, limit: 1 });
      await transaction(database, (trx) => RICHER.all(trx, { than: 0, limit: 1 }));
      assert.equal(built, 1);
    });

    test('belongs to the transaction that it is given, and is rolled back with it', async (t) => {
      const database = await open(t);
      const failed = transaction(database, async (trx) => {
        await ADD.run(trx, { name: 'a', owner: null, balance: 1 });
        assert.equal((await RICHER.all(trx, { than: 0, limit: 1 })).length, 1);
        throw new Error('undo');
      });
      await assert.rejects(failed, /undo/);
      assert.deepEqual(await RICHER.all(database.db, { than: 0, limit: 1 }), []);
    });

    test('beside an open transaction, neither sees it nor belongs to it', async (t) => {
      const database = await open(t);
      const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const failed = transaction(database, async (trx) => {
        await ADD.run(trx, { name: 'a', owner: null, balance: 1 });
        begun.resolve();
        await ended.promise;
        throw new Error('undo');
      });
      await begun.promise;
      const beside = [
        RICHER.all(database.db, { than: 0, limit: 1 }),
        ADD.run(database.db, { name: 'b', owner: null, balance: 0 }),
      ];
      setTimeout(ended.resolve, 20);
      await assert.rejects(failed, /undo/);
      assert.deepEqual(await Promise.all(beside), [[], 1]);
      assert.deepEqual(await RICHER.all(database.db, { than: -1, limit: 9 }), [{ name: 'b', owner: null }]);
    });

    test('reads all columns of a table that gets one more, in and out of transactions', async (t) => {
      const database = await open(t);
      await ADD.run(database.db, { name: 'a', owner: null, balance: 1 });
      const read = () => EVERYTHING.all(database.db, {});
      const readInside = () => transaction(database, (trx) => EVERYTHING.all(trx, {}));
      const row = { name: 'a', owner: null, balance: 1 };
      assert.deepEqual([await read(), await readInside()], [[row], [row]]);
      for (const [column, find] of [
        ['first', read],
        ['second', readInside],
      ] as const) {
        await database.db.schema.alterTable('account').addColumn(column, 'text').execute();
        const [found] = await find();
        assert.ok(found !== undefined && column in found);
      }
    });

    test('asked for together with one that fails, it gives the first failure, and nothing stays', async (t) => {
      const database = await open(t);
      const failed = transaction(database, (trx) =>
        Promise.all([
          ADD.run(trx, { name: 'a', owner: null, balance: 1 }),
          SET_NOTHING.run(trx, { name: 'a' }),
          ADD.run(trx, { name: 'b', owner: null, balance: 1 }),
        ]),
      );
      await assert.rejects(failed, /null/i);
      assert.deepEqual(await RICHER.all(database.db, { than: -1, limit: 9 }), []);
    });

    test('is refused on a transaction that has ended', async (t) => {
      const database = await open(t);
      const kept = await transaction(database, async (trx) => ({ trx }));
      await assert.rejects(RICHER.all(kept.trx, { than: 0, limit: 1 }), /already committed/);
    });

    test('is refused on the database inside an open transaction', async (t) => {
      const database = await open(t);
      const beside = transaction(database, async () => {
        await RICHER.all(database.db, { than: 0, limit: 1 });
      });
      await assert.rejects(beside, /outside the open transaction/);
    });
  });

  async function open(t: Parameters<typeof openFresh>[0]) {
    const database = await openFresh<Schema>(t, engine);
    await migrate(database, migrations);
    return database;
  }
}

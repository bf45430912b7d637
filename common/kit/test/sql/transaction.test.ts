import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { isRetryable } from '@common/kit/failures';
import { migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import type { Kysely } from 'kysely';
import { type Database, openDatabase, transaction } from '../../src/sql/database.ts';
import { engines, openFresh } from './engines.ts';

interface Schema {
  account: { name: string; balance: number };
}

const migrations = {
  '0001-account': async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('account')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('balance', 'bigint', (column) => column.notNull())
      .execute();
  },
};

async function withAccount(database: Database<Schema>): Promise<void> {
  await migrate(database, migrations);
  await database.db.insertInto('account').values({ name: 'a', balance: 0 }).execute();
}

const balance = async (db: Kysely<Schema>) =>
  (await db.selectFrom('account').select('balance').where('name', '=', 'a').executeTakeFirstOrThrow())
    .balance;

/** Reads, lets others run, then writes what it read plus one: lost unless transactions are serializable. */
async function increment(database: Database<Schema>): Promise<void> {
  await transaction(
    database,
    async (trx) => {
      const before = await balance(trx);
      await new Promise((resolve) => setImmediate(resolve));
      await trx
        .updateTable('account')
        .set({ balance: before + 1 })
        .where('name', '=', 'a')
        .execute();
    },
    { attempts: 50 },
  );
}

for (const engine of engines) {
  describe(engine, () => {
    test('a rejected transaction leaves nothing behind, and its error is passed on unchanged', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await withAccount(database);
      const refusal = new Error('no');
      let runs = 0;
      const failed = transaction(database, async (trx) => {
        runs += 1;
        await trx.updateTable('account').set({ balance: 7 }).execute();
        throw refusal;
      });
      await assert.rejects(failed, (error) => error === refusal);
      assert.deepEqual([runs, await balance(database.db)], [1, 0]);
    });

    test('a committed transaction returns its value', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await withAccount(database);
      const value = await transaction(database, async (trx) => {
        await trx.updateTable('account').set({ balance: 7 }).execute();
        return balance(trx);
      });
      assert.deepEqual([value, await balance(database.db)], [7, 7]);
    });

    test('concurrent read-then-write transactions lose no update', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await withAccount(database);
      await Promise.all(Array.from({ length: 20 }, () => increment(database)));
      assert.equal(await balance(database.db), 20);
    });

    test('of transactions requested together, those that fail leave nothing and the others lose nothing', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await withAccount(database);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, index) =>
          transaction(database, async (trx) => {
            await trx
              .insertInto('account')
              .values({ name: `n${String(index).padStart(2, '0')}`, balance: index })
              .execute();
            if (index % 3 === 0) throw new Error(`refused ${index}`);
            return index;
          }),
        ),
      );
      const kept = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      assert.equal(kept.length, 20);
      const rows = await database.db
        .selectFrom('account')
        .select('balance')
        .where('name', '!=', 'a')
        .orderBy('name')
        .execute();
      assert.deepEqual(
        rows.map(({ balance: value }) => Number(value)),
        kept,
      );
    });

    test('work of one group shares a transaction, and what fails in it fails alone', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await withAccount(database);
      const shared = new Set<unknown>();
      const add = (amount: number) =>
        transaction(
          database,
          async (trx) => {
            const before = await balance(trx);
            shared.add(trx);
            await trx
              .updateTable('account')
              .set({ balance: before + amount })
              .execute();
            if (amount === 100) throw new Error('no');
            return before + amount;
          },
          { isolation: 'read committed', group: 'a' },
        );
      assert.equal((await Promise.all(Array.from({ length: 9 }, () => add(1)))).at(-1), 9);
      assert.equal(shared.size, 1);
      const [one, refused, other] = await Promise.allSettled([add(1), add(100), add(1)]);
      assert.deepEqual([one.status, refused.status, other.status], ['fulfilled', 'rejected', 'fulfilled']);
      assert.equal(await balance(database.db), 11);
    });

    test('queries outside an open transaction do not see it and are not part of it', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await withAccount(database);
      const seen: number[] = [];
      let started = () => {};
      const begun = new Promise<void>((resolve) => {
        started = resolve;
      });
      const rolledBack = transaction(database, async (trx) => {
        await trx.updateTable('account').set({ balance: 99 }).execute();
        started();
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error('undo');
      });
      rolledBack.catch(() => {});
      await begun;
      const beside = database.db.insertInto('account').values({ name: 'b', balance: 1 }).execute();
      seen.push(await balance(database.db));
      await assert.rejects(rolledBack, /undo/);
      await beside;
      const rows = await database.db.selectFrom('account').selectAll().orderBy('name').execute();
      assert.deepEqual(seen, [0]);
      assert.deepEqual(rows, [
        { name: 'a', balance: 0 },
        { name: 'b', balance: 1 },
      ]);
    });

    test('a query on the database inside its own transaction throws instead of waiting forever', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await withAccount(database);
      await assert.rejects(
        transaction(database, async () => balance(database.db)),
        /outside the open transaction/,
      );
      await assert.rejects(
        transaction(database, async () => transaction(database, async () => 1)),
        /a transaction is open already/,
      );
      let late: Promise<number> | undefined;
      await transaction(database, async () => {
        late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => balance(database.db));
      });
      assert.equal(await late, 0, 'work that goes on after the transaction may use the database');
    });

    test('a refused transaction is retried, up to the given number of times', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      const busy = () =>
        engine === 'sqlite'
          ? Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 517 })
          : Object.assign(new Error('deadlock detected'), { code: '40P01' });
      let runs = 0;
      const value = await transaction(database, async () => {
        runs += 1;
        if (runs < 3) throw busy();
        return 'done';
      });
      assert.deepEqual([value, runs], ['done', 3]);
      runs = 0;
      const hopeless = transaction(
        database,
        async () => {
          runs += 1;
          throw busy();
        },
        { attempts: 2 },
      );
      await assert.rejects(hopeless, /locked|deadlock/);
      assert.equal(runs, 2);
    });
  });
}

test('two connections on one SQLite file lose no update', async () => {
  await withTempDir(async (directory) => {
    const url = `sqlite:${join(directory, 'a.db')}`;
    // No busy timeout, so that the retries make them wait for each other.
    const open = () => openDatabase<Schema>({ url, sqlite: { busyTimeoutMs: 0 } });
    const [one, two] = [await open(), await open()];
    await withAccount(one);
    await Promise.all(Array.from({ length: 10 }, (_, index) => increment(index % 2 === 0 ? one : two)));
    assert.equal(await balance(two.db), 10);
    await Promise.all([one.close(), two.close()]);
  });
});

test('only conflicts with other transactions are worth a retry', () => {
  assert.ok(isRetryable(Object.assign(new Error('x'), { code: '40001' })));
  assert.ok(isRetryable(Object.assign(new Error('x'), { errcode: 5 })));
  assert.ok(!isRetryable(Object.assign(new Error('x'), { code: '23505' })));
  assert.ok(!isRetryable(Object.assign(new Error('x'), { errcode: 2067 })));
  assert.ok(!isRetryable('40001'));
});

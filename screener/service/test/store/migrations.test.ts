import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import type { Kysely } from 'kysely';
import { createAccessStore } from '../../src/accounts/access.sql.ts';
import { createAccountStore } from '../../src/accounts/accounts.sql.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';

const EMAIL = 'anna@example.org';
const BEFORE_0003 = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0003'));

/** A key of 0.1.0 with its account. */
function rowsOf(name: string, endsAt: number | null) {
  const account = `acc_${name}`;
  return {
    account: {
      id: account,
      email: EMAIL,
      tier: 'free',
      password: null,
      created_at: 1,
      sessions_valid_from: 0,
    },
    key: {
      hash: name.repeat(64),
      label: `snd_live_${name}...`,
      email: EMAIL,
      tier: 'free',
      account,
      created_at: 1,
      ended_at: null,
      ends_at: endsAt,
    },
  };
}

for (const [engine, place] of [
  ['SQLite', async () => 'sqlite::memory:'],
  ['PostgreSQL', async () => (await startPostgres()).url],
] as const) {
  describe(`a database of 0.1.0 on ${engine}`, () => {
    test('keeps its keys and accounts, none of which has proved its address', async (t) => {
      const database = await openDatabase<ScreenerSchema>({ url: await place() });
      t.after(() => database.close());
      await migrate(database, BEFORE_0003);
      const before = database.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
      const isFalse = database.engine === 'postgres' ? false : 0;
      for (const { account, key } of [rowsOf('a', 99), rowsOf('b', null)]) {
        await before
          .insertInto('account')
          .values({ ...account, activated_at: null, is_granted: isFalse })
          .execute();
        await before.insertInto('api_key').values(key).execute();
      }
      await migrate(database, MIGRATIONS);
      const store = createAccessStore(database);
      for (const [name, endsAt] of [
        ['a', 99],
        ['b', null],
      ] as const) {
        const { key } = rowsOf(name, endsAt);
        const living = await store.livingKey(key.hash, 50);
        assert.deepEqual([living?.account, living?.endsAt, living?.isProven], [key.account, endsAt, false]);
      }
      // The holder whose key a stranger's sign-up was about to end keeps it, and the stranger's stays.
      await store.keepKey(rowsOf('a', 99).key.hash, 50, 60);
      for (const name of ['a', 'b'])
        assert.equal((await store.livingKey(name.repeat(64), 999))?.endsAt, null, name);
      const accounts = await createAccountStore(database).named(EMAIL, 5);
      assert.deepEqual(
        accounts.map(({ isProven }) => isProven),
        [false, false],
      );
      const prove = (id: string) =>
        database.db.updateTable('account').set({ proven_at: 5 }).where('id', '=', id).execute();
      await prove('acc_a');
      await assert.rejects(prove('acc_b'), 'one account of an address');
    });
  });
}

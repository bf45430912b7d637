import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { migrate } from '@common/kit/sql/migrate';
import { claimDatabase, ownerTable } from '@common/kit/sql/owner';
import { engines, openFresh } from './engines.ts';

const empty = async () => false;
const used = async () => true;

for (const engine of engines) {
  describe(engine, () => {
    test('an empty database belongs to its first owner, and to nobody else', async (t) => {
      const database = await openFresh(t, engine);
      await migrate(database, { '0001-owner': ownerTable });
      assert.deepEqual(await claimDatabase(database, 'dp_a', empty), { ok: true, value: undefined });
      assert.equal((await claimDatabase(database, 'dp_a', used)).ok, true);
      const other = await claimDatabase(database, 'dp_b', empty);
      assert.ok(!other.ok);
      assert.equal(other.error.message, 'the database belongs to dp_a, not to dp_b');
    });

    test('one of several simultaneous claims wins', async (t) => {
      const database = await openFresh(t, engine);
      await migrate(database, { '0001-owner': ownerTable });
      const owners = ['dp_a', 'dp_b', 'dp_c', 'dp_d'];
      const claims = await Promise.all(owners.map((owner) => claimDatabase(database, owner, empty)));
      assert.equal(claims.filter(({ ok }) => ok).length, 1);
    });

    test('nobody can claim a used database without an owner', async (t) => {
      const database = await openFresh(t, engine);
      await migrate(database, { '0001-owner': ownerTable });
      for (const owner of ['dp_a', 'dp_b']) {
        const claimed = await claimDatabase(database, owner, used);
        assert.equal(claimed.ok ? 'ok' : claimed.error.code, 'owner_unknown');
      }
    });
  });
}

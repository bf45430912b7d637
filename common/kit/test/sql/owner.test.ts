import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { migrate } from '@common/kit/sql/migrate';
import { claimDatabase, ownerTable } from '@common/kit/sql/owner';
import { engines, openFresh } from './engines.ts';

for (const engine of engines) {
  describe(engine, () => {
    test('an empty database belongs to its first owner, and to nobody else', async (t) => {
      const database = await openFresh(t, engine);
      await migrate(database, { '0001-owner': ownerTable });
      assert.deepEqual(await claimDatabase(database, 'dp_a', true), { ok: true, value: undefined });
      assert.equal((await claimDatabase(database, 'dp_a', false)).ok, true);
      const other = await claimDatabase(database, 'dp_b', true);
      assert.ok(!other.ok);
      assert.equal(other.error.message, 'the database belongs to dp_a, not to dp_b');
    });

    test('one of several simultaneous claims wins', async (t) => {
      const database = await openFresh(t, engine);
      await migrate(database, { '0001-owner': ownerTable });
      const owners = ['dp_a', 'dp_b', 'dp_c', 'dp_d'];
      const claims = await Promise.all(owners.map((owner) => claimDatabase(database, owner, true)));
      assert.equal(claims.filter(({ ok }) => ok).length, 1);
    });

    test('one without an owner is claimed by none that is not new', async (t) => {
      const database = await openFresh(t, engine);
      await migrate(database, { '0001-owner': ownerTable });
      for (const owner of ['dp_a', 'dp_b']) {
        const claimed = await claimDatabase(database, owner, false);
        assert.equal(claimed.ok ? 'ok' : claimed.error.code, 'owner_unknown');
      }
    });
  });
}

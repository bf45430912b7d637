import assert from 'node:assert/strict';
import { createAccessStore } from '../../src/access/access.sql.ts';
import type { KeyRecord, SignUpRecord } from '../../src/access/access.store.ts';
import type { StoreTests } from '../store/open-store.ts';

const AT = 1_790_000_000_000;
const EMAIL = 'amina@example.org';

function key(name: string, tier: KeyRecord['tier'] = 'free', email = EMAIL, createdAt = AT): KeyRecord {
  return { hash: name.repeat(64).slice(0, 64), label: `snd_live_${name}...`, email, tier, createdAt };
}

function record(useCase = 'app', email = EMAIL): SignUpRecord {
  return { email, useCase, attribution: null, at: AT };
}

/** Keys, sign-ups and the waiting list. */
export const ACCESS_TESTS: StoreTests = {
  'a key is current until its address signs up again': async ({ database }) => {
    const store = createAccessStore(database);
    assert.equal(await store.hasKeys(), false);
    await store.signUp(record(), key('a'));
    assert.deepEqual(await store.currentKey(key('a').hash), key('a'));
    await store.signUp(record('other'), key('b', 'free', EMAIL, AT + 1));
    assert.equal(await store.currentKey(key('a').hash), null);
    assert.equal((await store.currentKey(key('b').hash))?.label, 'snd_live_b...');
    assert.deepEqual(
      (await store.keysOf(EMAIL)).map(({ label, endedAt }) => [label, endedAt]),
      [
        ['snd_live_b...', null],
        ['snd_live_a...', AT + 1],
      ],
    );
    assert.equal(await store.hasKeys(), true);
  },

  'sign-ups do not affect a partner key, nor does a partner key affect a free one': async ({ database }) => {
    const store = createAccessStore(database);
    await store.signUp(record(), key('a'));
    await store.issueKey(key('p', 'partner'));
    assert.equal((await store.currentKey(key('a').hash))?.tier, 'free');
    await store.signUp(record(), key('b'));
    assert.equal((await store.currentKey(key('p').hash))?.tier, 'partner');
  },

  'many simultaneous sign-ups with one address leave one current key': async ({ database, reopen }) => {
    const stores = [createAccessStore(database), createAccessStore((await reopen()).database)];
    // In memory, a second connection would be another database.
    const shared = stores.slice(0, database.engine === 'postgres' ? 2 : 1);
    const keys = Array.from({ length: 12 }, (_, index) => key(String.fromCharCode(97 + index)));
    await Promise.all(keys.map((one, index) => shared[index % shared.length]?.signUp(record(), one)));
    const listed = await createAccessStore(database).keysOf(EMAIL);
    assert.equal(listed.length, 12);
    assert.equal(listed.filter(({ endedAt }) => endedAt === null).length, 1);
  },

  'a key is ended by its label, once': async ({ database }) => {
    const store = createAccessStore(database);
    await store.issueKey(key('p', 'partner'));
    assert.equal(await store.endKey('snd_live_x...', AT + 5), false);
    assert.equal(await store.endKey('snd_live_p...', AT + 5), true);
    assert.equal(await store.endKey('snd_live_p...', AT + 6), false);
    assert.equal(await store.currentKey(key('p').hash), null);
    assert.equal((await store.keysOf(EMAIL))[0]?.endedAt, AT + 5);
  },

  'the waiting list has an address once, with its first details': async ({ database }) => {
    const store = createAccessStore(database);
    const attribution = {
      utm_source: 'letter',
      utm_medium: null,
      utm_campaign: null,
      utm_content: null,
      landing_page: '/',
      referrer: null,
    };
    await store.joinWaitlist({ ...record('first'), attribution, interest: 'both' });
    await store.joinWaitlist({ ...record('second'), interest: 'api' });
    const rows = await database.db.selectFrom('waitlist').selectAll().execute();
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.use_case, 'first');
    assert.equal(rows[0]?.interest, 'api');
    assert.deepEqual(JSON.parse(rows[0]?.attribution ?? ''), attribution);
  },
};

import assert from 'node:assert/strict';
import { createAccessStore } from '../../src/accounts/access.sql.ts';
import type { KeyRecord, SignUpRecord } from '../../src/accounts/access.store.ts';
import type { StoreTests } from '../store/open-store.ts';

const AT = 1_790_000_000_000;
const EMAIL = 'amina@example.org';
const LATER = { earlierEndsAt: AT + 1_000, endNow: null };

function key(name: string, tier: KeyRecord['tier'] = 'free', email = EMAIL, createdAt = AT): KeyRecord {
  return {
    hash: name.repeat(64).slice(0, 64),
    label: `snd_live_${name}...`,
    email,
    account: `acc_${email}`,
    tier,
    createdAt,
  };
}

function record(useCase = 'app', email = EMAIL): SignUpRecord {
  return { email, useCase, attribution: null, at: AT };
}

/** Keys, sign-ups and the waiting list. */
export const ACCESS_TESTS: StoreTests = {
  'a key goes on for a while after its account got another': async ({ database }) => {
    const store = createAccessStore(database);
    assert.equal(await store.hasKeys(), false);
    await store.signUp(record(), key('a'), LATER);
    assert.deepEqual(await store.livingKey(key('a').hash, AT), {
      ...key('a'),
      endsAt: null,
      isProven: false,
    });
    await store.signUp(record('other'), key('b', 'free', EMAIL, AT + 1), LATER);
    const { earlierEndsAt: end } = LATER;
    assert.equal((await store.livingKey(key('a').hash, end - 1))?.endsAt, end);
    assert.equal(await store.livingKey(key('a').hash, end), null);
    assert.equal((await store.livingKey(key('b').hash, end))?.label, 'snd_live_b...');
    // A third key gives the first no more time.
    await store.signUp(record(), key('c', 'free', EMAIL, AT + 2), { ...LATER, earlierEndsAt: end + 9 });
    assert.deepEqual(
      (await store.keysOf(EMAIL)).map(({ label, endedAt, endsAt }) => [label, endedAt, endsAt]),
      [
        ['snd_live_c...', null, null],
        ['snd_live_b...', null, end + 9],
        ['snd_live_a...', null, end],
      ],
    );
    assert.equal(await store.hasKeys(), true);
  },

  'the key that a sign-up came with ends at once': async ({ database }) => {
    const store = createAccessStore(database);
    await store.signUp(record(), key('a'), LATER);
    await store.signUp(record(), key('b', 'free', EMAIL, AT + 1), { ...LATER, endNow: key('a').hash });
    assert.equal(await store.livingKey(key('a').hash, AT + 1), null);
    assert.equal((await store.livingKey(key('b').hash, AT + 1))?.endsAt, null);
  },

  'a key of another account with the same address ends none': async ({ database }) => {
    const store = createAccessStore(database);
    await store.signUp(record(), key('a'), LATER);
    await store.signUp(record(), { ...key('b'), account: 'acc_stranger' }, LATER);
    await store.keepKey(key('b').hash, AT + 1, AT + 2);
    assert.equal((await store.livingKey(key('a').hash, AT + 9_999))?.endsAt, null);
  },

  'an earlier key is kept, and no other ends at once': async ({ database }) => {
    const store = createAccessStore(database);
    for (const [place, name] of ['a', 'b', 'c'].entries())
      await store.signUp(record(), key(name, 'free', EMAIL, AT + place), LATER);
    await store.issueKey(key('p', 'partner', EMAIL, AT + 5));
    const endsAt = async (name: string) => (await store.livingKey(key(name).hash, AT + 11))?.endsAt;
    const kept = await store.keepKey(key('b').hash, AT + 9, AT + 2_000);
    assert.deepEqual([kept?.label, kept?.endsAt], ['snd_live_b...', null]);
    // The one that was current goes on for a while; the first still ends in its time.
    assert.deepEqual(
      [await endsAt('a'), await endsAt('b'), await endsAt('c')],
      [LATER.earlierEndsAt, null, AT + 2_000],
    );
    assert.equal(await store.livingKey(key('c').hash, AT + 2_000), null);
    // Either of them may be kept in turn.
    assert.equal((await store.keepKey(key('a').hash, AT + 10, AT + 3_000))?.endsAt, null);
    assert.deepEqual(
      [await endsAt('a'), await endsAt('b'), await endsAt('c')],
      [null, AT + 3_000, AT + 2_000],
    );
    assert.equal(await store.keepKey(key('c').hash, AT + 2_000, AT + 9_000), null, 'it has ended');
    assert.equal((await store.keepKey(key('p').hash, AT + 10, AT + 9_000))?.tier, 'partner');
    assert.equal(await endsAt('a'), null, 'a partner key ends none');
  },

  'sign-ups do not affect a partner key, nor does a partner key affect a free one': async ({ database }) => {
    const store = createAccessStore(database);
    await store.signUp(record(), key('a'), LATER);
    await store.issueKey(key('p', 'partner'));
    assert.equal((await store.livingKey(key('a').hash, AT))?.tier, 'free');
    await store.signUp(record(), key('b'), { ...LATER, endNow: key('p').hash });
    assert.equal((await store.livingKey(key('p').hash, AT))?.tier, 'partner');
  },

  'many simultaneous keys of one account leave one current key': async ({ database, reopen }) => {
    const stores = [createAccessStore(database), createAccessStore((await reopen()).database)];
    // In memory, a second connection would be another database.
    const shared = stores.slice(0, database.engine === 'postgres' ? 2 : 1);
    const keys = Array.from({ length: 12 }, (_, index) => key(String.fromCharCode(97 + index)));
    await Promise.all(keys.map((one, index) => shared[index % shared.length]?.signUp(record(), one, LATER)));
    const listed = await createAccessStore(database).keysOf(EMAIL);
    assert.equal(listed.length, 12);
    assert.equal(listed.filter(({ endedAt, endsAt }) => endedAt === null && endsAt === null).length, 1);
  },

  'a key is ended by its label, once': async ({ database }) => {
    const store = createAccessStore(database);
    await store.issueKey(key('p', 'partner'));
    assert.equal(await store.endKey('snd_live_x...', AT + 5), false);
    assert.equal(await store.endKey('snd_live_p...', AT + 5), true);
    assert.equal(await store.endKey('snd_live_p...', AT + 6), false);
    assert.equal(await store.livingKey(key('p').hash, AT), null);
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

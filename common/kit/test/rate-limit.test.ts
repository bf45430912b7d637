import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  clientNetwork,
  createMemoryRateLimiter,
  createSharedRateLimiter,
  RATE_TABLE,
  rateHeaders,
} from '@common/kit/rate-limit';
import { startPostgres } from '@common/kit/testing/postgres';
import { sql } from 'kysely';
import { openDatabase } from '../src/sql/database.ts';

describe('rate limits', () => {
  test('a caller may make as many requests as the policy says; asking costs nothing', async () => {
    const limiter = createMemoryRateLimiter({ name: 'trial', requests: 2, windowS: 60 });
    assert.equal(await limiter.spent('a'), null);
    assert.deepEqual([(await limiter.take('a')).remaining, (await limiter.take('a')).remaining], [1, 0]);
    assert.equal((await limiter.spent('a'))?.allowed, false);
    const refused = await limiter.take('a');
    assert.equal(refused.allowed, false);
    assert.ok(refused.resetS >= 1 && refused.resetS <= 60);
    assert.equal((await limiter.take('b')).allowed, true);
    const headers = rateHeaders(limiter.policy, refused);
    assert.equal(headers['ratelimit-policy'], '"trial";q=2;w=60');
    assert.equal(headers['retry-after'], String(refused.resetS));
  });

  test('shared by processes on PostgreSQL, they count together; asking for one that is not counted costs nothing', async () => {
    const { url } = await startPostgres();
    const [one, other] = [await openDatabase<object>({ url }), await openDatabase<object>({ url })];
    try {
      await sql`create table ${sql.table(RATE_TABLE)} (key text primary key, points bigint, expire bigint)`.execute(
        one.db,
      );
      const policy = { name: 'trial', requests: 2, windowS: 60 };
      const limiters = [
        createSharedRateLimiter(one, policy),
        createSharedRateLimiter(other, policy),
      ] as const;
      assert.equal(await limiters[0].spent('a'), null, 'nobody has asked yet');
      assert.equal((await limiters[0].take('a')).remaining, 1);
      assert.equal(await limiters[1].spent('a'), null);
      assert.equal((await limiters[1].take('a')).remaining, 0);
      assert.equal((await limiters[0].spent('a'))?.allowed, false);
      assert.equal((await limiters[0].take('a')).allowed, false);
      assert.equal(await limiters[0].spent('b'), null);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  test('all addresses of one customer share one name', () => {
    const names: readonly (readonly [written: string, network: string])[] = [
      ['203.0.113.9', '203.0.113.9'],
      ['203.0.113.9:40001', '203.0.113.9'],
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
      ['::ffff:cb00:7109', '203.0.113.9'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
      ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['::', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
      ['unknown', 'unknown'],
      ['_hidden', 'unknown'],
      ['', 'unknown'],
      ['203.0.113.999', 'unknown'],
      ['203.0.113.9:port', 'unknown'],
    ];
    for (const [written, network] of names) assert.equal(clientNetwork(written), network, written);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockAt, DAY, SECOND } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { createScreenings } from '../../src/parts/screenings.http.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

const MEMORY = 4_000_000;
const AAPL = { symbol: 'AAPL', asOf: null, rules: 'current' } as const;

describe('screenings for pages', () => {
  test('are made once for the same request, and anew for another date, rules or day', async () => {
    const clock = clockAt('2030-06-15T12:00:00Z');
    const screen = createScreenings({ ...snapshot.shared(), clock }, MEMORY);
    const read = async (request: Parameters<typeof screen>[0]) => {
      const answer = await screen(request);
      assert.ok(answer.ok);
      return answer.value;
    };
    const first = await read(AAPL);
    assert.equal(await read(AAPL), first);
    const dated = await read({ ...AAPL, asOf: '2024-06-28' });
    assert.equal(dated.as_of, '2024-06-28');
    assert.equal((await read({ ...AAPL, rules: 'classic' })).rules, 'classic');
    clock.advance(DAY);
    assert.notEqual(await read(AAPL), first);
  });

  test('follow the facts within a second, and are not kept without memory', async (t) => {
    const clock = clockAt('2030-06-15T12:00:00Z');
    const deps = { ...(await (await snapshot.copy(t)).open()), clock };
    const screen = createScreenings(deps, MEMORY);
    const value = async () => {
      const answer = await screen(AAPL);
      assert.ok(answer.ok);
      return answer.value.market_data.value;
    };
    assert.notEqual(await value(), 1e9);
    const quotes = (await deps.store.quotes('AAPL')).map((quote) => ({ ...quote, marketCap: 1e9 }));
    await deps.store.saveQuotes(new Map([['AAPL', quotes]]));
    clock.advance(SECOND);
    assert.equal(await value(), 1e9);
    const forgetful = createScreenings(deps, 0);
    const [one, other] = [await forgetful(AAPL), await forgetful(AAPL)];
    assert.ok(one.ok && other.ok && one.value !== other.value);
  });

  test('a refusal is asked again', async () => {
    const screen = createScreenings({ ...snapshot.shared(), clock: clockAt('2030-06-15T12:00:00Z') }, MEMORY);
    const [one, other] = [
      await screen({ ...AAPL, symbol: 'ZZZZZ' }),
      await screen({ ...AAPL, symbol: 'ZZZZZ' }),
    ];
    assert.ok(!one.ok && !other.ok && one !== other);
    assert.equal(one.error.code, 'ticker_not_found');
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarketQuote } from '@screener/engine/facts';
import { encodeMonthEnds, readMonthEnds } from '@screener/sources/prices/month-ends';
import { withMonthEnds } from '../../src/store/month-end-closes.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { PLACES } from './open-store.ts';

const snapshot = useSnapshotStore(() => Date.parse('2026-11-01T00:00:00Z'));

const quote = (date: string, close: number, source = 'a file'): MarketQuote => ({
  symbol: 'KO',
  date,
  close,
  currency: 'USD',
  marketCap: close * 4_000,
  source,
});

test('month-end closes fill the dates that the store lacks, and change nothing in it', async (t) => {
  const { store } = await PLACES.sqliteInMemory(t);
  await store.saveQuotes(new Map([['KO', [quote('2024-06-28', 64)]]]));
  const ends = [quote('2024-05-31', 62, 'month ends'), quote('2024-06-28', 63, 'month ends')];
  let opened = 0;
  const filled = withMonthEnds(store, async () => {
    opened += 1;
    return readMonthEnds(encodeMonthEnds(new Map([['KO', ends]]), 'month ends'));
  });
  assert.equal(opened, 0, 'nothing is read before a close is asked for');
  const expected = [quote('2024-05-31', 62, 'month ends'), quote('2024-06-28', 64)];
  assert.deepEqual(await filled.closes('KO'), expected);
  assert.deepEqual(await filled.funds.quotesOf(['KO', 'NONE']), new Map([['KO', expected]]));
  assert.deepEqual(await filled.quotes('KO'), [quote('2024-06-28', 64)]);
  assert.deepEqual(await store.closes('KO'), [quote('2024-06-28', 64)]);
});

test('a company that is imported later has a price at any month since February 2021', async () => {
  const { store } = snapshot.shared();
  const closes = await store.closes('KO');
  assert.deepEqual([closes.length, closes[0]?.date, closes.at(-1)?.date], [67, '2021-02-26', '2026-08-21']);
  assert.ok(closes.every(({ marketCap }) => marketCap !== null));
  assert.equal((await store.quotes('KO')).length, 1);
});

test('a company that reports in another currency is screened at the rates of the snapshot', async () => {
  const { store } = snapshot.shared();
  const [dollar, taiwan] = [await store.rates(['USD']), await store.rates(['TWD'])];
  assert.deepEqual([dollar[0]?.source, taiwan[0]?.source], ['ecb', 'fed']);
  const app = await snapshot.app();
  const { translation, market_data: market } = await app.screen('TSM?as_of=2024-04-30');
  assert.ok(translation !== null);
  assert.deepEqual([translation.from, translation.to, translation.date], ['TWD', 'USD', '2023-12-31']);
  assert.equal(market.reason, null);
});

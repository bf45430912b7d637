import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { removeDirectory } from '@common/kit/testing';
import { type Snapshot, writeSnapshot } from '@screener/sources/snapshot/snapshot';
import { annual, LITTLE_DEBT, NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import type { ScreenerStore } from '../src/store/store.ts';
import { toCompanyRecord } from '../src/use-cases/live-facts.ts';
import { seedSnapshot } from '../src/use-cases/seed-snapshot.ts';
import { type Opened, PLACES } from './store/open-store.ts';
import { screening } from './store/records.ts';
import { type Details, FROM_SUBMISSIONS, factsOf, tinySnapshot } from './tiny-snapshot.ts';

const { symbol, name } = NORTHWIND;
const CIK = String(NORTHWIND.cik).padStart(10, '0');
const NOTHING_SAID: Details = { sic: null, sicDescription: null, sicSource: null };
const FROM_DATA_SET: Details = {
  sic: '3990',
  sicDescription: null,
  sicSource: 'financial-statement-data-sets 2010q2',
};
const OLD = [annual('2023-12-31', LITTLE_DEBT)];
const NEW = [...OLD, annual('2024-12-31', LITTLE_DEBT)];

describe('filling a store from a snapshot', () => {
  test('happens once: then it is there, and nothing is written again', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const directory = await folder(t, tinySnapshot(NORTHWIND, OLD));
    assert.deepEqual(await seedSnapshot(store, directory), { ok: true, value: 'seeded' });
    assert.equal((await store.findListing(symbol))?.factsThrough, OLD[0]?.filed);
    assert.deepEqual(await store.facts(CIK), toCompanyRecord(factsOf(NORTHWIND, OLD)).facts);
    assert.equal((await store.quotes(symbol)).length, 2);
    assert.equal((await store.screenings(symbol, 'current', 10)).length, 2);
    assert.equal(await store.setting('snapshot_as_of'), '2024-06-28');
    const generation = await store.generation();
    assert.deepEqual(await seedSnapshot(store, directory), { ok: true, value: 'present' });
    assert.equal(await store.generation(), generation);
  });

  test('a newer snapshot brings newer facts; an older one leaves the stored ones', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    for (const [filings, expected] of [
      [OLD, OLD],
      [NEW, NEW],
      [OLD, NEW],
    ] as const) {
      await seedSnapshot(store, await folder(t, tinySnapshot(NORTHWIND, filings)));
      assert.deepEqual(await store.facts(CIK), toCompanyRecord(factsOf(NORTHWIND, expected)).facts);
    }
  });

  test('its history replaces that of the earlier snapshot: no date appears twice', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const live = screening(symbol, '2024-06-30', 'said live', { origin: 'live', recordedAt: 7 });
    await seedSnapshot(store, await folder(t, tinySnapshot(NORTHWIND, OLD)));
    await store.saveScreenings([live]);
    const reworked = ['2023-02-14', '2024-02-14', '2024-05-01'].map((date) =>
      screening(symbol, date, `${date} by another engine`),
    );
    await seedSnapshot(store, await folder(t, { ...tinySnapshot(NORTHWIND, NEW), history: reworked }));
    assert.deepEqual(await store.screenings(symbol, 'current', 10), [live, ...[...reworked].reverse()]);
  });

  test('a history that reaches beyond the snapshot’s facts stays', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    await store.saveTickers([{ symbol, cik: CIK, name, exchange: null }]);
    await store.saveCompanies([toCompanyRecord(factsOf(NORTHWIND, NEW))]);
    const own = [screening(symbol, '2024-02-14', 'own 1'), screening(symbol, '2025-02-14', 'own 2')];
    await store.replaceBackfills([{ symbol, rules: 'current', screenings: own }]);
    await seedSnapshot(store, await folder(t, tinySnapshot(NORTHWIND, OLD)));
    assert.deepEqual(await store.screenings(symbol, 'current', 10), [...own].reverse());
  });

  test('better industry data in the store are kept', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const sicAfter = async (details: Details, word: string) => {
      // Another word makes it another snapshot.
      const history = [screening(symbol, '2024-02-14', word)];
      await seedSnapshot(store, await folder(t, { ...tinySnapshot(NORTHWIND, OLD, details), history }));
      return (await store.findListing(symbol))?.sic;
    };
    assert.equal(await sicAfter(NOTHING_SAID, '1'), null);
    assert.equal(await sicAfter(FROM_DATA_SET, '2'), '3990');
    assert.equal(await sicAfter(NOTHING_SAID, '3'), '3990');
    assert.equal(await sicAfter(FROM_SUBMISSIONS, '4'), '3826');
    assert.equal(await sicAfter(FROM_DATA_SET, '5'), '3826');
    assert.equal(await sicAfter(NOTHING_SAID, '6'), '3826');
    assert.equal(await sicAfter({ ...FROM_SUBMISSIONS, sic: '3823' }, '7'), '3823');
  });

  test('filers without facts come with their industry, tickers with their sector, facts with their day', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const snapshot = tinySnapshot(NORTHWIND, OLD, FROM_SUBMISSIONS, '2024-05-09');
    const brewer = {
      cik: '0000000007',
      name: 'Northern Ales',
      sic: '2082',
      sicDescription: 'MALT BEVERAGES',
    };
    const classes = ['ALE', 'ALE-B'].map((of) => ({
      symbol: of,
      cik: brewer.cik,
      name: brewer.name,
      exchange: 'NYSE',
      sector: 'Consumer Staples',
    }));
    const quote = {
      symbol: 'ALE',
      date: '2024-06-28',
      close: 7,
      currency: 'USD',
      marketCap: 7e8,
      source: '',
    };
    const wide: Snapshot = {
      ...snapshot,
      filers: [{ ...brewer, sicSource: 'list of US filers of 2026-04-12' }],
      tickers: [...snapshot.tickers, ...classes],
      quotes: new Map([...snapshot.quotes, ['ALE', [quote]]]),
    };
    await seedSnapshot(store, await folder(t, wide));
    assert.equal((await store.findListing(symbol))?.completeThrough, '2024-05-09');
    for (const { symbol: of } of classes) {
      const listing = await store.findListing(of);
      assert.deepEqual(
        [listing?.sic, listing?.sicSource, listing?.sector, listing?.factsThrough, listing?.completeThrough],
        ['2082', 'list of US filers of 2026-04-12', 'Consumer Staples', null, null],
      );
    }
    assert.equal((await store.quotes('ALE'))[0]?.marketCap, 7e8);
    assert.deepEqual(await store.countListings(), { listings: 3, companies: 1 });
  });

  test('the same facts of a later day replace the day; of an earlier one, nothing', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const days = [null, '2024-05-09', '2024-06-03', '2024-05-09'];
    for (const [index, day] of days.entries()) {
      const history = [screening(symbol, '2024-02-14', `snapshot ${index}`)];
      const snapshot = { ...tinySnapshot(NORTHWIND, OLD, FROM_SUBMISSIONS, day), history };
      await seedSnapshot(store, await folder(t, snapshot));
      const expected = days.slice(0, index + 1).reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null);
      assert.equal((await store.findListing(symbol))?.completeThrough, expected);
    }
  });

  test('facts that the SEC itself gave stay, unless the snapshot has newer filings', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const fetched = { ...toCompanyRecord(factsOf(NORTHWIND, OLD)), factsHash: 'fetched' };
    await store.saveTickers([{ symbol, cik: CIK, name, exchange: null }]);
    await store.saveCompanies([{ ...fetched, facts: new TextEncoder().encode('fetched') }]);
    await store.saveFactsCheckedAt(CIK, 1);
    await seedSnapshot(store, await folder(t, tinySnapshot(NORTHWIND, OLD, FROM_SUBMISSIONS, '2024-05-09')));
    assert.equal(Buffer.from((await store.facts(CIK)) ?? []).toString(), 'fetched');
    // The day on which the SEC was asked, not the snapshot's.
    assert.equal((await store.findListing(symbol))?.completeThrough, '1970-01-01');
    await seedSnapshot(store, await folder(t, tinySnapshot(NORTHWIND, NEW)));
    assert.deepEqual(await store.facts(CIK), toCompanyRecord(factsOf(NORTHWIND, NEW)).facts);
  });

  test('closes of an earlier snapshot on dates that were wrong are gone', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const snapshot = tinySnapshot(NORTHWIND, OLD);
    await seedSnapshot(store, await folder(t, snapshot));
    const mended = [...(snapshot.quotes.get(symbol) ?? [])].map((quote) =>
      quote.date === '2024-05-31' ? { ...quote, date: '2024-05-30' } : quote,
    );
    await seedSnapshot(store, await folder(t, { ...snapshot, quotes: new Map([[symbol, mended]]) }));
    assert.deepEqual(
      (await store.quotes(symbol)).map(({ date }) => date),
      ['2024-05-30', '2024-06-28'],
    );
  });

  test('a list of tickers fetched from the SEC is added to, not corrected', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const [listed] = tinySnapshot(NORTHWIND, OLD).tickers;
    assert.ok(listed !== undefined);
    const moved = { ...listed, symbol: 'MOVED', name: 'a filer that has lost its ticker' };
    const gone = { ...listed, symbol: 'GONE' };
    await store.saveTickers([
      { symbol, cik: CIK, name: 'its new name', exchange: null },
      { symbol: 'MOVED', cik: '0000000042', name: 'who took it', exchange: null },
    ]);
    await store.saveSetting('tickers_checked_at', '1');
    const snapshot = { ...tinySnapshot(NORTHWIND, OLD), tickers: [listed, moved, gone] };
    await seedSnapshot(store, await folder(t, snapshot));
    const names = new Map((await store.funds.listingNames()).map((row) => [row.symbol, row.names[0]]));
    assert.deepEqual(
      [names.get(symbol), names.get('MOVED'), names.get('GONE')],
      ['its new name', 'who took it', listed.name],
    );
    const { exchange, sector } = (await store.findListing(symbol)) ?? {};
    assert.deepEqual([exchange, sector], ['Nasdaq', 'Industrials']);
    assert.equal((await store.findListing('MOVED'))?.cik, '0000000042');
  });

  test('the operator’s own prices are kept', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const own = { symbol, currency: 'USD', source: 'prices.csv', marketCap: null };
    await seedSnapshot(store, await folder(t, tinySnapshot(NORTHWIND, OLD)));
    const before = await store.quotes(symbol);
    await store.saveQuotes(
      new Map([
        [
          symbol,
          [
            ...before.filter((quote) => quote.date !== '2024-05-31'),
            { ...own, date: '2024-05-31', close: 51.5 },
            { ...own, date: '2025-03-31', close: 60 },
          ],
        ],
      ]),
    );
    await seedSnapshot(store, await folder(t, tinySnapshot(NORTHWIND, NEW)));
    assert.deepEqual(
      (await store.quotes(symbol)).map(({ date, close }) => [date, close]),
      [
        ['2024-05-31', 51.5],
        ['2024-06-28', 52],
        ['2025-03-31', 60],
      ],
    );
  });

  test('one that broke off, after whichever of its writes, is finished by the next', async (t) => {
    const directory = await folder(t, tinySnapshot(NORTHWIND, NEW));
    const tables = ['company', 'ticker', 'quote_series', 'screening', 'import_entry', 'setting'] as const;
    const rowsOf = ({ database: { db } }: Opened) =>
      Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const calm = await PLACES.sqliteInMemory(t);
    await seedSnapshot(calm.store, directory);
    const expected = await rowsOf(calm);
    for (let writes = 0, isWhole = false; !isWhole; writes += 1) {
      const broken = await PLACES.sqliteInMemory(t);
      isWhole = await seedSnapshot(breakingAfter(writes, broken.store), directory).then(
        () => true,
        () => false,
      );
      assert.equal(isWhole, writes >= 9, `after ${writes} writes`);
      await seedSnapshot(broken.store, directory);
      assert.deepEqual(await rowsOf(broken), expected, `after ${writes} writes`);
    }
  });

  test('an unreadable folder is refused with advice, and is tried again', async (t) => {
    const { store } = await PLACES.sqliteInMemory(t);
    const directory = await folder(t, tinySnapshot(NORTHWIND, OLD));
    await writeFile(join(directory, 'facts', `CIK${CIK}.json`), '{"v":1,"cik":');
    const refused = await seedSnapshot(store, directory);
    assert.equal(refused.ok, false);
    assert.match(refused.ok ? '' : refused.error.message, /CIK0001999001.*sanad snapshot build/s);
    assert.deepEqual(await store.countListings(), { listings: 0, companies: 0 });
    await rm(join(directory, 'manifest.json'));
    assert.equal((await seedSnapshot(store, directory)).ok, false);
    await writeSnapshot(directory, tinySnapshot(NORTHWIND, OLD));
    assert.deepEqual(await seedSnapshot(store, directory), { ok: true, value: 'seeded' });
  });
});

/** Writes as often as is said, then fails. */
function breakingAfter(writes: number, store: ScreenerStore): ScreenerStore {
  let left = writes;
  const counted = <Part extends object>(part: Part): Part => {
    const saves = Object.entries(part).filter(([name]) => /^(?:save|replace)/.test(name));
    const breaking = saves.map(([name, save]) => [
      name,
      async (...given: readonly unknown[]) => {
        const saved = await save(...given);
        left -= 1;
        if (left < 0) throw new Error('broken off');
        return saved;
      },
    ]);
    return { ...part, ...Object.fromEntries(breaking) };
  };
  return { ...counted(store), funds: counted(store.funds) };
}

/** The snapshot on disk, removed at the end of the test. */
async function folder(t: TestContext, snapshot: Snapshot): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sanad-snapshot-'));
  t.after(() => removeDirectory(directory));
  await writeSnapshot(join(directory, 'snapshot'), snapshot);
  return join(directory, 'snapshot');
}

import assert from 'node:assert/strict';
import { size } from '@common/kit/testing/size';
import type { StoreTests } from './open-store.ts';
import { company, quote, ticker } from './records.ts';

const APPLE = '0000320193';
const BERKSHIRE = '0001067983';
/** With their columns, more values than one statement of SQLite may have. */
const MARKET = size({ quick: 6_000, full: 10_400 });
const DETAILS = { sic: '3571', sicDescription: 'Electronic Computers', sicSource: 'submissions' };

/** Companies, tickers, facts and quotes. */
export const COMPANY_TESTS: StoreTests = {
  'an empty store answers with nothing': async ({ store }) => {
    assert.equal(await store.generation(), 0);
    assert.equal(await store.findListing('AAPL'), null);
    assert.deepEqual(await store.listingsWithFacts(null, 10), []);
    assert.deepEqual(await store.countListings(), { listings: 0, companies: 0 });
    assert.equal(await store.facts(APPLE), null);
    assert.deepEqual(await store.quotes('AAPL'), []);
  },

  'a listing is assembled from ticker, facts and details, in whatever order they come': async ({ store }) => {
    const expected = { symbol: 'AAPL', cik: APPLE, exchange: 'NYSE' };
    await store.saveTickers([ticker('AAPL', APPLE)]);
    assert.deepEqual(await store.findListing('AAPL'), {
      ...expected,
      name: 'AAPL on the list',
      sic: null,
      sicDescription: null,
      sicSource: null,
      sector: null,
      factsThrough: null,
      completeThrough: null,
    });
    await store.saveDetails([{ cik: APPLE, name: 'Apple Inc.', ...DETAILS }]);
    const known = { ...expected, name: 'Apple Inc.', ...DETAILS, sector: null, completeThrough: null };
    assert.deepEqual(await store.findListing('AAPL'), { ...known, factsThrough: null });
    await store.saveCompanies([{ ...company(APPLE, 'facts', '2026-01-30'), name: 'Apple Inc.' }]);
    assert.deepEqual(await store.findListing('AAPL'), { ...known, factsThrough: '2026-01-30' });
  },

  'a list that does not say where a ticker is listed leaves what is known, unless the filer is another':
    async ({ store }) => {
      const listed = async () => {
        const { exchange, sector } = (await store.findListing('AAPL')) ?? {};
        return [exchange, sector];
      };
      await store.saveTickers([{ ...ticker('AAPL', APPLE), sector: 'Technology' }]);
      await store.saveTickers([{ ...ticker('AAPL', APPLE), exchange: null }]);
      assert.deepEqual(await listed(), ['NYSE', 'Technology']);
      await store.saveTickers([{ ...ticker('AAPL', APPLE), exchange: 'Nasdaq', sector: null }]);
      assert.deepEqual(await listed(), ['Nasdaq', 'Technology']);
      await store.saveTickers([{ ...ticker('AAPL', BERKSHIRE), exchange: null }]);
      assert.deepEqual(await listed(), [null, null]);
    },

  'the day through which facts are complete stays with these facts, and with no others': async ({
    store,
  }) => {
    const day = async () => (await store.findListing('AAPL'))?.completeThrough;
    await store.saveTickers([ticker('AAPL', APPLE)]);
    await store.saveCompanies([{ ...company(APPLE, 'facts'), completeThrough: '2026-04-23' }]);
    assert.equal(await day(), '2026-04-23');
    const before = await store.generation();
    await store.saveCompanies([company(APPLE, 'facts')]);
    assert.deepEqual([await day(), await store.generation()], ['2026-04-23', before]);
    await store.saveCompanies([company(APPLE, 'newer facts', '2026-05-01')]);
    assert.equal(await day(), null);
  },

  'facts do not overwrite details, nor details facts': async ({ store }) => {
    await store.saveTickers([ticker('AAPL', APPLE)]);
    await store.saveCompanies([company(APPLE, 'first')]);
    await store.saveDetails([{ cik: APPLE, name: 'Apple Inc.', ...DETAILS }]);
    await store.saveCompanies([company(APPLE, 'second', '2025-05-02')]);
    assert.equal((await store.findListing('AAPL'))?.sic, '3571');
    assert.deepEqual(await store.facts(APPLE), new TextEncoder().encode('second'));
  },

  'several tickers share a filer, and a ticker moves to another': async ({ store }) => {
    await store.saveTickers([ticker('GOOG', '0001652044'), ticker('GOOGL', '0001652044')]);
    await store.saveCompanies([company('0001652044', 'alphabet'), company(APPLE, 'apple')]);
    assert.equal((await store.findListing('GOOG'))?.cik, '0001652044');
    assert.deepEqual(await store.countListings(), { listings: 2, companies: 2 });
    await store.saveTickers([ticker('GOOG', APPLE)]);
    assert.equal((await store.findListing('GOOG'))?.cik, APPLE);
    assert.equal((await store.findListing('GOOGL'))?.cik, '0001652044');
    assert.deepEqual(await store.countListings(), { listings: 2, companies: 2 });
  },

  'facts come back byte for byte, as a plain Uint8Array': async ({ store }) => {
    const facts = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31 + (index >> 8)) & 0xff);
    await store.saveCompanies([{ ...company(APPLE, ''), facts }, company(BERKSHIRE, '')]);
    const read = await store.facts(APPLE);
    assert.ok(read !== null && Object.getPrototypeOf(read) === Uint8Array.prototype);
    assert.ok(Buffer.from(read).equals(facts));
    assert.deepEqual(await store.facts(BERKSHIRE), new Uint8Array());
  },

  'listings with facts come page by page in code point order': async ({ store }) => {
    // A database that sorts by language puts BRK-B after BRKS, and lower case among upper.
    const symbols = ['A', 'AA', 'BRK-A', 'BRK-B', 'BRKS', 'CIK0000002110', 'Z', 'a'];
    await store.saveTickers([...symbols].reverse().map((symbol) => ticker(symbol, APPLE)));
    await store.saveTickers([ticker('B', BERKSHIRE), ticker('C', '0000000099')]);
    await store.saveCompanies([company(APPLE, 'facts')]);
    await store.saveDetails([{ cik: BERKSHIRE, name: 'No facts', ...DETAILS }]);
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await store.listingsWithFacts(after, 3);
      seen.push(...page.map((listing) => listing.symbol));
      after = page.at(-1)?.symbol ?? null;
      if (page.length < 3) break;
    }
    assert.deepEqual(seen, symbols);
  },

  'a whole market of tickers is saved in one call': async ({ store }) => {
    const many = Array.from({ length: MARKET }, (_, n) =>
      ticker(`T${n}`, String(n % 5000).padStart(10, '0')),
    );
    await store.saveTickers(many);
    await store.saveTickers(many);
    assert.deepEqual(await store.countListings(), { listings: MARKET, companies: 0 });
    assert.deepEqual((await store.findListing(`T${MARKET - 1}`))?.cik, many.at(-1)?.cik);
  },

  'quotes come back by date, whatever the order, source, currency or capitalisation': async ({ store }) => {
    const ordered = [
      quote('AAPL', '2021-02-26', { close: 121.26, marketCap: null }),
      quote('AAPL', '2021-03-31', { close: 122.15, marketCap: null }),
      quote('AAPL', '2021-04-30', { close: 131.46, marketCap: 2.193e12, source: 'file.csv' }),
      quote('AAPL', '2021-05-28', { close: 0.0001, marketCap: 1, source: 'file.csv', currency: 'CAD' }),
      quote('AAPL', '2021-06-30', { close: 136.96, marketCap: 2285468422000.5 }),
      quote('AAPL', '2021-07-30', { close: 145.86, source: 'a provider: “EOD”, v2' }),
    ];
    const shuffled = [3, 0, 5, 1, 4, 2].flatMap((index) => ordered[index] ?? []);
    await store.saveQuotes(new Map([['AAPL', shuffled]]));
    assert.deepEqual(await store.quotes('AAPL'), ordered);
    assert.deepEqual(await store.quotes('MSFT'), []);
  },

  'quotes of a ticker are replaced as a whole, and those of others stay': async ({ store }) => {
    await store.saveQuotes(
      new Map([
        ['AAPL', [quote('AAPL', '2021-02-26'), quote('AAPL', '2021-03-31')]],
        ['MSFT', [quote('MSFT', '2021-02-26')]],
      ]),
    );
    await store.saveQuotes(new Map([['AAPL', [quote('AAPL', '2022-01-31')]]]));
    assert.deepEqual(await store.quotes('AAPL'), [quote('AAPL', '2022-01-31')]);
    assert.deepEqual(await store.quotes('MSFT'), [quote('MSFT', '2021-02-26')]);
    await store.saveQuotes(new Map([['AAPL', []]]));
    assert.deepEqual(await store.quotes('AAPL'), []);
  },

  'empty lists write nothing': async ({ store }) => {
    await store.saveCompanies([]);
    await store.saveDetails([]);
    await store.saveTickers([]);
    await store.saveQuotes(new Map());
    assert.deepEqual(await store.countListings(), { listings: 0, companies: 0 });
  },

  'text comes back unchanged, including quotation marks and other scripts': async ({ store }) => {
    const name = `L'Oréal "Ü" \\ أبل 株 ${'\u{1f34e}'} %_; drop table company; --`;
    await store.saveTickers([{ ...ticker('AAPL', APPLE), name, exchange: null }]);
    assert.equal((await store.findListing('AAPL'))?.name, name);
    assert.equal((await store.findListing('AAPL'))?.exchange, null);
    assert.equal(await store.findListing("AAPL' or '1'='1"), null);
    assert.equal(await store.findListing('aapl'), null);
  },
};

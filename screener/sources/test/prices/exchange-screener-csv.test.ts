import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ok, unwrap } from '@common/base/result';
import { size } from '@common/kit/testing/size';
import { readExchangeScreener } from '../../src/prices/exchange-screener-csv.ts';
import { toSecSymbol } from '../../src/prices/sec-symbol.ts';

const SHARED = join(import.meta.dirname, '../../../../../shared/data');
const MONTH_END = join(SHARED, 'market/us_month_end_2021-02_2026-08.csv.gz');
const CHECK = join(SHARED, 'market/closes_check_2024-08_2026-08.csv.gz');
const NONE: ReadonlySet<string> = new Set();
const HEADER = 'trading_date,exchange,symbol,name,lastsale,marketCap,sector,industry,country';

async function readText(text: string | Uint8Array, symbols: readonly string[], name = 'screener.csv') {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-market-'));
  try {
    await writeFile(join(folder, name), text);
    return await quotesOf(join(folder, name), new Set(symbols));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The rows of the file that compares closes: date, symbol, close; of one symbol in so many. */
function checkedCloses(): readonly string[][] {
  const [, ...lines] = gunzipSync(readFileSync(CHECK)).toString().trim().split('\n');
  const rows = lines.map((line) => line.split(','));
  const symbols = [...new Set(rows.map(([, symbol]) => symbol))];
  const chosen = new Set(symbols.filter((_, at) => at % size({ quick: 8, full: 1 }) === 0));
  return rows.filter(([, symbol]) => chosen.has(symbol));
}

const COPIED = ['AAPL', 'BRK-B', 'GOOGL', 'BF-B', 'TY-P'];
/** Of half a million rows of the given file, one in so many is read besides those that tests ask for. */
const EACH = size({ quick: 20, full: 1 });
let givenText: string | undefined;
let given: ReturnType<typeof quotesOf> | undefined;

function monthEndText(): string {
  givenText ??= gunzipSync(readFileSync(MONTH_END)).toString();
  return givenText;
}

/** The closes that tests ask of the given month-end file. */
async function givenQuotes() {
  const checked = existsSync(CHECK) ? checkedCloses().map(([, symbol = '']) => symbol) : [];
  const wanted = new Set([...COPIED, ...checked]);
  given ??= EACH === 1 ? quotesOf(MONTH_END, wanted) : readText(rowsOf(wanted), [...wanted]);
  return unwrap(await given);
}

/** The rows of the given file of these symbols, and a few others. */
function rowsOf(wanted: ReadonlySet<string>): string {
  const known = new Map<string, boolean>();
  const isWanted = (row: string): boolean => {
    const [, , written = ''] = row.split(',', 3);
    const answer = known.get(written) ?? wanted.has(toSecSymbol(written) ?? '');
    known.set(written, answer);
    return answer;
  };
  const rows = monthEndText().split('\n');
  return rows.filter((row, at) => at % EACH === 0 || isWanted(row)).join('\n');
}

/** All closes of these symbols. */
async function quotesOf(path: string, history: ReadonlySet<string>) {
  const read = await readExchangeScreener(path, { history, newest: NONE });
  return read.ok ? ok(read.value.quotes) : read;
}

test('the wanted symbols are read; a capitalisation of 0 or blank is unknown', async () => {
  const text = [
    HEADER,
    '2026-07-31,nyse,BRK/B,Berkshire Hathaway Inc.,480.00,1050000000000.00,,,United States',
    '2026-07-31,nasdaq,ETX           ,"Trust, with a comma",18.5,0.00,,,',
    '2026-06-30,nyse,BFH^A,Bread Financial preferred,25.265,,,,United States',
    '2026-06-30,nasdaq,OTHER,not asked for,bad price,bad cap,,,',
    '',
  ].join('\r\n');
  const zipped = await readText(gzipSync(text), ['BRK-B', 'ETX', 'BFH-PA', 'NONE'], 'screener.csv.gz');
  assert.deepEqual(
    unwrap(zipped).map(({ symbol, date, close, marketCap }) => [symbol, date, close, marketCap]),
    [
      ['BFH-PA', '2026-06-30', 25.265, null],
      ['BRK-B', '2026-07-31', 480, 1050000000000],
      ['ETX', '2026-07-31', 18.5, null],
    ],
  );
  assert.deepEqual(await readText(text, ['BRK-B', 'ETX', 'BFH-PA']), zipped);
});

test('for some symbols only the newest date is read, with where it is listed and its sector', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-market-'));
  try {
    const path = join(folder, 'screener.csv');
    const rows = [
      '2026-06-30,nyse,A,all its dates,1,,Energy,,',
      '2026-06-30,nyse,N,an older date,not read,,,,',
      '2026-07-31,amex,N,the newest date,3,30,Health Care,,',
      '2026-07-31,iex,A,all its dates,2,,,,',
      '2026-07-31,nasdaq,OTHER,not wanted,not read,,Utilities,,',
      '2026-05-29,nyse,N,out of order,not read,,,,',
    ];
    await writeFile(path, [HEADER, ...rows].join('\n'));
    const wanted = { history: new Set(['A']), newest: new Set(['N']) };
    const { quotes, listed } = unwrap(await readExchangeScreener(path, wanted));
    assert.deepEqual(
      quotes.map(({ symbol, date, close, marketCap }) => [symbol, date, close, marketCap]),
      [
        ['A', '2026-06-30', 1, null],
        ['A', '2026-07-31', 2, null],
        ['N', '2026-07-31', 3, 30],
      ],
    );
    assert.deepEqual(listed, [
      { symbol: 'N', exchange: 'NYSE American', sector: 'Health Care' },
      { symbol: 'A', exchange: null, sector: null },
      { symbol: 'OTHER', exchange: 'Nasdaq', sector: 'Utilities' },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a bad row of a wanted symbol refuses the file with its line and field', async () => {
  const cases: [string, RegExp][] = [
    ['2026-07-32,nyse,A,a,1,1,,,', /line 2 \(trading_date\)/],
    ['2026-07-31,nyse,A,a,0,1,,,', /line 2 \(lastsale\): "0" is not a positive/],
    ['2026-07-31,nyse,A,a,1,much,,,', /\(marketCap\): "much"/],
    ['2026-07-31,nyse,A,a,1', /5 fields instead of 9/],
    ['2026-07-31,nyse,A,a,1,1,,,\n2026-07-31,amex,A,a,2,1,,,', /line 3.*twice on one date/],
  ];
  for (const [rows, expected] of cases) {
    const refused = await readText(`${HEADER}\n${rows}\n`, ['A']);
    assert.ok(!refused.ok && refused.error.code === 'market_invalid_file', rows);
    assert.match(refused.error.message, expected);
  }
});

test('a file that is cut short, of another kind or missing is refused', async () => {
  const zipped = gzipSync(`${HEADER}\n2026-07-31,nyse,A,a,1,1,,,\n`.repeat(1));
  const cut = await readText(zipped.subarray(0, zipped.length - 10), ['A'], 'screener.csv.gz');
  assert.ok(!cut.ok && /cannot be read as a CSV file/.test(cut.error.message));
  const latin = await readText(Buffer.concat([Buffer.from(`${HEADER}\n`), Buffer.from([0xe9, 0x0a])]), ['A']);
  assert.ok(!latin.ok && latin.error.code === 'market_invalid_file');
  const absent = await quotesOf('/no/such/screener.csv', NONE);
  assert.ok(!absent.ok && /ENOENT/.test(absent.error.message));
  assert.ok(!(await readText('date,ticker,close\n', ['A'])).ok);
});

test('with several wrong lines, the first is named', async () => {
  const text = `${HEADER}\n2026-07-31,nyse,A,a,0,1,,,\n${'2026-07-31,nyse,A,b,1,1,,,\n'.repeat(50_000)}"`;
  for (const name of ['screener.csv', 'screener.csv.gz']) {
    const refused = await readText(name.endsWith('gz') ? gzipSync(text) : text, ['A'], name);
    assert.ok(!refused.ok && /line 2/.test(refused.error.message), name);
  }
});

test('the given month-end file', async (t) => {
  if (!existsSync(MONTH_END)) return t.skip('../shared/data/market absent');
  const quotes = (await givenQuotes()).filter(({ symbol }) => COPIED.includes(symbol));
  assert.equal(quotes.length, 5 * 67);
  // Figures copied from the file by hand.
  const last = new Map(
    quotes.filter(({ date }) => date === '2026-08-21').map((quote) => [quote.symbol, quote]),
  );
  assert.equal(last.get('AAPL')?.close, 309.35);
  assert.equal(last.get('AAPL')?.marketCap, 4514709583000);
  assert.equal(last.get('BRK-B')?.close, 495.82);
  assert.equal(last.get('BF-B')?.marketCap, null);
  const berkshire = quotes.find(({ symbol, date }) => symbol === 'BRK-B' && date === '2021-02-26');
  assert.deepEqual([berkshire?.close, berkshire?.marketCap], [240.51, null]);
});

test('the closes in the given file match a second source', async (t) => {
  if (!existsSync(MONTH_END) || !existsSync(CHECK)) return t.skip('../shared/data/market absent');
  const second = Map.groupBy(checkedCloses(), ([date = '']) => date);
  assert.equal(second.size, 25);
  const quotes = await givenQuotes();
  const closes = new Map(quotes.map(({ symbol, date, close }) => [`${date} ${symbol}`, close]));
  for (const [date, rows] of second) {
    const known = rows.filter(([, symbol]) => closes.has(`${date} ${symbol}`));
    const equal = known.filter(([, symbol, close]) => {
      const difference = (closes.get(`${date} ${symbol}`) ?? 0) - Number(close);
      return Math.abs(difference) < 0.0051;
    });
    // The second source joins the closes of a company under all its tickers.
    assert.ok(known.length > 0.88 * rows.length, `${date}: ${known.length} of ${rows.length} are known`);
    assert.ok(equal.length > 0.9 * known.length, `${date}: ${equal.length} of ${known.length} are equal`);
  }
});

test('the symbols in the given file match the SEC’s list of the same month', async (t) => {
  const list = join(SHARED, 'tickers/company_tickers_2026-04.json.gz');
  if (!existsSync(MONTH_END) || !existsSync(list)) return t.skip('../shared/data absent');
  const rows: Record<string, { ticker: string }> = JSON.parse(gunzipSync(await readFile(list)).toString());
  const known = new Set(Object.values(rows).map(({ ticker }) => ticker));
  const symbols = [...monthEndText().matchAll(/^2026-04-30,[^,]*,([^,]*)/gm)].map(
    ([, symbol = '']) => symbol,
  );
  const unknown = symbols.filter((symbol) => !known.has(toSecSymbol(symbol) ?? ''));
  assert.equal(symbols.length, 7101);
  assert.equal(unknown.length, 30);
  assert.ok(
    unknown.every((symbol) => /^[A-Z]+$/.test(symbol)),
    'all that need a mapping are mapped to a known one',
  );
});

test('closes of a company that had the ticker before are left out, and those under an earlier name are not', async () => {
  const rows = (symbol: string, lines: readonly (readonly [string, string, string, string])[]) =>
    lines.map(([date, name, close, cap]) => `${date},nyse,${symbol},${name},${close},${cap},,,`);
  const text = [
    HEADER,
    ...rows('ICON', [
      ['2021-07-30', 'Iconix Brand Group Inc. Common Stock', '3.14', '47000000'],
      ['2024-07-31', 'Icon Energy Corp. Common stock', '3.50', '5100000'],
      ['2024-08-30', 'Icon Energy Corp. Common stock', '3.60', '5245714'],
    ]),
    ...rows('SQ', [
      ['2021-11-30', 'Square Inc. Class A Common Stock', '208.33', '96000000000'],
      ['2021-12-31', 'Block Inc. Class A Common Stock', '161.51', '74424000000'],
    ]),
    ...rows('SIRI', [
      ['2024-08-30', 'Sirius XM Holdings Inc. Common Stock', '3.29', '12667694777'],
      ['2024-09-30', 'SiriusXM Holdings Inc. Common Stock', '23.65', '8022000000'],
    ]),
    ...rows('NEW', [
      ['2024-05-31', 'Old Corp. Units', '10.00', ''],
      ['2024-06-28', 'New Corp. Common Stock', '11.00', '1100'],
    ]),
  ].join('\n');
  const quotes = unwrap(await readText(text, ['ICON', 'SQ', 'SIRI', 'NEW']));
  assert.deepEqual(
    quotes.map(({ symbol, date }) => `${symbol} ${date}`),
    [
      'ICON 2024-07-31',
      'ICON 2024-08-30',
      'NEW 2024-06-28',
      'SIRI 2024-08-30',
      'SIRI 2024-09-30',
      'SQ 2021-11-30',
      'SQ 2021-12-31',
    ],
  );
});

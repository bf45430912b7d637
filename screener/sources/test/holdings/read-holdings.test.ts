import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import {
  type HeldLine,
  MOST_HOLDINGS,
  MOST_HOLDINGS_CHARACTERS,
  readHoldings,
} from '@screener/sources/holdings/read-holdings';
import { typedNumber } from '@screener/sources/holdings/typed-number';

/** The column layouts are the brokers' own; every value is made up. */
const fileOf = (name: string) => readFileSync(join(import.meta.dirname, 'files', `${name}.csv`), 'utf8');

const told = ({ asked, kind, quantity, value, currency }: HeldLine) =>
  [kind, asked, quantity, value, currency].map((part) => part ?? '-').join(' | ');

function linesOf(text: string): readonly string[] {
  return unwrap(readHoldings(text)).lines.map(told);
}

describe('lists as brokers export them', () => {
  const LISTS: Readonly<Record<string, readonly string[]>> = {
    fidelity: [
      'cash | SPAXX** | - | 1204.11 | USD',
      'security | AAPL | 40 | 10379.20 | USD',
      'option | -MSFT270917C500 | 1 | 8800.00 | USD',
      'security | AAPL | 2.5 | 648.70 | USD',
      'cash | Pending Activity | - | -34.56 | USD',
    ],
    schwab: [
      'security | BRK/B | 3 | 1500.00 | USD',
      'option | AAPL 05/15/2026 255.00 C | -1 | -550.00 | USD',
      'cash | Cash & Cash Investments | - | 2000.00 | USD',
    ],
    vanguard: ['security | VTI | 10 | 2400.00 | -', 'cash | CASH SWEEP | 250.00 | 250.00 | -'],
    'interactive-brokers': [
      'security | NVDA | 1045.5 | 198854.1 | USD',
      'security | XEQT | 20 | 846.2 | CAD',
      'option | NVDA 19MAR27 250 P | -1 | -250 | USD',
    ],
    'degiro-de': [
      'cash | CASH & CASH FUND & FTX CASH (EUR) | - | 143.20 | EUR',
      'security | US0378331005 | 10 | 2200.30 | EUR',
      'security | DE0008404005 | 3 | 1291.20 | EUR',
    ],
    etrade: ['security | VOO | 5 | 2000.00 | -', 'cash | CASH | - | 750.00 | -'],
    wealthsimple: ['security | META | 25 | 573.5 | CAD', 'security | AAPL | 10 | 2594.8 | USD'],
    'yahoo-finance': ['security | AMD | 15.0 | - | -', 'security | JNJ | 14.0 | - | -'],
  };
  for (const [name, lines] of Object.entries(LISTS))
    test(name, () => {
      assert.deepEqual(linesOf(fileOf(name)), lines);
      assert.deepEqual(unwrap(readHoldings(`\ufeff${fileOf(name).replaceAll('\n', '\r\n')}`)).unread, []);
    });

  test('a venue in another country, the name and the cost are read too', () => {
    const [cdr, apple] = unwrap(readHoldings(fileOf('wealthsimple'))).lines;
    assert.deepEqual([cdr?.foreignVenue, cdr?.alsoAsked], ['TSX', ['Meta CDR (CAD Hedged)']]);
    assert.deepEqual([apple?.foreignVenue, apple?.cost, apple?.line], [null, '2000', 3]);
  });

  test('a row that says nothing is named with its line', () => {
    const { lines, unread } = unwrap(readHoldings(fileOf('semicolons')));
    assert.deepEqual(lines.map(told), ['security | MSFT | 20 | 7312.40 | EUR']);
    assert.deepEqual(
      unread.map(({ line }) => line),
      [4, 5],
    );
  });

  test('a file that was cut short has no line that the whole has not, but for the one that was cut', () => {
    for (const name of Object.keys(LISTS)) {
      const whole = fileOf(name);
      const lines = linesOf(whole);
      const { line = 0 } = unwrap(readHoldings(whole)).lines[0] ?? {};
      const firstEnds = whole.split('\n').slice(0, line).join('\n').length;
      for (let length = firstEnds; length < whole.length; length += 7) {
        const read = readHoldings(whole.slice(0, length));
        const some = read.ok ? read.value.lines.map(told) : [];
        assert.deepEqual(
          some.slice(0, -1),
          lines.slice(0, Math.max(0, some.length - 1)),
          `${name}, ${length}`,
        );
      }
    }
  });

  test('a quote that is never closed would hide rows: the file is refused', () => {
    const read = readHoldings(`${fileOf('schwab')}"AAPL,1,"`.replace('"BRK/B"', '"BRK/B'));
    assert.equal(read.ok ? 'read' : read.error.code, 'invalid_csv');
  });

  test('a list of trades is refused with what to export instead', () => {
    const read = readHoldings(fileOf('trading-212'));
    assert.equal(read.ok, false);
    assert.match(read.ok ? '' : read.error.message, /list of trades.*Export your positions/);
  });
});

describe('lines as people type them', () => {
  const LINES: readonly [typed: string, told: string][] = [
    ['AAPL 40', 'security | AAPL | 40 | - | -'],
    ['Microsoft, 20', 'security | Microsoft | 20 | - | -'],
    ['Tesla: 12.5', 'security | Tesla | 12.5 | - | -'],
    ['Berkshire Hathaway\t3', 'security | Berkshire Hathaway | 3 | - | -'],
    ['NVDA 1,045', 'security | NVDA | 1045 | - | -'],
    ['40 AMD', 'security | AMD | 40 | - | -'],
    ['10 shares of Apple', 'security | Apple | 10 | - | -'],
    ['Apple 10 shares', 'security | Apple | 10 | - | -'],
    ['Phillips 66 20', 'security | Phillips 66 | 20 | - | -'],
    ['3M 10', 'security | 3M | 10 | - | -'],
    ['Costco $1,200', 'security | Costco | - | 1200 | USD'],
    ['Costco 1200 USD', 'security | Costco | - | 1200 | USD'],
    ['cash 1204.11', 'cash | cash | - | 1204.11 | -'],
    ['AAPL', 'security | AAPL | - | - | -'],
    ['cash -500', 'cash | cash | - | -500 | -'],
    ['cash -$500', 'cash | cash | - | -500 | USD'],
    ['AAPL -40', 'short | AAPL | -40 | - | -'],
    ['AAPL  \t 40', 'security | AAPL | 40 | - | -'],
    ['VOW3 EUR 300', 'security | VOW3 | - | 300 | EUR'],
  ];
  for (const [typed, expected] of LINES)
    test(typed, () => {
      assert.deepEqual(linesOf(`${typed}\n`), [expected]);
    });

  test('a line of signs is named, and the others count', () => {
    const { lines, unread } = unwrap(readHoldings('AAPL 40\n\n???\nMSFT 2'));
    assert.equal(lines.length, 2);
    assert.deepEqual(unread, [{ line: 3, text: '???' }]);
  });

  test('at most 500 lines, and something at all', () => {
    const code = (text: string) => {
      const read = readHoldings(text);
      return read.ok ? read.value.lines.length : read.error.code;
    };
    assert.equal(code('AAPL 1\n'.repeat(MOST_HOLDINGS)), MOST_HOLDINGS);
    assert.equal(code('AAPL 1\n'.repeat(MOST_HOLDINGS + 1)), 'too_many_holdings');
    assert.equal(code('x'.repeat(MOST_HOLDINGS_CHARACTERS + 1)), 'too_many_holdings');
    assert.equal(code(' \n!\n'), 'no_holdings');
    assert.equal(code(`AAPL 1\n${'-\n'.repeat(MOST_HOLDINGS)}`), 'too_many_holdings');
    assert.equal(code(`symbol,quantity\nAAPL,1\n${'x,-,1\n'.repeat(MOST_HOLDINGS)}`), 'too_many_holdings');
  });
});

describe('texts that were made to take long', () => {
  const unreadOf = (text: string) => unwrap(readHoldings(text)).unread.map(({ line }) => line);

  test('a line of more than 200 characters is unread, whatever it says', () => {
    assert.deepEqual(unreadOf(`AAPL ${' '.repeat(194)}4\nAAPL ${' '.repeat(195)}4\nMSFT 2`), [2]);
  });

  test('a row of more than 2,000 characters is unread, and a header of as many is none', () => {
    const wide = `AAPL,1${','.repeat(2_000)}`;
    assert.deepEqual(unreadOf(`symbol,quantity\n${wide}\nMSFT,2`), [2]);
    const read = readHoldings(`symbol,quantity${','.repeat(2_000)}\n??,2`);
    assert.equal(read.ok ? 'read' : read.error.code, 'no_holdings');
  });

  test('a table of more than 5,000 lines is refused before it is parsed', () => {
    const read = readHoldings(`symbol,quantity\nAAPL,1${'\n'.repeat(5_000)}`);
    assert.equal(read.ok ? 'read' : read.error.code, 'too_many_holdings');
  });

  // As long as a line that is read can be, of what an expression may read again from each of its places.
  const RUNS = [',', ' ', '1', '1,', '1.', '-', '*', ' bought 2024-03-01', '1 dividends ', '1/1/20 ', 'a '];
  for (const run of RUNS)
    test(`500 lines of ${JSON.stringify(run)}`, () => {
      const line = `a ${run.repeat(Math.floor(196 / run.length))}?`;
      for (const text of [line, `"${line}","${line}"`]) {
        const header = text === line ? '' : 'symbol,quantity\n';
        const read = readHoldings(`${header}${`${text}\n`.repeat(499)}MSFT,2`);
        assert.ok(read.ok && read.value.lines.some(({ asked }) => asked === 'MSFT'));
      }
    });
});

describe('numbers as people and brokers write them', () => {
  const NUMBERS: readonly [cell: string, decimal: '.' | ',', number: string | null, currency?: string][] = [
    ['$10,379.20', '.', '10379.20', 'USD'],
    ['1.234,56 €', ',', '1234.56', 'EUR'],
    ['(34.56)', '.', '-34.56'],
    ['-$550.00', '.', '-550.00', 'USD'],
    ['+0.5', '.', '0.5'],
    ["1'234.50 CHF", '.', '1234.50', 'CHF'],
    ['.25', '.', '0.25'],
    ['007', '.', '7'],
    // Neither groups of three nor decimals: refused, not guessed.
    ['1,23,4', '.', null],
    ['1.2.3', '.', null],
    ['--', '.', null],
    ['n/a', '.', null],
    ['1e9', '.', null],
    ['9'.repeat(31), '.', null],
  ];
  for (const [cell, decimal, number, currency = null] of NUMBERS)
    test(`${cell} with ${decimal}`, () => {
      assert.deepEqual(typedNumber(cell, decimal), number === null ? null : { number, currency });
    });
});

test('dividends, and the days of purchase and sale, in a line and in a table', () => {
  const told = (text: string) =>
    unwrap(readHoldings(text)).lines.map(({ asked, quantity, dividends, bought, sold }) => [
      ...[asked, quantity, dividends, bought, sold],
    ]);
  assert.deepEqual(
    told(
      'AAPL 40 dividends $41.20 bought 2024-03-01 sold 2025-06-30\nMicrosoft, 20, bought 2023-01-02, dividends 5, sold: 2024-01-02;\nDividends Inc 5',
    ),
    [
      ['AAPL', '40', '41.20', '2024-03-01', '2025-06-30'],
      ['Microsoft', '20', '5', '2023-01-02', '2024-01-02'],
      ['Dividends Inc', '5', null, null, null],
    ],
  );
  assert.deepEqual(
    told(
      'Ticker;Shares;Dividends received;Date acquired;Date sold\nAAPL;40;41,20;2024-03-01;\nPG;12;;;2025-06-30',
    ),
    [
      ['AAPL', '40', '41.20', '2024-03-01', null],
      ['PG', '12', null, null, '2025-06-30'],
    ],
  );
});

test('days in every column as brokers write them, and none where a cell says so', () => {
  const daysOf = (cells: readonly string[]) =>
    unwrap(
      readHoldings(`symbol;shares;bought;sold\n${cells.map((cell) => `AAPL;1;${cell}`).join('\n')}`),
    ).lines.map(({ bought, sold }) => [bought, sold]);
  const NONE = ['', '-', '--', '—', 'N/A', 'n/a', '#N/A', 'n.a.', 'NA', 'none', 'null', 'k. A.'];
  assert.deepEqual(
    daysOf(NONE.map((cell) => `${cell};${cell}`)),
    NONE.map(() => [null, null]),
  );
  assert.deepEqual(
    daysOf([
      '12/31/2027;2027-12-31',
      '20271231;Dec 31, 2027',
      '31-Dec-2027;31.12.2027',
      '12/31/27 09:30;Dec-31-2027',
    ]),
    Array.from({ length: 4 }, () => ['2027-12-31', '2027-12-31']),
  );
  // What may be two days is as written, unless the others in the list are in one order.
  assert.deepEqual(daysOf(['03/04/2024;', '05/05/2024;various']), [
    ['03/04/2024', null],
    ['2024-05-05', 'various'],
  ]);
  assert.deepEqual(daysOf(['03/04/2024;', '12/31/2024;'])[0], ['2024-03-04', null]);
  assert.deepEqual(daysOf(['03/04/2024;', '31/12/2024;'])[0], ['2024-04-03', null]);
  assert.deepEqual(daysOf(['03/04/2024;', '31/12/2024;12/31/2025'])[0], ['03/04/2024', null]);
});

test('a line with two days of sale, or of purchase, is unread, and says both', () => {
  const text =
    'AAPL 40 sold 2024-01-01, sold 2025-01-01\nPG 3 bought 2024-01-01 bought 2024-01-02 sold 2025-01-01\nKO 5 sold 2024-01-01 sold 2024-01-01';
  const { lines, unread } = unwrap(readHoldings(text));
  assert.deepEqual(
    lines.map(({ asked, sold }) => [asked, sold]),
    [['KO', '2024-01-01']],
  );
  assert.deepEqual(unread, [
    { line: 1, text: 'AAPL: sold 2024-01-01, sold 2025-01-01' },
    { line: 2, text: 'PG: bought 2024-01-01, bought 2024-01-02, sold 2025-01-01' },
  ]);
});

test('what a line is held for, and no name that has the word', () => {
  const heldFor = (text: string) =>
    unwrap(readHoldings(text)).lines.map(({ asked, quantity, heldFor: why }) => [asked, quantity, why]);
  assert.deepEqual(
    heldFor(
      'AAPL 40 trade\nMicrosoft, 20, bought 2023-01-02, to trade;\nPG 12 dividends 5 for income\nRealty Income 9\nTrade Desk 3 Income',
    ),
    [
      ['AAPL', '40', 'trade'],
      ['Microsoft', '20', 'trade'],
      ['PG', '12', 'income'],
      ['Realty Income', '9', null],
      ['Trade Desk', '3', 'income'],
    ],
  );
  const table = 'symbol,quantity,held for\nAAPL,40,To trade\nMSFT,20,\nPG,1,income\nKO,2,not for trade';
  assert.deepEqual(heldFor(table), [
    ['AAPL', '40', 'trade'],
    ['MSFT', '20', null],
    ['PG', '1', 'income'],
    ['KO', '2', 'not for trade'],
  ]);
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { parseEcbCsv, readEcbFile } from '../../src/rates/ecb-rates.ts';
import { decodeRates, encodeRates } from '../../src/rates/encode-series.ts';
import { parseFedCsv, readFedFile } from '../../src/rates/fed-rates.ts';

const GIVEN = join(REPOSITORY, '../shared/data/fx');
const DAILY = join(GIVEN, 'ecb_eurofxref_hist_2026-04-13.zip');
const MONTHLY = join(GIVEN, 'fed_h10_monthly_2026-06.csv.gz');

/** Rows as the ECB writes them, newest first and with a comma at their ends. */
const CSV = ['Date,USD,JPY,RUB,', '2024-12-31,1.0389,163.06,N/A,', '2024-12-27,1.0435,164.59,N/A,', ''].join(
  '\n',
);

/** A month of daily rates: a dollar and a quarter for a euro, 150 yen. */
const MONTH = [
  'Date,USD,JPY,',
  ...Array.from({ length: 20 }, (_, day) => `2024-06-${String(day + 1).padStart(2, '0')},1.25,150,`),
].join('\n');
const FED_HEADER = 'Date,Country,Exchange rate';

describe('the ECB’s file of daily rates', () => {
  test('is read as one series for each currency, oldest first', () => {
    const series = unwrap(parseEcbCsv(CSV, 'hist.csv'));
    assert.deepEqual(
      series.map(({ currency, source, rates }) => [currency, source, rates]),
      [
        [
          'USD',
          'ecb',
          [
            ['2024-12-27', 1.0435],
            ['2024-12-31', 1.0389],
          ],
        ],
        [
          'JPY',
          'ecb',
          [
            ['2024-12-27', 164.59],
            ['2024-12-31', 163.06],
          ],
        ],
      ],
    );
  });

  for (const [what, text] of [
    ['a page', '<html>'],
    ['a cell that is no rate', CSV.replace('163.06', '-1')],
    ['a row that is cut', CSV.replace(',163.06,N/A,', '')],
    ['a date that does not exist', CSV.replace('2024-12-31', '2024-12-32')],
  ] as const) {
    test(`refuses ${what}, and names the file`, () => {
      const read = parseEcbCsv(text, 'hist.csv');
      assert.equal(read.ok ? '' : read.error.code, 'rates_unreadable');
      assert.match(read.ok ? '' : read.error.message, /^hist\.csv: /);
    });
  }

  test('refuses a file that is no zip', async () => {
    assert.equal((await readEcbFile(import.meta.filename)).ok, false);
    assert.equal((await readEcbFile('/no/such/file.zip')).ok, false);
  });
});

describe('the Federal Reserve’s monthly averages', () => {
  const ecb = unwrap(parseEcbCsv(MONTH, 'hist.csv'));
  const read = (...rows: readonly string[]) => parseFedCsv([FED_HEADER, ...rows].join('\n'), 'fed.csv', ecb);
  const JAPAN = '2024-06-01,Japan,120.3';
  const EURO = '2024-06-01,Euro,0.8012';

  test('give the currencies that the ECB lacks, once the others agree with it', () => {
    const found = unwrap(read(JAPAN, EURO, '2024-06-01,Taiwan,32.3', '2024-06-01,Venezuela,36'));
    assert.deepEqual(found, [{ currency: 'TWD', source: 'fed', rates: [['2024-06-01', 32.3]] }]);
  });

  test('are refused if a series is the other way round, as their description says of four', () => {
    const turned = read(JAPAN, '2024-06-01,Euro,1.2481', '2024-06-01,Taiwan,32.3');
    assert.match(turned.ok ? '' : turned.error.message, /^fed\.csv: EUR of 2024-06 is 1\.2481, but/);
    assert.equal(read('2024-06-01,Japan,0.0083').ok, false);
  });

  test('are refused if nothing shows their direction', () => {
    assert.equal(read('2024-06-01,Taiwan,32.3').ok, false);
    assert.equal(read('2024-05-01,Japan,120.3', '2024-06-01,Taiwan,32.3').ok, false);
  });
});

describe('a series as text', () => {
  test('is read back to the same numbers and dates', () => {
    const series = unwrap(parseEcbCsv(CSV, 'hist.csv'));
    for (const { rates } of series) assert.deepEqual(decodeRates(encodeRates(rates)), rates);
    assert.deepEqual(decodeRates(encodeRates([])), []);
  });

  test('the given files are read, and no number changes', {
    skip: existsSync(DAILY) ? false : 'no given files',
  }, async () => {
    const daily = unwrap(await readEcbFile(DAILY));
    const monthly = unwrap(await readFedFile(MONTHLY, daily));
    assert.deepEqual(monthly.map(({ currency }) => currency).sort(), ['LKR', 'TWD']);
    assert.deepEqual(monthly.find(({ currency }) => currency === 'TWD')?.rates.at(-1), [
      '2026-06-01',
      31.6195,
    ]);
    assert.deepEqual(daily.find(({ currency }) => currency === 'USD')?.rates.at(-1), ['2026-04-13', 1.1684]);
    const some = [...daily, ...monthly].filter(({ currency }) => /^(IDR|TRY|TWD)$/.test(currency));
    for (const { rates } of some) assert.deepEqual(decodeRates(encodeRates(rates)), rates);
  });
});

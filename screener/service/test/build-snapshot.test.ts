import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { removeDirectory } from '@common/kit/testing';
import type { Snapshot } from '@screener/sources/snapshot/snapshot';
import {
  annual,
  companyFacts,
  companyTickers,
  type Filer,
  firstQuarter,
  LITTLE_DEBT,
  MUCH_DEBT,
  NORTHWIND,
  submissions,
} from '@screener/sources/testing/synthetic-filer';
import { type BuildOptions, buildSnapshot } from '../src/use-cases/build-snapshot.ts';
import { readSnapshot } from '../src/use-cases/read-snapshot.ts';

const OLDER = [annual('2023-12-31', LITTLE_DEBT)];
const NEWER = [...OLDER, firstQuarter('2024-03-31', MUCH_DEBT)];
/** Southwind's file was taken before its quarterly report, which its list of filings names. */
const SOUTHWIND: Filer = { cik: 1_999_002, symbol: 'SWIQ', name: 'Southwind Instruments Inc.' };
/** Known from the lists alone: two classes of shares, one of which the directory names. */
const BREWER: Filer = { cik: 1_999_003, symbol: 'ALE', name: 'Northern Ales Inc.' };
const BREWER_B: Filer = { ...BREWER, symbol: 'ALE-B' };
const UNKNOWN: Filer = { cik: 1_999_004, symbol: 'WHO', name: 'Who Knows Corp.' };

const DIRECTORY = [
  'cik\tticker\tname\texchange\tsic\tlast_annual_accession\tseen',
  `${NORTHWIND.cik}\tNWIQ\tNORTHWIND\tNYSE\t3829\t\t2024-04-01`,
  `${SOUTHWIND.cik}\tSWIQ\tSOUTHWIND\tNYSE\t3829\t0001999002-24-000001\t2026-04-12`,
  `${BREWER.cik}\tALE\tNORTHERN ALES\tNYSE\t2082\t\t2026-04-12`,
  '1999009\tLEFT\tLEFT BEHIND INC\tOTC\t1000\t\t2026-04-12',
  '',
].join('\n');

const MARKET = [
  'trading_date,exchange,symbol,name,lastsale,marketCap,sector,industry,country',
  '2024-05-31,nyse,NWIQ,Northwind,51.00,5100,Technology,,',
  '2024-05-31,nyse,ALE,Northern Ales,6.00,600,Consumer Staples,,',
  '2024-06-28,nyse,NWIQ,Northwind,52.00,5200,Technology,,',
  '2024-06-28,amex,ALE,Northern Ales,7.00,700,Consumer Staples,,',
  '2024-06-28,nyse,NOCIK,Not a filer,1.00,1,Energy,,',
  '',
].join('\n');

describe('building a snapshot', () => {
  let folder = '';
  let snapshot: Snapshot;
  const build = async (out: string, changes: Partial<BuildOptions> = {}) => {
    const at = (name: string) => join(folder, name);
    return buildSnapshot({
      companyFacts: at('companyfacts'),
      taken: null,
      submissions: at('submissions'),
      directory: at('directory.tsv'),
      tickers: [at('tickers.json')],
      market: at('market.csv'),
      dataSets: [],
      sicCodes: null,
      nport: [],
      fundTickers: null,
      dailyRates: null,
      monthlyRates: null,
      nportFilings: null,
      out: at(out),
      ...changes,
    });
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sanad-build-'));
    for (const name of ['companyfacts', 'submissions']) await mkdir(join(folder, name));
    const put = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content);
    // The newer file comes first by name.
    await put('companyfacts/CIK0001999001_a.json', companyFacts(NORTHWIND, NEWER));
    await put('companyfacts/CIK0001999001_b.json', companyFacts(NORTHWIND, OLDER));
    await put('companyfacts/CIK0001999002.json', companyFacts(SOUTHWIND, OLDER));
    await put('submissions/CIK0001999001.json', submissions(NORTHWIND, NEWER, '3826'));
    await put('submissions/CIK0001999002.json', submissions(SOUTHWIND, NEWER, '3826'));
    await put('directory.tsv', DIRECTORY);
    await put('tickers.json', companyTickers([NORTHWIND, SOUTHWIND, BREWER, BREWER_B, UNKNOWN]));
    await put('market.csv', MARKET);
    unwrap(await build('out'));
    snapshot = unwrap(await readSnapshot(join(folder, 'out')));
  });
  after(() => removeDirectory(folder));

  const company = (cik: number) => snapshot.companies.find((one) => Number(one.cik) === cik);

  test('it is as of the newest closes; of several files of a filer, the newest counts', () => {
    assert.equal(snapshot.asOf, '2024-06-28');
    const reports = company(NORTHWIND.cik)?.facts.reports.map(({ filed }) => filed);
    assert.deepEqual(reports, ['2024-02-14', '2024-04-30']);
    const files = snapshot.sources.filter(({ role }) => role === 'companyfacts').map(({ file }) => file);
    assert.deepEqual(files, ['CIK0001999001_a.json', 'CIK0001999002.json']);
  });

  test('each company has the day through which its facts are complete', async () => {
    assert.equal(company(NORTHWIND.cik)?.completeThrough, '2024-04-30');
    assert.equal(company(SOUTHWIND.cik)?.completeThrough, '2024-04-29');
    unwrap(await build('taken', { taken: '2024-06-03' }));
    const { companies } = unwrap(await readSnapshot(join(folder, 'taken')));
    assert.deepEqual(
      companies.map(({ completeThrough }) => completeThrough),
      ['2024-06-03', '2024-06-03'],
    );
  });

  test('the newer of submissions and directory gives the industry, and the source is named', () => {
    const northwind = company(NORTHWIND.cik);
    assert.deepEqual([northwind?.sic, northwind?.sicSource], ['3826', 'submissions']);
    const southwind = company(SOUTHWIND.cik);
    assert.deepEqual(
      [southwind?.sic, southwind?.sicSource],
      ['3829', 'list of US filers of 2026-04-12, annual report 0001999002-24-000001'],
    );
  });

  test('a filer without facts has its industry, once for all its tickers', () => {
    assert.deepEqual(
      snapshot.filers.map(({ cik, name, sic, sicSource }) => [cik, name, sic, sicSource]),
      [
        ['0001999003', BREWER.name, '2082', 'list of US filers of 2026-04-12'],
        ['0001999009', 'LEFT BEHIND INC', '1000', 'list of US filers of 2026-04-12'],
      ],
    );
  });

  test('the newest listing says where a ticker is listed, then the directory', () => {
    assert.deepEqual(
      snapshot.tickers.map(({ symbol, exchange, sector }) => [symbol, exchange, sector]),
      [
        ['ALE', 'NYSE American', 'Consumer Staples'],
        ['ALE-B', null, null],
        ['LEFT', 'OTC', null],
        ['NWIQ', 'NYSE', 'Technology'],
        ['SWIQ', 'Nasdaq', null],
        ['WHO', null, null],
      ],
    );
  });

  test('all closes of a company with facts, the newest one of another', () => {
    assert.deepEqual(
      [...snapshot.quotes.values()].flat().map(({ symbol, date, close }) => [symbol, date, close]),
      [
        ['ALE', '2024-06-28', 7],
        ['NWIQ', '2024-05-31', 51],
        ['NWIQ', '2024-06-28', 52],
      ],
    );
  });

  test('the same inputs give the same bytes', async () => {
    unwrap(await build('again'));
    for (const name of await readdir(join(folder, 'out'), { recursive: true })) {
      if (!/\./.test(name)) continue;
      assert.deepEqual(
        await readFile(join(folder, 'again', name)),
        await readFile(join(folder, 'out', name)),
        name,
      );
    }
  });

  test('an unreadable input refuses the whole, and is named', async () => {
    const refused = await build('refused', { directory: join(folder, 'tickers.json') });
    assert.ok(
      !refused.ok && /tickers\.json: the directory of filers is not usable/.test(refused.error.message),
    );
    assert.ok(!(await readdir(folder)).includes('refused'));
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory, withTempDir } from '@common/kit/testing';
import { VERSION } from '@common/kit/version';
import { readScreenerConfig } from '@screener/service/config';
import { openScreener } from '@screener/service/open-screener';
import { encodeMonthEnds } from '@screener/sources/prices/month-ends';
import { writeSnapshot } from '@screener/sources/snapshot/snapshot';
import { makeApp } from '../../service/test/app-under-test.ts';
import { syntheticCompany, writeArchive } from '../../service/test/crash/synthetic-archive.ts';
import { writeTinySnapshot } from '../../service/test/tiny-snapshot.ts';
import { type Place, placeIn, seededPlace, TODAY } from './run.ts';

describe('commands', () => {
  let folder: string;
  /** The snapshot of the repository. */
  let real: Place;
  /** A snapshot with only tickers. */
  let empty: Place;
  /** The same with a few real tickers, among which a search does not take long. */
  let few: Place;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sanad-cli-'));
    const snapshot = join(folder, 'snapshot');
    const tickerOf = (symbol: string, cik: number, name: string) => ({
      ...{ symbol, cik: String(cik).padStart(10, '0'), name },
      ...{ exchange: 'Nasdaq', sector: null },
    });
    const tickers = ['SYN', 'SYNB'].map((symbol, at) => tickerOf(symbol, at + 1, `Synthetic ${at + 1} Inc.`));
    const content = {
      companies: [],
      filers: [],
      sources: [],
      quotes: new Map(),
      monthEnds: encodeMonthEnds(new Map(), ''),
      rates: [],
      funds: [],
      fundReports: [],
      fundTickers: [],
      history: [],
      tickers,
      asOf: '2026-01-30',
    };
    await writeSnapshot(snapshot, content);
    const known = [tickerOf('AAPL', 320_193, 'Apple Inc.'), tickerOf('MSFT', 789_019, 'Microsoft Corp')];
    await writeSnapshot(join(folder, 'few-tickers'), { ...content, tickers: known });
    for (const name of ['real', 'empty', 'few']) await mkdir(join(folder, name));
    real = await seededPlace(join(folder, 'real'));
    empty = placeIn(join(folder, 'empty'), snapshot);
    few = placeIn(join(folder, 'few'), join(folder, 'few-tickers'));
  });

  after(() => removeDirectory(folder));

  test('--help explains, with examples; no command at all is refused with the same text', async () => {
    const help = await real.sanad('--help');
    assert.equal(help.code, 0);
    assert.match(help.out, /^Usage: sanad .*\n\nSCREENING\n/);
    assert.match(help.out, /sanad screen AAPL/);
    const none = await real.sanad('');
    assert.deepEqual([none.code, none.out], [2, '']);
    assert.match(none.err, /^Usage: sanad .*\n\nSCREENING\n/);
    const version = await real.sanad('--version');
    assert.deepEqual([version.code, version.out], [0, `sanad ${VERSION}\n`]);
  });

  test('screen --json prints the data of the API, byte for byte', async (t) => {
    for (const query of ['', '?as_of=2021-05-01&rules=classic']) {
      const flags = query === '' ? '' : '--as-of 2021-05-01 --rules classic';
      const { code, out, err } = await real.sanad(`screen aapl --json ${flags}`);
      assert.deepEqual([code, err], [0, '']);
      assert.equal(out, `${await dataOfService(t, `/v1/screen/AAPL${query}`)}\n`);
    }
  });

  test('history --json prints the data of the API, byte for byte', async (t) => {
    const { code, out } = await real.sanad('history GOOGL --limit 3 --json');
    assert.equal(code, 0);
    assert.equal(out, `${await dataOfService(t, '/v1/history/GOOGL?limit=3')}\n`);
  });

  test('screen prints the report for a person', async () => {
    const { code, out, err } = await real.sanad('screen AAPL --as-of 2025-11-03 --explain');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^Apple Inc\. \(AAPL\)\n {2}CIK {7}0000320193\n {2}As of {5}2025-11-03/);
    for (const title of ['Audit matrix', 'Evidence, in USD', 'How each amount was computed']) {
      assert.match(out, new RegExp(`^${title}$`, 'm'));
    }
    assert.match(out, /0000320193-25-000079/);
    assert.match(out, /\nAAPL: WAS COMPLIANT, score \d+\.\d of 100, as of 2025-11-03\n$/);
  });

  test('report writes the file that recomputes itself', () =>
    withTempDir(async (folder) => {
      const file = join(folder, 'aapl.html');
      const { code, out, err } = await real.sanad(`report aapl -o ${file}`);
      assert.deepEqual([code, out], [0, '']);
      assert.match(err, /^sanad: wrote .*aapl\.html, \d+ kB/);
      assert.match(await readFile(file, 'utf8'), /^<!doctype html>[\s\S]*<h1 data-line>Apple Inc\./);
      const none = await real.sanad(`report aapl -o ${join(folder, 'nowhere/aapl.html')}`);
      assert.equal(none.code, 1);
      assert.match(none.err, /cannot be written/);
    }));

  test('several tickers make one table; one that is unknown does not lose the rest', async () => {
    const { code, out, err } = await real.sanad('screen aapl QQQQQ NVDA SPUS AAPL');
    assert.equal(code, 2);
    assert.match(err, /^sanad: QQQQQ is not among the tickers/);
    const lines = out.split('\n').map((line) => line.split(/ {2,}/));
    assert.deepEqual(lines[0], ['ticker', 'verdict', 'score', 'closest call', 'purify', 'report']);
    assert.deepEqual(
      lines.slice(1, 6).map(([ticker]) => ticker),
      ['AAPL', 'QQQQQ', 'NVDA', 'SPUS', 'AAPL'],
    );
    assert.deepEqual(lines[2], ['QQQQQ', 'no answer', '-', 'ticker not found', '-', '-']);
    assert.ok(
      out.split('\n').every((line) => line.length <= 80),
      out,
    );
    const wide = await real.sanad('screen AAPL NVDA', { env: { ...real.env, COLUMNS: '120' } });
    assert.equal(wide.code, 0);
    assert.match(wide.out, /^ticker .* closest call .* purification .* as of .* report\n/);
    assert.match(wide.out, /^AAPL .* debt \/ assets \d.* of 33\.\d+ % .* 20\d\d-\d\d-\d\d {2}10-/m);
  });

  test('below a table stands what to do about the tickers without figures', async () => {
    const { out } = await real.sanad('screen META AAPL JPM TSLA');
    const note = out.replaceAll(/\n {2}/g, ' ');
    assert.match(
      note,
      /^No recent figures of META, TSLA are stored here\. .*, run once: npm run sanad -- setup$/m,
    );
    assert.doesNotMatch((await real.sanad('screen AAPL JPM')).out, /No recent figures/);
  });

  test('several tickers as CSV and as the data of a batch', async (t) => {
    const csv = await real.sanad('screen AAPL QQQQQ --csv');
    assert.equal(csv.code, 2);
    const [titles, apple, unknown] = csv.out.split('\r\n');
    assert.match(titles ?? '', /^symbol,name,type,exchange,compliance,score,.*,summary,error$/);
    assert.match(apple ?? '', /^AAPL,Apple Inc\.,company,Nasdaq,compliant,.*,"Compliant: .*",$/);
    assert.match(unknown ?? '', /^QQQQQ,+"?ticker_not_found: QQQQQ is not/);
    assert.match((await real.sanad('screen AAPL --csv')).out, /\r\nAAPL,Apple Inc/);
    const { code, out } = await real.sanad('screen AAPL NVDA --json');
    assert.equal(code, 0);
    const { results } = JSON.parse(out);
    assert.deepEqual(results[0], JSON.parse(await dataOfService(t, '/v1/screen/AAPL')));
    assert.equal(results[1].symbol, 'NVDA');
  });

  test('find prints tickers by name, or the data of the API', async (t) => {
    const { code, out, err } = await real.sanad('find apple --limit 3');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^ticker +name +exchange +type +facts\nAAPL +Apple Inc\. +Nasdaq +company +at hand\n/);
    assert.match(out, /--limit shows more/);
    const json = await real.sanad('find berkshire hath --json');
    assert.equal(json.out, `${await dataOfService(t, '/v1/search?q=berkshire%20hath')}\n`);
    const typo = JSON.parse((await few.sanad('find aplpe --json')).out);
    assert.deepEqual([typo.results[0].symbol, typo.results[0].match], ['AAPL', 'spelling']);
  });

  test('a not screenable ticker counts as an answer', async () => {
    const { code, out } = await real.sanad('screen COST');
    assert.equal(code, 0);
    assert.match(out, /^COSTCO WHOLESALE CORP \/NEW \(COST\) is not screenable\n/);
    assert.match(out, /filings after 2021-10-05\s+are missing/);
    assert.match(out, /The last verdict was\s+questionable, as of 2021-06-03/);
    assert.match(out, /Based on data up to 2021-10-05 .*we\s+have nothing newer\./s);
    assert.match(out, /run once: npm run sanad -- setup\n$/);
    assert.match(out, /\n {2}Business: sale of alcohol or tobacco .*a\s+retailer\s+that lists\s+liquor/s);
    assert.ok(out.split('\n').length <= 15, out);
  });

  test('a verdict on the business alone names its source, and gold has nothing to fetch', async () => {
    // Its SIC code is one of health care; the curated entry names the annual report.
    assert.match((await real.sanad('screen MO')).out, /\n {2}Source: \S/);
    assert.match(
      (await real.sanad('screen JPM')).out,
      /Source: SIC 6021 NATIONAL COMMERCIAL BANKS; SIC code from/,
    );
    const gold = await real.sanad('screen GLD');
    assert.match(gold.out, /nothing to screen/);
    assert.doesNotMatch(gold.out, /To fetch/);
  });

  test('history prints dated screenings, newest first', async () => {
    const { code, out } = await real.sanad('history NVDA --limit 30');
    assert.equal(code, 0);
    const dates = out.match(/^\d{4}-\d\d-\d\d/gm) ?? [];
    assert.equal(dates.length, 30);
    assert.deepEqual(dates, [...dates].sort().reverse());
  });

  test('refused input exits with 2 and says what to do', async () => {
    for (const [line, message] of [
      ['screen', /missing required argument 'tickers'/],
      ['screen AA_PL', /1 to 6 letters or digits/],
      ['screen QQQQQ', /QQQQQ is not among the tickers [\s\S]*npm run sanad -- find/],
      ['screen AAPLE', /Did you mean AAPL \(Apple Inc\.\)/],
      ['screen microsoft', /1 to 6 letters.*Did you mean MSFT/],
      ['screen AAPL NVDA --explain', /--explain is for one ticker/],
      ['screen AAPL NVDA --as-of yesterday', /YYYY-MM-DD/],
      ['screen AAPL --csv --json', /cannot be used with option/],
      ['find', /missing required argument 'name'/],
      ['find qqqqqqq', /Nothing is called "qqqqqqq"/],
      ['find twitter', /Twitter, Inc\. \(TWTR\) is no longer listed: X Holdings/],
      ['screen FB', /FB is now META .*Ask for META\./],
      ['find apple --limit 51', /a whole number from 1 to 50/],
      ['screen AAPL --as-of 2026-11-21', /to today/],
      ['screen AAPL --as-of yesterday', /YYYY-MM-DD/],
      ['screen AAPL --rules old', /Allowed choices are current, classic/],
      ['screen AAPL --shout', /unknown option '--shout'/],
      ['history QQQQQ', /QQQQQ is not in/],
      ['history AAPL --limit 501', /a whole number from 1 to 500/],
      ['history backfill --ticker QQQQQ', /QQQQQ is not in/],
      ['histroy AAPL', /Did you mean history/],
      ['snapshot show --dir no/such/folder', /cannot be read/],
    ] as const) {
      const { code, out, err } = await few.sanad(line);
      assert.deepEqual([code, out], [2, ''], line);
      assert.match(err.replaceAll(/\s+/g, ' '), message);
    }
  });

  test('wrong settings are refused by name; an unreadable snapshot is a failure', async () => {
    const wrong = await real.sanad('screen AAPL', { env: { ...real.env, SCREENER_PORT: 'high' } });
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /SCREENER_PORT must be an integer/);
    const broken = await real.sanad('screen AAPL', {
      env: { DATABASE_URL: 'sqlite::memory:', SNAPSHOT_DIR: join(folder, 'none') },
    });
    assert.equal(broken.code, 1);
    assert.match(broken.err, /snapshot/);
  });

  test('ingest imports, does nothing when run again, and refuses a broken entry by name and offset', async () => {
    const archive = join(folder, 'companyfacts.zip');
    const { name } = syntheticCompany(3);
    await writeArchive(archive, [syntheticCompany(1), syntheticCompany(2)]);
    const first = await empty.sanad(['ingest', archive]);
    assert.deepEqual(first, { code: 0, out: '2 entries\n  imported    2\n', err: '' });
    const again = await empty.sanad(['ingest', archive]);
    assert.deepEqual(again, {
      code: 0,
      out: '2 entries, all processed by an earlier run\n  imported    2\n',
      err: '',
    });
    await writeArchive(archive, [syntheticCompany(1), { name, text: '{"cik": 3' }]);
    const broken = await empty.sanad(['ingest', archive]);
    assert.equal(broken.code, 1);
    assert.match(
      broken.out,
      /^2 entries\n {2}imported {4}0\n {2}unchanged {3}1 .*\n {2}refused {5}1\n {4}CIK0000000003\.json: .+\n$/,
    );
    const still = await empty.sanad(['ingest', archive]);
    assert.equal(still.code, 1);
  });

  test('ingest --source starts a separate import', async () => {
    const archive = join(folder, 'named.zip');
    await writeArchive(archive, [syntheticCompany(4)]);
    await empty.sanad(['ingest', archive, '--source', 'one']);
    const other = await empty.sanad(['ingest', archive, '--source', 'two']);
    assert.match(other.out, /^1 entry\n {2}imported {4}0\n {2}unchanged {3}1/);
  });

  test('a file that is not an archive is refused as a whole', async () => {
    const archive = join(folder, 'broken.zip');
    await writeFile(archive, 'PK, but cut short');
    for (const path of [archive, join(folder, 'none.zip')]) {
      const { code, out, err } = await empty.sanad(['ingest', path]);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /broken\.zip|none\.zip/);
      assert.equal((await empty.sanad(['ingest-submissions', path])).code, 2);
    }
  });

  test('Ctrl-C stops an import after a batch; run again, it continues', async () => {
    const archive = join(folder, 'large.zip');
    await writeArchive(
      archive,
      Array.from({ length: 200 }, (_, index) => syntheticCompany(1000 + index)),
    );
    const controller = new AbortController();
    // Each reading of the clock is a progress report: the signal comes in the middle of the import.
    let readings = 0;
    const clock = () => {
      readings += 1;
      if (readings === 3) controller.abort();
      return TODAY;
    };
    const stopped = await empty.sanad(['ingest', archive], {
      clock,
      interruptible: (work) => work(controller.signal),
    });
    assert.equal(stopped.code, 130);
    assert.equal(stopped.out, '');
    assert.match(stopped.err, /What was imported stays; run the same command again/);
    const rest = await empty.sanad(['ingest', archive]);
    assert.equal(rest.code, 0);
    assert.match(
      rest.out,
      /^200 entries, (64|128) of them processed by an earlier run\n {2}imported {4}200\n$/,
    );
  });

  test('submissions, prices and history of what was imported', async () => {
    const facts = join(folder, 'facts.zip');
    await writeArchive(facts, [syntheticCompany(1)]);
    await empty.sanad(['ingest', facts]);
    const submissions = join(folder, 'submissions');
    await mkdir(submissions);
    const filings = { recent: {} };
    const filer = {
      filings,
      cik: '1',
      name: 'Synthetic 1 Inc.',
      sic: '3571',
      sicDescription: 'Computers',
      tickers: [],
    };
    await writeFile(join(submissions, 'CIK0000000001.json'), JSON.stringify(filer));
    await writeFile(join(submissions, 'CIK0000000002.json'), 'no JSON');
    const saved = await empty.sanad(['ingest-submissions', submissions]);
    assert.equal(saved.code, 1);
    assert.match(saved.out, /^2 entries, 1 filer saved\n {2}refused {2}1\n {4}CIK0000000002\.json: /);

    const prices = join(folder, 'prices.csv');
    await writeFile(prices, 'date,ticker,close,market_cap\n2025-02-28,SYN,10.5,1000000000000\n');
    const imported = await empty.sanad(['ingest-prices', prices]);
    assert.deepEqual(imported, { code: 0, out: '1 close of 1 ticker imported\n', err: '' });
    await writeFile(prices, 'date,ticker,close\n2025-02-28,SYN,free\n');
    const refused = await empty.sanad(['ingest-prices', prices]);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /prices\.csv/);

    const one = await empty.sanad('history backfill --ticker SYN');
    assert.equal(one.code, 0);
    assert.match(one.out, /^SYN: \d+ screenings over all rule sets\n$/);
    assert.match(
      (await empty.sanad('history backfill')).out,
      /^\d+ tickers?, \d+ screenings over all rule sets, in 1 s\n$/,
    );
    const history = await empty.sanad('history SYN --limit 2');
    assert.match(history.out, /^SYN, rules: current\n {2}the newest 2 screenings/);
    assert.match((await empty.sanad('screen SYN --as-of 2025-03-01')).out, /SIC 3571 Computers/);
  });

  test('backfill of a ticker without facts says how to get them', async () => {
    const { code, err } = await real.sanad('history backfill --ticker IBM');
    assert.equal(code, 2);
    assert.match(
      err,
      /IBM has no facts in the store: to\s+fetch them from the SEC, run\s+"npm run sanad -- setup" once/,
    );
  });

  test('snapshot history recomputes the history: the same engine gives the same bytes', async () => {
    const place = join(folder, 'a small snapshot');
    await writeTinySnapshot(place);
    const bytesOf = async () => {
      const names = ['manifest.json', 'history.json.gz', 'quotes.csv', 'tickers.json', 'companies.json'];
      return new Map(
        await Promise.all(names.map(async (name) => [name, await readFile(join(place, name))] as const)),
      );
    };
    const written = await bytesOf();
    const bytes = [];
    for (let run = 0; run < 2; run += 1) {
      const reworked = await real.sanad(['snapshot', 'history', '--dir', place]);
      assert.equal(reworked.code, 0, reworked.err);
      bytes.push(await bytesOf());
    }
    assert.deepEqual(bytes[1], bytes[0]);
    for (const [name, before] of written) {
      // What was made up as its history is replaced, and with it the hash of it all.
      const isNew = name === 'manifest.json' || name === 'history.json.gz';
      assert.equal(bytes[0]?.get(name)?.equals(before), !isNew, name);
    }
  });

  test('snapshot show lists the contents; snapshot build does not replace a folder of other files', async () => {
    const shown = await real.sanad('snapshot show');
    assert.equal(shown.code, 0);
    assert.match(shown.out, /companyfacts, \d+ files, from https:\/\/data\.sec\.gov/);
    assert.match(shown.out, /^ {4}[0-9a-f]{12} {2}CIK0000320193_AAPL/m);
    const other = join(folder, 'mine');
    await mkdir(other);
    await writeFile(join(other, 'thesis.txt'), 'all I have');
    const inputs = '--companyfacts a --submissions b --tickers c --market d --out'.split(' ');
    const { code, err } = await real.sanad(['snapshot', 'build', ...inputs, other]);
    assert.equal(code, 2);
    assert.match(err, /holds files but no snapshot/);
  });

  /** The text of `data` in the service's answer, on the store of `real`. */
  async function dataOfService(t: TestContext, url: string): Promise<string> {
    const settings = readScreenerConfig(real.env, REPOSITORY);
    assert.ok(settings.ok);
    const screener = await openScreener(settings.value, () => TODAY);
    assert.ok(screener.ok);
    const { get } = await makeApp(t, screener.value.deps, 0);
    try {
      const { body } = await get(url);
      const start = '{"success":true,"error":null,"data":';
      assert.ok(body.startsWith(start), body);
      return body.slice(start.length, -1);
    } finally {
      await screener.value.close();
    }
  }
});

describe('funds', () => {
  let folder: string;
  let real: Place;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sanad-cli-funds-'));
    await mkdir(join(folder, 'real'));
    real = await seededPlace(join(folder, 'real'));
  });

  after(() => removeDirectory(folder));

  const DOCUMENT = `<?xml version="1.0"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/nport"><headerData><submissionType>NPORT-P</submissionType></headerData>
<formData><genInfo><regName>Made Up Trust</regName><regCik>0001999100</regCik><seriesName>Made Up ETF</seriesName>
<seriesId>S000099001</seriesId><repPdDate>2026-01-31</repPdDate><isFinalFiling>N</isFinalFiling></genInfo>
<fundInfo><netAssets>100</netAssets></fundInfo><invstOrSecs><invstOrSec><name>Southwind Instruments Inc.</name>
<curCd>USD</curCd><valUSD>99.5</valUSD><assetCat>EC</assetCat></invstOrSec></invstOrSecs></formData></edgarSubmission>`;

  test('screen SPUS: coverage first, then weights, failing holdings, unresolved holdings', async () => {
    const { code, out } = await real.sanad('screen SPUS');
    assert.equal(code, 0);
    const sections = [
      'Coverage',
      'Weights',
      'Holdings that fail or are questionable',
      'Holdings without a company',
    ];
    const places = sections.map((title) => out.indexOf(`\n${title}\n`));
    assert.ok(
      places.every((place) => place > 0),
      out,
    );
    assert.deepEqual(
      [...places].sort((a, b) => a - b),
      places,
    );
    assert.match(out, /NPORT-P of 2024-11-30, filed 2025-01-29/);
    assert.match(out, /ABIOMED INC/);
    assert.match(out, /NOT SCREENABLE/);
    // An address cannot be broken.
    for (const line of out.split('\n')) assert.ok(line.length <= 100 || /^ *https:\S+$/.test(line), line);
  });

  test('screen --json of a fund prints the data of the API', async () => {
    const { out } = await real.sanad('screen voo --json');
    const data = JSON.parse(out);
    assert.equal(data.symbol, 'VOO');
    assert.equal(data.etf_look_through.holdings.length, 541);
  });

  test('funds import and funds tickers make a fund known, with its filing', async () => {
    const snapshot = join(folder, 'snapshot');
    await writeTinySnapshot(snapshot);
    await mkdir(join(folder, 'own'));
    const own = placeIn(join(folder, 'own'), snapshot);
    const document = join(folder, 'primary_doc.xml');
    await writeFile(document, DOCUMENT);
    const list = join(folder, 'mf.json');
    const fields = ['cik', 'seriesId', 'classId', 'symbol'];
    await writeFile(list, JSON.stringify({ fields, data: [[1999100, 'S000099001', 'C000099001', 'MADE']] }));

    assert.equal((await own.sanad('screen MADE')).code, 2);
    assert.match((await own.sanad(['funds', 'tickers', list])).out, /1 fund ticker/);
    assert.match((await own.sanad('screen MADE --as-of 2026-02-25')).out, /-- funds import/);
    const filing = ['--accession', '0001999100-26-000007', '--filed', '2026-02-20'];
    const imported = await own.sanad(['funds', 'import', document, ...filing]);
    assert.deepEqual([imported.code, imported.err], [0, '']);
    assert.match(imported.out, /Made Up ETF \(S000099001\), 2026-01-31, 1 holding\n/);
    assert.match((await own.sanad(['funds', 'import', document])).out, /already known/);
    const screened = JSON.parse((await own.sanad('screen MADE --as-of 2026-02-25 --json')).out);
    assert.equal(screened.evidence[0].accession, '0001999100-26-000007');
    assert.equal(
      screened.evidence[0].source_url,
      'https://www.sec.gov/Archives/edgar/data/1999100/000199910026000007/0001999100-26-000007-index.htm',
    );
    const [holding] = screened.etf_look_through.holdings;
    assert.deepEqual([holding.symbol, holding.resolved_by], ['SWIQ', 'name']);
    // Not public before its filing date.
    const before = JSON.parse((await own.sanad('screen MADE --as-of 2026-02-19 --json')).out);
    assert.equal(before.etf_look_through.report, null);
  });

  test('funds import refuses unusable documents by file name, and imports the rest', async () => {
    const document = join(folder, 'fund.xml');
    await writeFile(document, DOCUMENT);
    const wrong = join(folder, 'page.html');
    await writeFile(wrong, '<html><body>no</body></html>');
    const mixed = await real.sanad(['funds', 'import', wrong, document]);
    assert.equal(mixed.code, 2);
    assert.match(mixed.err, /page\.html.*not Form N-PORT/s);
    assert.match(mixed.out, /Made Up ETF/);
    const refused: readonly (readonly [readonly string[], RegExp])[] = [
      [[document, '--accession', '12345'], /--accession must be written like/],
      [[document, '--filed', '2026-02-30'], /--filed must be an existing date/],
      [[document, document, '--filed', '2026-02-20'], /import its document on its own/],
    ];
    for (const [argv, says] of refused) {
      const run = await real.sanad(['funds', 'import', ...argv]);
      assert.equal(run.code, 2);
      assert.match(run.err.replaceAll(/\s+/g, ' '), says);
    }
    assert.equal((await real.sanad(['funds', 'tickers', wrong])).code, 2);
  });
});

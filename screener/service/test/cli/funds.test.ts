import assert from 'node:assert/strict';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { writeTinySnapshot } from '../tiny-snapshot.ts';
import { type Place, placeIn } from './run.ts';

let folder: string;
let real: Place;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sanad-cli-funds-'));
  await mkdir(join(folder, 'real'));
  real = placeIn(join(folder, 'real'), join(REPOSITORY, 'screener/data/snapshot'));
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
  assert.match(out, /NPORT-P of 2024-11-30, filing unknown/);
  assert.match(out, /ABIOMED INC/);
  assert.match(out, /NOT SCREENABLE/);
  for (const line of out.split('\n')) assert.ok(line.length <= 100, line);
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

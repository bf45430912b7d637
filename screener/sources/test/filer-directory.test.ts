import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unwrap } from '@common/base/result';
import { parseFilerDirectory } from '../src/filer-directory.ts';
import { parseSubmissions } from '../src/submissions.ts';
import { givenFiles, givenPath } from './given-files.ts';

const HEADER = 'cik\tticker\tname\texchange\tsic\tlast_annual_accession\tseen';
const AIR = '0000001750\tAIR\tAAR CORP\tNYSE\t3720\t0001410578-25-001475\t2026-04-12';

const parse = (...lines: string[]) => parseFilerDirectory(Buffer.from(`${[HEADER, ...lines].join('\n')}\n`));

test('a filer has its SIC code in four digits, its newest annual report and the day it was seen', () => {
  const filers = unwrap(
    parse(AIR, '21344\tko\tCOCA COLA CO\tNASDAQ\t100\t\t2026-04-13', '3\tOTC1\tNo code\t\t\t\t2026-04-13'),
  );
  assert.deepEqual(filers.get('0000001750'), {
    cik: '0000001750',
    symbol: 'AIR',
    name: 'AAR CORP',
    exchange: 'NYSE',
    sic: '3720',
    annualReport: '0001410578-25-001475',
    seen: '2026-04-12',
  });
  const coke = filers.get('0000021344');
  assert.deepEqual(
    [coke?.symbol, coke?.exchange, coke?.sic, coke?.annualReport],
    ['KO', 'Nasdaq', '0100', null],
  );
  const uncoded = filers.get('0000000003');
  assert.deepEqual([uncoded?.exchange, uncoded?.sic], [null, null]);
});

test('a line that does not fit refuses the whole, by its number', () => {
  const wrong = [
    AIR.replace('0000001750', 'AIR'),
    AIR.replace('\tAIR\t', '\tnot a ticker\t'),
    AIR.replace('3720', '37200'),
    AIR.replace('0001410578-25-001475', '1410578-25-1475'),
    AIR.replace('2026-04-12', '2026-04-31'),
    AIR.replace('AAR CORP', ''),
    `${AIR}\tmore`,
    '0000001750\tAIR',
    '',
    AIR,
  ];
  for (const line of wrong) {
    const refused = parse(AIR.replace('0000001750', '0000001751'), AIR, line, AIR.replace('1750', '1752'));
    assert.ok(!refused.ok && refused.error.message.includes('line 4'), line);
  }
  assert.ok(!parseFilerDirectory(Buffer.from('')).ok);
  assert.ok(!parseFilerDirectory(Buffer.from(`${HEADER.replace('sic', 'code')}\n${AIR}\n`)).ok);
});

test('the given directory gives the SIC codes of the given submissions', (t) => {
  const path = givenPath('directory/us_filers_sic_2026-04.tsv.gz');
  const submissions = givenFiles('submissions');
  if (path === null || submissions === null) return t.skip('../shared/data absent');
  const filers = unwrap(parseFilerDirectory(gunzipSync(readFileSync(path))));
  assert.equal(filers.size, 6_995);
  let compared = 0;
  for (const { bytes } of submissions) {
    const { cik, sic } = unwrap(parseSubmissions(bytes));
    const filer = filers.get(cik);
    if (filer === undefined || sic === null) continue;
    compared += 1;
    assert.equal(filer.sic, sic, cik);
  }
  assert.ok(compared >= 60, `${compared} compared`);
});

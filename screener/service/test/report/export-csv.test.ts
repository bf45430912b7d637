import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { csvOf } from '@common/base/csv';
import { screeningsCsv } from '../../src/report/export-csv.ts';
import type { ScreenAnswer } from '../../src/use-cases/screen-ticker.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('CSV', () => {
  test('quotes as RFC 4180 has it, and keeps numbers as they are', () => {
    assert.equal(
      csvOf([
        ['a', -1.5, null, true],
        ['say "x"', 'b,c', 'd\ne'],
      ]),
      'a,-1.5,,true\r\n"say ""x""","b,c","d\ne"\r\n',
    );
  });

  test('gives a spreadsheet no formula to run', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1']) {
      const [cell = ''] = csvOf([[text]]).split('\r\n', 1);
      assert.match(cell.replace(/^"/, ''), /^'/, JSON.stringify(text));
    }
  });
});

describe('the export of a report', () => {
  test('has one line for each check, figure and price, with the values of the API', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = (await app.screen('AAPL')) as ScreenAnswer;
    const [head = '', ...lines] = screeningsCsv([answer]).trimEnd().split('\r\n');
    const columns = head.split(',');
    const checks = answer.methodologies.flatMap((methodology) => methodology.checks);
    assert.equal(lines.length, checks.length + answer.evidence.length + 1);
    const cellOf = (line: string, column: string) => line.split(',')[columns.indexOf(column)];
    const [debt] = lines;
    assert.ok(debt !== undefined);
    assert.equal(cellOf(debt, 'row'), 'check');
    assert.equal(cellOf(debt, 'ratio'), 'debt_to_market_cap');
    assert.equal(cellOf(debt, 'numerator_high'), '90509000000');
    assert.equal(cellOf(debt, 'threshold'), '0.3');
    // CommercialPaper, 10-Q 0000320193-26-000006: $1,997 million.
    const paper = lines.find((line) => line.includes('us-gaap:CommercialPaper'));
    assert.ok(paper !== undefined);
    assert.equal(cellOf(paper, 'value'), '1997000000');
    assert.equal(cellOf(paper, 'accession'), '0000320193-26-000006');
    assert.equal(lines.filter((line) => line.startsWith('price,AAPL,')).length, 1);
  });

  test('has what other filings gave for a figure on lines of their own', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = (await app.screen('AAPL')) as ScreenAnswer;
    const [first, ...others] = answer.evidence;
    assert.ok(first !== undefined);
    const superseded = [{ value: 5, form: '10-K', accession: '0000000000-00-000000' }];
    const csv = screeningsCsv([{ ...answer, name: '=x', evidence: [{ ...first, superseded }, ...others] }]);
    assert.equal(csv.match(/^superseded,AAPL,.*0000000000-00-000000/gm)?.length, 1);
  });
});

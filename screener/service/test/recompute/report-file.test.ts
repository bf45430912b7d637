import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { unwrap } from '@common/base/result';
import { removeDirectory } from '@common/kit/testing';
import { useBrowser } from '@common/web/testing/browser';
import { readCase } from '../../src/recompute/read-case.ts';
import { reportFile } from '../../src/recompute/report-file.adapter.ts';
import { screenTicker, understand } from '../../src/use-cases/screen-ticker.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const TODAY = '2026-11-01';
/** Most of it is the engine, which has 230 kB. */
const MOST_BYTES = { company: 450_000, fund: 700_000 };

describe('the report that recomputes itself', () => {
  const snapshot = useSnapshotStore(() => Date.parse(TODAY));
  const browser = useBrowser();
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sanad-report-'));
  });
  after(() => removeDirectory(folder));

  async function fileOf(ticker: string, asOf: string | null = null): Promise<string> {
    const deps = snapshot.shared();
    const request = unwrap(understand({ ticker, asOf, rules: null }, TODAY));
    const answer = unwrap(await screenTicker(deps, request));
    return reportFile(answer, unwrap(await readCase(deps, answer)));
  }

  /** What the file says of itself, opened from the disk with the network off. */
  async function said(file: string) {
    const path = join(folder, 'report.html');
    await writeFile(path, file);
    const context = await browser().newContext({ offline: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) complaints.push(request.url());
    });
    await page.goto(pathToFileURL(path).href);
    await page.waitForFunction('document.getElementById("result").className !== ""');
    const result = (await page.textContent('#result')) ?? '';
    const cells = await page.locator('.differs[data-line]').allTextContents();
    await context.close();
    return { result, cells, complaints };
  }

  const CASES = [
    ['AAPL', null, /<h1 data-line>Apple Inc\. \(AAPL\) was compliant/],
    ['SPUS', null, /no verdict|cannot|not screenable/i],
    ['COST', null, /no verdict|cannot|not screenable/i],
    ['KO', null, /no verdict|cannot|not screenable/i],
    ['TSM', null, /TSM/],
    ['MSFT', '2025-06-30', /MSFT/],
  ] as const;
  for (const [ticker, asOf, heading] of CASES) {
    test(`${ticker} is computed again from the disk, without a network`, async (t) => {
      const file = await fileOf(ticker, asOf);
      assert.match(file, heading);
      const size = Buffer.byteLength(file);
      t.diagnostic(`${ticker}: ${size} bytes`);
      assert.ok(size < MOST_BYTES[ticker === 'SPUS' ? 'fund' : 'company'], `${size} bytes`);
      const { result, complaints } = await said(file);
      assert.match(result, /^This browser computed the report again: all \d+ printed values are right\.$/);
      assert.deepEqual(complaints, []);
    });
  }

  /** Changes the first digit after a text that stands in the file. */
  function withOtherDigit(file: string, before: string): string {
    const from = file.indexOf(before);
    assert.ok(from >= 0, before);
    const at = from + before.length + file.slice(from + before.length).search(/\d/);
    const other = (Number(file[at]) + 1) % 10;
    return `${file.slice(0, at)}${other}${file.slice(at + 1)}`;
  }

  test('one changed digit of a fact is found, by its value and by all that rests on it', async () => {
    const file = await fileOf('AAPL');
    const fact =
      '"tag":"us-gaap:LongTermDebtNoncurrent","unit":"USD","start":null,"end":"2025-12-27","value":';
    const { result, cells } = await said(withOtherDigit(file, fact));
    assert.match(result, /^Do not rely on this file: it was changed\. The facts in the file are not those/);
    assert.ok(
      cells.some((cell) => cell.includes('76,685,000,000')),
      cells.join('\n'),
    );
    assert.ok(
      cells.some((cell) => /^23\.8623 %/.test(cell)),
      cells.join('\n'),
    );
  });

  test('so is one of the verdict, a figure or an accession as printed, and a line that is gone', async () => {
    const file = await fileOf('AAPL');
    for (const before of [
      'Score of 100</th><td><span data-line>',
      'data-line>23.862',
      'compliant on ',
      'accession 00003201',
    ]) {
      const { result, cells } = await said(withOtherDigit(file, before));
      assert.match(result, /^Do not rely on this file: it was changed\. 1 printed values differ: /, before);
      assert.equal(cells.length, 1);
    }
    const other = file.replace('<span data-line>compliant</span>', '<span data-line>questionable</span>');
    assert.notEqual(other, file);
    assert.deepEqual((await said(other)).cells.slice(0, 1), ['questionable']);
    const gone = file.replace(/<tr><th scope="row" data-line>Score.*\n/, '');
    assert.match((await said(gone)).result, /It should have \d+ values, not \d+\./);
  });

  test('a link that leads elsewhere than it says is found, and one that is no part of the report', async () => {
    const file = await fileOf('AAPL');
    const elsewhere = file.replace('<a href="https://www.sec.gov/', '<a href="https://sec.example/');
    assert.notEqual(elsewhere, file);
    const { result, cells } = await said(elsewhere);
    assert.match(result, /it was changed\. 1 printed values differ: “https:\/\/sec\.example\//);
    assert.equal(cells.length, 1);
    const more = file.replace('</main>', '<a href="https://sec.example/">Filings</a></main>');
    assert.match((await said(more)).result, /1 printed values differ: “https:\/\/sec\.example\/”/);
  });

  test('of a fund, a changed weight, and a changed verdict of a holding', async () => {
    const file = await fileOf('SPUS');
    const { result } = await said(withOtherDigit(file, '"netAssets":"'));
    assert.match(result, /^Do not rely on this file/);
    const other = file.replace('"compliance":"compliant"', '"compliance":"non_compliant"');
    assert.notEqual(other, file);
    assert.match((await said(other)).result, /^Do not rely on this file: .* printed values differ: /);
  });

  test('without a verdict, a changed digit is found too', async () => {
    const { result } = await said(withOtherDigit(await fileOf('COST'), '"asOf":"20'));
    assert.match(result, /^Do not rely on this file/);
  });
});

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { collectResults, holds, tableOf } from '../rows/results.ts';
import { ROWS, rowsIn, testOf } from '../rows/rows.ts';

const DOCUMENT = join(REPOSITORY, '../shared/spec/screening-service.md');

describe('the rows of section 4', () => {
  test('are those of the interface document', {
    skip: existsSync(DOCUMENT) ? false : 'needs ../shared/spec/screening-service.md',
  }, () => {
    const text = readFileSync(DOCUMENT, 'utf8');
    const [, section = ''] = /^## 4\. [^\n]*\n(.*?)^## 5\. /ms.exec(text) ?? [];
    const [api = '', pages = ''] = section.split(/^### 4\.2 /m);
    const paths = [api, pages].map((part) =>
      [...part.matchAll(/^\| (GET|POST) \| ([^|]+) \|/gm)].flatMap(([, method, cell = '']) =>
        cell
          .trim()
          .split(', ')
          .map((path) => `${method} ${path}`),
      ),
    );
    const rules = [...api.matchAll(/^(\d+)\. /gm)].map(([, number]) => `4.1 rule ${number}`);
    const [inApi = [], inPages = []] = paths;
    assert.match(pages, /^The `\/value` page is identical for every reader/m);
    assert.deepEqual([...inApi, ...rules, ...inPages, '4.2 rule on /value'], [...ROWS]);
  });

  test('each have a test over HTTP', () => {
    const sources = globSync('screener/conformance/api/*.ts', { cwd: REPOSITORY }).map((file) =>
      readFileSync(join(REPOSITORY, file), 'utf8'),
    );
    const named = sources.flatMap((source) =>
      [...source.matchAll(/\btestOf\(([^)]*)\)/g)].flatMap(([, names = '']) =>
        [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name),
      ),
    );
    assert.deepEqual(
      ROWS.filter((row) => !named.includes(row)),
      [],
    );
  });

  test('are read from the names of tests', () => {
    assert.deepEqual(rowsIn(`${testOf('GET /', 'GET /blog')}: and more: GET /terms`), ['GET /', 'GET /blog']);
    assert.deepEqual(rowsIn('the description names GET /terms'), []);
  });

  test('hold only if a test of them ran and none failed', () => {
    const { started, ended, results } = collectResults();
    const play = (name: string, nesting: number, passed: boolean, more: object = {}) => {
      const event = { name, nesting, file: 'one.test.ts', ...more };
      started(event);
      return () => ended(event, passed);
    };
    const endSuite = play('GET /health', 0, false, { details: { type: 'suite' } });
    play('is an object', 1, true)();
    endSuite();
    play('GET /: a page', 0, true)();
    play('GET /terms: a page', 0, false)();
    play('GET /terms: another', 0, true)();
    play('GET /privacy: a page', 0, true, { skip: 'no browser' })();
    const found = new Map(results().map((result) => [result.row, result]));
    const holding = [...found.values()].filter(holds).map(({ row }) => row);
    assert.deepEqual(holding, ['GET /']);
    const lines = tableOf(results(), (file) => file).split('\n');
    const lineOf = (row: string) => lines.find((line) => line.startsWith(`${row} `)) ?? '';
    assert.match(lineOf('GET /health'), /one\.test\.ts +1 FAILED, 1 passed$/);
    assert.match(lineOf('GET /'), /one\.test\.ts +1 passed$/);
    assert.match(lineOf('GET /terms'), /1 FAILED, 1 passed$/);
    assert.match(lineOf('GET /privacy'), /SKIPPED$/);
    assert.match(lineOf('GET /blog'), /NO TEST$/);
  });
});

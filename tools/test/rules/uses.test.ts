import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as uses from '../../rules/uses.ts';
import { findings, found, lines, manifest } from '../found.ts';

describe('dead files', () => {
  test('everyFileIsUsed', () => {
    const files = {
      'package.json': '{"scripts": {"test": "node tools/run.cjs tools/test.ts"}}',
      'screener/service/package.json': manifest('@screener/service'),
      'screener/service/src/main.ts':
        "import './app.ts'; new Worker(new URL('./worker.ts', import.meta.url));",
      'screener/service/src/app.ts': "import type { A } from '@common/base/used';",
      'screener/service/src/worker.ts': '',
      'screener/service/src/alone.ts': "import './alone.ts';",
      'common/base/package.json': manifest('@common/base'),
      'common/base/src/used.ts': '',
      'common/base/src/tested-only.ts': '',
      'common/base/test/a.test.ts': lines("import '../src/tested-only.ts';", "import './support.ts';"),
      'common/base/test/support.ts': '',
      'common/base/test/forgotten.ts': '',
      'common/kit/package.json': manifest('@common/kit'),
      'common/kit/src/testing/database.ts': '',
      'common/kit/test/b.test.ts': "import '../src/testing/database.ts';",
      'common/kit/test/programs/server.ts': '',
      'common/kit/test/programs/unused.ts': '',
      'common/kit/test/c.test.ts': "start('server');",
      'tools/run.cjs': '',
      'tools/test.ts': "spawn('tools/started.ts');",
      'tools/started.ts': '',
      'screener/conformance/named.ts': '',
      'screener/conformance/README.md': 'Run `node screener/conformance/named.ts answer.json`.',
      'tools/built.ts': '',
      Dockerfile: 'RUN node_modules/.bin/node tools/built.ts folder',
      'bench/run.ts': '',
    };
    assert.deepEqual(found(uses.everyFileIsUsed, files), [
      'common/base/src/tested-only.ts',
      'common/base/test/forgotten.ts',
      'common/kit/test/programs/unused.ts',
      'screener/service/src/alone.ts',
    ]);
  });

  test('everyTestRuns', () => {
    const files = {
      'common/base/test/deep/a.test.ts': '',
      'common/base/test/deep/b.long.test.ts': '',
      'common/base/src/a.test.ts': '',
      'bench/b.test.ts': '',
    };
    assert.deepEqual(found(uses.everyTestRuns, files), ['bench/b.test.ts', 'common/base/src/a.test.ts']);
  });

  test('everyExportIsUsed', () => {
    const files = {
      'common/base/package.json': manifest('@common/base'),
      'common/base/src/a.ts': lines(
        'export const used = 1;',
        'export interface Used {}',
        'export type Idle = string;',
        'export function idle() {}',
        'export const tested = 1;',
      ),
      'common/base/src/all.ts': 'export const any = 1;',
      'common/base/test/a.test.ts': "import { tested } from '../src/a.ts';",
      'common/kit/src/b.ts': lines(
        "import { used as other, type Used } from '@common/base/a';",
        "import * as all from '@common/base/all';",
      ),
      'screener/client/src/published.ts': 'export const forOthers = 1;',
    };
    assert.deepEqual(findings(uses.everyExportIsUsed, files), [
      'common/base/src/a.ts:3: nobody imports Idle: drop "export", or delete it',
      'common/base/src/a.ts:4: nobody imports idle: drop "export", or delete it',
    ]);
  });
});

test('publicFunctionsHaveExamples', () => {
  const files = {
    'common/base/package.json': manifest('@common/base'),
    'common/kit/package.json': manifest('@common/kit'),
    'common/base/src/a.ts': lines(
      'export function bare(text: string): string {}',
      '/** It has a docstring. */',
      'export function told(first: number, rest: readonly (string | null)[] = []): void {}',
      '/**',
      ' * It shows another.',
      ' * @example bare() // 1',
      ' */',
      "export async function others<T extends 'a'>(kind: 'a' | 'b', crypto: Crypto): Promise<T> {}",
      '/**',
      ' * It has one.',
      ' * @example shown(1) // 1',
      ' */',
      'export function shown(',
      '  one?: number,',
      '): number {}',
      'export function byObject(text: string, { a }: { readonly a: string }): void {}',
      'export function byFunction(read: (text: string) => string): void {}',
      'export function tested(text: string): void {}',
      'export function unused(text: string): void {}',
      'export function empty(): void {}',
    ),
    'common/base/src/b.ts': "import { unused } from './a.ts';",
    'common/base/src/testing/c.ts': 'export function helper(text: string): void {}',
    'common/kit/src/d.ts': lines(
      "import { bare, byFunction, byObject, empty, others, shown, told } from '@common/base/a';",
      "import { helper } from '@common/base/testing/c';",
      'export function impure(text: string): void {}',
    ),
    'common/kit/test/d.test.ts': lines(
      "import { tested } from '@common/base/a';",
      "import { impure } from '../src/d.ts';",
    ),
    'tools/e.ts': "import { impure } from '../common/kit/src/d.ts';",
  };
  assert.deepEqual(found(uses.publicFunctionsHaveExamples, files), [
    'common/base/src/a.ts:1',
    'common/base/src/a.ts:3',
    'common/base/src/a.ts:8',
    'common/base/src/a.ts:20',
  ]);
});

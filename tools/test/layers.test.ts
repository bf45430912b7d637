import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LAYERS, LIBRARIES, ZONES } from '../layers.ts';
import * as rules from '../rules/imports.ts';
import { formatFinding, thisCodebase } from '../source/codebase.ts';
import { found, lines, manifest } from './found.ts';

describe('this repository', () => {
  for (const [name, rule] of Object.entries(rules.LAYER_RULES)) {
    test(name, () => {
      const findings = rule(thisCodebase()).map(formatFinding);
      assert.ok(findings.length === 0, findings.join('\n'));
    });
  }
});

describe('the tables', () => {
  test('name only packages, zones and groups that they define', () => {
    for (const [name, { imports }] of Object.entries(LAYERS)) {
      for (const other of Object.keys(imports)) assert.ok(other in LAYERS, `${name} imports ${other}`);
    }
    for (const [name, { imports, types, forbids }] of Object.entries(ZONES)) {
      for (const other of [...imports, ...types]) assert.ok(other in ZONES, `${name} imports ${other}`);
      for (const group of forbids) assert.ok(group in LIBRARIES, `${name} forbids ${group}`);
    }
  });

  test('let no app import an app, and no pure package one that is not', () => {
    for (const [name, { imports, pure }] of Object.entries(LAYERS)) {
      for (const [other, kind] of Object.entries(imports)) {
        assert.equal(LAYERS[other]?.folder, 'packages', `${name} imports ${other}`);
        if (pure && kind === 'values') assert.equal(LAYERS[other]?.pure, true, `${name} imports ${other}`);
      }
    }
  });

  test('have no circle among packages', () => {
    const visit = (name: string, above: readonly string[]): void => {
      assert.ok(!above.includes(name), [...above, name].join(' -> '));
      for (const other of Object.keys(LAYERS[name]?.imports ?? {})) visit(other, [...above, name]);
    };
    for (const name of Object.keys(LAYERS)) visit(name, []);
  });
});

/** Enough of a repository for imports to resolve. */
const WORKSPACES = {
  'packages/base/package.json': manifest('@sanad/base'),
  'packages/base/src/result.ts': 'export const ok = 1;',
  'packages/kit/package.json': manifest('@sanad/kit'),
  'packages/kit/src/sql/client.ts': 'export const sql = 1;',
  'packages/screening/package.json': manifest('@sanad/screening'),
  'packages/screening/src/facts.ts': 'export const facts = 1;',
  'packages/edgar/package.json': manifest('@sanad/edgar'),
  'apps/screener/package.json': manifest('@sanad/screener'),
  'apps/screener/src/app.ts': 'export const app = 1;',
  'apps/gateway/package.json': manifest('@sanad/gateway'),
};

describe('each rule finds what it forbids', () => {
  test('sourcesParse', () => {
    assert.deepEqual(
      found(rules.sourcesParse, { 'tools/a.ts': 'const a = ;', 'tools/b.ts': 'const b = 1;' }),
      ['tools/a.ts'],
    );
  });

  test('packagesAreKnown', () => {
    const files = {
      'packages/base/package.json': '{}',
      'packages/extra/package.json': '{}',
      'packages/pep/package.json': '{}',
    };
    assert.deepEqual(found(rules.packagesAreKnown, files), ['packages/extra', 'packages/pep']);
  });

  test('importsExist', () => {
    const files = {
      ...WORKSPACES,
      'packages/base/src/a.ts': lines("import './result.ts';", "import './gone.ts';"),
      'packages/kit/src/a.ts': lines(
        "import '@sanad/base/result';",
        "import '@sanad/base/gone';",
        "import 'fastify';",
      ),
    };
    assert.deepEqual(found(rules.importsExist, files), [
      'packages/base/src/a.ts:2',
      'packages/kit/src/a.ts:2',
    ]);
  });

  test('importsAreLiteral', () => {
    const files = {
      ...WORKSPACES,
      'packages/kit/src/a.ts': 'await import(name);',
      'tools/a.ts': 'await import(name);',
    };
    assert.deepEqual(found(rules.importsAreLiteral, files), ['packages/kit/src/a.ts:1']);
  });

  test('relativeImportsStayInside', () => {
    const files = {
      ...WORKSPACES,
      'packages/kit/src/a.ts': lines("import './sql/client.ts';", "import '../../base/src/result.ts';"),
      'tools/a.ts': lines("import './b.ts';", "await import('../packages/base/src/result.ts');"),
    };
    assert.deepEqual(found(rules.relativeImportsStayInside, files), [
      'packages/kit/src/a.ts:2',
      'tools/a.ts:2',
    ]);
  });

  test('packagesKeepTheirLayer', () => {
    const files = {
      ...WORKSPACES,
      'packages/screening/src/a.ts': lines(
        "import '@sanad/base/result';",
        "import type { S } from '@sanad/kit/sql/client';",
      ),
      'packages/edgar/src/a.ts': lines(
        "import type { F } from '@sanad/screening/facts';",
        "import { type F } from '@sanad/screening/facts';",
        "await import('@sanad/screening/facts');",
        "type G = import('@sanad/screening/facts').F;",
      ),
      'packages/screening/test/a.ts': lines("import '@sanad/kit/sql/client';", "import '@sanad/edgar/a';"),
      'apps/gateway/src/main.ts': lines("import '@sanad/kit/sql/client';", "import '@sanad/screener/app';"),
    };
    assert.deepEqual(found(rules.packagesKeepTheirLayer, files), [
      'apps/gateway/src/main.ts:2',
      'packages/edgar/src/a.ts:2',
      'packages/edgar/src/a.ts:3',
      'packages/screening/src/a.ts:2',
      'packages/screening/test/a.ts:2',
    ]);
  });

  test('testsAreNotShipped', () => {
    const files = {
      ...WORKSPACES,
      'packages/base/test/support.ts': '',
      'packages/base/test/a.test.ts': "import './support.ts';",
      'packages/base/src/a.ts': "import '../test/support.ts';",
      'packages/base/src/testing.ts': "import '../test/support.ts';",
      'packages/kit/src/b.ts': "import '@sanad/base/testing';",
      'packages/kit/test/b.test.ts': "import '@sanad/base/testing';",
      'packages/kit/src/a.ts': "import '../../../tools/layers.ts';",
      'tools/layers.ts': '',
    };
    assert.deepEqual(found(rules.testsAreNotShipped, files), [
      'packages/base/src/a.ts:1',
      'packages/kit/src/a.ts:1',
      'packages/kit/src/b.ts:1',
    ]);
  });

  test('independentFilesStandAlone', () => {
    const files = {
      ...WORKSPACES,
      'conformance/recompute/a.ts': lines(
        "import './b.ts';",
        "import 'node:fs';",
        "import '@sanad/base/result';",
      ),
      'conformance/recompute/b.ts': "import '../answers.ts';",
      'conformance/recompute/a.test.ts': "import '@sanad/base/result';",
      'conformance/answers.ts': '',
    };
    assert.deepEqual(found(rules.independentFilesStandAlone, files), [
      'conformance/recompute/a.ts:3',
      'conformance/recompute/b.ts:1',
    ]);
  });

  test('appFilesHaveAZone', () => {
    const files = { ...WORKSPACES, 'apps/screener/src/misc/a.ts': '', 'apps/screener/src/http/a.ts': '' };
    assert.deepEqual(found(rules.appFilesHaveAZone, files), ['apps/screener/src/misc/a.ts']);
  });

  test('appsKeepTheirZones', () => {
    const files = {
      ...WORKSPACES,
      'apps/screener/src/main.ts': lines("import './app.ts';", "import './store/sql-store.ts';"),
      'apps/screener/src/http/screen.ts': lines(
        "import '../use-cases/screen-company.ts';",
        "import type { Store } from '../store/store.ts';",
        "import '../store/store.ts';",
        "import '../app.ts';",
      ),
      'apps/screener/src/use-cases/screen-company.ts': lines(
        "import type { Store } from '../store/store.ts';",
        "import type { S } from '../store/sql-store.ts';",
        "import '../http/screen.ts';",
      ),
      'apps/screener/src/store/store.ts': "import './sql-store.ts';",
      'apps/screener/src/store/sql-store.ts': "import type { Store } from './store.ts';",
    };
    assert.deepEqual(found(rules.appsKeepTheirZones, files), [
      'apps/screener/src/http/screen.ts:3',
      'apps/screener/src/http/screen.ts:4',
      'apps/screener/src/store/store.ts:1',
      'apps/screener/src/use-cases/screen-company.ts:2',
      'apps/screener/src/use-cases/screen-company.ts:3',
    ]);
  });

  test('zonesKeepOutLibraries', () => {
    const files = {
      ...WORKSPACES,
      'apps/screener/src/main.ts': "import 'kysely';",
      'apps/screener/src/use-cases/a.ts': lines(
        "import '@sanad/base/result';",
        "import type { FastifyInstance } from 'fastify';",
        "import 'kysely/helpers/postgres';",
        "import '@sanad/kit/sql/client';",
        "import 'node:sqlite';",
      ),
      'apps/screener/src/http/a.ts': lines("import 'fastify';", "import '@fastify/swagger';", "import 'pg';"),
    };
    assert.deepEqual(found(rules.zonesKeepOutLibraries, files), [
      'apps/screener/src/http/a.ts:3',
      'apps/screener/src/use-cases/a.ts:2',
      'apps/screener/src/use-cases/a.ts:3',
      'apps/screener/src/use-cases/a.ts:4',
      'apps/screener/src/use-cases/a.ts:5',
    ]);
  });

  test('builtinsAreNamedAsSuch', () => {
    const files = { 'tools/a.ts': lines("import 'node:fs';", "import 'fs';", "import 'fs/promises';") };
    assert.deepEqual(found(rules.builtinsAreNamedAsSuch, files), ['tools/a.ts:2', 'tools/a.ts:3']);
  });
});

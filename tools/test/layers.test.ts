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
        assert.equal(LAYERS[other]?.app, false, `${name} imports ${other}`);
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
  'common/base/package.json': manifest('@common/base'),
  'common/base/src/result.ts': 'export const ok = 1;',
  'common/kit/package.json': manifest('@common/kit'),
  'common/kit/src/sql/client.ts': 'export const sql = 1;',
  'screener/engine/package.json': manifest('@screener/engine'),
  'screener/engine/src/facts.ts': 'export const facts = 1;',
  'screener/edgar/package.json': manifest('@screener/edgar'),
  'screener/service/package.json': manifest('@screener/service'),
  'screener/service/src/app.ts': 'export const app = 1;',
  'platform/gateway/package.json': manifest('@platform/gateway'),
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
      'common/base/package.json': '{}',
      'common/extra/package.json': '{}',
    };
    assert.deepEqual(found(rules.packagesAreKnown, files), ['common/extra']);
  });

  test('importsExist', () => {
    const files = {
      ...WORKSPACES,
      'common/base/src/a.ts': lines("import './result.ts';", "import './gone.ts';"),
      'common/kit/src/a.ts': lines(
        "import '@common/base/result';",
        "import '@common/base/gone';",
        "import 'fastify';",
      ),
    };
    assert.deepEqual(found(rules.importsExist, files), ['common/base/src/a.ts:2', 'common/kit/src/a.ts:2']);
  });

  test('importsAreLiteral', () => {
    const files = {
      ...WORKSPACES,
      'common/kit/src/a.ts': 'await import(name);',
      'tools/a.ts': 'await import(name);',
    };
    assert.deepEqual(found(rules.importsAreLiteral, files), ['common/kit/src/a.ts:1']);
  });

  test('relativeImportsStayInside', () => {
    const files = {
      ...WORKSPACES,
      'common/kit/src/a.ts': lines("import './sql/client.ts';", "import '../../base/src/result.ts';"),
      'tools/a.ts': lines("import './b.ts';", "await import('../packages/base/src/result.ts');"),
    };
    assert.deepEqual(found(rules.relativeImportsStayInside, files), [
      'common/kit/src/a.ts:2',
      'tools/a.ts:2',
    ]);
  });

  test('packagesKeepTheirLayer', () => {
    const files = {
      ...WORKSPACES,
      'screener/engine/src/a.ts': lines(
        "import '@common/base/result';",
        "import type { S } from '@common/kit/sql/client';",
      ),
      'screener/edgar/src/a.ts': lines(
        "import type { F } from '@screener/engine/facts';",
        "import { type F } from '@screener/engine/facts';",
        "await import('@screener/engine/facts');",
        "type G = import('@screener/engine/facts').F;",
      ),
      'screener/engine/test/a.ts': lines("import '@common/kit/sql/client';", "import '@screener/edgar/a';"),
      'platform/gateway/src/main.ts': lines(
        "import '@common/kit/sql/client';",
        "import '@screener/service/app';",
      ),
    };
    assert.deepEqual(found(rules.packagesKeepTheirLayer, files), [
      'platform/gateway/src/main.ts:2',
      'screener/edgar/src/a.ts:2',
      'screener/edgar/src/a.ts:3',
      'screener/engine/src/a.ts:2',
      'screener/engine/test/a.ts:2',
    ]);
  });

  test('testsAreNotShipped', () => {
    const files = {
      ...WORKSPACES,
      'common/base/test/support.ts': '',
      'common/base/test/a.test.ts': "import './support.ts';",
      'common/base/src/a.ts': "import '../test/support.ts';",
      'common/base/src/testing.ts': "import '../test/support.ts';",
      'common/kit/src/b.ts': "import '@common/base/testing';",
      'common/kit/test/b.test.ts': "import '@common/base/testing';",
      'common/kit/src/a.ts': "import '../../../tools/layers.ts';",
      'tools/layers.ts': '',
    };
    assert.deepEqual(found(rules.testsAreNotShipped, files), [
      'common/base/src/a.ts:1',
      'common/kit/src/a.ts:1',
      'common/kit/src/b.ts:1',
    ]);
  });

  test('independentFilesStandAlone', () => {
    const files = {
      ...WORKSPACES,
      'screener/conformance/recompute/a.ts': lines(
        "import './b.ts';",
        "import 'node:fs';",
        "import '@common/base/result';",
      ),
      'screener/conformance/recompute/b.ts': "import '../answers.ts';",
      'screener/conformance/recompute/a.test.ts': "import '@common/base/result';",
      'screener/conformance/answers.ts': '',
    };
    assert.deepEqual(found(rules.independentFilesStandAlone, files), [
      'screener/conformance/recompute/a.ts:3',
      'screener/conformance/recompute/b.ts:1',
    ]);
  });

  test('appFilesHaveAZone', () => {
    const files = {
      ...WORKSPACES,
      'screener/service/src/misc.ts': '',
      'screener/service/src/http/a.ts': '',
    };
    assert.deepEqual(found(rules.appFilesHaveAZone, files), ['screener/service/src/misc.ts']);
  });

  test('appsKeepTheirZones', () => {
    const files = {
      ...WORKSPACES,
      'screener/service/src/main.ts': lines("import './app.ts';", "import './store/sql-store.ts';"),
      'screener/service/src/http/screen.ts': lines(
        "import '../use-cases/screen-company.ts';",
        "import type { Store } from '../store/store.ts';",
        "import '../store/store.ts';",
        "import '../app.ts';",
      ),
      'screener/service/src/use-cases/screen-company.ts': lines(
        "import type { Store } from '../store/store.ts';",
        "import type { S } from '../store/sql-store.ts';",
        "import '../http/screen.ts';",
      ),
      'screener/service/src/store/store.ts': "import './sql-store.ts';",
      'screener/service/src/store/sql-store.ts': "import type { Store } from './store.ts';",
    };
    assert.deepEqual(found(rules.appsKeepTheirZones, files), [
      'screener/service/src/http/screen.ts:3',
      'screener/service/src/http/screen.ts:4',
      'screener/service/src/store/store.ts:1',
      'screener/service/src/use-cases/screen-company.ts:2',
      'screener/service/src/use-cases/screen-company.ts:3',
    ]);
  });

  test('zonesKeepOutLibraries', () => {
    const files = {
      ...WORKSPACES,
      'screener/service/src/main.ts': "import 'kysely';",
      'screener/service/src/use-cases/a.ts': lines(
        "import '@common/base/result';",
        "import type { FastifyInstance } from 'fastify';",
        "import 'kysely/helpers/postgres';",
        "import '@common/kit/sql/client';",
        "import 'node:sqlite';",
      ),
      'screener/service/src/http/a.ts': lines(
        "import 'fastify';",
        "import '@fastify/swagger';",
        "import 'pg';",
      ),
    };
    assert.deepEqual(found(rules.zonesKeepOutLibraries, files), [
      'screener/service/src/http/a.ts:3',
      'screener/service/src/use-cases/a.ts:2',
      'screener/service/src/use-cases/a.ts:3',
      'screener/service/src/use-cases/a.ts:4',
      'screener/service/src/use-cases/a.ts:5',
    ]);
  });

  test('builtinsAreNamedAsSuch', () => {
    const files = { 'tools/a.ts': lines("import 'node:fs';", "import 'fs';", "import 'fs/promises';") };
    assert.deepEqual(found(rules.builtinsAreNamedAsSuch, files), ['tools/a.ts:2', 'tools/a.ts:3']);
  });
});

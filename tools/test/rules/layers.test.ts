import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LAYERS, LIBRARIES, ZONES } from '../../layers.ts';
import * as rules from '../../rules/layers.ts';
import { findings, found, lines, manifest } from '../found.ts';

describe('the tables', () => {
  test('name only packages, zones and groups that they define', () => {
    for (const [name, { imports, types = [] }] of Object.entries(LAYERS)) {
      for (const other of [...imports, ...types]) assert.ok(other in LAYERS, `${name} imports ${other}`);
    }
    for (const [name, { imports, types, forbids }] of Object.entries(ZONES)) {
      for (const other of [...imports, ...types]) assert.ok(other in ZONES, `${name} imports ${other}`);
      for (const group of forbids) assert.ok(group in LIBRARIES, `${name} forbids ${group}`);
    }
  });

  test('let only commands and the site import an app, and no pure package one that is not pure', () => {
    for (const [name, { imports, types = [], pure, zone }] of Object.entries(LAYERS)) {
      for (const other of [...imports, ...types]) {
        const isAbove = zone === 'cli' || name === 'screener/site';
        assert.ok(isAbove || LAYERS[other]?.app !== true, `${name} imports ${other}`);
      }
      for (const other of pure ? imports : []) {
        assert.equal(LAYERS[other]?.pure, true, `${name} imports ${other}`);
      }
    }
  });

  test('let neither product import the other, nor common import either', () => {
    for (const [name, { imports, types = [] }] of Object.entries(LAYERS)) {
      const [side = ''] = name.split('/');
      for (const other of [...imports, ...types]) {
        assert.ok([side, 'common'].includes(other.split('/')[0] ?? ''), `${name} imports ${other}`);
      }
    }
  });

  test('contain no circle of packages', () => {
    const visit = (name: string, above: readonly string[]): void => {
      assert.ok(!above.includes(name), [...above, name].join(' -> '));
      const { imports = [], types = [] } = LAYERS[name] ?? {};
      for (const other of [...imports, ...types]) visit(other, [...above, name]);
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
  'screener/sources/package.json': manifest('@screener/sources'),
  'screener/service/package.json': manifest('@screener/service'),
  'screener/service/src/app.ts': 'export const app = 1;',
  'platform/gateway/package.json': manifest('@platform/gateway'),
  'platform/pep/package.json': manifest('@platform/pep'),
  'platform/pep/src/main.ts': '',
};

describe('an import that is written to be overlooked', () => {
  const crossing = (text: string) =>
    found(rules.productsStayApart, {
      ...WORKSPACES,
      'platform/core/package.json': manifest('@platform/core'),
      'platform/core/src/decide/decide.ts': '',
      'screener/service/src/http/cross.ts': text,
    });
  const HIT = ['screener/service/src/http/cross.ts'];
  const file = (place: string) => place.split(':')[0];

  for (const [what, text] of Object.entries({
    'a quote before it': "export const a = ['x', await import('@platform/core/decide/decide')];",
    'a second one on the line': "void [import('node:os'), import('@platform/core/decide/decide')];",
    'a brace in a comment': lines(
      'import {',
      '  // See {@link decide}.',
      '  decide,',
      "} from '@platform/core/decide/decide';",
    ),
    'a comment in the clause': "import /* c */ { decide } from '@platform/core/decide/decide';",
  })) {
    test(what, () => assert.deepEqual([...new Set(crossing(text).map(file))], HIT));
  }

  test('an escape in its name, and require', () => {
    const files = {
      ...WORKSPACES,
      'screener/service/src/a.ts': "import '../../../platform/p\\u006flicy/src/decide.ts';",
      'screener/service/src/b.ts': "createRequire(import.meta.url)('@platform/core/decide/decide');",
      'screener/service/test/c.ts': "createRequire(import.meta.url)('x');",
      'platform/core/package.json': manifest('@platform/core'),
      'common/evidence/src/libsodium.ts': "createRequire(import.meta.url)('x.node');",
    };
    assert.deepEqual(found(rules.importsAreLiteral, files).map(file), ['screener/service/src/a.ts']);
    assert.deepEqual(found(rules.nothingIsRequired, files).map(file), ['screener/service/src/b.ts']);
  });

  test('a file in no package, or in another dialect', () => {
    const files = {
      ...WORKSPACES,
      'platform/plugins/bridge.ts': '',
      'platform/gateway/src/a.mts': '',
      'bin/sanad.cjs': '',
      'bench/a.ts': '',
      'docs/guides/courier/service.mjs': '',
      'docs/service.mjs': '',
      'platform/gateway/src/b.ts': "import '../../plugins/bridge.ts';",
    };
    assert.deepEqual(found(rules.sourcesHaveAPlace, files).map(file), [
      'docs/service.mjs',
      'platform/gateway/src/a.mts',
      'platform/plugins/bridge.ts',
    ]);
    assert.deepEqual(found(rules.packagesKeepTheirLayer, files).map(file), ['platform/gateway/src/b.ts']);
  });
});

describe('packages', () => {
  test('packagesAreKnown', () => {
    const files = {
      'common/base/package.json': manifest('@common/base'),
      'common/extra/package.json': manifest('@common/extra'),
      'common/kit/package.json': manifest('@common/tools'),
      'screener/client/package.json': manifest('@sanad/client'),
      'tools/long/package.json': manifest('sanad-long'),
      'package.json': manifest('sanad'),
    };
    assert.deepEqual(found(rules.packagesAreKnown, files), [
      'common/extra/package.json',
      'common/kit/package.json',
    ]);
  });

  test('importsAreLiteral', () => {
    const files = {
      ...WORKSPACES,
      'common/kit/src/a.ts': 'await import(name);',
      'tools/a.ts': 'await import(name);',
    };
    assert.deepEqual(found(rules.importsAreLiteral, files), ['common/kit/src/a.ts:1']);
  });

  test('productsStayApart', () => {
    const files = {
      ...WORKSPACES,
      'screener/sources/src/a.ts': "import '@platform/pep/main';",
      'platform/pep/src/a.ts': "import type { F } from '@screener/engine/facts';",
      'common/base/src/a.ts': "import '@screener/engine/facts';",
      'platform/conformance/a.ts': "import '../../screener/engine/src/facts.ts';",
      'screener/conformance/a.ts': lines(
        "start('platform/pep/src/main.ts');",
        "import '@common/base/result';",
      ),
      'bench/a.ts': lines("import '@screener/engine/facts';", "import '@platform/pep/main';"),
    };
    assert.deepEqual(findings(rules.productsStayApart, files), [
      'common/base/src/a.ts:1: "@screener/engine/facts": common/ knows no product: take it as an argument, or move this code into screener/',
      'platform/conformance/a.ts:1: "../../screener/engine/src/facts.ts": platform/ and screener/ meet only over HTTP: call its API, or move what both need into common/',
      'platform/pep/src/a.ts:1: "@screener/engine/facts": platform/ and screener/ meet only over HTTP: call its API, or move what both need into common/',
      'screener/conformance/a.ts:1: "platform/pep/src/main.ts": screener/ and platform/ meet only over HTTP: call its API, or move what both need into common/',
      'screener/sources/src/a.ts:1: "@platform/pep/main": screener/ and platform/ meet only over HTTP: call its API, or move what both need into common/',
    ]);
  });

  test('packagesKeepTheirLayer', () => {
    const files = {
      ...WORKSPACES,
      'screener/engine/src/a.ts': lines(
        "import '@common/base/result';",
        "import type { S } from '@common/kit/sql/client';",
      ),
      'screener/sources/src/a.ts': lines(
        "import type { F } from '@screener/engine/facts';",
        "import { type F } from '@screener/engine/facts';",
        "await import('@screener/engine/facts');",
      ),
      'screener/engine/test/a.ts': lines("import '@common/kit/sql/client';", "import '@screener/sources/a';"),
      'platform/gateway/src/main.ts': lines(
        "import '@common/kit/sql/client';",
        "import '@platform/pep/main';",
      ),
      'common/kit/src/a.ts': lines("import './sql/client.ts';", "import '../../base/src/result.ts';"),
      'tools/a.ts': lines("import './b.ts';", "await import('../common/base/src/result.ts');"),
    };
    assert.deepEqual(findings(rules.packagesKeepTheirLayer, files), [
      'common/kit/src/a.ts:2: "../../base/src/result.ts": leaves its package: import it as @common/base/<path>',
      'platform/gateway/src/main.ts:2: "@platform/pep/main": no app imports another app: call it over HTTP, or move what both need into a package',
      'screener/engine/src/a.ts:2: "@common/kit/sql/client": screener/engine may import only common/base (LAYERS in tools/layers.ts)',
      'screener/engine/test/a.ts:2: "@screener/sources/a": screener/engine may import only common/base (LAYERS in tools/layers.ts)',
      'screener/sources/src/a.ts:2: "@screener/engine/facts": screener/sources may import only types from screener/engine: write import type',
      'screener/sources/src/a.ts:3: "@screener/engine/facts": screener/sources may import only types from screener/engine: write import type',
      'tools/a.ts:2: "../common/base/src/result.ts": leaves its package: import it as @common/base/<path>',
    ]);
  });

  test('testsAreNotShipped', () => {
    const files = {
      ...WORKSPACES,
      'common/base/test/support.ts': '',
      'common/base/test/a.test.ts': lines("import './support.ts';", "import '../../../tools/layers.ts';"),
      'common/base/src/a.ts': "import '../test/support.ts';",
      'common/base/src/testing.ts': "import '../test/support.ts';",
      'common/kit/src/b.ts': "import '@common/base/testing';",
      'common/kit/test/b.test.ts': "import '@common/base/testing';",
      'common/kit/src/a.ts': "import '../../../tools/layers.ts';",
      'bench/a.ts': "import '../tools/layers.ts';",
      'tools/layers.ts': '',
    };
    assert.deepEqual(found(rules.testsAreNotShipped, files), [
      'common/base/src/a.ts:1',
      'common/base/test/a.test.ts:2',
      'common/kit/src/a.ts:1',
      'common/kit/src/b.ts:1',
    ]);
  });

  test('launchersStartEntryPoints', () => {
    const files = {
      ...WORKSPACES,
      'tools/node.cjs': '',
      'bin/a.cjs': lines(
        "require('node:path').join(__dirname, '../platform/pep/src/main.ts');",
        "require('../tools/node.cjs');",
        "require('../screener/service/src/app.ts');",
        "require('../screener/service/src/main.ts');",
      ),
      'tools/a.ts': "start('screener/service/src/app.ts');",
    };
    assert.deepEqual(found(rules.launchersStartEntryPoints, files), ['bin/a.cjs:3', 'bin/a.cjs:4']);
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
});

describe('zones', () => {
  test('appFilesHaveAZone', () => {
    const files = {
      ...WORKSPACES,
      'screener/service/src/misc.ts': '',
      'screener/service/src/http/a.ts': '',
      'screener/engine/src/misc.ts': '',
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
});

describe('a new room that is in no table', () => {
  const room = (name: string) => `screener/service/src/alerts/${name}`;
  const WHOLE = {
    ...WORKSPACES,
    [room('open-alerts.ts')]: lines("import './alerts.sql.ts';", "import './send-alerts.job.ts';"),
    [room('watch.ts')]: "import type { AlertStore } from './alerts.store.ts';",
    [room('alerts.store.ts')]: '',
    [room('alerts.sql.ts')]: lines(
      "import 'kysely';",
      "import type { AlertStore } from './alerts.store.ts';",
    ),
    [room('alerts.http.ts')]: lines("import type { FastifyReply } from 'fastify';", "import './watch.ts';"),
    [room('alerts.page.ts')]: lines("import '@common/web/html';", "import './watch.ts';"),
    [room('alerts.text.ts')]: "import './watch.ts';",
    [room('alerts.cli.ts')]: lines(
      "import 'commander';",
      "import './open-alerts.ts';",
      "import './watch.ts';",
    ),
    [room('mail.adapter.ts')]: "import './watch.ts';",
    [room('send-alerts.job.ts')]: "import './watch.ts';",
    'screener/service/src/main.ts': "import './alerts/open-alerts.ts';",
    'screener/service/src/app.ts': lines(
      "import './alerts/alerts.http.ts';",
      "import './alerts/alerts.page.ts';",
    ),
  };
  const refusals = (files: Readonly<Record<string, string>>) =>
    Object.values(rules).flatMap((rule) => findings(rule, { ...WHOLE, ...files }));

  test('passes, with a file of every kind', () => {
    assert.deepEqual(refusals({}), []);
  });

  test('keeps SQL out of its routes', () => {
    const files = { [room('alerts.http.ts')]: lines("import './alerts.sql.ts';", "import 'kysely';") };
    assert.deepEqual(refusals(files), [
      'screener/service/src/alerts/alerts.http.ts:1: "./alerts.sql.ts": http may not import sql: take it as an argument (ZONES in tools/layers.ts)',
      'screener/service/src/alerts/alerts.http.ts:2: "kysely": http may not touch SQL (ZONES in tools/layers.ts)',
    ]);
  });

  test('keeps HTTP out of its use cases', () => {
    const files = {
      [room('watch.ts')]: lines(
        "import type { FastifyReply } from 'fastify';",
        "import './alerts.http.ts';",
        "import '@common/web/html';",
      ),
    };
    assert.deepEqual(refusals(files), [
      'screener/service/src/alerts/watch.ts:2: "./alerts.http.ts": use-cases may not import http: take it as an argument (ZONES in tools/layers.ts)',
      'screener/service/src/alerts/watch.ts:1: "fastify": use-cases may not touch HTTP (ZONES in tools/layers.ts)',
      'screener/service/src/alerts/watch.ts:3: "@common/web/html": use-cases may not touch HTTP (ZONES in tools/layers.ts)',
    ]);
  });
});

describe('rooms', () => {
  const files = {
    'screener/service/package.json': manifest('@screener/service'),
    'screener/service/src/a/one.ts': "import type { Other } from '../b/other.ts';",
    'screener/service/src/b/other.ts': 'export type Other = 1;',
    'screener/service/src/c/third.ts': "import type { Other } from '../b/other.ts';",
  };

  test('roomsHaveNoCircles', () => {
    assert.deepEqual(found(rules.roomsHaveNoCircles, files), []);
    // No file imports itself by way of another, but the rooms do.
    const circle = {
      ...files,
      'screener/service/src/b/more.ts': "import type { Third } from '../a/two.ts';",
      'screener/service/src/a/two.ts': 'export type Third = 1;',
    };
    assert.deepEqual(found(rules.roomsHaveNoCircles, circle).length, 1);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { LAYERS } from '../layers.ts';
import { ROOT_FOLDER, thisCodebase } from '../source/codebase.ts';
import { lines } from './found.ts';

const BIOME = join(ROOT_FOLDER, 'node_modules/@biomejs/biome/bin/biome');
const BODY = (count: number) => `${'f();\n'.repeat(count)}`;

const FILES = {
  'common/base/src/a.ts': lines(
    "import { x } from 'node:fs';",
    'process.exit();',
    'const made = { console };',
    'made.fetch(globalThis.x, Intl, setTimeout, performance, crypto);',
    'export const sign = (Buffer: string) => Buffer;',
  ),
  'common/evidence/src/node.ts': "import { x } from 'node:crypto';",
  'screener/site/src/main.ts': 'process.env;',
  'screener/cli/src/print.ts': 'console.log(1);',
  'screener/cli/src/commands/keys.ts': 'console.log(1);',
  'screener/service/src/accounts/sign-up.ts': 'process.env;\nglobalThis.process.env;',
  'screener/service/src/accounts/tiers.ts': "import { env } from 'node:process';",
  'common/kit/src/testing/database.ts': 'process.env;',
  'common/kit/src/circle.ts': "import type { B } from './b.ts';\nexport type A = B;",
  'common/kit/src/b.ts': "import type { A } from './circle.ts';\nexport type B = A;",
  'common/kit/src/fs.ts': "import 'fs';",
  'tools/long.ts': BODY(501),
  'tools/not-long.ts': BODY(499),
  'tools/test/long.ts': BODY(601),
  'tools/test/not-long.ts': BODY(599),
};

/** What the linter finds under this repository's settings, as `path:line rule`. */
function lint(root: string): string[] {
  const settings = JSON.parse(readFileSync(join(ROOT_FOLDER, 'biome.json'), 'utf8'));
  const files = { ...FILES, 'biome.json': JSON.stringify({ ...settings, vcs: { enabled: false } }) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [BIOME, 'lint', '--reporter=github', '--max-diagnostics=200', '.'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const found =
    /title=lint\/\w+\/(\w+),file=(?:.*?\/)?((?:common|screener|platform|tools)\/[^,]+),line=(\d+)/g;
  return [...stdout.matchAll(found)].map(([, rule, path, line]) => `${path}:${line} ${rule}`);
}

test('the linter enforces circles, sizes, the environment and built-in modules', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'sanad-lint-'));
  t.after(() => rmSync(root, { recursive: true }));
  const rules =
    /noNodejsModules|noRestricted\w+|noImportCycles|noExcessiveLinesPerFile|useNodejsImportProtocol/;
  assert.deepEqual([...new Set(lint(root).filter((finding) => rules.test(finding)))].sort(), [
    'common/base/src/a.ts:1 noNodejsModules',
    'common/base/src/a.ts:2 noRestrictedGlobals',
    'common/base/src/a.ts:3 noRestrictedGlobals',
    'common/base/src/a.ts:4 noRestrictedGlobals',
    'common/kit/src/b.ts:1 noImportCycles',
    'common/kit/src/circle.ts:1 noImportCycles',
    'common/kit/src/fs.ts:1 useNodejsImportProtocol',
    'screener/service/src/accounts/sign-up.ts:1 noRestrictedGlobals',
    'screener/service/src/accounts/sign-up.ts:2 noRestrictedGlobals',
    'screener/service/src/accounts/tiers.ts:1 noRestrictedImports',
    'tools/long.ts:1 noExcessiveLinesPerFile',
    'tools/test/long.ts:1 noExcessiveLinesPerFile',
  ]);
});

test('the linter and the compiler know every pure package', () => {
  const { text, manifests } = thisCodebase();
  const pure = [...manifests.keys()].filter((folder) => LAYERS[folder]?.pure);
  assert.ok(pure.length >= 3);
  for (const folder of pure) {
    assert.ok(text('biome.json').includes(`"${folder}/src/**"`), `biome.json lacks ${folder}/src/**`);
    assert.ok(
      text('tsconfig.pure.json').includes(`"${folder}/src"`),
      `tsconfig.pure.json lacks ${folder}/src`,
    );
  }
});

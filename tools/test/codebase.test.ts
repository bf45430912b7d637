import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Codebase } from '../source/codebase.ts';
import { ignoredGlobs, readCodebase, readRepository } from '../source/codebase.ts';
import { lines, repositoryOf } from './found.ts';

function read(...text: readonly string[]): Codebase {
  return readCodebase(
    repositoryOf({
      'screener/client/package.json': '{"name": "@sanad/client"}',
      'tools/a.ts': lines(...text),
      'tools/run.cjs': '',
    }),
  );
}

describe('what is read from a source file', () => {
  test('imports of every form, told apart from comments and strings', () => {
    const { edges } = read(
      "import { a, type B as C } from './b.ts';",
      "import type { D } from './d.ts';",
      'import {',
      '  // a comment',
      '  type E,',
      "} from '../common/e.ts';",
      "import './f.ts';",
      "import * as g from 'node:fs';",
      "import h, { i } from 'typebox/compile';",
      "export type { J } from '@common/base/j';",
      "const k = (await import('./k.ts')).k;",
      'const l = () => import(l);',
      "const text = \"import './m.ts'\"; // import('./n.ts')",
      " * import('./o.ts')",
      "export const p = (x: string) => x.replace('from', 'q');",
      "import { q } from '@sanad/client/q';",
    );
    const seen = edges.map(({ line, kind, specifier, target, names }) =>
      [line, kind, specifier, target, names.join('+')].join(' '),
    );
    assert.deepEqual(seen, [
      '1 import ./b.ts tools/b.ts a+B',
      '2 type import ./d.ts tools/d.ts D',
      '3 import ../common/e.ts common/e.ts E',
      '7 import ./f.ts tools/f.ts ',
      '8 import node:fs  *',
      '9 import typebox/compile  i',
      '10 type import @common/base/j common/base/src/j.ts J',
      '16 import @sanad/client/q screener/client/src/q.ts q',
      '11 import ./k.ts tools/k.ts *',
      '12 import   *',
    ]);
  });

  test('programs by their paths, from the root or relative to the file', () => {
    const { edges } = read("start('tools/run.cjs', './run.cjs', 'src/gone.ts', 'no path');");
    assert.deepEqual(
      edges.map(({ kind, target }) => `${kind} ${target}`),
      ['program tools/run.cjs', 'program tools/run.cjs', 'program tools/src/gone.ts'],
    );
  });

  test('exports of every form', () => {
    const { exports } = read(
      'export const a = 1;',
      'export async function b() {}',
      'export function* c() {}',
      'export abstract class D {}',
      'export interface E {}',
      'export type F = string;',
      'export const { g, h } = i;',
      'const j = 1;',
    );
    assert.deepEqual(
      exports.map(({ line, name }) => `${line} ${name}`),
      ['1 a', '2 b', '3 c', '4 D', '5 E', '6 F', '7 g', '7 h'],
    );
  });
});

describe('reading a repository', () => {
  test('leaves out what .gitignore names, and reads only text', (t) => {
    const root = mkdtempSync(join(tmpdir(), 'sanad-repository-'));
    t.after(() => rmSync(root, { recursive: true }));
    for (const folder of ['node_modules/x', '.git', 'var', 'docs/var'])
      mkdirSync(join(root, folder), { recursive: true });
    const files = [
      'node_modules/x/a.md',
      '.git/HEAD',
      'var/b.md',
      'docs/var/c.md',
      'docs/d.log',
      'docs/e.png',
    ];
    for (const file of files) writeFileSync(join(root, file), 'text');
    writeFileSync(join(root, '.gitignore'), lines('# a comment', 'node_modules/', '/var/', '*.log', ''));
    const repository = readRepository(root);
    assert.deepEqual(repository.paths, ['.gitignore', 'docs/e.png', 'docs/var/c.md']);
    assert.equal(repository.text('docs/var/c.md'), 'text');
    assert.equal(repository.text('docs/e.png'), '');
    assert.equal(repository.text('var/b.md'), '');
  });

  test('refuses a line of .gitignore that it does not understand', () => {
    assert.throws(() => ignoredGlobs('!keep.md'), /cannot interpret/);
    assert.throws(() => ignoredGlobs('docs/*.md'), /cannot interpret/);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { applyRules, STEPS } from '../check/steps.ts';
import { ROOT_FOLDER, thisCodebase } from '../source/codebase.ts';

describe('npm run check', () => {
  // The rules of the house have tests of their own.
  for (const { name, run } of STEPS.filter((step) => step.name !== 'rules of the house')) {
    test(name, async () => {
      const complaints = await run(thisCodebase());
      assert.ok(complaints.length === 0, complaints.join('\n'));
    });
  }

  test('gives the place and the rule of a complaint', () => {
    const rule = () => ['a.ts:3: is wrong'];
    assert.deepEqual(applyRules({ someRule: rule }, thisCodebase()), ['a.ts:3: is wrong [someRule]']);
  });
});

/** What the compiler says about a file under this repository's settings. */
function complaints(t: TestContext, config: string, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-types-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const settings = {
    extends: join(ROOT_FOLDER, config),
    compilerOptions: { typeRoots: [join(ROOT_FOLDER, 'node_modules/@types')] },
    include: ['a.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'a.ts'), text);
  const compiler = join(ROOT_FOLDER, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return [...stdout.matchAll(/error TS\d+: (.*)/g)].map(([, message = '']) => message);
}

describe('types', () => {
  test('the pure program knows nothing of Node, a browser or a network', (t) => {
    const names = [
      'process',
      'console',
      'fetch',
      'setTimeout',
      'performance',
      'crypto',
      'document',
      'Buffer',
      'URL',
    ];
    const found = complaints(t, 'tsconfig.pure.json', `import 'node:fs'; ${names.join(';')}; export {};`);
    const unknown = found.map((text) => /^Cannot find (?:name|module .*?of) '(.+?)'/.exec(text)?.[1]);
    assert.deepEqual(unknown, ['node:fs', ...names]);
  });

  test('index access, optional properties and erasable syntax are checked strictly', (t) => {
    const found = complaints(
      t,
      'tsconfig.json',
      `export const a: string = ['x'][0];
       export const b: { c?: string } = { c: undefined };
       export enum D { E }
       export class F { constructor(readonly g: string) {} }`,
    );
    assert.equal(found.length, 4, found.join('\n'));
  });
});

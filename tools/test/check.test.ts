import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { API } from 'typescript/unstable/sync';
import { applyRules, STEPS } from '../check/steps.ts';
import { codebaseOf, ROOT_FOLDER, thisCodebase } from '../source/codebase.ts';

describe('npm run check', () => {
  // Layers and tidy have tests of their own, one for each rule.
  for (const { name, run } of STEPS.filter((step) => step.name !== 'layers' && step.name !== 'tidy')) {
    test(name, async () => {
      const complaints = await run(thisCodebase());
      assert.ok(complaints.length === 0, complaints.join('\n'));
    });
  }

  test('names the place and the rule of a complaint', () => {
    const rule = () => [{ path: 'a.ts', line: 3, message: 'is wrong' }];
    assert.deepEqual(applyRules({ someRule: rule }, codebaseOf({})), ['a.ts:3: is wrong [someRule]']);
  });
});

/** What a program says of a text that stands in the place of a real file. */
function complaints(config: string, path: string, text: string): string[] {
  const file = join(ROOT_FOLDER, path).replaceAll('\\', '/');
  const api = new API({ cwd: ROOT_FOLDER, fs: { readFile: (name) => (name === file ? text : undefined) } });
  try {
    const project = join(ROOT_FOLDER, config).replaceAll('\\', '/');
    const program = api.updateSnapshot({ openProjects: [project] }).getProject(project)?.program;
    assert(program !== undefined);
    return program.getSemanticDiagnostics(file).map((diagnostic) => diagnostic.text);
  } finally {
    api.close();
  }
}

describe('types', () => {
  const file = 'common/base/src/result.ts';

  test('the pure program knows nothing of Node, a browser or a network', () => {
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
    const found = complaints('tsconfig.pure.json', file, `import 'node:fs'; ${names.join(';')}; export {};`);
    const unknown = found.map((text) => /^Cannot find (?:name|module .*?of) '(.+?)'/.exec(text)?.[1]);
    assert.deepEqual(unknown, ['node:fs', ...names]);
  });

  test('index access, optional properties and erasable syntax are strict', () => {
    const found = complaints(
      'tsconfig.json',
      file,
      `export const a: string = ['x'][0];
       export const b: { c?: string } = { c: undefined };
       export enum D { E }
       export class F { constructor(readonly g: string) {} }`,
    );
    assert.equal(found.length, 4, found.join('\n'));
  });
});

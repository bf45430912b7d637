import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SourceFacts } from '../source/syntax.ts';
import { parseSources } from '../source/syntax.ts';
import { lines } from './found.ts';

function parse(...text: readonly string[]): SourceFacts {
  const facts = parseSources(new Map([['some/file.ts', lines(...text)]])).get('some/file.ts');
  assert(facts !== undefined);
  return facts;
}

describe('what is read from a source file', () => {
  test('imports of every form, told from comments, strings and patterns', () => {
    const { imports, errors } = parse(
      "import { a } from './a.ts';",
      "import type { B } from './b.ts';",
      "import { type C } from './c.ts';",
      "import './d.ts';",
      "export * from './e.ts';",
      "export type { F } from './f.ts';",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is what is parsed
      'const g = `${await import("./g.ts")}`;',
      "type H = import('./h.ts').H;",
      'await import(a);',
      "// import './no.ts'",
      "const no = \"import './no.ts'\"; const pattern = /import '.\\/no.ts'/;",
      "import data from './i.json' with { type: 'json' };",
    );
    assert.deepEqual(errors, []);
    assert.deepEqual(
      imports.map(({ specifier, typeOnly, line }) => `${line} ${specifier} ${typeOnly ? 'type' : 'value'}`),
      [
        '1 ./a.ts value',
        '2 ./b.ts type',
        // Kept as an empty import when types are stripped: the file is loaded.
        '3 ./c.ts value',
        '4 ./d.ts value',
        '5 ./e.ts value',
        '6 ./f.ts type',
        '7 ./g.ts value',
        '8 ./h.ts type',
        '9 null value',
        '12 ./i.json value',
      ],
    );
  });

  test('names used as values, told from properties, labels and types', () => {
    const { references } = parse(
      'interface process { fetch(console: number): typeof console }',
      'const made = { process: 1, ["Date"]: 2 };',
      'made.process;',
      'const fn: (setTimeout: number) => void = () => undefined;',
      'export { fn as performance };',
      'use({ console });',
      'class Clock extends Date {}',
    );
    const names = references.map(({ name, line }) => `${line} ${name}`);
    assert.deepEqual(names, ['3 made', '4 undefined', '6 use', '6 console', '7 Date']);
  });

  test('how a name is used', () => {
    const { references } = parse(
      'new Date(); new Date(1); new Date(...[]); Date(); Date.now; const { now } = Date;',
    );
    assert.deepEqual(
      references
        .filter(({ name }) => name === 'Date')
        .map(({ member, form, args }) => `${member} ${form} ${args}`),
      ['null new 0', 'null new 1', 'null new 0', 'null call 0', 'now use 0', 'null use 0'],
    );
  });

  test('functions with their names and lengths', () => {
    const { functions } = parse(
      'function one() {',
      '}',
      'const two = () =>',
      '  3;',
      "describe('x', () => {",
      '  four(function () {});',
      '});',
      'class C { five() {} }',
    );
    assert.deepEqual(
      functions.map(({ name, line, lines: length, argumentOf }) => [name, line, length, argumentOf]),
      [
        ['one', 1, 2, null],
        ['two', 3, 2, null],
        ['callback of describe', 5, 3, 'describe'],
        ['callback of four', 6, 1, 'four'],
        ['five', 8, 1, null],
      ],
    );
  });

  test('files named by URL, lines, and syntax errors', () => {
    const { fileUrls, lines: count } = parse("new Worker(new URL('./w.ts', import.meta.url));", '');
    assert.deepEqual(fileUrls, ['./w.ts']);
    assert.equal(count, 1);
    assert.equal(parse('const = 1;').errors.length > 0, true);
  });
});

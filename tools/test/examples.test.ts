import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fail, ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { LAYERS } from '../layers.ts';
import { packageOf, ROOT_FOLDER, thisCodebase } from '../source/codebase.ts';
import { examplesIn } from '../source/examples.ts';
import { lines } from './found.ts';

type Scope = Readonly<Record<string, unknown>>;

const HELPERS: Scope = { ok, fail };

/** What is wrong with the examples of a source, as `path:line: expression: what`. */
function faultsIn(path: string, text: string, scope: Scope): readonly string[] {
  const run = (code: string): unknown =>
    new Function(...Object.keys(scope), `'use strict'; return (${code}\n);`)(...Object.values(scope));
  return examplesIn(text).flatMap(({ line, expression, expected }) => {
    const place = `${path}:${line}: ${expression}`;
    if (expected === null) return [`${place}: say what it returns: " // <value>"`];
    try {
      assert.deepStrictEqual(run(expression), run(expected));
      return [];
    } catch (error) {
      return [`${place}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

describe('the examples of docstrings are true', () => {
  const codebase = thisCodebase();
  const isPure = (path: string): boolean => LAYERS[packageOf(codebase, path) ?? '']?.pure === true;
  const sources = codebase.sources.filter((path) => isPure(path) && path.includes('/src/'));
  for (const path of sources.filter((each) => examplesIn(codebase.text(each)).length > 0)) {
    test(path, async () => {
      const exported: Scope = await import(pathToFileURL(join(ROOT_FOLDER, path)).href);
      const crypto = /^(?:common\/evidence|platform\/core)\//.test(path) ? { crypto: nodeCrypto } : {};
      const faults = faultsIn(path, codebase.text(path), { ...HELPERS, ...crypto, ...exported });
      assert.ok(faults.length === 0, faults.join('\n'));
    });
  }
});

describe('an example', () => {
  const faultsOf = (...text: readonly string[]): readonly string[] =>
    faultsIn('a.ts', lines(...text), { twice: (value: number) => 2 * value });

  test('is found in a comment of one line or several, and may have several lines', () => {
    const text = lines(
      '/** @example twice(1) // 2 */',
      '/**',
      ' * The double.',
      " * @example twice(2) // 'a // b'",
      ' * @example twice(',
      ' *   3,',
      ' * )',
      ' * // 6',
      ' * @example twice(4)',
      ' */',
      "export const twice = ' @example twice(5) // 10';",
    );
    assert.deepEqual(examplesIn(text), [
      { line: 1, expression: 'twice(1)', expected: '2' },
      { line: 4, expression: 'twice(2)', expected: "'a // b'" },
      { line: 5, expression: 'twice( 3, )', expected: '6' },
      { line: 9, expression: 'twice(4)', expected: null },
    ]);
  });

  test('passes if it is true', () => {
    assert.deepEqual(faultsOf(' * @example [twice(1), { a: twice(2) }] // [2, { a: 4 }]'), []);
  });

  for (const [what, code, message] of [
    ['returns something else', 'twice(1) // 3', /2 !== 3/],
    ['differs in type', "twice(1) // '2'", /2 !== '2'/],
    ['throws', 'thrice(1) // 3', /thrice is not defined/],
    ['expects what throws', 'twice(1) // two', /two is not defined/],
    ['cannot be read', 'twice(1 // 2', /Unexpected token/],
    ['says no value', 'twice(1)', /say what it returns/],
  ] as const) {
    test(`fails if it ${what}`, () => {
      const [fault = '', ...more] = faultsOf('/**', ` * @example ${code}`, ' */');
      const expression = code.split(' // ')[0] ?? '';
      assert.ok(fault.startsWith(`a.ts:2: ${expression}: `), fault);
      assert.match(fault, message);
      assert.equal(more.length, 0);
    });
  }
});

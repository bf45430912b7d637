import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT_FOLDER } from '../source/codebase.ts';

const PAGE = 'docs/operations/security.md';

/** The files and tests that the last column of the page's second table names. */
function namedTests(): { readonly file: string; readonly names: readonly string[] }[] {
  const page = readFileSync(join(ROOT_FOLDER, PAGE), 'utf8');
  const rows = page.split('\n').filter((line) => /^\|.*`[^`]+\.(?:test\.ts|json)`: “/.test(line));
  return rows.flatMap((row) =>
    (row.split(' | ').at(-1) ?? '').split(/; (?=`)/).map((part) => ({
      file: /`([^`]+)`/.exec(part)?.[1] ?? '',
      names: [...part.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
    })),
  );
}

test('every test that the page on security names is there, under that name', () => {
  const named = namedTests();
  assert.ok(named.length >= 28, `${named.length}`);
  for (const { file, names } of named) {
    assert.ok(existsSync(join(ROOT_FOLDER, file)), `${PAGE}: there is no ${file}`);
    assert.ok(names.length > 0, `${PAGE}: no test of ${file} is named`);
    const source = readFileSync(join(ROOT_FOLDER, file), 'utf8');
    for (const name of names) {
      const isThere = ["'", '"', '`'].some((quote) => source.includes(quote + name + quote));
      assert.ok(isThere, `${PAGE}: ${file} has no test “${name}”`);
    }
  }
});

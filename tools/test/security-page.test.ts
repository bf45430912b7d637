import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT_FOLDER } from '../source/codebase.ts';

/** What holds, and what was seen without it. */
const PAGES = ['docs/operations/security.md', 'docs/operations/security-tests.md'] as const;

/** The files and tests that the last column of the page's table names. */
function namedTests(name: string): { readonly file: string; readonly names: readonly string[] }[] {
  const text = readFileSync(join(ROOT_FOLDER, name), 'utf8');
  const rows = text.split('\n').filter((line) => /^\|.*`[^`]+\.(?:ts|json)`: “/.test(line));
  return rows.flatMap((row) =>
    (row.split(' | ').at(-1) ?? '').split(/; (?=`)/).map((part) => ({
      file: /`([^`]+)`/.exec(part)?.[1] ?? '',
      names: [...part.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
    })),
  );
}

for (const page of PAGES) {
  test(`every test that ${page} names is there, under that name`, () => {
    const named = namedTests(page);
    assert.ok(named.length >= 28, `${named.length}`);
    for (const { file, names } of named) {
      assert.ok(existsSync(join(ROOT_FOLDER, file)), `${page}: there is no ${file}`);
      assert.ok(names.length > 0, `${page}: no test of ${file} is named`);
      const source = readFileSync(join(ROOT_FOLDER, file), 'utf8');
      for (const name of names) {
        const isThere = ["'", '"', '`'].some((quote) => source.includes(quote + name + quote));
        assert.ok(isThere, `${page}: ${file} has no test “${name}”`);
      }
    }
  });
}

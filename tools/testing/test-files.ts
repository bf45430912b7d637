import { globSync } from 'node:fs';
import { isAbsolute, matchesGlob, relative } from 'node:path';

/** The files that `npm test` and `npm run test:long` run: globs from the root, in one place. */
export const TEST_FILES: readonly string[] = [
  '{common,screener,platform}/*/test/**/*.test.ts',
  'tools/test/**/*.test.ts',
  'screener/conformance/api/*.test.ts',
];

/**
 * The module that sets the size of searches. `npm run test:long` runs every file that imports it, at full
 * size.
 */
export const SIZE = 'common/kit/src/testing/size.ts';

/** Only `npm run test:long` runs such a file. */
export function isLong(file: string): boolean {
  return file.endsWith('.long.test.ts');
}

/**
 * The test files below `root` that match `globs`, sorted, relative to `root`; with `filters` (parts of
 * paths, or globs), only those that match one of them.
 */
export function findTestFiles(root: string, globs: readonly string[], filters: readonly string[]): string[] {
  const files = globSync([...globs], { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const wanted = filters.map((filter) =>
    isAbsolute(filter) ? relative(root, filter) : filter.replace(/^\.\//, ''),
  );
  const isWanted = (file: string): boolean =>
    wanted.some((part) => file.includes(part) || matchesGlob(file, part));
  return [...new Set(files)].filter((file) => wanted.length === 0 || isWanted(file)).sort();
}

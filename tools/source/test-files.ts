/** The files that `npm test` runs: globs from the root, in one place. */
export const TEST_FILES: readonly string[] = [
  'packages/*/test/**/*.test.ts',
  'apps/*/test/**/*.test.ts',
  'tools/test/**/*.test.ts',
  'conformance/**/*.test.ts',
];

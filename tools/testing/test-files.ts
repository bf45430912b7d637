/** The files that `npm test` runs: globs from the root, in one place. */
export const TEST_FILES: readonly string[] = [
  '{common,screener,platform}/*/test/**/*.test.ts',
  'tools/test/**/*.test.ts',
  'screener/conformance/api/*.test.ts',
];

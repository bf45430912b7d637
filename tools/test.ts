import { parseArgs } from 'node:util';
import { LIMITS, runTests } from './testing/run-tests.ts';
import { findTestFiles, TEST_FILES } from './testing/test-files.ts';

/**
 * `npm test [-- [--name <pattern>] <part of a path> ...]`: every test below the current folder, or those whose
 * path contains one of the arguments.
 */
const { values, positionals } = parseArgs({ options: { name: { type: 'string' } }, allowPositionals: true });
const root = process.cwd();
const options = { namePattern: values.name ?? null, limits: LIMITS };
const files = findTestFiles(root, TEST_FILES, positionals);
if (files.length === 0) {
  // Running nothing must not look like success.
  console.error(`no test file matches ${positionals.join(' ') || TEST_FILES.join(' ')}`);
  process.exitCode = 1;
} else if (!(await runTests(root, files, options))) {
  process.exitCode = 1;
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The arguments with which Node runs one of our programs: from its bundle if the test run has prepared
 * bundles (`tools/testing/prepare-programs.ts`), else from its sources. This also works for a program that
 * only loads another, such as `bin/sanad.cjs`, and for its threads.
 *
 * @example spawn(process.execPath, [...programArgs(MAIN), '--help'])
 */
export function programArgs(entry: string): readonly string[] {
  const folder = process.env.SANAD_TEST_PROGRAMS;
  return folder === undefined ? [entry] : [`--import=${pathToFileURL(join(folder, 'start.mjs'))}`, entry];
}

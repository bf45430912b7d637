import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { bundlePrograms } from './program-bundles.ts';

/** Programs that tests start: services, commands, and their separate processes. */
const ENTRIES = [
  '{screener,platform}/*/src/main.ts',
  'tools/{backup,doctor}.ts',
  'platform/conformance/host/main.ts',
  '{common/kit,screener/service}/test/**/programs/*.ts',
];

/** Tests start programs with `common/kit/src/testing/programs.ts`. */
export const PROGRAMS = {
  name: 'programs',
  neededBy: 'common/kit/src/testing/programs.ts',
  async prepare(): Promise<{ readonly env: Readonly<Record<string, string>> }> {
    const folder = await bundlePrograms({
      root: ROOT_FOLDER,
      entries: globSync(ENTRIES, { cwd: ROOT_FOLDER }).sort(),
      cache: join(ROOT_FOLDER, 'node_modules/.cache/programs'),
    });
    return { env: { SANAD_TEST_PROGRAMS: folder } };
  },
};

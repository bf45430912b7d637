import { parseArgs } from 'node:util';
import type { Choice } from './testing/choose-tests.ts';
import { chooseTests } from './testing/choose-tests.ts';
import { PREPARATIONS, withPreparations } from './testing/preparations.ts';
import { LIMITS, LONG_LIMITS, runTests } from './testing/run-tests.ts';

/**
 * `npm test [-- [--name <pattern>] <part of a path> ...]`: every test below the current folder, or those whose
 * path contains one of the arguments; long ones excepted.
 * `npm test -- --changed [<commit>] [--why <part of a path>]`: what a change can reach; `--why` says how, and runs nothing.
 * `npm run test:long`, with the same arguments: what has a long or full form, in that form.
 */
const { values, positionals } = parseArgs({
  options: {
    name: { type: 'string' },
    changed: { type: 'boolean', default: false },
    why: { type: 'string' },
    long: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

async function run({ files, preparations }: Choice): Promise<boolean> {
  // Tests are of the sources; those of bundles start programs without this.
  process.env.SANAD_SOURCES ??= '1';
  // This comes before the preparations, which may search too.
  if (values.long) process.env.SANAD_TEST_SIZE = 'full';
  const options = { namePattern: values.name ?? null, limits: values.long ? LONG_LIMITS : LIMITS };
  const passed = await withPreparations(preparations, (folder) =>
    runTests(process.cwd(), files, { ...options, folder }),
  );
  return passed === true;
}

try {
  const choice = chooseTests(process.cwd(), PREPARATIONS, {
    ...values,
    why: values.why ?? null,
    positionals,
  });
  for (const line of choice.lines) console.log(line);
  if (values.why === undefined && !(await run(choice))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

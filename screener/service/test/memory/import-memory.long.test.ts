import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { live } from '../crash/programs.ts';

const BENCH = fileURLToPath(new URL('../../../../bench/import.ts', import.meta.url));

test('an import stays below its memory limit', async (t) => {
  // The benchmark of 10,000 companies, with a tenth of them: memory must not grow with their number.
  const bench = await withTempDir((folder) =>
    live({ entry: BENCH, args: ['--entries', '1000'], codeCache: join(folder, 'code') }, null),
  );
  assert.match(bench.output, / met: peak memory of the import of 1000 companies on \d+ threads \d+ MiB/);
  t.diagnostic(/met: .*/.exec(bench.output)?.[0] ?? '');
});

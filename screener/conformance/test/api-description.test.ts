import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';

/** The generated page, which a test compares with the running service's description. */
const DESCRIPTION = 'docs/reference/screener-openapi.json';

describe('the OpenAPI description', () => {
  test('spectral finds nothing', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sanad-spectral-'));
    t.after(() => removeDirectory(folder));
    const ruleset = join(folder, 'spectral.json');
    await writeFile(ruleset, '{"extends": ["spectral:oas"]}');
    const { code, output } = await run('spectral', [
      'lint',
      '--fail-severity=hint',
      '-r',
      ruleset,
      DESCRIPTION,
    ]);
    assert.equal(code, 0, output);
    assert.match(output, /No results/);
  });

  test('redocly finds nothing', async () => {
    const { code, output } = await run('redocly', ['lint', '--max-problems=5', DESCRIPTION]);
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /warning/i);
    assert.match(output, /valid/);
  });
});

function run(name: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  const program = join(REPOSITORY, 'node_modules/.bin', name);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: REPOSITORY, env, timeout: 120_000 },
      (error, out, err) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1,
          output: out + err,
        }),
    );
  });
}

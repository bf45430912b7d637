import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { longPackage } from '@common/kit/testing/long-package';

/** The generated page, which a test compares with the running service's description. */
const DESCRIPTION = 'docs/reference/screener-openapi.json';

describe('the OpenAPI description, to those who check such', () => {
  test('spectral finds nothing', () =>
    withTempDir(async (folder) => {
      const ruleset = join(folder, 'spectral.json');
      await writeFile(ruleset, '{"extends": ["spectral:oas"]}');
      const args = ['lint', '--fail-severity=hint', '-r', ruleset, DESCRIPTION];
      const { code, output } = await run('@stoplight/spectral-cli/dist/index.js', args);
      assert.equal(code, 0, output);
      assert.match(output, /No results/);
    }));

  test('redocly finds nothing', async () => {
    const { code, output } = await run('@redocly/cli/bin/cli.js', ['lint', '--max-problems=5', DESCRIPTION]);
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /warning/i);
    assert.match(output, /valid/);
  });
});

function run(path: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [longPackage(path), ...args],
      { cwd: REPOSITORY, env, timeout: 120_000 },
      (error, out, err) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1,
          output: out + err,
        }),
    );
  });
}

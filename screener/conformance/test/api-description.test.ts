import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';

/** The generated page, which a test compares with the running service's description. */
const DESCRIPTION = 'docs/reference/screener-openapi.json';

type Content = Readonly<Record<string, object>>;
type Described = Readonly<
  Record<
    string,
    {
      readonly requestBody?: { readonly content: Content };
      readonly responses: Readonly<Record<string, { readonly content?: Content; readonly headers?: object }>>;
    }
  >
>;

/** Refusals of the protocol library and of a service that is shutting down. */
const WITHOUT_EXAMPLE = ['post /mcp 404', 'post /mcp 503'];

describe('the OpenAPI description', () => {
  test('shows an example of every answer, a request for every body, and headers', async () => {
    const document = JSON.parse(await readFile(join(REPOSITORY, DESCRIPTION), 'utf8'));
    const lacking: string[] = [];
    for (const [path, methods] of Object.entries<Described>(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const body = requestBody?.content['application/json'];
        if (body !== undefined && !('example' in body)) lacking.push(`${method} ${path}: its body`);
        const [ok] = Object.keys(responses);
        assert.ok(Object.keys(responses[ok ?? '']?.headers ?? {}).includes('x-request-id'), path);
        for (const [status, { content }] of Object.entries(responses)) {
          const json = content?.['application/json'];
          const isShown = json === undefined || 'example' in json || status === 'default';
          if (!isShown) lacking.push(`${method} ${path} ${status}`);
        }
      }
    }
    assert.deepEqual(lacking, WITHOUT_EXAMPLE);
  });

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

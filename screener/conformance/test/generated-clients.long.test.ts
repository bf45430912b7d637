import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { longPackage } from '@common/kit/testing/long-package';

const DESCRIPTION = join(REPOSITORY, 'docs/reference/screener-openapi.json');
const TYPES_CLI = join(REPOSITORY, 'screener/client/node_modules/openapi-typescript/bin/cli.js');
const COMPILER = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
const STRICT = ['--strict', '--noEmit', '--noUncheckedIndexedAccess', '--ignoreConfig'];
const MODULES = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2024', '--types', ''];

/** What an integrator writes with the types of openapi-typescript. */
const WITH_TYPES = `
import type { components, paths } from './types';
type Answer = paths['/v1/screen/{ticker}']['get']['responses'][200]['content']['application/json'];
function verdictOf({ data }: Answer): 'compliant' | 'questionable' | 'non_compliant' | 'not_screenable' {
  return data.compliance;
}
const rules: components['schemas']['Screening']['rules'][] = ['current', 'classic'];
// @ts-expect-error: not a rule set
const wrong: components['schemas']['Screening']['rules'] = 'newest';
`;
/** And with the functions of oazapfts, which it names by our operation ids. */
const WITH_FUNCTIONS = `
import { keepKey, screenBatch, screenTicker, searchTickers } from './functions';
async function verdictOf(ticker: string): Promise<string> {
  const answer = await screenTicker(ticker, { rules: 'classic', holdings: 'none' });
  if (answer.status !== 200 || !answer.data.success) throw new Error(String(answer.status));
  const { compliance, score, evidence } = answer.data.data;
  return \`\${compliance} \${score} \${evidence[0]?.source_url}\`;
}
const others = [searchTickers('apple', {}), screenBatch({ symbols: ['AAPL'] }), keepKey()];
// @ts-expect-error: not a rule set
void screenTicker('AAPL', { rules: 'newest' });
`;

/** Clients that generators make of the description, used as by a stranger and compiled under strict settings. */
describe('clients generated from the OpenAPI description', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sanad-generated-'));
    // The functions import a small runtime, as in the project of a user who generates them.
    const runtime = longPackage('@oazapfts/runtime');
    await symlink(join(runtime, '../..'), join(folder, 'node_modules'), 'junction');
  });
  after(() => removeDirectory(folder));

  test('openapi-typescript: its types compile, and hold a caller to the choices', async () => {
    run(TYPES_CLI, DESCRIPTION, '--output', join(folder, 'types.ts'));
    await compile('with-types.ts', WITH_TYPES);
  });

  test('oazapfts: its functions compile, and hold a caller to the choices', async () => {
    run(longPackage('oazapfts/dist/cli.js'), DESCRIPTION, join(folder, 'functions.ts'));
    const generated = await readFile(join(folder, 'functions.ts'), 'utf8');
    assert.ok(generated.includes('@oazapfts/runtime'), 'the package that its functions call');
    const { paths } = JSON.parse(await readFile(DESCRIPTION, 'utf8'));
    const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
      Object.values(methods),
    );
    for (const { operationId } of operations) {
      assert.match(generated, new RegExp(`export function ${operationId}\\b`));
    }
    await compile('with-functions.ts', WITH_FUNCTIONS);
  });

  function run(program: string, ...args: readonly string[]): string {
    const options = { cwd: folder, encoding: 'utf8', timeout: 120_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
    assert.equal(status, 0, stdout + stderr);
    return stdout;
  }

  async function compile(name: string, code: string): Promise<void> {
    await writeFile(join(folder, name), code);
    const language = ['--lib', 'es2024,dom,dom.iterable', ...MODULES];
    assert.equal(run(COMPILER, join(folder, name), ...STRICT, ...language), '');
  }
});

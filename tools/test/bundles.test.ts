import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { makeBundles, removeOld } from '../bundle/make.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';

const SERVICE = 'platform/app/src/main.ts';
const COMMAND = 'platform/app/src/cli/main.ts';
const OTHER = 'screener/other/src/main.ts';
const WORDS = 'platform/app/src/words.ts';
/** Says where it runs, and what words.ts says; `throw` ends with a stack trace. */
const PROGRAM = (words: string) => `import { words } from '${words}';
const stack: string = new Error('where').stack ?? '';

if (process.argv[2] === 'stack') console.log(stack);
else console.log(words, process.argv.slice(2).join(), import.meta.url.endsWith('.ts'), new Error().stack?.length);
`;
const words = (text: string) => `/** Words. */\nexport const words: string = '${text}';\n`;

async function write(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** The launcher with programs of its own, and the folder of their bundles. */
async function programs(root: string) {
  for (const path of ['tools/node.cjs', 'tools/bundle', 'tools/start/services.ts'])
    cpSync(join(ROOT_FOLDER, path), join(root, path), { recursive: true });
  await write(root, {
    'package.json': '{"type":"module"}',
    [SERVICE]: PROGRAM('./words.ts'),
    [COMMAND]: PROGRAM('../words.ts'),
    [OTHER]: "console.log('other');",
    [WORDS]: words('first'),
  });
  await mkdir(join(root, 'node_modules'));
  for (const name of ['esbuild', '@esbuild'])
    await symlink(join(ROOT_FOLDER, 'node_modules', name), join(root, 'node_modules', name));
  return join(root, 'node_modules/.cache/bundles');
}

function launch(root: string, entry: string, ...args: readonly string[]) {
  const { PATH, HOME } = process.env;
  return spawnSync(process.execPath, [join(root, 'tools/node.cjs'), join(root, entry), ...args], {
    encoding: 'utf8',
    cwd: root,
    env: { PATH, HOME, SANAD_ENV_FILE: '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
}

/** The parts of programs that are bundled, without their records. */
const partsOf = (folder: string): string[] => readdirSync(folder).filter((name) => !name.endsWith('.json'));

test('a first start bundles a program, and a changed source never runs stale', () =>
  withTempDir(async (root) => {
    const folder = await programs(root);
    const said = () => {
      const { stdout, stderr } = launch(root, SERVICE, 'a', '--sources');
      assert.equal(stderr, '');
      return stdout.split(' ').slice(0, 3).join(' ');
    };
    assert.equal(said(), 'first a,--sources true');
    const [part = ''] = partsOf(folder);
    // What runs is the bundle: here it says something else.
    const bundle = join(folder, part, 'platform-app-src-main.mjs');
    await writeFile(bundle, "console.log('the bundle a true');");
    assert.match(said(), /^the bundle a/);
    await write(root, { [WORDS]: words('other') });
    // Of the same size, in the same second.
    await write(root, { [WORDS]: words('third') });
    assert.equal(said(), 'third a,--sources true');
    assert.equal(partsOf(folder).length, 2);
    const sources = launch(root, SERVICE, '--sources', 'a');
    assert.match(sources.stdout, /^third a true/);
  }));

test('a stack trace of a bundle names the source', () =>
  withTempDir(async (root) => {
    const folder = await programs(root);
    const { stdout } = launch(root, COMMAND, 'stack');
    assert.equal(partsOf(folder).length, 1);
    assert.match(stdout, /^Error: where\n {4}at /);
    assert.ok(stdout.includes(`${join(root, COMMAND)}:2:`), stdout);
  }));

test('where nothing can be written the sources run, and only a service says so', () =>
  withTempDir(async (root) => {
    const folder = await programs(root);
    await writeFile(join(root, 'node_modules/.cache'), '');
    const service = launch(root, SERVICE);
    assert.match(service.stdout, /^first {2}true/);
    assert.match(service.stderr, /^sanad: runs from the sources: .+\n$/);
    assert.equal(launch(root, COMMAND).stderr, '');
    assert.equal(existsSync(folder), false);
  }));

test('starts at once make the same, and leave no draft', () =>
  withTempDir(async (root) => {
    const folder = await programs(root);
    await Promise.all([
      makeBundles(root, folder, [SERVICE]),
      makeBundles(root, folder, [SERVICE]),
      makeBundles(root, folder, [COMMAND, OTHER]),
    ]);
    assert.equal(partsOf(folder).length, 2);
    await rm(join(root, WORDS));
    // The bundle of a program that does not need the file is still good.
    await makeBundles(root, folder, [OTHER]);
    await assert.rejects(makeBundles(root, folder, [COMMAND]));
    assert.equal(partsOf(folder).length, 2);
  }));

test('an old part goes, unless a program is started from it', () =>
  withTempDir(async (folder) => {
    await write(folder, {
      'services.json': JSON.stringify({ program: 'used/services.mjs' }),
      'used/services.mjs': '',
      'left/services.mjs': '',
    });
    const days = 86_400_000;
    await removeOld(folder, Date.now() + 6 * days);
    assert.deepEqual(partsOf(folder).sort(), ['left', 'used']);
    await removeOld(folder, Date.now() + 8 * days);
    assert.deepEqual(partsOf(folder), ['used']);
  }));

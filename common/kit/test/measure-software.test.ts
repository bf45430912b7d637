import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { measureSoftware } from '@common/kit/measure-software';
import { removeDirectory } from '@common/kit/testing';

const JSON_OF = (value: unknown) => JSON.stringify(value);

/** A service with a package beside it, a library, and a library of that library. */
async function checkout(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'sanad-software-'));
  t.after(() => removeDirectory(root));
  const files: Readonly<Record<string, string>> = {
    'service/package.json': JSON_OF({
      name: 'service',
      version: '1.0.0',
      dependencies: { kit: '1.0.0', web: '2.0.0' },
      optionalDependencies: { 'only-elsewhere': '1.0.0' },
    }),
    'service/src/main.ts': 'start();\n',
    'service/test/main.test.ts': 'test();\n',
    'kit/package.json': JSON_OF({ name: 'kit', version: '1.0.0' }),
    'kit/src/kit.ts': 'kit();\n',
    'node_modules/web/package.json': JSON_OF({
      name: 'web',
      version: '2.0.0',
      dependencies: { deep: '3.0.0' },
    }),
    'node_modules/web/index.js': 'web();\n',
    'node_modules/web/node_modules/deep/package.json': JSON_OF({ name: 'deep', version: '3.0.0' }),
    'node_modules/web/node_modules/deep/index.js': 'deep();\n',
    'node_modules/unrelated/package.json': JSON_OF({ name: 'unrelated', version: '1.0.0' }),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await symlink('../kit', join(root, 'node_modules/kit'));
  return root;
}

test('the same for the same checkout in another place', async (t) => {
  const root = await checkout(t);
  const copy = await mkdtemp(join(tmpdir(), 'sanad-software-'));
  t.after(() => removeDirectory(copy));
  await cp(root, copy, { recursive: true, verbatimSymlinks: true });
  assert.equal(measureSoftware(join(copy, 'service')), measureSoftware(join(root, 'service')));
});

test('different after one changed line of the service, its neighbour, a library, or a library’s library', async (t) => {
  const root = await checkout(t);
  const seen = new Set([measureSoftware(join(root, 'service'))]);
  const paths = [
    'service/src/main.ts',
    'kit/src/kit.ts',
    'node_modules/web/index.js',
    'node_modules/web/node_modules/deep/index.js',
  ];
  for (const path of paths) {
    await appendFile(join(root, path), 'steal();\n');
    const digest = measureSoftware(join(root, 'service'));
    assert.match(digest, /^[0-9a-f]{64}$/);
    assert.ok(!seen.has(digest), path);
    seen.add(digest);
  }
});

test('files that do not run with it change nothing: tests, types, maps, texts, and packages that nothing depends on', async (t) => {
  const root = await checkout(t);
  const before = measureSoftware(join(root, 'service'));
  await appendFile(join(root, 'service/test/main.test.ts'), 'more();\n');
  for (const name of ['index.d.ts', 'index.js.map', 'README.md'])
    await writeFile(join(root, 'node_modules/web', name), 'more\n');
  await appendFile(join(root, 'node_modules/unrelated/package.json'), '\n');
  assert.equal(measureSoftware(join(root, 'service')), before);
});

test('a package that is not installed is named', async (t) => {
  const root = await checkout(t);
  await writeFile(
    join(root, 'service/package.json'),
    JSON_OF({ name: 'service', version: '1.0.0', dependencies: { missing: '1.0.0' } }),
  );
  assert.throws(
    () => measureSoftware(join(root, 'service')),
    /needs missing, which is not installed: run npm ci/,
  );
});

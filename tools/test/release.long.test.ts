import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { VERSION } from '@common/kit/version';
import { ROOT_FOLDER } from '../source/codebase.ts';

const RUN_MS = 300_000;
const ARCHIVE = `sanad-${VERSION}-${process.platform}-${process.arch}.tar.gz`;

const AGENT = ['agent', 'ai-sdk', 'langchain', 'openai', 'openai-agents', 'webhook'];
const OF_ALL = ['README.md', 'SOURCES.txt', 'package.json'];

/** What each package of npm has, besides what all of them have. */
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  [`sanad-agent-${VERSION}.tgz`]: [
    ...AGENT.map((name) => `${name}.js`),
    ...[...AGENT, 'for-model', 'outcome', 'requests', 'signature'].map((name) => `${name}.d.ts`),
  ],
  [`sanad-client-${VERSION}.tgz`]: [
    ...['LICENSES.txt', 'openapi-fetch.d.ts', 'openapi-typescript-helpers.d.ts'],
    ...['schema.d.ts', 'screener-client.d.ts', 'screener-client.js'],
  ],
  [`sanad-verify-${VERSION}.tgz`]: ['sanad-verify.mjs'],
  [`sanad-verify-library-${VERSION}.tgz`]: [
    ...['LICENSES.txt', 'answer.d.ts', 'node.js', 'shared.js', 'web.d.ts', 'web.js'],
  ],
};

/** Nothing but the files of the package, none that names a folder here, and each source by its digest. */
function checkPublished(tarball: string, files: readonly string[]): void {
  const place = `${tarball}.unpacked`;
  mkdirSync(place);
  execFileSync('tar', ['-xzf', tarball], { cwd: place });
  const read = (name: string) => readFileSync(join(place, 'package', name), 'utf8');
  assert.deepEqual(readdirSync(join(place, 'package')).sort(), [...OF_ALL, ...files].sort(), tarball);
  const { name, version, license, type, description, engines, dependencies, exports, bin } = JSON.parse(
    read('package.json'),
  );
  assert.deepEqual(
    { version, license, type, dependencies },
    { version: VERSION, license: 'UNLICENSED', type: 'module', dependencies: undefined },
    name,
  );
  assert.ok(description.length > 20 && /^>=20/.test(engines.node), name);
  const named = [...JSON.stringify(exports ?? bin).matchAll(/"(?:\.\/)?([\w-]+\.(?:d\.ts|m?js))"/g)];
  assert.ok(named.length > 0, name);
  for (const [, file = ''] of named) assert.ok(read(file).length > 0, file);
  const readme = read('README.md');
  assert.ok(readme.startsWith(`# ${name}\n`) && /```(?:js|ts|sh)\n/.test(readme), name);
  assert.match(readme, /No licence has been chosen/);
  for (const file of readdirSync(join(place, 'package')))
    assert.ok(
      !read(file).includes(ROOT_FOLDER) && !read(file).includes(tmpdir()),
      `${file} names a folder here`,
    );
  const sources = read('SOURCES.txt').trim().split('\n');
  assert.ok(sources.length > 2, name);
  for (const line of sources) {
    const [hash, path = ''] = line.split('  ');
    assert.equal(
      hash,
      createHash('sha256')
        .update(readFileSync(join(ROOT_FOLDER, path)))
        .digest('hex'),
      path,
    );
  }
}

function release(out: string, env: Readonly<Record<string, string>>): string {
  const program = [
    join(ROOT_FOLDER, 'tools/node.cjs'),
    join(ROOT_FOLDER, 'tools/release.ts'),
    out,
    '--trial',
  ];
  const command = `umask ${env.UMASK}; exec "$0" "$@"`;
  execFileSync('/bin/sh', ['-c', command, process.execPath, ...program], { env: { ...process.env, ...env } });
  return readFileSync(join(out, 'SHA256SUMS'), 'utf8');
}

test(
  'two releases of one state are the same bytes, at other hours and with other habits',
  { timeout: RUN_MS },
  () =>
    withTempDir(async (folder) => {
      const first = release(join(folder, 'out-1'), { UMASK: '022', TZ: 'UTC' });
      const second = release(join(folder, 'out-2'), { UMASK: '077', TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' });
      assert.equal(second, first);
      assert.deepEqual(
        first
          .trim()
          .split('\n')
          .map((line) => line.split('  ')[1]),
        [
          ...[ARCHIVE, `sanad-${VERSION}.cdx.json`, `sanad-agent-${VERSION}.tgz`],
          ...[`sanad-client-${VERSION}.tgz`, `sanad-verify-${VERSION}.tgz`],
          `sanad-verify-library-${VERSION}.tgz`,
        ],
      );
      for (const [name, files] of Object.entries(PUBLISHED))
        checkPublished(join(folder, 'out-1', name), files);

      const bill = JSON.parse(readFileSync(join(folder, 'out-1', `sanad-${VERSION}.cdx.json`), 'utf8'));
      const names = bill.components.map(({ name }: { name: string }) => name);
      assert.ok(names.includes('kysely') && !names.includes('fast-check'), 'what runs, and not what tests');

      const below = join(folder, 'below');
      mkdirSync(below);
      execFileSync('tar', ['-xzf', join(folder, 'out-1', ARCHIVE)], { cwd: below });
      assert.deepEqual(readdirSync(below), [`sanad-${VERSION}`]);
      const place = join(below, `sanad-${VERSION}`);
      const sanad = (...words: readonly string[]) =>
        execFileSync(join(place, 'node_modules/.bin/node'), ['bin/sanad.cjs', ...words], {
          cwd: place,
          encoding: 'utf8',
        });
      assert.equal(sanad('--version'), `sanad ${VERSION}\n`);
      assert.match(sanad('doctor'), / 0 warn, 0 fail\n$/);
      assert.match(sanad('help', 'backup'), /usage: sanad backup/);
      // As the guides write it. npm asks no registry for what it finds here.
      const npx = ['--offline', '--no', 'sanad', '--', '--version'];
      assert.equal(execFileSync('npx', npx, { cwd: place, encoding: 'utf8' }), `sanad ${VERSION}\n`);
      const verifier = [join(place, 'node_modules/.bin/sanad-verify'), '--version'];
      assert.match(execFileSync(join(place, 'node_modules/.bin/node'), verifier, { encoding: 'utf8' }), /\d/);
      assert.deepEqual(
        readdirSync(place).filter((name) => name === 'bench' || name.startsWith('.')),
        ['.dockerignore', '.env.example'],
      );
    }),
);

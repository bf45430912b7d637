import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ignores, readDockerfile } from '../image/dockerfile.ts';
import { ROOT_FOLDER, thisCodebase } from '../source/codebase.ts';

const read = (name: string) => readFileSync(join(ROOT_FOLDER, name), 'utf8');
const IMAGE = readDockerfile(read('Dockerfile'));

describe('reading a Dockerfile', () => {
  const text = [
    'ARG BASE',
    'FROM $BASE AS build',
    'RUN apt-get \\',
    '# a remark',
    '  update',
    'ARG STATE=/var/lib/x',
    'WORKDIR /opt/x',
    'COPY . .',
    'RUN one && \\',
    '  two',
    'FROM $BASE',
    'RUN useradd x',
    'COPY --from=build /opt/x /opt/x',
    'WORKDIR /opt/x',
    'ENV A=1 B=/opt/x/y',
    'USER 7:7',
    'CMD ["node", "z"]',
    'HEALTHCHECK --timeout=5s CMD ["node", "-e", "1"]',
  ];

  test('separates the steps of the program from those of the machine', () => {
    assert.deepEqual(readDockerfile(text.join('\n')), {
      steps: ['one && two'],
      ofMachine: ['apt-get update', 'useradd x'],
      args: { STATE: '/var/lib/x' },
      folder: '/opt/x',
      env: { A: '1', B: '/opt/x/y' },
      user: '7:7',
      command: ['node', 'z'],
      healthCheck: ['node', '-e', '1'],
    });
  });

  for (const line of ['ADD x y', 'SHELL ["sh"]', 'COPY extra .', 'ONBUILD RUN x']) {
    test(`does not pass over ${line}`, () => {
      assert.throws(() => readDockerfile([...text, line].join('\n')), /cannot repeat/);
    });
  }

  test('refuses stages that disagree on the folder', () => {
    assert.throws(() => readDockerfile(text.with(-5, 'WORKDIR /opt/y').join('\n')), /disagree/);
  });
});

describe('the Dockerfile', () => {
  test('has one base, which its builder must pin', () => {
    const bases = read('Dockerfile').match(/^FROM .*/gm);
    assert.deepEqual(bases, ['FROM $BASE_IMAGE AS build', 'FROM $BASE_IMAGE']);
    assert.match(read('Dockerfile'), /^ARG BASE_IMAGE$/m);
    assert.ok(!('BASE_IMAGE' in IMAGE.args), 'a default would be a digest that nobody has looked up');
    assert.match(IMAGE.ofMachine[0] ?? '', /@sha256:\?{64}\)/);
  });

  test('ends as an ordinary user, with a health check, without npm', () => {
    assert.match(IMAGE.user, /^[1-9]\d*:[1-9]\d*$/);
    assert.deepEqual(IMAGE.command, ['node', 'tools/node.cjs', 'screener/site/src/main.ts']);
    assert.match(IMAGE.healthCheck.join(' '), /process\.env\.HEALTH_URL/);
    assert.match(IMAGE.env.HEALTH_URL ?? '', /\/health$/);
  });

  test('has its code compiled in advance, for its own user to read', () => {
    assert.equal(IMAGE.env.NODE_COMPILE_CACHE, `${IMAGE.folder}/compiled`);
    assert.equal(IMAGE.user, `${IMAGE.args.USER_ID}:${IMAGE.args.USER_ID}`);
    const [made, linked] = [
      /^\S+ tools\/compile\.ts compiled "\$USER_ID"$/,
      /^ln -s "\$STATE_FOLDER" var/,
    ].map((pattern) => IMAGE.steps.findIndex((step) => pattern.test(step)));
    // Made by hand in a checkout, it is neither committed nor taken along.
    assert.match(read('.gitignore'), /^\/compiled\/$/m);
    assert.ok(ignores(read('.dockerignore'))('compiled/v26-x64'));
    // Its deployment for a moment must not come to lie in the folder of state.
    assert.ok(made !== undefined && linked !== undefined && made >= 0 && made < linked);
  });

  test('makes the program with steps that name no path of the machine', () => {
    assert.ok(IMAGE.steps.length > 0);
    for (const step of IMAGE.steps) assert.doesNotMatch(step, /(?<![\w.}*])\//);
  });

  test('carries no secret and no test, but everything that services need', () => {
    const ignored = ignores(read('.dockerignore'));
    for (const path of ['.env', '.git/config', 'var/platform/keys/pep.pem', 'docs/adr', 'bench/run.ts'])
      assert.ok(ignored(path), path);
    for (const path of ['common/kit/test/sql/engines.ts', 'common/kit/node_modules/pino/a.js'])
      assert.ok(ignored(path), path);
    const shipped = thisCodebase().paths.filter((path) =>
      /^((bin|common|screener|platform)\/.*\/src|screener\/conformance\/recompute)\//.test(path),
    );
    assert.ok(shipped.length > 500);
    for (const path of [...shipped, 'package-lock.json', 'tools/node.cjs', 'bin/sanad.cjs'])
      assert.ok(!ignored(path), path);
    assert.ok(!ignored('screener/data/snapshot') && !ignored('platform/plugins/treasury/manifest.json'));
  });
});

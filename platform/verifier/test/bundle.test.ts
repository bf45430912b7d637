import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { published, REPOSITORY, temporaryFolder } from './run.ts';

describe('the verifier in one file', () => {
  test('runs where there is nothing else', (t) => {
    const folder = temporaryFolder(t);
    const program = join(folder, 'sanad-verify.mjs');
    const built = spawnSync(process.execPath, [join(REPOSITORY, 'tools/bundle-verifier.ts'), program], {
      encoding: 'utf8',
    });
    assert.equal(built.status, 0, built.stderr);
    for (let above = folder; above !== dirname(above); above = dirname(above)) {
      assert.ok(!existsSync(join(above, 'node_modules')), `${above} has node_modules`);
    }
    for (const name of ['executed.json', 'revoked-before.json', 'keys.json']) {
      copyFileSync(published(name), join(folder, name));
    }
    const run = (...argv: string[]) =>
      spawnSync(process.execPath, [program, ...argv], { cwd: folder, encoding: 'utf8', env: {} });

    const verified = run('executed.json', '--keys', 'keys.json', '--report', 'proof.html');
    assert.equal(verified.status, 0, verified.stderr);
    assert.match(verified.stdout, /^HOLDS AS A SIMULATION: /m);
    assert.match(readFileSync(join(folder, 'proof.html'), 'utf8'), /L1-sim/);
    assert.equal(run('revoked-before.json').status, 1);
    assert.equal(run('none.json').status, 2);
    assert.match(run('--version').stdout, /^sanad-verify \d+\.\d+\.\d+\n$/);

    const text = readFileSync(program, 'utf8');
    assert.match(text, /^#!\/usr\/bin\/env node/);
    for (const name of ['canonicalize', 'commander', 'typebox', '@noble/hashes']) {
      assert.match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'), `the licence of ${name}`);
    }
    assert.ok(!/from "(node:)?(http|https|net|tls|dgram|dns|http2)"/.test(text), 'it has no network');
    assert.ok(!text.includes(REPOSITORY), 'it names no folder of the machine that built it');
  });
});

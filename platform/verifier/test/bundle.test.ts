import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { published, REPOSITORY, temporaryFolder } from './run.ts';

/** What Node has had only since 20.12, and the compiler of the bundle does not replace. */
const WITHOUT_NEWER = `
  for (const [owner, names] of [
    [Map, ['groupBy', 'prototype.getOrInsert', 'prototype.getOrInsertComputed']],
    [Object, ['groupBy']],
    [Array, ['fromAsync']],
    [Promise, ['withResolvers', 'try']],
    [Set, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'].map((name) => 'prototype.' + name)],
    [Iterator, ['from', 'concat', 'zip', ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'].map((name) => 'prototype.' + name)]],
    [RegExp, ['escape']],
    [Uint8Array, ['fromBase64', 'fromHex', 'prototype.toBase64', 'prototype.toHex']],
    [Error, ['isError']],
    [Math, ['sumPrecise', 'f16round']],
    [URL, ['parse']],
    [globalThis, ['Temporal']],
  ])
    for (const name of names) {
      if (name.startsWith('prototype.')) delete owner.prototype[name.slice(10)];
      else delete owner[name];
    }
`;

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
    for (const name of ['executed.json', 'keys.json']) {
      copyFileSync(published(name), join(folder, name));
    }
    const run = (...argv: string[]) =>
      spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(WITHOUT_NEWER)}`, program, ...argv],
        {
          cwd: folder,
          encoding: 'utf8',
          env: {},
        },
      );

    const verified = run('executed.json', '--keys', 'keys.json', '--report', 'proof.html');
    assert.equal(verified.status, 0, verified.stderr);
    assert.match(verified.stdout, /^HOLDS AS A SIMULATION: /m);
    assert.match(readFileSync(join(folder, 'proof.html'), 'utf8'), /L1-sim/);
    mkdirSync(join(folder, 'receipts'));
    copyFileSync(published('executed.json'), join(folder, 'receipts/rcpt_1.json'));
    const all = run('--dir', folder, '--keys', 'keys.json');
    assert.equal(all.status, 0, all.stderr);
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

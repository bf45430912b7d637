import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { ROOT_FOLDER, thisCodebase } from '../source/codebase.ts';

const LAUNCHER = join(ROOT_FOLDER, 'tools/node.cjs');

function launch(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [...args], { encoding: 'utf8' });
}

describe('tools/node.cjs', () => {
  test('starts a script with the arguments that it would see on its own', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sanad-node-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const script = join(folder, 'script.ts');
    writeFileSync(
      script,
      'console.log(JSON.stringify(process.argv.slice(1) satisfies string[])); process.exitCode = 3;',
    );
    const { status, stdout } = launch(LAUNCHER, script, 'a', '--b');
    assert.deepEqual(JSON.parse(stdout), [script, 'a', '--b']);
    assert.equal(status, 3);
  });

  /** A folder with the launcher alone, and a program that calls it under what looks like an old Node. */
  const underOldNode = (t: TestContext) => {
    const folder = mkdtempSync(join(tmpdir(), 'sanad-node-'));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'tools'));
    copyFileSync(LAUNCHER, join(folder, 'tools/node.cjs'));
    const asOld = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
      process.argv.splice(1, 0, 'launcher');
      require(${JSON.stringify(join(folder, 'tools/node.cjs'))});`;
    return { folder, asOld };
  };

  test('under an old Node it goes on under the one that was installed, whoever linked it', (t) => {
    const { folder, asOld } = underOldNode(t);
    const bin = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin`);
    mkdirSync(bin, { recursive: true });
    symlinkSync(process.execPath, join(bin, 'node'));
    const script = join(folder, 'script.ts');
    writeFileSync(script, 'console.log(process.argv.slice(1).join(" ") as string); process.exitCode = 3;');
    const { status, stdout, stderr } = launch('-e', asOld, script, 'a', 'b');
    assert.deepEqual([stdout, stderr, status], [`${script} a b\n`, '', 3]);
  });

  test('under an old Node, with no other, it says what to do, and starts no script', (t) => {
    const { asOld } = underOldNode(t);
    const { status, stdout, stderr } = launch('-e', asOld, join(ROOT_FOLDER, 'tools/no-such-script.ts'));
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^Sanad needs Node 24 or newer, but this is Node 20\.20\.2 /);
    assert.match(stderr, /npm ci/);
  });

  test('is used by every package.json script that runs TypeScript', () => {
    for (const [name, command] of Object.entries(thisCodebase().manifests.get('.')?.scripts ?? {})) {
      if (command.includes('.ts')) assert.match(command, /^node tools\/node\.cjs \S+\.ts$/, name);
    }
  });
});

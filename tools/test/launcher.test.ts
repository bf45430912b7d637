import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ROOT_FOLDER } from '../source/codebase.ts';

const PROGRAMS = {
  screener: 'screener/cli/src/main.ts',
  platform: 'platform/cli/src/main.ts',
  authority: 'platform/authority/src/cli/main.ts',
  follower: 'platform/witness/src/cli/main.ts',
  auditor: 'screener/conformance/recompute/main.ts',
  verifier: 'platform/verifier/src/main.ts',
  doctor: 'tools/doctor.ts',
  backup: 'tools/backup.ts',
};

/** The launcher in a folder of its own, with programs that only say what they were given. */
function launcherAlone(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-launcher-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const path of ['bin/sanad.cjs', 'tools/node.cjs', ...Object.values(PROGRAMS)])
    mkdirSync(join(folder, dirname(path)), { recursive: true });
  for (const path of ['bin/sanad.cjs', 'tools/node.cjs'])
    copyFileSync(join(ROOT_FOLDER, path), join(folder, path));
  for (const [name, path] of Object.entries(PROGRAMS)) {
    const says = `console.log(['${name}', ...process.argv.slice(2)].join(' '));`;
    writeFileSync(join(folder, path), `${says} if (process.argv.length === 2) process.exitCode = 2;`);
  }
  return (...line: readonly string[]) => {
    const args = [join(folder, 'bin/sanad.cjs'), ...line];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { code: status, out: stdout, err: stderr };
  };
}

test('both products are asked for help, and if nothing is asked', (t) => {
  const sanad = launcherAlone(t);
  const help = sanad('help');
  assert.equal(help.code, 0);
  assert.match(help.out, /^screener help\nplatform help\n\nTHIS MACHINE\n/);
  assert.deepEqual(sanad(), { code: 2, out: 'screener\nplatform\n', err: '' });
});

test('each command reaches its program', (t) => {
  const sanad = launcherAlone(t);
  for (const [line, told] of [
    ['keys --help', 'platform keys --help'],
    ['help grant', 'platform help grant'],
    ['log --help', 'platform log --help'],
    ['log monitor --help', 'follower monitor --help'],
    ['log fsck --help', 'follower fsck --help'],
    ['log fsck', 'authority fsck'],
    ['screen --help', 'screener screen --help'],
    ['recompute --keys k.json a.json', 'auditor --keys k.json a.json'],
    ['judge --keys k.json d.json', 'verifier --keys k.json d.json'],
    ['help judge', 'verifier --help'],
    ['doctor', 'doctor doctor'],
    ['restore x', 'backup restore x'],
    ['nothing', 'screener nothing'],
  ] as const) {
    assert.deepEqual(sanad(...line.split(' ')), { code: 0, out: `${told}\n`, err: '' }, line);
  }
});

test('each command of the platform reaches it', (t) => {
  const program = [join(ROOT_FOLDER, 'tools/node.cjs'), join(ROOT_FOLDER, PROGRAMS.platform), '--help'];
  const { stdout } = spawnSync(process.execPath, program, { encoding: 'utf8' });
  const listed = /^Commands:\n([\s\S]*?)\n\n/m.exec(stdout)?.[1] ?? assert.fail(stdout);
  const words = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, word = '']) => word);
  assert.ok(words.includes('mandate') && words.includes('directory'), listed);
  const sanad = launcherAlone(t);
  // `help` alone is answered by both products.
  for (const word of words.filter((each) => each !== 'help'))
    assert.equal(sanad(word).out, `platform ${word}\n`);
});

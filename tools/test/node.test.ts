import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { ROOT_FOLDER, thisCodebase } from '../source/codebase.ts';

const LAUNCHER = join(ROOT_FOLDER, 'tools/node.cjs');
/** Of the screener and the platform: commands, and a service. */
const PROGRAMS = ['screener/cli/src/main.ts', 'platform/cli/src/main.ts', 'platform/authority/src/main.ts'];

const SHOWS_WORD = "console.log(process.env.WORD ?? 'none');";

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

  test('every program that works on a deployment reads .env, and no other does', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sanad-node-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const codebase = thisCodebase();
    // The sanad command, npm start, and each service; verifier and auditor are for people who have no deployment.
    const commands = codebase.edges.flatMap(({ path, target }) =>
      path === 'bin/sanad.cjs' && target?.endsWith('.ts') ? [target] : [],
    );
    const services = codebase.sources.filter((path) => path.endsWith('/src/main.ts'));
    const readers = new Set([...commands, ...services, 'tools/start.ts']);
    for (const path of ['platform/verifier/src/main.ts', 'screener/conformance/recompute/main.ts'])
      readers.delete(path);
    assert.ok(commands.includes('tools/backup.ts') && readers.has('platform/witness/src/main.ts'));
    const scripts = Object.values(codebase.manifests.get('.')?.scripts ?? {})
      .join(' ')
      .split(' ');
    const programs = new Set([
      ...readers,
      ...scripts.filter((word) => word.endsWith('.ts')),
      ...codebase.sources.filter((path) => path.endsWith('/main.ts')),
    ]);
    assert.ok(programs.size > readers.size);

    mkdirSync(join(folder, 'tools'));
    copyFileSync(LAUNCHER, join(folder, 'tools/node.cjs'));
    writeFileSync(join(folder, '.env'), 'WORD=from-the-file\n');
    const { SANAD_ENV_FILE: _, ...environment } = process.env;
    const run = (program: string, env: Readonly<Record<string, string>>) => {
      const args = [join(folder, 'tools/node.cjs'), join(folder, program)];
      return spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...environment, ...env } }).stdout;
    };
    for (const program of programs) {
      mkdirSync(dirname(join(folder, program)), { recursive: true });
      writeFileSync(join(folder, program), program.startsWith('tools/') ? SHOWS_WORD : '');
    }
    // All in one process, since a hundred would take long: what the launcher has read stands in its environment at once.
    const readBy = `const read = {};
      for (const program of ${JSON.stringify([...programs])}) {
        process.argv = [process.execPath, 'launcher', require('node:path').join(${JSON.stringify(folder)}, program)];
        delete process.env.SANAD_ENV_FILE;
        delete process.env.WORD;
        delete require.cache[require.resolve(${JSON.stringify(join(folder, 'tools/node.cjs'))})];
        require(${JSON.stringify(join(folder, 'tools/node.cjs'))});
        read[program] = process.env.WORD ?? 'none';
      }
      require('node:fs').writeSync(1, JSON.stringify(read) + '\\n');`;
    const { stdout } = spawnSync(process.execPath, ['-e', readBy], { encoding: 'utf8', env: environment });
    assert.deepEqual(
      JSON.parse(stdout.split('\n')[0] ?? ''),
      Object.fromEntries(
        [...programs].map((program) => [program, readers.has(program) ? 'from-the-file' : 'none']),
      ),
    );
    assert.equal(run('tools/backup.ts', {}), 'from-the-file\n');
    assert.equal(run('tools/test.ts', {}), 'none\n');
    assert.equal(run('tools/backup.ts', { WORD: 'from-the-environment' }), 'from-the-environment\n');
    assert.equal(run('tools/backup.ts', { SANAD_ENV_FILE: '' }), 'none\n');
  });

  test('only the doctor works on defaults if the settings cannot be read or understood', (t) => {
    const { folder, run } = withLauncher(t);
    const file = join(folder, 'sanad.env');
    const setting = 'DATABASE_URL=postgres://a:secret@b/c?d=e\n';
    const faulty: readonly (readonly [given: string | Buffer, says: string])[] = [
      [Buffer.from(`\uFEFF${setting}`, 'utf16le'), 'it is not UTF-8; save it as UTF-8'],
      [Buffer.from(setting, 'utf16le'), 'it is not UTF-8; save it as UTF-8'],
      [Buffer.from('ORGANISATION=Gr\u00fcn\n', 'latin1'), 'it is not UTF-8; save it as UTF-8'],
      [
        `A=1\n${setting.slice(13)}`,
        'in line 2, what stands before "=" is not a name; names have letters, digits and _',
      ],
    ];
    const all = [...PROGRAMS, 'tools/start.ts', 'tools/backup.ts'];
    // What does not depend on the fault is seen with one.
    const refuses = (named: string, says: string, programs = ['tools/backup.ts']) => {
      const told = `sanad: the settings in ${named} cannot be read: ${says}.\n`;
      for (const program of programs)
        assert.deepEqual(run(program, { SANAD_ENV_FILE: named }), [78, '', told], program);
      if (programs !== all) return;
      const word = `the settings in ${named} cannot be read: ${says}`;
      assert.deepEqual(run('tools/doctor.ts', { SANAD_ENV_FILE: named }), [0, `null ${word}\n`, told]);
    };
    refuses(folder, 'it is a folder; name a file in SANAD_ENV_FILE', all);
    refuses(file, 'there is no such file; make it, or name another in SANAD_ENV_FILE');
    // `sanad setup` makes it.
    const [made, inVain] = PROGRAMS.map((program) => run(program, { SANAD_ENV_FILE: file }, 'setup')[0]);
    assert.deepEqual([made, inVain], [0, 78]);
    for (const [given, says] of faulty) {
      writeFileSync(file, given);
      refuses(file, says);
    }
    for (const given of [`\uFEFF${setting}`, `# A B=1\n  # A B=2\nexport ${setting}`]) {
      writeFileSync(file, given);
      assert.deepEqual(run('tools/backup.ts', { SANAD_ENV_FILE: file }), [
        0,
        `${setting.slice(13, -1)} \n`,
        '',
      ]);
    }
  });

  /** A folder with the launcher and programs that show what they are given. */
  const withLauncher = (t: TestContext) => {
    const folder = mkdtempSync(join(tmpdir(), 'sanad-node-'));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'tools'));
    copyFileSync(LAUNCHER, join(folder, 'tools/node.cjs'));
    const run = (
      program: string,
      settings: Readonly<Record<string, string>>,
      ...words: readonly string[]
    ) => {
      mkdirSync(dirname(join(folder, program)), { recursive: true });
      writeFileSync(
        join(folder, program),
        "const { DATABASE_URL = null, SANAD_ENV_FAULT = '' } = process.env; console.log(DATABASE_URL + ' ' + SANAD_ENV_FAULT);",
      );
      const { DATABASE_URL: _, SANAD_ENV_FAULT: __, ...environment } = process.env;
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(folder, 'tools/node.cjs'), join(folder, program), ...words],
        { encoding: 'utf8', env: { ...environment, ...settings } },
      );
      return [status, stdout, stderr];
    };
    return { folder, run };
  };

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

  test('under an old Node it continues under the installed one, whatever linked it', (t) => {
    const { folder, asOld } = underOldNode(t);
    const bin = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin`);
    mkdirSync(bin, { recursive: true });
    symlinkSync(process.execPath, join(bin, 'node'));
    const script = join(folder, 'script.ts');
    writeFileSync(script, 'console.log(process.argv.slice(1).join(" ") as string); process.exitCode = 3;');
    const { status, stdout, stderr } = launch('-e', asOld, script, 'a', 'b');
    assert.deepEqual([stdout, stderr, status], [`${script} a b\n`, '', 3]);
  });

  test('under an old Node without another, it says what to do and starts no script', (t) => {
    const { asOld } = underOldNode(t);
    const { status, stdout, stderr } = launch('-e', asOld, join(ROOT_FOLDER, 'tools/no-such-script.ts'));
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^Sanad needs Node 24 or newer, but this is Node 20\.20\.2 /);
    assert.match(stderr, /npm ci/);
  });

  test('is used by every package.json script that runs TypeScript', () => {
    for (const [name, command] of Object.entries(thisCodebase().manifests.get('.')?.scripts ?? {})) {
      if (command.includes('.ts'))
        assert.match(command, /^node tools\/node\.cjs \S+\.ts(?: (?:--)?\w+)?$/, name);
    }
  });
});

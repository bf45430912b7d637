import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { prepareDeployment } from '../start/deployment.ts';
import { argsOf, SERVICES } from '../start/services.ts';
import { MADE_LATER, SECRET, SEES } from './keys-seen.ts';

const FOLDER = join(ROOT_FOLDER, 'deploy/systemd');
const UNITS = readdirSync(FOLDER).filter((name) => /\.(service|timer|target)$/.test(name));
const read = (unit: string): string => readFileSync(join(FOLDER, unit), 'utf8');
const linesOf = (unit: string, key: string): string[] =>
  read(unit)
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));

const NODE = '/opt/sanad/node_modules/.bin/node ';
const KEYS = '-/var/lib/sanad/platform/keys/';
const ALL = 'sanad-.service.d/10-all.conf';
/** Debian's own folder, which is always there. */
const BACKUPS = '-/var/backups';

const inState = (folder: string) => `/var/lib/sanad/${folder}`;

/** From each service that `npm start` starts. */
function assertHidden(folder: string): void {
  for (const { name } of SERVICES) {
    const hidden = linesOf(`sanad-${name}.service`, 'InaccessiblePaths');
    assert.ok(hidden.includes(inState(folder)), name);
  }
}

describe('systemd units', () => {
  test('start what npm start does, without npm', () => {
    for (const service of SERVICES)
      assert.deepEqual(linesOf(`sanad-${service.name}.service`, 'ExecStart'), [
        `${NODE}${argsOf(service).join(' ')}`,
      ]);
    for (const unit of UNITS)
      for (const command of linesOf(unit, 'ExecStart')) {
        assert.doesNotMatch(command, /\bnpm\b|\bnpx\b/, unit);
        if (unit !== 'sanad-backup.service') assert.ok(command.startsWith(NODE), `${unit}: ${command}`);
      }
  });

  test('a witness sees nothing of the platform, and nobody else sees its key', () => {
    assert.deepEqual(linesOf('sanad-witness.service', 'ExecStart'), [
      `${NODE}tools/node.cjs platform/witness/src/main.ts`,
    ]);
    const hidden = linesOf('sanad-witness.service', 'InaccessiblePaths');
    const [platform, secrets, adapters] = ['platform', 'secrets', 'adapters'].map(inState);
    assert.deepEqual(hidden, [platform, secrets, adapters, BACKUPS]);
    assertHidden('witness');
  });

  test('an adapter sees nothing of the platform, and nobody else sees its key and its provider’s', () => {
    const unit = 'sanad-adapter@.service';
    const hidden = ['platform', 'out', 'secrets', 'witness'].map(inState);
    assert.deepEqual(linesOf(unit, 'InaccessiblePaths'), [...hidden, BACKUPS]);
    assert.deepEqual(linesOf(unit, 'ReadWritePaths'), [`${inState('adapters')}/%i`]);
    assertHidden('adapters');
    // The folders of an adapter, under their own names.
    const set = linesOf(unit, 'Environment').flatMap((line) => line.split(' '));
    for (const name of ['PAYOUTS', 'BANKPAY'] as const) {
      const folder = `${inState('adapters')}/${name.toLowerCase()}`;
      assert.ok(set.includes(`${name}_KEYS_DIR=${folder}`), name);
      assert.ok(set.includes(`${name}_JOURNAL=${folder}/journal.sqlite`), name);
    }
  });

  test('hide from each service the keys and secrets of the others', () => {
    for (const [name, seen] of Object.entries(SEES)) {
      const hidden = linesOf(`sanad-${name}.service`, 'InaccessiblePaths').map((path) =>
        path.replace(KEYS, ''),
      );
      assert.deepEqual(
        SECRET.filter((key) => !hidden.includes(key)).sort(),
        [...seen].sort(),
        `sanad-${name}.service`,
      );
    }
  });

  test('do not start where a folder that they hide is missing, and the guide makes all of them', () => {
    const guide = readFileSync(join(ROOT_FOLDER, 'docs/operations/install-on-a-server.md'), 'utf8');
    const hidden = UNITS.flatMap((unit) => linesOf(unit, 'InaccessiblePaths')).filter(
      (path) => !path.startsWith(KEYS) && path !== BACKUPS,
    );
    for (const path of new Set(hidden)) {
      assert.match(path, /^\/var\/lib\/sanad\/\w+$/, 'without a -, so that a missing one is not passed over');
      assert.match(
        guide,
        new RegExp(`^cd /var/lib && install .* ${path.replace('/var/lib/', '')}(?: |$)`, 'm'),
        path,
      );
    }
    // systemd 257 gives such a folder to its account by a name that the account can exchange meanwhile.
    assert.deepEqual(linesOf(ALL, 'StateDirectory'), ['sanad']);
    for (const unit of UNITS) assert.deepEqual(linesOf(unit, 'StateDirectory'), [], unit);
  });

  test('let no service run code in another one, by its debugger or by what Node finds in a home', () => {
    for (const setting of ['NODE_OPTIONS=--disable-sigusr1', 'HOME=/nonexistent']) {
      assert.ok(linesOf(ALL, 'Environment').includes(setting), setting);
      assert.match(read('sanad'), new RegExp(` ${setting} `), 'the sanad command is run by root');
    }
    assert.match(readFileSync(join(ROOT_FOLDER, 'Dockerfile'), 'utf8'), /^ENV .*HOME=\/nonexistent /m);
  });

  test('no service can put anything in the place of another one’s key, or of a folder', () => {
    const state = '/var/lib/sanad';
    const writes = (name: string) => linesOf(`sanad-${name}.service`, 'ReadWritePaths');
    const reads = (name: string) => linesOf(`sanad-${name}.service`, 'ReadOnlyPaths').join(' ').split(' ');
    for (const name of ['keys', 'witness', ...Object.keys(SEES)]) assert.equal(reads(name)[0], state, name);
    const signed = ['keys', 'profiles', 'mandates'].map((folder) => `-${state}/platform/${folder}`);
    for (const name of ['bank', 'pep', 'gateway']) {
      assert.deepEqual(writes(name), [`${state}/platform`], name);
      assert.deepEqual(reads(name).slice(1), signed, name);
    }
    assert.deepEqual(writes('console'), []);
    // It keeps people's keys, profiles and the log beside its own.
    assert.deepEqual(writes('authority'), [`${state}/platform ${state}/out`]);
    assert.deepEqual(linesOf('sanad-authority.service', 'BindPaths'), [`${state}/platform/keys`]);
    assert.deepEqual(writes('witness'), [`${state}/witness`]);
    for (const unit of UNITS.filter((name) => /^sanad-(screener|refresh|rankings)\S*service$/.test(name)))
      for (const folder of ['platform', 'out', 'witness', 'adapters'])
        assert.ok(linesOf(unit, 'InaccessiblePaths').includes(`${state}/${folder}`), `${unit}: ${folder}`);
  });

  test('no unit but the one that makes them sees backups, and none can open the passphrase', () => {
    for (const unit of UNITS.filter((name) => name.endsWith('.service'))) {
      const makes = unit === 'sanad-backup.service';
      assert.equal(linesOf(unit, 'InaccessiblePaths').includes(BACKUPS), !makes, unit);
      // As root, before the account is changed.
      assert.deepEqual(
        linesOf(unit, 'StandardInput'),
        makes ? ['file:/etc/sanad/backup.passphrase'] : [],
        unit,
      );
    }
  });

  test('keep compiled code where no other unit can write it', () => {
    assert.deepEqual(linesOf(ALL, 'CacheDirectory'), ['%N']);
    assert.ok(linesOf(ALL, 'Environment').includes('NODE_COMPILE_CACHE=/var/cache/%N'));
    assert.deepEqual(linesOf(ALL, 'ProtectSystem'), ['strict']);
    for (const unit of UNITS) {
      for (const key of ['CacheDirectory', 'ProtectSystem']) assert.deepEqual(linesOf(unit, key), [], unit);
      for (const paths of linesOf(unit, 'ReadWritePaths'))
        assert.doesNotMatch(paths, /\/var(?:\/cache|\s|$)/, unit);
    }
  });

  test('know all that is secret in the keys folder of a new deployment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sanad-units-'));
    try {
      const env = {
        SERVICE_KEYS_DIR: folder,
        PROFILES_DIR: join(folder, 'p'),
        MANDATES_DIR: join(folder, 'm'),
      };
      assert.equal((await prepareDeployment(env)).code, 0);
      const known = new Set([...SECRET, 'public', 'deployment.id', 'p', 'm']);
      assert.deepEqual(
        readdirSync(folder).filter((name) => !known.has(name)),
        [],
      );
      // What is not there when a unit starts is not hidden from it: only what somebody makes later may be missing.
      const hidden = Object.keys(SEES)
        .flatMap((name) => linesOf(`sanad-${name}.service`, 'InaccessiblePaths'))
        .filter((path) => path.startsWith(KEYS))
        .map((path) => path.replace(KEYS, ''));
      assert.deepEqual(
        new Set(hidden.filter((name) => !existsSync(join(folder, name)))),
        new Set(MADE_LATER),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  describe('for systemd itself', { skip: hasSystemd() ? false : 'systemd-analyze is not here' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'sanad-units-'));
    after(() => rmSync(folder, { recursive: true }));
    cpSync(FOLDER, folder, { recursive: true });
    // So that the program that they start is there.
    for (const unit of UNITS)
      writeFileSync(join(folder, unit), read(unit).replaceAll('/opt/sanad', ROOT_FOLDER));
    const analyze = (...args: readonly string[]) =>
      spawnSync('systemd-analyze', args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:`, SYSTEMD_PAGER: '' },
      });

    const instances = (units: readonly string[]) =>
      units.map((unit) => `./${unit.replace('@.', unit.includes('adapter') ? '@payouts.' : '@1.')}`);

    test('all units are valid', () => {
      const { status, stdout, stderr } = analyze('verify', '--man=no', ...instances(UNITS));
      assert.equal(`${status} ${stdout}${stderr}`.trim(), '0');
    });

    test('each service is exposed to at most 1.5 of 10', () => {
      const services = UNITS.filter((name) => name.endsWith('.service'));
      const found = analyze(
        ...['security', '--offline=yes', '--no-pager', '--threshold=15'],
        ...instances(services),
      );
      assert.equal(found.status, 0, `${found.stdout}${found.stderr}`);
      assert.equal(found.stdout.match(/Overall exposure level/g)?.length, services.length, found.stdout);
    });
  });
});

function hasSystemd(): boolean {
  return spawnSync('systemd-analyze', ['--version']).status === 0;
}

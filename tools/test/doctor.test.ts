import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { freePort, removeDirectory, withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { programArgs } from '@common/kit/testing/programs';
import { spawnService } from '@common/kit/testing/service';
import { VERSION } from '@common/kit/version';
import { formatNoteKey } from '@platform/core/log/note/note-key';
import { noteSigner } from '@platform/core/testing/note-signer';
import { COUNTERPARTY_NAMES, settingsOf } from '@platform/counterparties/config';
import { keepLastBackup } from '@platform/keys/last-backup';
import { MIGRATIONS as PEP_MIGRATIONS } from '@platform/pep/store/migrations';
import { DATABASES } from '../databases.ts';
import { examine } from '../doctor/examine.ts';
import { checkPorts } from '../doctor/ports.ts';
import { quickCheck } from '../doctor/quick-check.ts';
import { type Finding, pageOf } from '../doctor/report.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { prepareDeployment } from '../start/deployment.ts';
import type { MayUse } from '../start/places.ts';

type Env = Readonly<Record<string, string>>;

const FOLDERS = ['SERVICE_KEYS_DIR', 'PROFILES_DIR', 'MANDATES_DIR', 'RECEIPTS_DIR'];
const PORTS = [
  ...['SCREENER_PORT', 'GATEWAY_PORT', 'AUTHORITY_PORT', 'PEP_PORT', 'CONSOLE_PORT'],
  ...COUNTERPARTY_NAMES.map((name) => settingsOf(name).port),
];
const GIB = 1_073_741_824;
const SECRET = 'do-not-show-this-secret';

function settings(folder: string): Record<string, string> {
  return Object.fromEntries([
    ...FOLDERS.map((name) => [name, join(folder, name)]),
    ...DATABASES.map(({ name, setting }) => [
      setting,
      `sqlite:${join(folder, 'databases', `${name}.sqlite`)}`,
    ]),
    ...PORTS.map((name) => [name, '0']),
    ['SANAD_ENV_FILE', ''],
  ]);
}

interface Machine {
  readonly now?: number;
  readonly free?: number;
  readonly mayUse?: MayUse;
}

async function page(
  env: Env,
  { now = Date.now(), free = 10 * GIB, ...machine }: Machine = {},
): Promise<string> {
  return pageOf(await examine({ env, now, node: '26.0.0', freeBytes: async () => free, ...machine }));
}

let made: Promise<string> | undefined;
after(async () => {
  if (made !== undefined) await removeDirectory(await made);
});

/** A copy of a deployment whose authority has run once: keys, a database, and a kept folder. */
async function withDeployment(work: (env: Record<string, string>) => Promise<void>): Promise<void> {
  made ??= makeDeployment();
  const original = await made;
  await withTempDir(async (folder) => {
    cpSync(original, folder, { recursive: true, preserveTimestamps: true });
    await work(settings(folder));
  });
}

async function makeDeployment(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-doctor-'));
  const env = settings(folder);
  assert.equal((await prepareDeployment(env)).code, 0);
  const entry = join(ROOT_FOLDER, 'platform/authority/src/main.ts');
  const authority = await spawnService({ entry, env, ready: /authority ready at/, timeoutMs: 90_000 });
  await authority.stop();
  return folder;
}

async function listening(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return String(address.port);
}

function databaseFile(env: Env, setting: string): string {
  return (env[setting] ?? '').slice('sqlite:'.length);
}

/** Inserts a row with something in each column that must have a value. */
function insert(
  env: Env,
  setting: string,
  table: string,
  given: Readonly<Record<string, string | number>>,
): void {
  const database = new DatabaseSync(databaseFile(env, setting));
  const columns = database
    .prepare(`select name, type from pragma_table_info('${table}') where "notnull"`)
    .all();
  const needed = columns.map(({ name, type }) => [name, type === 'integer' ? 0 : '{}']);
  const row: Record<string, string | number> = { ...Object.fromEntries(needed), ...given };
  const slots = Object.keys(row).map(() => '?');
  database
    .prepare(`insert into ${table} (${Object.keys(row).join(', ')}) values (${slots.join(', ')})`)
    .run(...Object.values(row));
  database.close();
}

function keyFile(env: Env, name: string): string {
  return join(env.SERVICE_KEYS_DIR ?? '', name);
}

describe('sanad doctor', () => {
  test('finds nothing wrong if nothing was ever started, and makes nothing', () =>
    withTempDir(async (folder) => {
      const text = await page(settings(folder));
      assert.match(text, / 0 warn, 0 fail\n$/);
      assert.match(text, /AUTHORITY_DATABASE_URL: not there yet/);
      assert.match(text, /ok {4}Ed25519: (libsodium|OpenSSL, )/);
      assert.deepEqual(readdirSync(folder), []);
    }));

  test('finds nothing wrong with a healthy deployment, and changes no database', () =>
    withDeployment(async (env) => {
      const file = databaseFile(env, 'AUTHORITY_DATABASE_URL');
      const before = readFileSync(file);
      const text = await page(env);
      assert.match(text, /ok {4}log: 7 leaves, intact/);
      assert.match(text, /ok {4}AUTHORITY_DATABASE_URL: sqlite, schema \d{4}-/);
      assert.match(text, /ok {4}authority\.pem: mode 600, 0 days old/);
      assert.doesNotMatch(text, /^ {2}fail/m);
      assert.deepEqual(readFileSync(file), before);
    }));

  test('reports operations that nobody finished, and those in doubt, while no service runs', () =>
    withDeployment(async (env) => {
      const at = Date.parse('2026-11-27T10:00:00Z');
      const pep = await openDatabase({ url: env.PEP_DATABASE_URL ?? '' });
      await migrate(pep, PEP_MIGRATIONS);
      await pep.close();
      insert(env, 'PEP_DATABASE_URL', 'intent', { state: 'sent', presented_at: at });
      const early = await page(env, { now: at + 5_000 });
      assert.match(early, /ok {4}operations: none is unfinished, none is in doubt/);
      const later = { now: at + 300_000 };
      assert.match(await page(env, later), /warn {2}unfinished: the oldest .* at 2026-11-27T10:00:00\.000Z/);
      const doubt = { doubt: { declared_at: '2026-11-27T11:00:00Z' } };
      insert(env, 'AUTHORITY_DATABASE_URL', 'action_grant', { in_doubt_json: JSON.stringify(doubt) });
      const both = await page(env, later);
      assert.match(both, /warn {2}unfinished: /);
      assert.match(both, /warn {2}in doubt: one operation waits since 2026-11-27T11:00.*sanad grant settle/);
    }));

  test('names each wrong setting, and shows no value', () =>
    withTempDir(async (folder) => {
      const env = {
        ...settings(folder),
        SCREENER_PORT: SECRET,
        PEP_DATABASE_URL: `mysql://x:${SECRET}@host/`,
      };
      const text = await page({
        ...env,
        ADMIN_TOKEN: SECRET,
        SERVICE_JWT_SECRET: SECRET,
        MARKET_PROVIDER: 'tiingo',
      });
      assert.match(text, /fail {2}screener: SCREENER_PORT must be an integer/);
      assert.match(text, /fail {2}pep: PEP_DATABASE_URL: .*unknown scheme/);
      assert.doesNotMatch(text, new RegExp(SECRET));
      assert.match(
        await page({ ...settings(folder), MARKET_PROVIDER: 'tiingo' }),
        /fail {2}prices: .*MARKET_API_TOKEN/,
      );
      assert.match(
        await page({ ...settings(folder), LOG_WITNESSES: join(folder, 'absent') }),
        /^Witnesses of the log\n {2}fail {2}LOG_WITNESSES: .*absent cannot be read/m,
      );
      const live = await page({ ...settings(folder), SEC_USER_AGENT: 'you@example.org' });
      assert.match(live, /ok {4}facts: live mode/);
    }));

  test('reports which plugins are loaded, and signed profiles whose plugin is not', () =>
    withDeployment(async (env) => {
      const shown = await page({ ...env, PLUGINS: 'treasury' });
      assert.match(shown, /ok {4}treasury: \S+, loaded for treasury\.v1/);
      assert.match(shown, /warn {2}records\.v1: signed, but its plugin is not loaded/);
      assert.match(await page({ ...env, PLUGINS: 'nothing' }), /fail {2}PLUGINS: PLUGINS names nothing/);
    }));

  test('reports a profile whose plugin changed since it was signed, with the command that renews it', () =>
    withDeployment(async (env) => {
      const file = join(env.PROFILES_DIR ?? '', 'treasury.v1.json');
      const signed = JSON.parse(readFileSync(file, 'utf8'));
      signed.profile.plugin_hash = 'ab'.repeat(32);
      writeFileSync(file, JSON.stringify(signed));
      assert.match(
        await page(env),
        /fail {2}treasury\.v1: nothing is done under it .*run npx sanad profile renew treasury\.v1 /,
      );
    }));

  test('reports a full disk, and a clock behind the newest filing', () =>
    withTempDir(async (folder) => {
      assert.match(await page(settings(folder), { free: 1_000 }), /fail {2}\S+: 0 MiB free: make room/);
      assert.match(await page(settings(folder), { free: GIB / 2 }), /warn {2}\S+: 512 MiB free/);
      assert.match(
        await page(settings(folder), { now: 0 }),
        /fail {2}clock: it says 1970-.* filings .* set the clock/,
      );
    }));

  test('reports keys that others can read, missing keys, and a lost deployment id', () =>
    withDeployment(async (env) => {
      rmSync(keyFile(env, 'pep.pem'), { force: true });
      copyFileSync(keyFile(env, 'checkpoint.pem'), keyFile(env, 'checkpoint.next.pem'));
      rmSync(keyFile(env, 'deployment.id'));
      if (process.platform !== 'win32') chmodSync(keyFile(env, 'jwt.secret'), 0o644);
      const text = await page(env);
      assert.match(text, /warn {2}pep\.pem: missing/);
      assert.match(
        text,
        /ok {4}checkpoint\.next\.pem: signs the log beside checkpoint\.pem: .* retire checkpoint/,
      );
      assert.match(text, /fail {2}deployment\.id: missing/);
      if (process.platform !== 'win32') assert.match(text, /fail {2}jwt\.secret: mode 644, .*chmod 600/);
    }));

  test('reports a log that does not match its leaves, a lost log, and a clock behind its head', () =>
    withDeployment(async (env) => {
      const file = databaseFile(env, 'AUTHORITY_DATABASE_URL');
      const timestamp = '2100-01-01T00:00:00Z';
      const hash = `sha256:${'0'.repeat(64)}`;
      const head = {
        tree_head: {
          ...{
            type: 'sanad/tree-head/1',
            deployment: readFileSync(keyFile(env, 'deployment.id'), 'utf8').trim(),
          },
          log_id: 'local',
          tree_size: 30,
          root_hash: hash,
          timestamp,
        },
        tree_head_hash: hash,
        signature: { kid: 'authority', alg: 'Ed25519', sig: 'AA' },
      };
      const database = new DatabaseSync(file);
      database
        .prepare('insert into log_head (tree_size, head_json) values (?, ?)')
        .run(30, JSON.stringify(head));
      database.close();
      const broken = await page(env);
      assert.match(broken, /fail {2}log: the newest head has 30 leaves, but the log has 7/);
      assert.match(broken, /fail {2}log: \d faults; .*authority fsck/);
      assert.match(broken, /fail {2}clock: .*newest head of the log is of 2100-/);
      writeFileSync(keyFile(env, 'kept/log-head.json'), '{}');
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      assert.match(await page(env), /fail {2}log: the database is gone, .*authority restore/);
    }));

  test('reports a database of a newer version, of an older one, and a file that is none', () =>
    withDeployment(async (env) => {
      const database = new DatabaseSync(databaseFile(env, 'AUTHORITY_DATABASE_URL'));
      const add = database.prepare(
        "insert into kysely_migration (name, timestamp) values ('9999-later', '')",
      );
      add.run();
      assert.match(
        await page(env),
        /fail {2}AUTHORITY_DATABASE_URL: written by a newer version \(9999-later\)/,
      );
      database.exec("delete from kysely_migration where name like '9999%' or name like '0001%'");
      database.close();
      assert.match(await page(env), /warn {2}AUTHORITY_DATABASE_URL: \d+ of \d+ schema steps wait/);
      writeFileSync(databaseFile(env, 'PEP_DATABASE_URL'), 'not a database, but long enough to be looked at');
      assert.match(await page(env), /fail {2}PEP_DATABASE_URL: .*not a database/);
    }));

  test('reports a damaged database, whose schema can still be read, with what to do', () =>
    withTempDir(async (folder) => {
      const env = settings(folder);
      const file = databaseFile(env, 'GATEWAY_DATABASE_URL');
      mkdirSync(join(folder, 'databases'));
      const database = new DatabaseSync(file);
      database.exec('create table note (id integer primary key, text text)');
      const insert = database.prepare('insert into note (text) values (?)');
      for (let row = 0; row < 100; row += 1) insert.run('x'.repeat(500));
      database.close();
      assert.doesNotMatch(await page(env), /damaged/);
      writeFileSync(file, readFileSync(file).fill(0xa5, 3 * 4_096, 5 * 4_096));
      const shown = await page(env);
      assert.match(shown, /fail {2}GATEWAY_DATABASE_URL: damaged, so gateway .*npx sanad restore/);
      assert.deepEqual(quickCheck(file).length > 0, true);
      const program = join(ROOT_FOLDER, 'tools/doctor/quick-check-program.ts');
      const apart = spawnSync(process.execPath, [program, file], { encoding: 'utf8' });
      assert.deepEqual(JSON.parse(apart.stdout), quickCheck(file));
    }));

  test('reports whether there is a backup, and its date', () =>
    withDeployment(async (env) => {
      const id = keyFile(env, 'deployment.id');
      const madeS = Math.floor(Date.now() / 1_000);
      utimesSync(id, madeS, madeS);
      const hoursLater = (hours: number) => page(env, { now: (madeS + hours * 3_600) * 1_000 });
      assert.match(
        await hoursLater(1),
        /ok {4}backup: none is known here .*, 1 hour ago: take the first with/,
      );
      assert.match(await hoursLater(30), /warn {2}backup: none is known here .* 30 hours ago: run npx sanad/);
      const at = new Date((madeS + 3_600) * 1_000).toISOString();
      await keepLastBackup(env.SERVICE_KEYS_DIR ?? '', at, []);
      assert.ok((await hoursLater(3)).includes(`ok    backup: the newest is of ${at}, 2 hours ago\n`));
      assert.match(await hoursLater(31), /warn {2}backup: the newest is of \S+, 30 hours ago: run npx sanad/);
    }));

  test('calls a database without tables empty, and not one of an older version', async () => {
    const postgres = await startPostgres();
    await withTempDir(async (folder) => {
      const empty = join(folder, 'empty.sqlite');
      new DatabaseSync(empty).close();
      const env = {
        ...settings(folder),
        PEP_DATABASE_URL: postgres.url,
        BANK_DATABASE_URL: `sqlite:${empty}`,
      };
      const text = await page(env);
      assert.match(text, /ok {4}PEP_DATABASE_URL: postgres, empty: the first start makes its tables/);
      assert.match(text, /ok {4}BANK_DATABASE_URL: sqlite, empty: the first start makes its tables/);
    });
  });

  test('reports whose program answers at a port', (t) =>
    withTempDir(async (folder) => {
      let body = 'hello';
      const port = await listening(
        t,
        createServer((_request, response) => response.end(body)),
      );
      const env = { ...settings(folder), PEP_PORT: port, BANK_PORT: String(await freePort()) };
      const other = await page(env);
      assert.match(other, new RegExp(`fail {2}pep: 127.0.0.1:${port} is taken by .* with PEP_PORT`));
      assert.match(other, /ok {4}bank: \S+ is free/);
      body = JSON.stringify({ status: 'ok', version: VERSION });
      assert.match(await page(env), new RegExp(`ok {4}pep: Sanad ${VERSION} answers`));
      body = JSON.stringify({ status: 'ok', version: '0.0.1' });
      assert.match(await page(env), /warn {2}pep: Sanad 0\.0\.1 answers .* restart it/);
      body = JSON.stringify({ status: 'ok', version: '1'.repeat(65) });
      assert.match(await page(env), /fail {2}pep: \S+ is taken by a program that is not Sanad/);
      body = JSON.stringify({ detail: { error: 'database_not_writable', message: 'full' } });
      assert.match(await page(env), /fail {2}pep: \S+ answers, but is not well \(database_not_writable\)/);
    }));

  test('reports each failing check of a service in its own line', (t) =>
    withTempDir(async (folder) => {
      const well = JSON.stringify({ status: 'ok', version: VERSION });
      let ready: readonly [status: number, body: string] = [404, 'not found'];
      const port = await listening(
        t,
        createServer(({ url }, response) => {
          const [status, body] = url === '/readyz' ? ready : [200, well];
          response.writeHead(status).end(body);
        }),
      );
      const env = { ...settings(folder), AUTHORITY_PORT: port };
      const told = async (status: number, body: unknown) => {
        ready = [status, typeof body === 'string' ? body : JSON.stringify(body)];
        const shown = pageOf([{ title: 'Ports', findings: await checkPorts(env) }]);
        return shown.split('\n').filter((line) => / {2}authority( says)?: /.test(line));
      };
      const answers = `  ok    authority: Sanad ${VERSION} answers at 127.0.0.1:${port}`;
      const database = { state: 'ok' };
      assert.deepEqual(await told(404, 'not found'), [answers], 'an older version');
      assert.deepEqual(await told(503, { status: 'draining', checks: { database } }), [answers]);
      assert.deepEqual(await told(200, { status: 'ready', checks: { database } }), [answers]);
      const jobs = { state: 'warn', message: 'Work keeps failing: receipt_files for 61 s.' };
      const log = { state: 'fail', message: 'Not the one\n  ok    authority: well\u001b[2J' };
      const checks = { database, jobs, log, keys: { state: 'fail' } };
      assert.deepEqual(await told(503, { status: 'not_ready', checks }), [
        answers,
        '  warn  authority says: jobs: Work keeps failing: receipt_files for 61 s.',
        '  fail  authority says: log: Not the one ok    authority: well\\u{1b}[2J',
        '  fail  authority: keys: read its log',
      ]);
      for (const strange of [
        ...[{}, [], { checks: { jobs: 'warn' } }, { checks: { 'a b\n': jobs } }],
        { checks: { jobs: { ...jobs, message: 'x'.repeat(1_001) } } },
        { checks: { jobs }, more: 'x'.repeat(70_000) },
      ])
        assert.deepEqual(await told(200, strange), [answers], JSON.stringify(strange).slice(0, 60));
    }));

  test('a line break in a long run of blanks is one blank', () => {
    const text = `a${' '.repeat(64_000)}b \r\n\n c${'\n'.repeat(64_000)}d`;
    const shown = pageOf([{ title: 'Ports', findings: [{ state: 'ok', about: 'pep', text }] }]);
    assert.ok(shown.includes(`pep: a${' '.repeat(64_000)}b c d\n`));
  });

  test('a name in the file of settings that no program reads is a warning', () =>
    withTempDir(async (folder) => {
      const file = join(folder, 'sanad.env');
      writeFileSync(file, 'AUTHORTY_PORT=9\n#PEP_PRT=1\nPEP_PORT=8002\nPOSTGRES_PASSWORD=secret\n');
      const shown = await page({ ...settings(folder), SANAD_ENV_FILE: file });
      assert.match(shown, /warn {2}AUTHORTY_PORT: is set in \S+sanad\.env, but no program reads it/);
      assert.doesNotMatch(shown, /PEP_PRT|POSTGRES_PASSWORD/);
    }));

  test('a line in the file of settings without a name and a value is a warning with only its number', () =>
    withTempDir(async (folder) => {
      const file = join(folder, 'sanad.env');
      const quoted = 'SMTP_URL="one\ntwo\n"';
      writeFileSync(file, `\uFEFFPEP_PORT=8002\n\n # a comment\n${quoted}\nPEP_PORT: hunter2\nMETRICS=off\n`);
      const shown = await page({ ...settings(folder), SANAD_ENV_FILE: file });
      assert.match(shown, /warn {2}line 7: of \S+sanad\.env is not NAME=value, so no program reads it/);
      assert.doesNotMatch(shown, /line [1-689]|hunter2|feff|PEP_PORT: stands/);
    }));

  test('a name set more than once in the file of settings is a warning, with its lines and without its values', () =>
    withTempDir(async (folder) => {
      const file = join(folder, 'sanad.env');
      writeFileSync(
        file,
        '# BANK_PORT=1\nPEP_PORT=8002\nSMTP_URL="a\nPEP_PORT=9"\nexport PEP_PORT = 8102\nBANK_PORT=2\n',
      );
      const shown = await page({ ...settings(folder), SANAD_ENV_FILE: file });
      assert.match(
        shown,
        /warn {2}PEP_PORT: is set 2 times in \S+sanad\.env, in lines 2, 5: the last one counts/,
      );
      assert.doesNotMatch(shown, /8102|BANK_PORT: is set|SMTP_URL: is set/);
    }));

  test('a place that cannot be written is one failure that names its settings; the start is refused', () =>
    withTempDir(async (folder) => {
      const env = settings(folder);
      const closed: MayUse = async (path) => path !== folder;
      const text = await page(env, { mayUse: closed });
      const said =
        /^ {2}fail {2}.*cannot be read and written by this user: .* SERVICE_KEYS_DIR, .*PEP_DATABASE_URL/m;
      assert.match(text, said);
      assert.match(text, / 0 warn, 1 fail\n$/);
      const { code, lines } = await prepareDeployment(env, closed);
      assert.deepEqual([code, lines.length], [78, 1]);
      assert.match(lines.join(), /cannot be read and written by this user.*SERVICE_KEYS_DIR/);
      assert.deepEqual(readdirSync(folder), []);
    }));

  test('a file where receipts or databases would go is a failure', () =>
    withTempDir(async (folder) => {
      const file = join(folder, 'receipts');
      writeFileSync(file, '');
      const shown = await page({ ...settings(folder), RECEIPTS_DIR: join(file, 'out') });
      assert.match(shown, /fail {2}\S+receipts: is a file where a folder should be: move it away, or/);
      assert.match(shown, /(ok|warn) {2,4}\S+: \d+ MiB free/, 'and the disk is looked at');
    }));

  test('is started by the launcher, exits with 1 if something failed, and shows no control character', () =>
    withTempDir((folder) => {
      const run = (env: Env, ...args: readonly string[]) =>
        spawnSync(process.execPath, [...programArgs(join(ROOT_FOLDER, 'bin/sanad.cjs')), 'doctor', ...args], {
          encoding: 'utf8',
          env: { ...process.env, ...settings(folder), SANAD_ENV_FILE: '', ...env },
        });
      assert.equal(run({}).status, 0);
      const unread = run({ SANAD_ENV_FILE: folder });
      assert.equal(unread.status, 1);
      assert.match(
        unread.stdout,
        /fail {2}SANAD_ENV_FILE: the settings in \S+ cannot be read: it is a folder; .*\. Nothing starts until then/,
      );
      assert.match(unread.stdout, /1 fail\n$/);
      assert.equal(run({}, 'more').status, 2);
      assert.match(run({}, '--help').stdout, /^usage: sanad doctor/);
      const findings: Finding[] = [{ state: 'ok', about: 'a\u001b[2J', text: 'b\nfail' }];
      assert.match(pageOf([{ title: 'T', findings }]), /^T\n {2}ok {4}a\\u\{1b\}\[2J: b fail\n/);
    }));
});

test('a witness is checked if one runs: key and database belong together', async () => {
  await withTempDir(async (folder) => {
    const env = {
      ...settings(folder),
      WITNESS_NAME: 'witness.example/ana',
      WITNESS_PORT: '0',
      WITNESS_KEYS_DIR: folder,
      WITNESS_DATABASE_URL: `sqlite:${join(folder, 'witness.sqlite')}`,
      WITNESS_LOGS: join(folder, 'logs.policy'),
    };
    assert.doesNotMatch(await page(settings(folder)), /^Witness$/m);
    assert.match(
      await page(env),
      /^Witness\n.*not there yet.*\n {2}fail {2}WITNESS_LOGS: .* cannot be read$/m,
    );
    const { key } = noteSigner(nodeCrypto, 'log.example/1');
    writeFileSync(env.WITNESS_LOGS, `log ${formatNoteKey(key)}\nquorum none\n`);
    const entry = join(ROOT_FOLDER, 'platform/witness/src/main.ts');
    const witness = await spawnService({ entry, env, ready: /witness ready at/ });
    await witness.stop();
    assert.match(
      await page(env),
      /witness\.pem: there, with its database\n.*log\.example\/1: nothing of it was cosigned yet/,
    );
    rmSync(join(folder, 'witness.sqlite'));
    assert.match(await page(env), /fail {2}witness\.pem: here, but its database is not: /);
  });
});

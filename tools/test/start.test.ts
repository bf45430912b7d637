import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { nextSteps, prepareDeployment } from '../start/deployment.ts';
import { SERVICES } from '../start/services.ts';
import type { Command, Terminal } from '../start/supervise.ts';
import { supervise } from '../start/supervise.ts';

const NEVER_MS = 60_000;

function command(name: string, script: string): Command {
  return { name, program: process.execPath, args: ['-e', script] };
}

/** A terminal that remembers its lines and lets a test press Ctrl-C. */
function terminal(
  look: (line: string, press: (signal: NodeJS.Signals) => void) => void = () => undefined,
): Terminal & {
  lines: string[];
} {
  const handlers = new Set<(signal: NodeJS.Signals) => void>();
  const lines: string[] = [];
  const write = (line: string): void => {
    lines.push(line);
    look(line, (signal) => {
      for (const handler of handlers) handler(signal);
    });
  };
  const onStop = (handler: (signal: NodeJS.Signals) => void) => {
    handlers.add(handler);
    return () => handlers.delete(handler);
  };
  return { lines, out: write, err: write, onStop };
}

/** Says that it is listening, then waits and counts the signals it gets. */
const SERVICE = `
  let count = 0;
  process.on('SIGINT', () => { count += 1; setTimeout(() => { console.log('signals ' + count); process.exit(0); }, 50); });
  setInterval(() => undefined, 1000);
  console.log('listening on http://127.0.0.1:1234');`;

describe('npm start', () => {
  test('names only services whose entry point exists', () => {
    for (const { entry } of SERVICES) assert.ok(existsSync(join(ROOT_FOLDER, entry)), entry);
  });

  test('creates the local deployment on the first start, and nothing on later ones', () =>
    withTempDir(async (folder) => {
      const env = {
        SERVICE_KEYS_DIR: join(folder, 'keys'),
        PROFILES_DIR: join(folder, 'profiles'),
        MANDATES_DIR: join(folder, 'mandates'),
      };
      const first = await prepareDeployment(env);
      assert.equal(first.code, 0);
      assert.ok(first.lines.some((line) => line.includes('principal_local')));
      assert.deepEqual(await prepareDeployment(env), { code: 0, lines: [], lists: {} });
      const refused = await prepareDeployment({ ...env, SERVICE_JWT_SECRET: 'short' });
      assert.notEqual(refused.code, 0);
      assert.match(refused.lines.join(), /SERVICE_JWT_SECRET/);
    }));

  test('prints a call under a mandate in force, or what to do if there is none', async (t) => {
    const mandate = (id: string, status: string, principal = 'local', scope = ['bank.executeTransfer']) => ({
      contract: { contract_id: id, principal, scope },
      status,
    });
    const told = [
      mandate('ic_records', 'active', 'local', ['records.release']),
      mandate('ic_other', 'active', 'zayd'),
      mandate('ic_ended', 'expired'),
    ];
    const changed: string[] = [];
    const answers = (path: string | undefined): unknown => {
      if (path === '/plugins')
        return ['treasury', 'records'].map((name) => ({
          name,
          profile: `${name}.v1`,
          facades: name === 'treasury' ? ['bank.executeTransfer'] : ['records.release'],
        }));
      if (!path?.startsWith('/profiles/')) return told;
      return changed.includes(path) ? { detail: { error: 'plugin_hash_mismatch' } } : { profile: {} };
    };
    const server = createServer(({ url }, response) => response.end(JSON.stringify(answers(url))));
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    t.after(close);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const authority = `http://127.0.0.1:${address.port}`;
    const steps = async () => {
      const gateway = 'http://127.0.0.1:8000';
      return (await nextSteps(new Map(Object.entries({ gateway, authority })))).join('\n');
    };
    assert.match(await steps(), /No treasury mandate .* is in force[\s\S]*Sign and register/);
    told.push(mandate('ic_good', 'active'));
    assert.match(
      await steps(),
      /curl -s http:\/\/127\.0\.0\.1:8000\/v1\/tools\/[\s\S]*'X-Service-Contract: ic_good'/,
    );
    changed.push('/profiles/records.v1');
    assert.match(
      await steps(),
      /Not signed .* records\.v1\.[\s\S]*AUTHORITY_URL=http:\S+ npx sanad profile renew records\.v1 --reason/,
    );
    const lists = { 'treasury.v1': ['beneficiaries', 'accounts'] };
    const console = 'http://127.0.0.1:8080';
    const moving = await nextSteps(new Map(Object.entries({ authority, console })), lists);
    assert.match(
      moving.join('\n'),
      /treasury\.v1: payees, accounts\n[\s\S]*npx sanad directory adopt treasury\.v1\n[\s\S]*http:\/\/localhost:8080\/mandates\./,
    );
    close();
    assert.match(await steps(), /npx sanad mandate list/);
    assert.deepEqual(await nextSteps(new Map()), []);
    assert.match(
      (await nextSteps(new Map([['screener', 'http://127.0.0.1:8090']]))).join('\n'),
      /Open http:\/\/localhost:8090 /,
    );
    assert.match(
      (await nextSteps(new Map([['console', 'http://127.0.0.1:8080']]))).join('\n'),
      /Open http:\/\/localhost:8080 to see what agents may do/,
    );
  });

  test('prefixes the output and returns 0 if all succeed', async () => {
    const at = terminal();
    const commands = [
      command('a', "console.log('one'); console.error('two')"),
      command('b', "console.log('three')"),
    ];
    assert.equal(await supervise(commands, at, NEVER_MS), 0);
    assert.deepEqual(at.lines.sort(), ['a | one', 'a | two', 'b | three']);
  });

  test('reports once that all listen, and passes on a stop request once', async () => {
    const at = terminal((line, press) => {
      if (line !== 'start | all services are ready') return;
      press('SIGINT');
      press('SIGINT');
    });
    const other = SERVICE.replace(/'listening.*'/, `'{"msg":"listening on http://127.0.0.1:5678"}'`);
    const told: ReadonlyMap<string, string>[] = [];
    const onReady = (addresses: ReadonlyMap<string, string>) => told.push(addresses);
    const commands = [command('a', SERVICE), command('b', other)];
    assert.equal(await supervise(commands, { ...at, onReady }, NEVER_MS), 130);
    assert.deepEqual(
      told.map((addresses) => [...addresses.values()].sort()),
      [['http://127.0.0.1:1234', 'http://127.0.0.1:5678']],
    );
    assert.equal(at.lines.filter((line) => line.includes('http://127.0.0.1:1234')).length, 1);
    assert.deepEqual(at.lines.filter((line) => line.includes('signals')).sort(), [
      'a | signals 1',
      'b | signals 1',
    ]);
  });

  test('stops the others when one fails, and returns its code', async () => {
    const at = terminal();
    const waits = 'setInterval(() => undefined, 1000)';
    assert.equal(await supervise([command('a', 'process.exit(7)'), command('b', waits)], at, NEVER_MS), 7);
    assert.ok(at.lines.includes('start: a ended with code 7, stopping'));
  });

  test('ends with the reason in one line', async () => {
    const at = terminal();
    const wrong =
      'console.error("ready\\na: 2 settings are wrong:\\n  A must be x\\n  B must be y\\n"); process.exit(78)';
    assert.equal(await supervise([command('a', wrong)], at, NEVER_MS), 78);
    const why = 'a: 2 settings are wrong: A must be x; B must be y';
    assert.equal(at.lines.at(-1), `start: nothing runs any more, because of ${why}`);
  });

  test('stops the last started first, and the next only after it has ended', async () => {
    const at = terminal((line, press) => {
      if (line === 'start | all services are ready') press('SIGHUP');
    });
    const slow = SERVICE.replace("'SIGINT'", "'SIGTERM'");
    const commands = ['a', 'b', 'c'].map((name) => command(name, slow));
    assert.equal(await supervise(commands, at, NEVER_MS, NEVER_MS), 129);
    assert.deepEqual(
      at.lines.filter((line) => line.endsWith('signals 1')).map((line) => line[0]),
      ['c', 'b', 'a'],
    );
  });

  test('kills every service that does not end', async () => {
    const at = terminal((line, press) => {
      if (line === 'a | deaf') press('SIGTERM');
    });
    const deaf =
      "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log('deaf')";
    assert.equal(await supervise([command('a', deaf)], at, 100), 137);
    assert.ok(at.lines.some((line) => line.includes('killed')));
  });

  test('a program that cannot be started is a failure', async () => {
    const at = terminal();
    assert.equal(
      await supervise([{ name: 'a', program: join(ROOT_FOLDER, 'absent'), args: [] }], at, NEVER_MS),
      127,
    );
    assert.ok(at.lines.some((line) => line.startsWith('start: a could not be started')));
  });
});

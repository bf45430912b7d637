import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { runningBelow, settings, start, stops, until } from './started.ts';

const NODE = process.execPath;
const LAUNCHER = 'tools/node.cjs';
const SCRIPT = 'tools/start.ts';

const STOPS: readonly [string, readonly string[], NodeJS.Signals, boolean][] = [
  [NODE, [LAUNCHER, SCRIPT], 'SIGINT', false],
  [NODE, [SCRIPT], 'SIGTERM', false],
  // A closed terminal: every process of the group gets it.
  ['npm', ['start'], 'SIGHUP', true],
];

describe('npm start, as processes', { skip: !existsSync('/proc/self/environ') }, () => {
  for (const [program, args, signal, toGroup] of STOPS) {
    const name = `${program === NODE ? 'node' : program} ${args.join(' ')}`;
    test(`${signal} to ${toGroup ? 'the group of ' : ''}${name} ends all services and frees their ports`, (t) =>
      stops(t, program, args, signal, toGroup));
  }

  test('a taken port ends what has started, names its setting last, and exits with 78', (t) =>
    withTempDir(async (folder) => {
      const holder = createServer();
      holder.listen(0, '127.0.0.1');
      await once(holder, 'listening');
      t.after(() => holder.close());
      const at = holder.address();
      assert.ok(at !== null && typeof at === 'object');
      const env = { ...settings(folder), PEP_PORT: String(at.port) };
      const { child, output, exit } = start(t, NODE, [LAUNCHER, SCRIPT], env);
      await once(child, 'close');
      assert.deepEqual(await exit, { code: 78, signal: null });
      assert.match(
        output().trim().split('\n').at(-1) ?? '',
        new RegExp(`because of pep: PEP_PORT: 127.0.0.1:${at.port} is in use .* choose another port`),
      );
      assert.deepEqual(runningBelow(env), []);
    }));

  test('npm run screener runs the screener alone, and a signal to npm ends it', (t) =>
    withTempDir(async (folder) => {
      const env = settings(folder);
      const { child, output, exit } = start(t, 'npm', ['run', 'screener'], env);
      await until(() => output().includes('screener ready at'), output);
      child.kill('SIGTERM');
      await exit;
      await until(() => runningBelow(env).length === 0, output);
      assert.doesNotMatch(output(), /authority/);
    }));
});

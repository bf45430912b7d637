import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { runningBelow, settings, start, stops, until } from './started.ts';

// Other signals and starts are in start-stops.long.test.ts; what a signal does to services is in start.test.ts.
describe('npm start, as processes', { skip: !existsSync('/proc/self/environ') }, () => {
  test('SIGTERM to npm start ends all services and frees their ports', (t) =>
    stops(t, 'npm', ['start'], 'SIGTERM', false));

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

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { holdAlone } from '@common/kit/sql/hold-alone';
import { createLog } from '@common/kit/telemetry/log';
import { withTempDir } from '@common/kit/testing';
import { openAdapter } from '../src/open-adapter.ts';

test('a second process does not open the journal of a first, and a third may once that has ended', async () => {
  await withTempDir(async (dir) => {
    const file = join(dir, 'journal.sqlite');
    const held = holdAlone(file);
    assert.ok(held.ok);
    const opened = await openAdapter(
      {
        name: 'payouts',
        dir,
        journal: { setting: 'PAYOUTS_JOURNAL', file, waitMs: 10 },
        provider: () => assert.fail('it opened'),
      },
      {
        log: createLog({ level: 'silent', name: 'adapter' }),
        clock: Date.now,
        randomBytes,
        faults: { at: () => undefined },
        env: {},
      },
    );
    assert.deepEqual(
      [opened.ok, !opened.ok && opened.error.message],
      [false, 'PAYOUTS_JOURNAL: another process has this file open, and only one may: stop it first'],
    );
    held.value.release();
    // What was killed holds nothing.
    const module = JSON.stringify(import.meta.resolve('@common/kit/sql/hold-alone'));
    const code = `const { holdAlone } = await import(${module});
      if (holdAlone(${JSON.stringify(file)}).ok) process.kill(process.pid, 'SIGKILL');`;
    assert.equal(spawnSync(process.execPath, ['--input-type=module', '--eval', code]).signal, 'SIGKILL');
    const again = holdAlone(file, 10);
    assert.ok(again.ok);
    again.value.release();
  });
});

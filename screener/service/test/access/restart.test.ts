import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTempDir } from '@common/kit/testing';
import { startScreener } from '../service-process.ts';

test('a restart, even by kill -9, gives nobody a new allowance', () =>
  withTempDir(async (folder) => {
    const env = {
      DATABASE_URL: `sqlite:${join(folder, 'screener.sqlite')}`,
      SECRETS_DIR: join(folder, 'secrets'),
      SIGN_UPS_PER_HOUR: '2',
    };
    const signUp = async (url: string, email: string) =>
      (
        await fetch(`${url}/api/keys`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        })
      ).status;
    const first = await startScreener(env);
    assert.equal(await signUp(first.url, 'a@example.org'), 200);
    assert.equal((await first.service.stop()).code, 0);
    const second = await startScreener(env);
    assert.equal(await signUp(second.url, 'b@example.org'), 200);
    // Counts are written every second.
    await sleep(1_500);
    await second.service.kill();
    const third = await startScreener(env);
    assert.equal(await signUp(third.url, 'c@example.org'), 429);
    await third.service.stop();
  }));

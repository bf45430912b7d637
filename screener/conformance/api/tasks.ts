import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Description } from '@common/kit/testing/described';
import { testOf } from '../rows/rows.ts';
import { SETTINGS } from './service.ts';
import { describedOnce, service } from './shared.ts';

const TOKEN = SETTINGS.ADMIN_TOKEN;
const PATHS = ['/tasks/rebuild-leaderboard', '/tasks/rebuild-value-screen'];

describe(testOf('POST /tasks/rebuild-leaderboard', 'POST /tasks/rebuild-value-screen'), () => {
  let description: Description;
  before(async () => {
    description = await describedOnce();
    // A service builds its first rankings after its start: a rebuild at the same time is refused.
    for (const path of ['/leaders', '/value']) {
      while (!(await service.get(path, { accept: 'text/html' })).text.includes('<tbody>')) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  });

  test('part 5: the scheduler’s token rebuilds, synchronously', async () => {
    for (const path of PATHS) {
      const answer = await service.post(path, undefined, { authorization: `Bearer ${TOKEN}` });
      assert.equal(answer.status, 200, answer.text);
      description.holds(path, 200, answer.json(), path, 'post');
      const { data } = JSON.parse(answer.text);
      assert.ok(data.screened > 30 && data.ranked > 0, answer.text);
    }
  });

  test('no other caller does', async () => {
    const key = await service.signUp();
    const wrong = ['', 'Bearer ', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`, `Bearer ${key}`];
    for (const path of PATHS) {
      for (const authorization of wrong) {
        const answer = await service.post(path, undefined, { authorization, 'x-api-key': key });
        assert.equal(answer.status, 401, authorization);
        description.holds(path, 401, answer.json(), path, 'post');
      }
    }
  });
});

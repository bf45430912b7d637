import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockAt, makeApp } from '../app-under-test.ts';
import { described } from '../bulk/bulk-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { ADMIN_TOKEN, openTestTasks } from './tasks-under-test.ts';

describe('GET /v1/lists', () => {
  const snapshot = useSnapshotStore(clockAt('2026-05-01T12:00:00Z'));

  test('empty and undated before the rankings are built, then the list of the choice', async (t) => {
    const tasks = await openTestTasks(t);
    const { app } = await makeApp(t, { ...snapshot.shared(), tasks });
    const fits = await described(app, 'get', '/v1/lists');
    const read = async (query = '') => {
      const answer = await app.inject({ url: `/v1/lists${query}` });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.ok(fits(answer.json()), answer.body);
      return answer.json().data;
    };
    const before = await read();
    assert.deepEqual([before.as_of, before.matching, before.companies], [null, 0, []]);
    for (const url of ['/tasks/rebuild-leaderboard', '/tasks/rebuild-value-screen']) {
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      assert.equal((await app.inject({ method: 'POST', url, headers })).statusCode, 200);
    }
    const all = await read();
    const days = all.companies.map((one: { as_of: string }) => one.as_of);
    assert.deepEqual([all.as_of, all.matching], [days.toSorted().at(-1), days.length]);
    const used = all.companies.map((one: { used: number }) => one.used);
    assert.deepEqual(
      used,
      used.toSorted((a: number, b: number) => a - b),
    );
    for (const { compliance, nearest } of all.companies) {
      assert.equal(compliance, 'compliant');
      assert.ok(nearest.high <= nearest.threshold);
    }
    assert.ok((await read('?methodologies=aaoifi')).matching > all.matching);
    const chips = await read('?industry=chips');
    assert.ok(chips.companies.length > 0);
    for (const { symbol, industry } of chips.companies) {
      assert.equal(industry, 'chips');
      const screened = (await app.inject({ url: `/v1/screen/${symbol}` })).json().data;
      assert.deepEqual(screened.industry, { id: 'chips', name: 'Chips' });
    }
    assert.deepEqual((await read('?page=2')).companies, []);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { METHODOLOGY_IDS } from '@screener/engine/methodologies/rule-sets';
import { clockAt, makeApp } from '../app-under-test.ts';
import { described } from '../bulk/bulk-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { ADMIN_TOKEN, openTestTasks } from './tasks-under-test.ts';

/** Each methodology alone, three of them, and all. */
const CHOICES = [...METHODOLOGY_IDS.map((id) => [id]), METHODOLOGY_IDS.slice(1, 4), METHODOLOGY_IDS];

describe('GET /v1/lists/funds', () => {
  const snapshot = useSnapshotStore(clockAt('2026-05-01T12:00:00Z'));

  test('empty before the list is built, then what each fund’s own screening says, by each choice', async (t) => {
    const tasks = await openTestTasks(t);
    const { app } = await makeApp(t, { ...snapshot.shared(), tasks });
    const fits = await described(app, 'get', '/v1/lists/funds');
    const read = async (query = '') => {
      const answer = await app.inject({ url: `/v1/lists/funds${query}`, remoteAddress: '198.51.100.1' });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.ok(fits(answer.json()), answer.body);
      return answer.json().data;
    };
    const before = await read();
    assert.deepEqual([before.as_of, before.rules, before.matching], [null, null, 0]);
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const built = await app.inject({ method: 'POST', url: '/tasks/rebuild-funds', headers });
    assert.deepEqual([built.statusCode, built.json().data.ranked], [200, 2]);
    const verdicts = new Set<string>();
    for (const [index, choice] of CHOICES.entries()) {
      const methodologies = choice.join();
      const listed = await Promise.all(
        ['compliant', 'questionable', 'non_compliant', 'not_screenable'].map((verdict) =>
          read(`?methodologies=${methodologies}&compliance=${verdict}`),
        ),
      );
      const funds = listed.flatMap(({ funds: some }) => some);
      // Where no fund has the verdict, the answer still says of when the list is.
      const newest = funds
        .map(({ as_of: day }) => day)
        .toSorted()
        .at(-1);
      for (const { as_of: day } of listed) assert.equal(day, newest);
      assert.deepEqual(funds.map(({ symbol }) => symbol).toSorted(), ['SPUS', 'VOO']);
      for (const fund of funds) {
        const url = `/v1/screen/${fund.symbol}?methodologies=${methodologies}&holdings=none`;
        const answer = (await app.inject({ url, remoteAddress: `198.51.100.${index + 2}` })).json().data;
        const { compliance } = answer.chosen ?? answer;
        assert.equal(fund.compliance, compliance, `${fund.symbol} by ${methodologies}`);
        assert.deepEqual([fund.as_of, fund.stale], [answer.as_of, answer.stale]);
        verdicts.add(`${fund.symbol} ${compliance}`);
        if (answer.chosen !== undefined) continue;
        const { weights, coverage_pct: coverage, net_assets: netAssets } = answer.etf_look_through;
        assert.deepEqual(
          [
            fund.compliant_pct,
            fund.questionable_pct,
            fund.non_compliant_pct,
            fund.known_pct,
            fund.net_assets,
          ],
          [weights.compliant.pct, weights.questionable.pct, weights.non_compliant.pct, coverage, netAssets],
        );
      }
    }
    assert.deepEqual([...verdicts].sort(), [
      'SPUS non_compliant',
      'SPUS not_screenable',
      'VOO non_compliant',
    ]);
    const [voo] = (await read('?compliance=non_compliant')).funds;
    assert.deepEqual(voo.other_symbols, ['VFFSX', 'VFIAX', 'VFINX']);
    assert.deepEqual((await read('?compliance=not_screenable&page=2')).funds, []);
  });
});

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { asList, asObject, type Description, type JsonObject } from '@common/kit/testing/described';
import { testOf } from '../rows/rows.ts';
import { snapshotTickers } from './service.ts';
import { describedOnce, service } from './shared.ts';

const PATH = '/v1/history/{ticker}';
const { withFacts } = snapshotTickers();

describe(testOf('GET /v1/history/{ticker}'), () => {
  let description: Description;
  before(async () => {
    description = await describedOnce();
  });

  test('every answer is as described, and newest first', async () => {
    let entries = 0;
    for (const ticker of [...withFacts, 'KO', 'CIK0000002110']) {
      for (const query of ['?limit=500', '?rules=classic&limit=500']) {
        const answer = await service.get(`/v1/history/${ticker}${query}`);
        assert.equal(answer.status, 200, answer.text);
        description.holds(PATH, 200, answer.json(), `${ticker}${query}`);
        const snapshots = snapshotsOf(answer.json());
        const dates = snapshots.map((snapshot) => String(snapshot.as_of));
        assert.deepEqual(dates, [...dates].sort().reverse(), `${ticker}${query}`);
        entries += snapshots.length;
      }
    }
    assert.ok(entries > 20 * withFacts.length, `${entries} entries`);
  });

  test('the description allows neither an extra nor a missing field in an entry', async () => {
    const body = asObject((await service.get('/v1/history/AAPL')).json(), 'the body');
    const data = asObject(body.data, 'data');
    const snapshots = snapshotsOf(body);
    const index = snapshots.findIndex(
      ({ changes }) => changes !== null && asList(asObject(changes, 'changes').checks, 'checks').length > 0,
    );
    const entry = snapshots[index];
    assert.ok(entry !== undefined, 'an entry in which a check flipped');
    const accepts = (changed: JsonObject) =>
      description.accepts(PATH, 200, {
        ...body,
        data: { ...data, snapshots: snapshots.with(index, changed) },
      });
    assert.ok(accepts(entry));
    assert.ok(!accepts({ ...entry, surplus: 1 }));
    const changes = asObject(entry.changes, 'changes');
    assert.ok(!accepts({ ...entry, changes: { ...changes, surplus: 1 } }));
    for (const name of Object.keys(entry)) {
      const { [name]: _gone, ...rest } = entry;
      assert.ok(!accepts(rest), `an entry without ${name}`);
    }
    for (const name of Object.keys(changes)) {
      const { [name]: _gone, ...rest } = changes;
      assert.ok(!accepts({ ...entry, changes: rest }), `changes without ${name}`);
    }
  });

  test('the envelope, and dated snapshots', async () => {
    const body = asObject((await service.get('/v1/history/brk.b')).json(), 'the body');
    assert.deepEqual(Object.keys(body), ['success', 'error', 'data']);
    assert.equal(body.success, true);
    assert.equal(body.error, null);
    assert.deepEqual(body.data, { symbol: 'BRK-B', rules: 'current', snapshots: [], next_cursor: null });
    const [newest] = snapshotsOf((await service.get('/v1/history/AAPL?limit=1')).json());
    assert.match(String(newest?.as_of), /^\d{4}-\d{2}-\d{2}$/);
    assert.equal(typeof newest?.compliance, 'string');
    assert.equal(typeof newest?.score, 'number');
  });

  test('refusals are as described', async () => {
    const refusals: readonly (readonly [string, number])[] = [
      ['/v1/history/A!B', 400],
      ['/v1/history/ZZZZZ', 404],
      ['/v1/history/AAPL?rules=modern', 422],
      ['/v1/history/AAPL?limit=0', 422],
      ['/v1/history/AAPL?as_of=2021-05-01', 422],
    ];
    for (const [path, status] of refusals) {
      const answer = await service.get(path);
      assert.equal(answer.status, status, path);
      description.holds(PATH, status, answer.json(), path);
    }
  });
});

function snapshotsOf(body: unknown): readonly JsonObject[] {
  const data = asObject(asObject(body, 'the body').data, 'data');
  return asList(data.snapshots, 'snapshots').map((snapshot) => asObject(snapshot, 'a snapshot'));
}

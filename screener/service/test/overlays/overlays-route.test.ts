import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { hashApiKey, makeApiKey } from '../../src/access/api-key.ts';
import { KEY_SECRET, openTestAccess } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

async function open(t: TestContext) {
  const access = await openTestAccess(t);
  const key = makeApiKey((size) => new Uint8Array(size).fill(7));
  const record = {
    hash: hashApiKey(KEY_SECRET, key),
    label: 'l',
    email: 'a@b.c',
    account: 'acc_1',
    createdAt: 1,
  };
  await access.accessStore.issueKey({ ...record, tier: 'free' });
  const { app } = await makeApp(t, snapshot.shared(), undefined, access);
  return async (url: string, withKey: boolean) => {
    const answer = await app.inject({ url, headers: withKey ? { 'x-api-key': key } : {} });
    return { status: answer.statusCode, body: answer.json(), tag: answer.headers.etag };
  };
}

describe('GET /v1/screen/{ticker}?overlays=', () => {
  test('Chinese companies on the Department of Defense list are flagged, with the list’s own words', async (t) => {
    const get = await open(t);
    for (const ticker of ['BABA', 'BIDU', 'NIO', 'HSAI']) {
      const { status, body } = await get(`/v1/screen/${ticker}?overlays=dod_1260h`, true);
      assert.equal(status, 200);
      const { dod_1260h: overlay, values_summary: summary } = body.data.overlays;
      assert.equal(overlay.flagged, true, ticker);
      assert.equal(overlay.basis, 'official_list');
      assert.ok(['ticker', 'name'].includes(overlay.match.matched_by));
      assert.ok(overlay.match.entity.length > 2 && overlay.match.list_string.length > 2);
      assert.equal(overlay.source.list_date, '2026-06-08');
      assert.deepEqual(summary.raised, ['dod_1260h']);
      assert.equal(summary.flags_checked, 1);
    }
  });

  test('companies with similar names are not', async (t) => {
    const get = await open(t);
    for (const ticker of ['CSGP', 'BYD', 'WHD', 'DQ']) {
      const { body } = await get(`/v1/screen/${ticker}?overlays=dod_1260h,uflpa,state_scrutinized`, true);
      assert.deepEqual(body.data.overlays.values_summary.raised, [], ticker);
      assert.equal(body.data.overlays.values_summary.flags_checked, 3);
    }
  });

  test('verdict, score and all else stay the same as without them', async (t) => {
    const get = await open(t);
    for (const ticker of ['AAPL', 'BABA', 'KO', 'SPUS']) {
      const plain = await get(`/v1/screen/${ticker}`, true);
      const overlaid = await get(`/v1/screen/${ticker}?overlays=all`, true);
      const { overlays, ...rest } = overlaid.body.data;
      assert.deepEqual(rest, plain.body.data);
      assert.match(overlays.note, /never change/);
      assert.notEqual(overlaid.tag, plain.tag);
    }
  });

  test('without a key, the names of overlays and where to get a key', async (t) => {
    const get = await open(t);
    const { status, body } = await get('/v1/screen/BABA?overlays=dod_1260h', false);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body.data.overlays), ['available', 'note']);
    assert.equal(body.data.overlays.available.length, 11);
    assert.match(body.data.overlays.note, /POST \/api\/keys/);
    assert.equal(JSON.stringify(body).includes('flagged'), false);
    // A cached answer for a keyholder is not given to others, nor the other way round.
    assert.ok('dod_1260h' in (await get('/v1/screen/BABA?overlays=dod_1260h', true)).body.data.overlays);
    assert.ok('available' in (await get('/v1/screen/BABA?overlays=dod_1260h', false)).body.data.overlays);
  });

  test('an unknown name is refused by name, with and without a key', async (t) => {
    const get = await open(t);
    for (const withKey of [true, false]) {
      for (const asked of ['weapon', 'all,weapon', 'dod_1260h,weapon', '__proto__', '', ',']) {
        const { status, body } = await get(`/v1/screen/AAPL?overlays=${asked}`, withKey);
        assert.equal(status, 422, asked);
        assert.deepEqual(body.detail[0].loc, ['query', 'overlays']);
        assert.equal(body.detail[0].type, 'unknown_overlay');
        if (asked.includes('weapon')) assert.match(body.detail[0].msg, /"weapon"/);
      }
    }
  });
});

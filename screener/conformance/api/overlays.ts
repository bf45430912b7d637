import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Description } from '@common/kit/testing/described';
import { testOf } from '../rows/rows.ts';
import { describedOnce, service } from './shared.ts';

const PATH = '/v1/screen/{ticker}';
const NAMES = [
  ...['dod_1260h', 'uflpa', 'state_scrutinized', 'weapons_defense', 'fossil_fuels', 'tobacco', 'alcohol'],
  ...['gambling', 'adult_entertainment', 'private_prisons', 'civilian_firearms'],
];

describe('GET /v1/screen/{ticker}?overlays=', () => {
  let description: Description;
  let headers: Record<string, string> = {};
  before(async () => {
    description = await describedOnce();
    headers = { 'x-api-key': await service.signUp() };
  });
  const ask = async (ticker: string, overlays: string) => {
    const answer = await service.get(`/v1/screen/${ticker}?overlays=${overlays}`, headers);
    assert.equal(answer.status, 200, answer.text);
    description.holds(PATH, 200, answer.json(), ticker);
    return JSON.parse(answer.text).data.overlays;
  };

  test('2.3: the members of an official list, to the letter', async () => {
    for (const ticker of ['BABA', 'BIDU', 'NIO', 'HSAI']) {
      const { dod_1260h: overlay, values_summary: summary, note } = await ask(ticker, 'dod_1260h');
      assert.equal(overlay.flagged, true, ticker);
      assert.equal(overlay.basis, 'official_list');
      assert.match(overlay.match.matched_by, /^(ticker|name)$/);
      assert.ok(overlay.match.entity.length > 2 && overlay.match.list_string.length > 2);
      assert.match(overlay.source.list_name, /1260H/);
      assert.match(overlay.source.source_url, /^https:\/\//);
      assert.equal(overlay.source.list_date, '2026-06-08');
      assert.deepEqual([summary.flags_checked, summary.flags_raised], [1, 1]);
      assert.deepEqual(summary.raised, ['dod_1260h']);
      assert.deepEqual(summary.by_basis, { official_list: 1, industry_classification: 0 });
      assert.match(note, /never change the halal verdict or score/);
    }
  });

  test('scope rule 5: no fuzzy matching', async () => {
    for (const ticker of ['CSGP', 'BYD', 'WHD', 'DQ']) {
      const overlays = await ask(ticker, 'dod_1260h,uflpa,state_scrutinized');
      assert.deepEqual(overlays.values_summary.raised, [], ticker);
      for (const name of ['dod_1260h', 'uflpa', 'state_scrutinized']) {
        assert.equal(overlays[name].flagged, false);
        assert.equal(overlays[name].match, null);
      }
    }
  });

  test('all: every name is answered or listed as not checked', async () => {
    for (const ticker of ['AAPL', 'XOM', 'BA', 'LVS', 'SPUS']) {
      const { values_summary: summary, note: _, ...members } = await ask(ticker, 'all');
      const unchecked = summary.not_checked.map((one: { overlay: string }) => one.overlay);
      assert.deepEqual([...Object.keys(members), ...unchecked].sort(), [...NAMES].sort(), ticker);
      assert.equal(summary.flags_checked, Object.keys(members).length);
      const raised = Object.entries(members as Record<string, { flagged: boolean }>);
      assert.deepEqual(
        raised.flatMap(([name, { flagged }]) => (flagged ? [name] : [])).sort(),
        [...summary.raised].sort(),
      );
    }
    assert.equal((await ask('LVS', 'gambling')).gambling.flagged, true);
    assert.equal((await ask('LVS', 'gambling')).gambling.basis, 'industry_classification');
  });

  test('they change neither verdict nor score', async () => {
    for (const ticker of ['BABA', 'LVS', 'AAPL', 'XOM']) {
      const plain = JSON.parse((await service.get(`/v1/screen/${ticker}`)).text).data;
      const answer = await service.get(`/v1/screen/${ticker}?overlays=all`, headers);
      const { overlays: _, ...rest } = JSON.parse(answer.text).data;
      assert.deepEqual(rest, plain);
    }
  });

  test(`${testOf('4.1 rule 2')}: without a key, the names and the upgrade note`, async () => {
    const answer = await service.get('/v1/screen/BABA?overlays=all');
    assert.equal(answer.status, 200);
    description.holds(PATH, 200, answer.json(), 'the offer');
    const { available, note } = JSON.parse(answer.text).data.overlays;
    assert.deepEqual([...available].sort(), [...NAMES].sort());
    assert.match(note, /key/);
  });

  test('an unknown name is 422, and is named', async () => {
    const answer = await service.get('/v1/screen/AAPL?overlays=all,nukes', headers);
    assert.equal(answer.status, 422);
    description.holds(PATH, 422, answer.json(), 'an unknown name');
    assert.match(answer.text, /nukes/);
  });
});

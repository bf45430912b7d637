import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Description } from '@common/kit/testing/described';
import { openBrowser } from './browser.ts';
import type { Answer } from './service.ts';
import { describedOnce, service } from './shared.ts';

const PATH = '/api/keys/keep';
const NOTICE = 'sanad-key-notice';

describe('POST /api/keys/keep', () => {
  let description: Description;
  before(async () => {
    description = await describedOnce();
  });
  const screen = (key: string) => service.get('/v1/screen/AAPL?fields=symbol', { 'x-api-key': key });
  const keep = async (headers: Readonly<Record<string, string>>): Promise<Answer> => {
    const response = await fetch(`${service.url()}${PATH}`, { method: 'POST', headers });
    const text = await response.text();
    const { status } = response;
    return { status, headers: response.headers, text, json: () => JSON.parse(text) };
  };

  test('the holder of an earlier key takes it back, and the newer key gets the notice', async () => {
    const earlier = await service.signUp('holder@example.org');
    const browser = openBrowser(service);
    await browser.json('/api/session', { api_key: earlier });
    const made = await browser.form('/portal/keys/new', {});
    const newest = /snd_live_[0-9A-Za-z]{38}/.exec(made.text)?.[0] ?? '';
    const told = await screen(earlier);
    assert.equal(told.status, 200);
    assert.match(told.headers.get(NOTICE) ?? '', /POST \/api\/keys\/keep/);

    const kept = await keep({ 'x-api-key': earlier });
    assert.equal(kept.status, 200, kept.text);
    description.holds(PATH, 200, kept.json(), 'kept', 'post');
    const { tier, label, status } = JSON.parse(kept.text).data;
    assert.deepEqual([tier, status], ['free', 'current']);
    const shown = label.replace(/\.\.\.$/, '');
    assert.ok(earlier.startsWith(shown) && shown.length < earlier.length / 2, label);
    assert.equal(kept.headers.get(NOTICE), null);
    assert.equal(kept.headers.get('cache-control'), 'no-store');
    const newer = await screen(newest);
    assert.equal(newer.status, 200);
    assert.match(newer.headers.get(NOTICE) ?? '', /POST \/api\/keys\/keep/);
  });

  test('a current key stays current', async () => {
    const key = await service.signUp('current@example.org');
    assert.equal((await keep({ 'x-api-key': key })).status, 200);
    assert.equal((await screen(key)).status, 200);
  });

  test('without a key, or with a wrong one, nothing is kept', async () => {
    for (const headers of [{}, { 'x-api-key': 'snd_live_invalid' }]) {
      const refused = await keep(headers);
      assert.equal(refused.status, 401);
      description.holds(PATH, 401, refused.json(), JSON.stringify(headers), 'post');
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer realm="sanad"');
    }
  });

  test('a sign-up with another address’s key is refused, and with a wrong one', async () => {
    const key = await service.signUp('owner@example.org');
    for (const [given, status] of [
      [key, 409],
      ['snd_live_invalid', 401],
    ] as const) {
      const refused = await service.post('/api/keys', { email: 'other@example.org' }, { 'x-api-key': given });
      assert.equal(refused.status, status);
      description.holds('/api/keys', status, refused.json(), given.slice(0, 9), 'post');
    }
    assert.equal((await screen(key)).status, 200);
  });
});

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Description } from '@common/kit/testing/described';
import { testOf } from '../rows/rows.ts';
import { describedOnce, service } from './shared.ts';

describe(testOf('POST /api/keys', 'POST /api/waitlist'), () => {
  let description: Description;
  before(async () => {
    description = await describedOnce();
  });

  test(`${testOf('4.1 rule 1')}: a sign-up gives a key, a repeated one that sends it rotates it`, async () => {
    const first = await service.post('/api/keys', { email: 'rule1@example.org' });
    assert.equal(first.status, 200);
    description.holds('/api/keys', 200, first.json(), 'sign-up', 'post');
    const old = keyOf(first.text);
    assert.equal(await statusWith(old), 200);
    const repeated = await service.post('/api/keys', { email: 'RULE1@example.org ' }, { 'x-api-key': old });
    const current = keyOf(repeated.text);
    assert.notEqual(old, current);
    assert.equal(await statusWith(current), 200);
    const deadline = Date.now() + 3_000;
    while ((await statusWith(old)) !== 401) assert.ok(Date.now() < deadline, 'the earlier key still works');
  });

  test('a repeated sign-up that proves nothing gives another key, and takes none from anybody', async () => {
    const old = await service.signUp('rule1-unproven@example.org');
    const stranger = await service.signUp('RULE1-unproven@example.org ');
    assert.notEqual(old, stranger);
    for (const key of [old, stranger]) {
      const { status, headers } = await service.get('/v1/screen/AAPL', { 'x-api-key': key });
      assert.deepEqual([status, headers.get('sanad-key-notice')], [200, null]);
    }
  });

  test('the answer does not reveal whether an address is known', async () => {
    const [one, two] = [
      await service.post('/api/keys', { email: 'same@example.org' }),
      await service.post('/api/keys', { email: 'same@example.org' }),
    ];
    const shape = (text: string) => text.replace(/snd_live_\w+/, '');
    assert.equal(shape(one.text), shape(two.text));
  });

  test('2.5: bounds of KeySignupRequest, WaitlistRequest and Attribution', async () => {
    const email = 'bounds@example.org';
    const longest = {
      email: `${'a'.repeat(240)}@example.org`.slice(-254),
      use_case: 'x'.repeat(20),
      attribution: {
        utm_source: 'x'.repeat(100),
        utm_medium: 'x'.repeat(100),
        utm_campaign: null,
        utm_content: 'x'.repeat(100),
        landing_page: 'x'.repeat(300),
        referrer: 'x'.repeat(300),
      },
    };
    assert.equal((await service.post('/api/keys', longest)).status, 200);
    assert.equal((await service.post('/api/keys', { email, attribution: null })).status, 200);
    const waitlist = await service.post('/api/waitlist', { ...longest, interest: 'x'.repeat(20) });
    assert.equal(waitlist.status, 200);
    description.holds('/api/waitlist', 200, waitlist.json(), 'waitlist', 'post');
    const wrong: readonly (readonly [string, unknown, string])[] = [
      ['/api/keys', {}, 'email'],
      ['/api/keys', { email: `${'a'.repeat(255)}@b.co` }, 'email'],
      ['/api/keys', { email, use_case: 'x'.repeat(21) }, 'use_case'],
      ['/api/keys', { email, use_case: null }, 'use_case'],
      ['/api/keys', { email, attribution: { utm_content: 'x'.repeat(101) } }, 'attribution'],
      ['/api/keys', { email, attribution: { landing_page: 'x'.repeat(301) } }, 'attribution'],
      ['/api/waitlist', { email, interest: 'x'.repeat(21) }, 'interest'],
      ['/api/waitlist', { email, use_case: 'x'.repeat(301) }, 'use_case'],
    ];
    for (const [path, body, field] of wrong) {
      const answer = await service.post(path, body);
      assert.equal(answer.status, 422, JSON.stringify(body).slice(0, 60));
      description.holds(path, 422, answer.json(), path, 'post');
      assert.deepEqual(JSON.parse(answer.text).detail[0].loc.slice(0, 2), ['body', field]);
    }
  });

  test('5 rule 1: an invalid key is 401 on every operation that takes one', async () => {
    const headers = { 'x-api-key': 'snd_live_invalid' };
    const gets = [
      '/v1/screen/AAPL',
      '/v1/search?q=apple',
      '/v1/history/AAPL',
      '/v1/bulk/blk_000000000000000000000000',
    ];
    const posts = ['/v1/batch', '/v1/bulk', '/mcp', '/api/keys/keep'];
    for (const path of gets) assert.equal((await service.get(path, headers)).status, 401, path);
    for (const path of posts) {
      assert.equal((await service.post(path, { symbols: ['AAPL'] }, headers)).status, 401, path);
    }
  });

  const statusWith = async (key: string) =>
    (await service.get('/v1/screen/AAPL', { 'x-api-key': key })).status;
});

function keyOf(text: string): string {
  return JSON.parse(text).data.api_key;
}

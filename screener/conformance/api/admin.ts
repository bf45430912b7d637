import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testOf } from '../rows/rows.ts';
import { SETTINGS } from './service.ts';
import { service } from './shared.ts';

const TOKEN = SETTINGS.ADMIN_TOKEN;
const BEARER = { authorization: `Bearer ${TOKEN}` };

describe('interface document, 4.2: admin and blog', () => {
  const data = async (path: string) => {
    const answer = await service.get(path, BEARER);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text).data;
  };
  const save = (body: unknown) => service.post('/api/admin/posts', body, BEARER);

  test(testOf('GET /admin'), async () => {
    const { status, text, headers } = await service.get('/admin');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(text, /Admin token/);
  });

  test(`${testOf('GET /api/admin/stats')}: days 14 and activation_days 90 by default, integers within bounds`, async () => {
    const stats = await data('/api/admin/stats');
    assert.deepEqual([stats.days, stats.activation_days], [14, 90]);
    assert.equal(stats.sign_ups.by_day.length, 14);
    const asked = await data('/api/admin/stats?days=3&activation_days=7');
    assert.deepEqual([asked.days, asked.activation_days, asked.sign_ups.by_day.length], [3, 7, 3]);
    for (const query of ['days=0', 'days=367', 'days=ten', 'activation_days=0', 'activation_days=1.5']) {
      const refused = await service.get(`/api/admin/stats?${query}`, BEARER);
      assert.equal(refused.status, 422, query);
      const [issue] = JSON.parse(refused.text).detail;
      assert.deepEqual(issue.loc, ['query', query.split('=')[0]]);
    }
  });

  test('calls are in the statistics a few seconds later', { timeout: 60_000 }, async () => {
    const key = await service.signUp('counted@example.org');
    // Earlier tests have asked for this, too: usually those calls are counted by now.
    assert.equal((await service.get('/v1/screen/ZZZZZ', { 'x-api-key': key })).status, 404);
    for (;;) {
      const { tickers, calls } = await data('/api/admin/stats?days=2');
      const isCounted = calls.some(
        ({ operation, status }: { operation: string; status: number }) =>
          operation === 'screenTicker' && status === 404,
      );
      const isNamed = tickers.not_found.some(({ ticker }: { ticker: string }) => ticker === 'ZZZZZ');
      if (isCounted && isNamed) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  test(`${testOf('GET /api/admin/posts', 'POST /api/admin/posts')}: PostBody, with its bounds and defaults`, async () => {
    const { length: before } = (await data('/api/admin/posts')).posts;
    const whole = {
      slug: 'a'.repeat(80),
      title: 't'.repeat(200),
      excerpt: 'e'.repeat(500),
      body_md: 'b'.repeat(100_000),
      published: true,
    };
    assert.equal((await save(whole)).status, 200);
    const { slug, title, body_md: body } = { ...whole, slug: 'least' };
    const least = await save({ slug, title, body_md: body });
    assert.deepEqual(
      [least.status, JSON.parse(least.text).data.excerpt, JSON.parse(least.text).data.published],
      [200, '', false],
    );
    assert.equal((await data('/api/admin/posts')).posts.length, before + 2);
    for (const [name, value] of [
      ['slug', 'a'.repeat(81)],
      ['slug', 'Not a slug'],
      ['title', 't'.repeat(201)],
      ['excerpt', 'e'.repeat(501)],
      ['body_md', 'b'.repeat(100_001)],
      ['slug', undefined],
      ['title', undefined],
      ['body_md', undefined],
      ['published', 'yes'],
    ] as const) {
      const refused = await save({ ...whole, [name]: value });
      assert.equal(refused.status, 422, name);
      assert.deepEqual(JSON.parse(refused.text).detail[0].loc, ['body', name]);
    }
  });

  test(`${testOf('GET /blog', 'GET /blog/{slug}')}: 422 on a malformed slug, 404 for a draft`, async () => {
    assert.equal(
      (await save({ slug: 'shown', title: 'Shown', body_md: '*x*', published: true })).status,
      200,
    );
    assert.equal((await save({ slug: 'draft', title: 'Hidden', body_md: 'x' })).status, 200);
    const index = await service.get('/blog');
    assert.equal(index.status, 200);
    assert.match(index.text, /Shown/);
    assert.doesNotMatch(index.text, /Hidden/);
    assert.match((await service.get('/blog/shown')).text, /<em>x<\/em>/);
    assert.equal((await service.get('/blog/draft')).status, 404);
    assert.equal((await service.get('/blog/none')).status, 404);
    for (const slug of ['Shown', 'a.b', 'a'.repeat(81)]) {
      assert.equal((await service.get(`/blog/${slug}`)).status, 422, slug);
    }
    const feed = await service.get('/blog/feed.atom');
    assert.equal(feed.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
    assert.match(feed.text, /<title>Shown<\/title>/);
  });

  test(`${testOf('GET /api/admin/stats', 'GET /api/admin/posts', 'POST /api/admin/posts')}: no other caller does any of it`, async () => {
    const key = await service.signUp('nobody@example.org');
    for (const authorization of ['', 'Bearer wrong', TOKEN, `Bearer ${key}`]) {
      const headers = { authorization, 'x-api-key': key };
      for (const path of ['/api/admin/stats', '/api/admin/posts']) {
        assert.equal((await service.get(path, headers)).status, 401, path);
      }
      const post = { slug: 'x', title: 'X', body_md: 'x' };
      assert.equal((await service.post('/api/admin/posts', post, headers)).status, 401);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testOf } from '../rows/rows.ts';
import { service } from './shared.ts';

const TRIES = 300;
const BETWEEN_MS = 100;

describe(testOf('GET /leaders', 'GET /value'), () => {
  /** The page once the service has built its first ranking. */
  const built = async (path: string) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const page = await service.get(path, { accept: 'text/html' });
      assert.equal(page.status, 200, page.text);
      if (page.text.includes('<tbody>')) return page;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
    return assert.fail(`no ranking at ${path}`);
  };

  test('4.2: public pages, with a table from the first start on', async () => {
    for (const path of ['/leaders', '/value']) {
      const page = await built(path);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(page.headers.get('cache-control'), 'private, no-cache');
      assert.match(page.text, /<bdi class="ticker">AAPL<\/bdi>/);
      const etag = page.headers.get('etag') ?? '';
      const again = await service.get(path, { accept: 'text/html', 'if-none-match': etag });
      assert.equal(again.status, 304);
    }
  });

  test(`${testOf('4.2 rule on /value')}: the same for every reader, but for the watch action`, async () => {
    const { text } = await built('/value');
    // The link takes the ticker along.
    assert.match(text, /<td class="watch"><a href="\/portal\?next=%2F%3Fq%3DMSFT&amp;watch=MSFT">/);
    assert.doesNotMatch(text, /watchlist\/add/);
  });
});

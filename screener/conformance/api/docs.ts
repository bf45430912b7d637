import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { service } from './shared.ts';

/** What a page loads by itself, not links that a reader may follow. */
const LOADED = /<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)="([^"]*)"/g;
const CSS_URL = /url\(\s*["']?([^"')]+)/g;
const CSS_IMPORT = /@import\b/;

describe('GET /docs', () => {
  test('is a page whose parts all come from the service', async () => {
    for (const page of ['/docs', '/docs/']) {
      const answer = await service.get(page);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      const parts = [...answer.text.matchAll(LOADED)].map((match) => match[1] ?? '');
      assert.ok(parts.some((part) => part.endsWith('.js')) && parts.some((part) => part.endsWith('.css')));
      for (const part of parts) {
        const url = new URL(part, `http://service.example${page}`);
        assert.equal(url.origin, 'http://service.example', part);
        const asset = await service.get(url.pathname);
        assert.equal(asset.status, 200, part);
        assert.ok(asset.text.length > 0, part);
        if (part.endsWith('.css')) loadsNothingElse(asset.text, part);
      }
    }
  });

  test('may load nothing else, by its content security policy', async () => {
    const policy = (await service.get('/docs')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /(^|; )default-src 'self'(;|$)/);
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  });

  test('shows the description that the service gives', async () => {
    const initializer = await service.get('/docs/static/swagger-initializer.js');
    assert.equal(initializer.status, 200);
    assert.doesNotMatch(initializer.text, /["'`](https?:)?\/\/(?!localhost)[a-z]/i);
    const shown = await service.get('/docs/json');
    assert.deepEqual(shown.json(), (await service.get('/openapi.json')).json());
  });
});

function loadsNothingElse(css: string, name: string): void {
  assert.doesNotMatch(css, CSS_IMPORT, name);
  for (const [, target = ''] of css.matchAll(CSS_URL)) {
    assert.ok(!/^(https?:)?\/\//.test(target), `${name} loads ${target.slice(0, 80)}`);
  }
}

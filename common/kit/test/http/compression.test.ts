import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { describe, type TestContext, test } from 'node:test';
import zlib from 'node:zlib';

const real = { brotliCompress: zlib.brotliCompress, gzip: zlib.gzip };
const counted = { brotliCompress: 0, gzip: 0 };
for (const name of ['brotliCompress', 'gzip'] as const) {
  Object.assign(zlib, {
    [name]: (...given: Parameters<typeof zlib.gzip>) => {
      counted[name] += 1;
      return (real[name] as (...given: unknown[]) => unknown)(...given);
    },
  });
}
syncBuiltinESMExports();
const { makeApp } = await import('@common/kit/testing/http-app');

const page = (word: string) => `<!doctype html>${`<p>${word}</p>`.repeat(500)}`;

async function open(t: TestContext) {
  const { app } = await makeApp(t, { compress: true });
  app.get('/page/:word', { config: { page: true }, schema: { hide: true } }, (request, reply) => {
    const { word } = request.params as { readonly word: string };
    const body = word === 'short' ? '<p>short</p>' : page(word);
    return reply.headers({ 'content-type': 'text/html; charset=utf-8', etag: '"tag"' }).send(body);
  });
  const get = (word: string, encoding: string) =>
    app.inject({ url: `/page/${word}`, headers: { 'accept-encoding': encoding } });
  return { get };
}

describe('pages', () => {
  test('are compressed once for everyone who asks for the same bytes', async (t) => {
    const { get } = await open(t);
    const before = { ...counted };
    for (const encoding of ['gzip, deflate, br, zstd', 'br', 'br, gzip']) {
      const answer = await get('one', encoding);
      assert.equal(answer.headers['content-encoding'], 'br');
      assert.equal(zlib.brotliDecompressSync(answer.rawPayload).toString(), page('one'));
      assert.equal(answer.headers.etag, '"tag-br"');
      assert.match(String(answer.headers.vary), /accept-encoding/i);
      assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length);
    }
    assert.equal(counted.brotliCompress - before.brotliCompress, 1);
    const other = await get('two', 'br');
    assert.equal(zlib.brotliDecompressSync(other.rawPayload).toString(), page('two'));
    const packed = await get('one', 'gzip');
    assert.equal(zlib.gunzipSync(packed.rawPayload).toString(), page('one'));
    assert.equal(packed.headers.etag, '"tag-gzip"');
  });

  test('are sent in an encoding that their reader accepts', async (t) => {
    const { get } = await open(t);
    for (const [encoding, sent] of [
      ['br;q=0, gzip', 'gzip'],
      ['gzip;q=0.5, br;q=1', 'br'],
      ['identity', undefined],
      ['', undefined],
      ['zstd', undefined],
    ] as const) {
      const answer = await get('three', encoding);
      assert.equal(answer.statusCode, 200, encoding);
      assert.equal(answer.headers['content-encoding'], sent, encoding);
    }
    const short = await get('short', 'br');
    assert.deepEqual([short.headers['content-encoding'], short.body], [undefined, '<p>short</p>']);
  });
});

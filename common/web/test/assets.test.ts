import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { withTempDir } from '@common/kit/testing';
import { makeApp } from '@common/kit/testing/http-app';
import { loadAssets } from '@common/web/assets';

const MODULE = 'export const limit: number = 30;\nexport type Limit = typeof limit;\n';
const STYLE = `/* ${'long '.repeat(300)}*/ html { color: red }`;

/** All since the file began: Node warns only once. */
const warnings: string[] = [];
process.on('warning', (warning) => warnings.push(String(warning)));

/** Loads files with these contents, by name. */
function load(files: Readonly<Record<string, string>>) {
  return withTempDir(async (folder) => {
    const urls: Record<string, URL> = {};
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text);
      urls[name] = pathToFileURL(join(folder, name));
    }
    return loadAssets(urls);
  });
}

describe('assets', () => {
  test('are served from memory, each with its type, cacheable for ever', async (t) => {
    const { app } = await makeApp(t);
    const assets = await load({ 'a.css': STYLE, 'b.svg': '<svg/>', 'c.ts': MODULE });
    assets.addRoutes(app);
    const types = { 'a.css': 'text/css', 'b.svg': 'image/svg+xml', 'c.ts': 'text/javascript' };
    for (const [name, type] of Object.entries(types)) {
      const address = String(assets.addresses[name]);
      assert.match(address, new RegExp(`^/assets/[\\w-]{16}/${name}$`));
      const { statusCode, headers } = await app.inject(address);
      assert.equal(statusCode, 200, name);
      assert.match(String(headers['content-type']), new RegExp(`^${type.replace('+', '\\+')}`));
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      const known = { 'if-none-match': String(headers.etag) };
      assert.equal((await app.inject({ url: address, headers: known })).statusCode, 304, name);
    }
  });

  test('a module loses its types, and says nothing on stderr', async (t) => {
    const { app } = await makeApp(t);
    const assets = await load({ 'c.ts': MODULE });
    assets.addRoutes(app);
    const { body } = await app.inject(String(assets.addresses['c.ts']));
    assert.match(body, /^export const limit = 30;\n/);
    assert.doesNotMatch(body, /number|typeof/);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(warnings, []);
  });

  test('different contents have different addresses, and equal contents the same', async () => {
    const address = async (text: string) => String((await load({ 'a.css': text })).addresses['a.css']);
    assert.equal(await address('x'), await address('x'));
    assert.notEqual(await address('x'), await address('y'));
  });

  test('several files are served as one, in their order, with an address of them all', async (t) => {
    const { app } = await makeApp(t);
    const loadJoined = (texts: readonly string[]) =>
      withTempDir(async (folder) => {
        const places = texts.map((_, at) => pathToFileURL(join(folder, `${at}.css`)));
        await Promise.all(places.map((place, at) => writeFile(place, texts[at] ?? '')));
        return loadAssets({ 'all.css': places });
      });
    const assets = await loadJoined(['a { b: c }\n', 'd { e: f }\n']);
    assets.addRoutes(app);
    const { body, headers } = await app.inject(String(assets.addresses['all.css']));
    assert.deepEqual(
      [body, headers['content-type']],
      ['a { b: c }\nd { e: f }\n', 'text/css; charset=utf-8'],
    );
    const other = await loadJoined(['d { e: f }\n', 'a { b: c }\n']);
    assert.notEqual(String(other.addresses['all.css']), String(assets.addresses['all.css']));
  });

  test('an address for other contents is not found', async (t) => {
    const { app } = await makeApp(t);
    (await load({ 'a.css': STYLE })).addRoutes(app);
    for (const path of ['/assets/AAAAAAAAAAAAAAAA/a.css', '/assets/', '/assets/../package.json']) {
      assert.equal((await app.inject(path)).statusCode, 404, path);
    }
  });

  test('are compressed by the app, and are not in its OpenAPI description', async (t) => {
    const { app } = await makeApp(t, { compress: true });
    const assets = await load({ 'a.css': STYLE });
    assets.addRoutes(app);
    const headers = { 'accept-encoding': 'br' };
    const packed = await app.inject({ url: String(assets.addresses['a.css']), headers });
    assert.equal(packed.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), STYLE);
    assert.deepEqual((await app.inject('/openapi.json')).json().paths, {});
  });

  test('an unsupported kind of file is refused at startup', async () => {
    await assert.rejects(load({ 'a.exe': '' }), /a\.exe: assets end in \.css/);
  });
});

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { makeApp } from '@common/kit/testing/http-app';
import { loadAssets } from '@common/web/assets';
import { html } from '@common/web/html';
import { errorPage, sendPage } from '@common/web/send-page';
import { useBrowser } from '@common/web/testing/browser';
import fc from 'fast-check';

const browser = useBrowser();

describe('what a browser makes of a page', () => {
  test('text in a template remains text: no tag, no attribute', async () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '&#60;',
      '/',
      '<!--',
      '<img src=x onerror=alert(1)>',
      ' ',
      'x',
    );
    const texts = fc.sample(
      fc.array(part).map((parts) => parts.join('')),
      500,
    );
    const page = await browser().newPage();
    const markup = texts.map((text) => html`<p title="${text}">${text}</p>`);
    await page.setContent(`${html`<!doctype html><title>x</title>${markup}`}`);
    const read = await page.evaluate(
      `[...document.body.children].map((p) =>
        [p.localName, p.children.length, p.attributes.length, p.textContent, p.title])`,
    );
    assert.deepEqual(
      read,
      texts.map((text) => ['p', 0, 1, text, text]),
    );
    await page.close();
  });

  test('TypeScript modules find each other, and run under the policy', async (t) => {
    const { app } = await makeApp(t);
    const assets = await withTempDir(async (folder) => {
      for (const [name, text] of Object.entries(MODULES)) await writeFile(join(folder, name), text);
      const at = (name: string) => pathToFileURL(join(folder, name));
      return loadAssets({ 'main.ts': at('main.ts'), 'greet.ts': at('greet.ts') });
    });
    assets.addRoutes(app);
    const markup = html`<!doctype html><title>x</title><script type="module" src="${assets.addresses['main.ts']}"></script>`;
    app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request, reply, markup));
    const { title, lines } = await visit(await app.listen({ host: '127.0.0.1', port: 0 }));
    assert.equal(title, 'Hello, world');
    assert.deepEqual(lines, []);
  });

  test('inline script does not run, should any ever slip through', async (t) => {
    const { app } = await makeApp(t);
    const { headers } = errorPage(html``);
    const slipped =
      '<!doctype html><title>x</title><p><script>document.title = "slipped"</script><p onclick="x()">';
    app.get('/', { schema: { hide: true } }, (_request, reply) =>
      reply.headers({ ...headers }).send(slipped),
    );
    const { title, lines, page } = await visit(await app.listen({ host: '127.0.0.1', port: 0 }));
    assert.equal(title, 'x');
    assert.match(lines.join('\n'), /Content Security Policy/);
    await assert.rejects(page.evaluate('document.body.innerHTML = "<b>x</b>"'), /TrustedHTML/);
  });

  const ownChrome = process.platform !== 'linux' || process.arch !== 'x64';
  test('its fonts are those that npm installed, whatever the machine has', {
    skip: ownChrome && 'the machine’s Chrome runs',
  }, async () => {
    const page = await browser().newPage();
    await page.setContent(
      '<p lang="en" style="font-family: monospace">Text<p lang="ar" style="font-family: serif">نص<p lang="ja">文字',
    );
    const cdp = await page.context().newCDPSession(page);
    for (const domain of ['DOM', 'CSS'] as const) await cdp.send(`${domain}.enable`);
    const { root } = await cdp.send('DOM.getDocument');
    const { nodeIds } = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
    for (const nodeId of nodeIds) {
      const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
      assert.deepEqual(
        fonts.map(({ familyName }) => familyName),
        ['Open Sans'],
      );
    }
    await page.close();
  });

  /** Module scripts have run by the time a page has loaded. */
  async function visit(address: string) {
    const page = await browser().newPage();
    const lines: string[] = [];
    page.on('console', (line) => lines.push(line.text()));
    await page.goto(address, { waitUntil: 'load' });
    return { title: await page.title(), lines, page };
  }
});

const MODULES = {
  'main.ts': `import { greet } from './greet.ts';
const who: string = 'world';
document.title = greet(who);
`,
  'greet.ts': `export function greet(who: string): string {
  return 'Hello, ' + who;
}
`,
};

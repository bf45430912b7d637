import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { makeApp } from '@common/kit/testing/http-app';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';

const browser = useBrowser();

const STYLE = `
html { color: #111; background: #fff }
.pale { color: #ccc }
.wide { inline-size: 900px }
.plain { color: #222; text-decoration: none }
.only-wide, .only-narrow { display: none }
@media (min-width: 1000px) { .only-wide { display: block } }
@media (max-width: 500px) { .only-narrow { display: block } }
@media (prefers-color-scheme: dark) { .night { color: #ccc } }
`;

/** Serves a page whose `main` has this after its heading, and returns its address. */
async function serve(t: TestContext, rest: string, head = ''): Promise<string> {
  const { app } = await makeApp(t);
  const page = `<!doctype html>
<html lang="en">
<head>
<title>Title</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/style.css">
${head}
</head>
<body>
<main>
<h1>Title</h1>
${rest}
</main>
</body>
</html>
`;
  const files = {
    '/': ['text/html', page],
    '/style.css': ['text/css', STYLE],
    '/x.js': ['text/javascript', 'console.log(1)'],
  };
  for (const [path, [type = '', text]] of Object.entries(files)) {
    app.get(path, { schema: { hide: true } }, (_request, reply) => reply.type(type).send(text));
  }
  return app.listen({ host: '127.0.0.1', port: 0 });
}

function drawing(fill: string): string {
  return `<svg width="100" height="40" role="img" aria-label="A text"><text x="5" y="20" fill="${fill}">Text</text></svg>`;
}

describe('checkPage', () => {
  test('accepts a plain page', async (t) => {
    await checkPage(browser(), { name: 'plain', url: await serve(t, `<p>Text</p>${drawing('#111')}`) });
  });

  const flaws: readonly (readonly [name: string, rest: string, finding: RegExp, head?: string])[] = [
    ['invalid HTML', '<p><div>Text</div></p>', /element-permitted-content|close-order/],
    ['what is wider than a phone', '<p class="wide">Text</p>', /360-light: wider than the window/],
    ['pale text', '<p class="pale">Text</p>', /color-contrast: <p class="pale">/],
    ['pale text in a drawing', drawing('#ccc'), /pale text: Text \(1\.61\)/],
    [
      'text that is pale in the dark',
      '<p class="night">Text</p>',
      /1280-dark: color-contrast: <p class="night">/,
    ],
    ['what only a screen shows', '<p class="only-wide pale">Text</p>', /1280-light: color-contrast/],
    [
      'what only a phone shows, in the dark',
      '<p class="only-narrow night">Text</p>',
      /360-dark: color-contrast/,
    ],
    ['a field without a label', '<input type="text" name="field">', /360-light: label: <input/],
    [
      'what only axe knows',
      '<p>Text with <a class="plain" href="/">a link</a> in it</p>',
      /360-light: link-in-text-block: <a class="plain"/,
    ],
    ['a line in the console', '<p>Text</p>', /text: '1'/, '<script src="/x.js"></script>'],
  ];
  for (const [name, rest, finding, head] of flaws) {
    test(`finds ${name}`, async (t) => {
      const url = await serve(t, rest, head);
      await assert.rejects(checkPage(browser(), { name: 'flawed', url }), finding);
    });
  }

  for (const [name, rest, head] of [
    [
      'a style',
      (other: string) => `<p>Text from ${other}</p>`,
      '<link rel="stylesheet" href="OTHER/style.css">',
    ],
    ['an image', (other: string) => `<p><img src="${other}/style.css" alt="Text"></p>`, ''],
  ] as const) {
    test(`finds ${name} of another origin`, async (t) => {
      const other = await serve(t, '');
      const url = await serve(t, rest(other), head.replace('OTHER', other));
      await assert.rejects(checkPage(browser(), { name: 'flawed', url }), (error: Error) =>
        error.message.includes(`'${other}/style.css'`),
      );
    });
  }

  for (const [name, good, flawed, finding] of [
    ['a skipped heading', '<h2>Text</h2><h3>Text</h3>', '<h3>Text</h3>', /heading-order: <h3>/],
    ['another attribute', '<p lang="en">Text</p>', '<p lang="xx-wrong" title="x">Text</p>', /valid-lang: <p/],
  ] as const) {
    test(`finds ${name} where an earlier page of the kind had no fault`, async (t) => {
      await checkPage(browser(), { name: 'good', url: await serve(t, good) });
      const url = await serve(t, flawed);
      await assert.rejects(checkPage(browser(), { name: 'flawed', url }), finding);
    });
  }

  test('finds an unexpected status', async (t) => {
    const url = `${await serve(t, '')}/nowhere`;
    await assert.rejects(checkPage(browser(), { name: 'flawed', url }), /flawed/);
  });
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { html } from '@common/web/html';
import { sanitisedHtml } from '@common/web/sanitised-html';
import fc from 'fast-check';

const shown = (markup: string): string => html`${sanitisedHtml(markup)}`.toString();

/** Pieces of which attacks are made. */
const piece = fc.constantFrom(
  ...[
    '<script>',
    '</script>',
    '<svg onload=x>',
    '<style>',
    '</style>',
    '<xmp>',
    '<math>',
    '<img src=x onerror=x>',
  ],
  ...[
    '<a href="',
    'javascript:',
    '&#106;avascript:',
    'data:text/html,',
    '//evil.example',
    'https://ok.example',
  ],
  ...['">', "'", '<p>', '</p>', '<table>', '<td style="', 'text-align:right', '<!--', '-->', '<![CDATA['],
  ...[
    '<iframe srcdoc="',
    '<form action="',
    '<template>',
    '<noscript>',
    '<textarea>',
    '&lt;',
    '\0',
    '\n',
    'x',
  ],
);

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g;
const ALLOWED = /^(?:h[2-6]|p|blockquote|hr|br|ul|ol|li|pre|code|strong|em|s|a|table|thead|tbody|tr|th|td)$/;
const ATTRIBUTES = /^(?:\s(?:href="([^"]*)"|start="[^"]*"|class="(?:number|centred)"))*\s?\/?$/;
const HERE = 'https://here.example';

/** Where a browser would go. */
function leadsWell(href: string): boolean {
  const address = href.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ENTITIES[name] ?? '');
  if (!URL.canParse(address, HERE)) return true;
  const { protocol, origin } = new URL(address, HERE);
  return protocol === 'mailto:' || origin === HERE || /^https:\/\//i.test(address);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

describe('sanitisedHtml', () => {
  test('keeps what a text needs', () => {
    const kept =
      '<p>One <strong>two</strong> <em>three</em> <code>four</code></p><blockquote><p>five</p></blockquote><ol start="3"><li>six</li></ol>';
    assert.equal(shown(kept), kept);
    assert.equal(shown('<hr><p>a<br />b</p>'), '<hr><p>a<br>b</p>');
    assert.equal(shown('<h1>Title</h1>'), '<h2>Title</h2>');
    for (const address of ['https://ok.example/a?b=c', 'mailto:a@ok.example', '/leaders', '#part']) {
      assert.equal(shown(`<a href="${address}">x</a>`), `<a href="${address}">x</a>`);
    }
  });

  test('gives the alignment of a column as a class', () => {
    const table = (cell: string) => `<table><tbody><tr>${cell}</tr></tbody></table>`;
    assert.equal(shown(table('<td style="text-align:right">1</td>')), table('<td class="number">1</td>'));
    assert.equal(shown(table('<th style="text-align:center">1</th>')), table('<th class="centred">1</th>'));
    assert.equal(shown(table('<td style="color:red" class="x">1</td>')), table('<td>1</td>'));
  });

  test('drops scripts, drawings, frames, forms, styles, handlers and other schemes', () => {
    for (const markup of [
      '<script>alert(1)</script>',
      '<svg><script>alert(1)</script></svg>',
      '<style>p{}</style>',
      '<iframe src="https://evil.example"></iframe>',
      '<img src="https://evil.example/x.png">',
      '<!-- x -->',
    ]) {
      assert.equal(shown(markup), '', markup);
    }
    for (const address of [
      'javascript:alert(1)',
      'JaVaScRiPt:x',
      'data:text/html,x',
      '//evil.example',
      'http://x.example',
      'java\nscript:x',
    ]) {
      assert.equal(shown(`<a href="${address}" onclick="x">y</a>`), '<a>y</a>', address);
    }
    assert.equal(shown('<p onclick="x" style="color:red" id="y">z</p>'), '<p>z</p>');
    assert.equal(shown('<xmp><script>alert(1)</script></xmp>').includes('<script'), false);
  });

  test('lets no other tag or attribute through, whatever it is given', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const markup = shown(pieces.join(''));
        const rest = markup.replace(TAG, (_tag, _slash: string, name: string, attributes: string) => {
          assert.match(name, ALLOWED, markup);
          const [, href] = ATTRIBUTES.exec(attributes) ?? assert.fail(markup);
          assert.ok(href === undefined || leadsWell(href), markup);
          return '';
        });
        assert.doesNotMatch(rest, /[<>]/, markup);
      }),
      { numRuns: 500 },
    );
  });

  test('is, with templates, the only one that makes markup safe', async () => {
    const sources = new URL('../src/', import.meta.url);
    const importers = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .filter((name) => /['"](?:\.\.?\/)+safe\.ts['"]/.test(readFileSync(new URL(name, sources), 'utf8')));
    assert.deepEqual(importers.sort(), ['html.ts', 'sanitised-html.ts']);
    assert.throws(() => import.meta.resolve('@common/web/safe'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
  });
});

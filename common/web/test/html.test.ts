import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyText } from '@common/kit/testing/any-text';
import { type Content, html, url } from '@common/web/html';
import fc from 'fast-check';

/** Strings in which the characters that matter to a parser are frequent. */
const text = fc.oneof(
  anyText(),
  fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '/', '=', '`', '-->', 'script', '&lt;', '\0', ' ', 'x'))
    .map((parts) => parts.join('')),
);

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function decoded(markup: string): string {
  return markup.replace(/&[^;]*;/g, (entity) => ENTITIES[entity] ?? assert.fail(entity));
}

describe('html', () => {
  test('no text yields a tag, and all of it is kept', () => {
    fc.assert(
      fc.property(text, (given) => {
        const [, inside = ''] = /^<p>(.*)<\/p>$/s.exec(html`<p>${given}</p>`.toString()) ?? assert.fail();
        assert.doesNotMatch(inside, /[<>]/);
        assert.equal(decoded(inside), given);
      }),
    );
  });

  test('no text breaks out of a quoted attribute', () => {
    fc.assert(
      fc.property(text, text, (one, two) => {
        const markup = html`<p title="${one}" lang='${two}'>`.toString();
        const [, first = '', second = ''] =
          /^<p title="([^"'<>]*)" lang='([^"'<>]*)'>$/s.exec(markup) ?? assert.fail(markup);
        assert.deepEqual([decoded(first), decoded(second)], [one, two]);
      }),
    );
  });

  test('templates nest, lists are joined, empty values leave nothing', () => {
    const items = ['<a>', 'b'].map((item) => html`<li>${item}</li>`);
    assert.equal(`${html`<ul>${items}</ul>`}`, '<ul><li>&lt;a&gt;</li><li>b</li></ul>');
    assert.equal(`${html`<p>${[null, undefined, false, '', [0, [1]]]}</p>`}`, '<p>01</p>');
  });

  test('a rendered template joined to a string becomes text again, never markup by accident', () => {
    assert.equal(`${html`<p>${`${html`<b>x</b>`}`}</p>`}`, '<p>&lt;b&gt;x&lt;/b&gt;</p>');
  });

  test('an object that only looks like a fragment is not one', () => {
    const fragment = html`<b>x</b>`;
    const likeness: readonly unknown[] = [
      { toString: () => '<script>' },
      Object.create(fragment),
      Object.assign(Object.create(Object.getPrototypeOf(fragment)), { markup: '<script>' }),
      JSON.parse(JSON.stringify(fragment)),
    ];
    for (const one of likeness)
      assert.doesNotMatch(
        render(() => html`<p>${one as Content}</p>`),
        /<script>/,
      );
    assert.equal(fragment.constructor, Object);
  });

  test('a value may go between tags or in a quoted attribute, and nowhere else', () => {
    const refused: readonly (readonly [make: () => unknown, message: RegExp])[] = [
      [() => html`<p title=${'x'}>`, /in quotes/],
      [() => html`<p ${'onclick=alert(1)'}>`, /may be absent/],
      [() => html`<a href="${'/x'}">`, /write url/],
      [() => html`<form action="/x${'y'}">`, /the whole of action/],
      [() => html`<p title="${html`<b>`}">`, /no place/],
      [() => html`<p onclick="${'x'}">`, /no page may have onclick/],
      [() => html`<p onclick = "${'x'}">`, /no page may have onclick/],
      [() => html`<a href = "${'javascript:x'}">`, /write url/],
      [() => html`<a href="javascript:${url('/a')}">`, /the whole of href/],
      [() => html`<meta http-equiv="refresh" content="${'0;url=x'}">`, /no page may have http-equiv/],
      [() => html`<script>${'x'}</script>`, /no value in a script/],
      [() => html`<!-- don't --><a href="${'javascript:x'}">`, /no comment/],
      [() => html`<p STYLE="color: red">`, /no page may have style/],
    ];
    for (const [make, message] of refused) assert.throws(make, message);
    const invalid = html` aria-invalid="true"`;
    assert.equal(`${html`<input${invalid}>`}${html`<input${null}>`}`, '<input aria-invalid="true"><input>');
  });
});

describe('url', () => {
  const PREFIXES = [
    '',
    'javascript:',
    'JaVaScRiPt:',
    ' data:',
    '//',
    '/\\',
    '/\t/',
    '\\\\',
    '/',
    '?',
    '#',
    'https://',
  ];
  const address = fc
    .tuple(fc.constantFrom(...PREFIXES), fc.oneof(fc.string(), fc.webUrl(), fc.webPath()))
    .map((parts) => parts.join(''));

  test('an address runs no script, and leaves this site only if it names a scheme', () => {
    fc.assert(
      fc.property(address, (given) => {
        const [, value = ''] =
          /^<a href="([^"]*)">$/s.exec(`${html`<a href="${url(given)}">`}`) ?? assert.fail();
        const read = decoded(value);
        if (read === 'about:invalid') return;
        assert.equal(read, given);
        const { protocol, origin } = new URL(read, 'https://self.example/page');
        assert.ok(['https:', 'http:', 'mailto:'].includes(protocol), protocol);
        if (!/^(https?|mailto):/i.test(read)) assert.equal(origin, 'https://self.example');
      }),
      { numRuns: 2_000 },
    );
  });

  test('keeps what pages link to', () => {
    for (const kept of [
      '/',
      '/?q=BRK.B',
      '/v1/screen/AAPL',
      '?q=x',
      '#top',
      'https://www.sec.gov/x?a=1',
      'mailto:a@b.c',
    ]) {
      assert.equal(decoded(url(kept).toString()), kept);
    }
    for (const refused of [
      '',
      'x',
      'x:y',
      'javascript:alert(1)',
      'data:text/html,x',
      '//e',
      '/\\e',
      '/\te',
      'https://',
      'ftp://e/',
    ]) {
      assert.equal(url(refused).toString(), 'about:invalid', refused);
    }
  });
});

/** What a template renders, or nothing if it throws. */
function render(make: () => unknown): string {
  try {
    return String(make());
  } catch {
    return '';
  }
}

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { textsIn } from './texts.ts';

const SITE = join(REPOSITORY, 'screener/site/src');
/** Pages for the operator and the log are in English; the others have code, names, drawings or files for programs. */
const NO_TEXTS = [
  ...['admin/', 'main.ts', 'open-site.ts', 'developers/first-call.page.ts', 'parts/shown-name.ts'],
  ...['badge/badge-image.page.ts', 'suggest/search-field.ts', 'parts/robots.http.ts', 'alerts/feed.page.ts'],
];
/** Media types and rules of caches; in the header, links of the operator; a class, a stored interest, a JSON refusal. */
const NO_TEXT =
  /^(?:\w+\/[\w+.-]+;|public, max-age=)|^(?:Statistics|Posts|Sign out|Yours|pair parts|partner tier|, net and \$1)$|^A network may load /;

test('the finder finds what readers see, and leaves markup, codes and modules alone', () => {
  // `@` stands for the sign before a brace.
  const found = (source: string) => textsIn(source.replaceAll('@{', '$' + '{')).map(({ text }) => text);
  assert.deepEqual(found('html`<p class="lead one">@{a}</p><a href="/x">Read on</a>`'), ['Read on']);
  assert.deepEqual(found('html`<input placeholder="A ticker" name="q">`'), ['A ticker']);
  assert.deepEqual(found("const label = 'Market cap'; const kind = 'market_cap';"), ['Market cap']);
  assert.deepEqual(found('const text = `@{count} of them fail`;'), ['… of them fail']);
  assert.deepEqual(found("import { a } from 'A module'; throw new Error('It is a bug');"), []);
  assert.deepEqual(found('html`<code>GET /v1</code> @{b}`'), []);
});

test('no text of a public or portal page stands outside the files of words', async () => {
  const findings: string[] = [];
  for (const file of globSync('**/*.ts', { cwd: SITE })) {
    if (NO_TEXTS.some((place) => file.startsWith(place))) continue;
    const source = await readFile(join(SITE, file), 'utf8');
    for (const { line, text } of textsIn(source)) {
      if (!NO_TEXT.test(text)) findings.push(`${file}:${line}: ${text}`);
    }
  }
  assert.deepEqual(findings, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { PUBLIC_PAGES } from '../../src/parts/public-pages.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2026-08-21T12:00:00Z'));
/** Names, figures and code keep their own language, in elements or between isolates. */
const OWN = [
  /<(bdi|code|pre|script|style|textarea|svg)\b[^>]*>.*?<\/\1>/gs,
  /<([a-z]+)\b[^>]* (?:lang="en"|translate="no")[^>]*>.*?<\/\1>/gs,
  /\u2066[^\u2066\u2069]*\u2069/g,
];
const SAME_EVERYWHERE = /\b(?:Sanad|CSV|JSON|API|MCP|English|Python|TypeScript|curl|llms\.txt)\b/g;
const SEARCHES = [
  '/?q=AAPL',
  '/?q=SNOW',
  '/?q=SPUS',
  '/?q=zzzz',
  '/?q=AAPL,MSFT',
  '/nosuch',
  '/lists?order=value',
];

test('a page in Arabic has no English but names and code', async (t) => {
  const { app } = await makeApp(t, snapshot.shared());
  const found: string[] = [];
  for (const url of [...PUBLIC_PAGES.map(({ path }) => path), ...SEARCHES]) {
    const { body } = await app.inject({ url, headers: { 'accept-language': 'ar', accept: 'text/html' } });
    const [, page = ''] = /<body>(.*)<\/body>/s.exec(body) ?? [];
    const attributes = [...page.matchAll(/\s(?:aria-label|title|alt)="([^"]*)"/g)].map(
      ([, text = '']) => text,
    );
    const own = (text: string) => OWN.reduce((rest, pattern) => rest.replaceAll(pattern, ''), text);
    const texts = [
      ...own(page)
        .replace(/<[^>]*>/g, '\n')
        .split('\n'),
      ...attributes.map(own),
    ];
    for (const text of texts) {
      if (/[A-Za-z]{3,}/.test(text.replace(SAME_EVERYWHERE, ''))) found.push(`${url}: ${text.trim()}`);
    }
  }
  assert.deepEqual(found, []);
});

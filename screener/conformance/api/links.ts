import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SETTINGS } from './service.ts';
import { service } from './shared.ts';

const TOKEN = SETTINGS.ADMIN_TOKEN;
/** Of pages that differ only in their ticker, slug, date or order, a few are enough. */
const MOST_ALIKE = 4;
const LINK = /<(?:a|link)\b[^>]*? href="([^"]*)"/g;

interface Page {
  readonly status: number;
  readonly text: string;
}

/** A cookie of the service, for a form of it. */
async function signIn(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(`${service.url()}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });
  assert.equal(answer.status, 303, path);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** What pages have in common that the same template made. */
function kindOf({ pathname, searchParams }: URL): string {
  const [first = '', second = '', third = ''] = pathname.slice(1).split('/');
  const rest = third === '' ? '' : '/…';
  return `${first}/${first === 'blog' ? '…' : second}${rest}?${[...searchParams.keys()].toSorted().join('&')}`;
}

/** Follows the links of pages from the first one on; returns those that lead nowhere, each with its page. */
async function brokenLinks(from: readonly string[], cookie: string) {
  const origin = service.url();
  const pages = new Map<string, Page>();
  const seen = new Map<string, number>();
  const broken: string[] = [];
  const open = async (address: string): Promise<Page> => {
    const known = pages.get(address);
    if (known !== undefined) return known;
    const answer = await fetch(`${origin}${address}`, { headers: { accept: 'text/html', cookie } });
    const page = { status: answer.status, text: await answer.text() };
    pages.set(address, page);
    return page;
  };
  const waiting = from.map((to) => ({ to, on: 'the start' }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { to, on } = next;
    const address = new URL(to, origin);
    const place = `${address.pathname}${address.search}`;
    const isNew = !pages.has(place);
    const { status, text } = await open(place);
    if (status >= 400) broken.push(`${on}: ${to} answers ${status}`);
    const id = decodeURIComponent(address.hash.slice(1));
    if (id !== '' && !text.includes(`id="${id}"`)) broken.push(`${on}: ${to} has no such part`);
    if (!isNew || status >= 400 || !text.startsWith('<!doctype html>')) continue;
    for (const [, href = ''] of text.matchAll(LINK)) {
      const link = new URL(href.replaceAll('&amp;', '&'), new URL(place, origin));
      if (link.origin !== origin) continue;
      const count = seen.get(kindOf(link)) ?? 0;
      const isKnown = pages.has(`${link.pathname}${link.search}`);
      if (!isKnown && count >= MOST_ALIKE) continue;
      if (!isKnown) seen.set(kindOf(link), count + 1);
      waiting.push({ to: link.href.slice(origin.length), on: place });
    }
  }
  return { broken: [...new Set(broken)], pages: pages.size };
}

describe('the links of all pages', () => {
  test('are found where they lead nowhere', async () => {
    const { broken } = await brokenLinks(['/terms', '/terms#no-such-part', '/nowhere'], '');
    assert.deepEqual(broken, [
      'the start: /terms#no-such-part has no such part',
      'the start: /nowhere answers 404',
    ]);
  });

  test('lead somewhere, for everybody', async () => {
    const { broken, pages } = await brokenLinks(['/', '/?q=AAPL', '/?q=SPUS', '/?q=SNOW'], '');
    assert.deepEqual(broken, []);
    assert.ok(pages > 20, `${pages} pages`);
  });

  test('lead somewhere, for a signed-in reader', async () => {
    const cookie = await signIn('/api/session', { api_key: await service.signUp() });
    for (const ticker of ['AAPL', 'SNOW', 'SPUS']) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const body = new URLSearchParams({ ticker });
      const added = await fetch(`${service.url()}/portal/watchlist/add`, { method: 'POST', headers, body });
      assert.equal(added.status, 200);
    }
    const { broken, pages } = await brokenLinks(['/portal/dashboard', '/portal/account'], cookie);
    assert.deepEqual(broken, []);
    assert.ok(pages > 20, `${pages} pages`);
  });

  test('lead somewhere, for the operator', async () => {
    const post = { slug: 'first', title: 'First', body_md: '[Leaders](/leaders)', published: true };
    const saved = await service.post('/api/admin/posts', post, { authorization: `Bearer ${TOKEN}` });
    assert.equal(saved.status, 200);
    const { broken, pages } = await brokenLinks(
      ['/admin', '/admin/posts', '/blog/first'],
      await signIn('/admin', { token: TOKEN }),
    );
    assert.deepEqual(broken, []);
    assert.ok(pages > 10, `${pages} pages`);
  });
});

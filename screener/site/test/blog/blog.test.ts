import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { createPostStore } from '@screener/service/blog/posts.sql';
import type { PostDraft, PostStore } from '@screener/service/blog/posts.store';
import { checkPost, postHtml, savePost } from '@screener/service/blog/save-post';
import { clockAt, DAY } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { PLACES } from '../../../service/test/store/open-store.ts';
import { makeApp } from '../app-under-test.ts';
import { openTestPosts } from './posts-under-test.ts';

const DRAFT: PostDraft = {
  slug: 'missing-is-not-zero',
  title: 'Missing is not zero',
  excerpt: 'What is not filed widens an interval.',
  bodyMd: 'A *first* text.',
  isPublished: false,
};

const author = (posts: PostStore, clock: () => number) => ({ posts, clock, randomUuid: () => randomUUID() });

describe('saving a post', () => {
  for (const place of ['sqliteInMemory', 'postgres'] as const) {
    test(`by its address, which is fixed once it was published (${place})`, async (t) => {
      const clock = clockAt('2030-06-15T12:00:00Z');
      const deps = author(createPostStore((await PLACES[place](t)).database), clock);
      const { posts } = deps;
      const first = await savePost(deps, DRAFT);
      assert.ok(first.ok);
      assert.match(first.value.id, /^urn:uuid:[0-9a-f-]{36}$/);
      const renamed = await savePost(deps, { ...DRAFT, slug: 'not-zero' }, DRAFT.slug);
      assert.equal(renamed.ok && renamed.value.id, first.value.id);
      assert.equal(await posts.find(DRAFT.slug), null);
      const gone = await savePost(deps, DRAFT, DRAFT.slug);
      assert.equal(gone.ok, false);

      const publishedAt = clock();
      const published = await savePost(deps, { ...DRAFT, slug: 'not-zero', isPublished: true });
      assert.equal(published.ok && published.value.publishedAt, publishedAt);
      clock.advance(DAY);
      const moved = await savePost(deps, { ...DRAFT, slug: 'elsewhere' }, 'not-zero');
      assert.match(moved.ok ? '' : moved.error.message, /fixed/);
      const withdrawn = await savePost(deps, { ...DRAFT, slug: 'not-zero' });
      assert.deepEqual(await posts.published(), []);
      const again = await savePost(deps, { ...DRAFT, slug: 'not-zero', isPublished: true });
      for (const saved of [withdrawn, again]) {
        assert.ok(saved.ok);
        assert.deepEqual([saved.value.id, saved.value.publishedAt], [first.value.id, publishedAt]);
      }
      const other = await savePost(deps, { ...DRAFT, slug: 'other' });
      assert.ok(other.ok);
      const taken = await savePost(deps, { ...DRAFT, slug: 'not-zero' }, 'other');
      assert.match(taken.ok ? '' : taken.error.message, /Another post/);
      assert.deepEqual((await posts.list()).map(({ slug }) => slug).sort(), ['not-zero', 'other']);
    });
  }

  test('names what is wrong with each field', () => {
    assert.deepEqual(checkPost(DRAFT), {});
    const faults = checkPost({
      slug: 'Apple turned twice',
      title: ' ',
      excerpt: 'x'.repeat(501),
      bodyMd: 'x'.repeat(100_001),
      isPublished: true,
    });
    assert.deepEqual(Object.keys(faults), ['slug', 'title', 'excerpt', 'body_md']);
    assert.match(faults.slug ?? '', /try apple-turned-twice/);
    for (const slug of ['', 'A', 'a/b', 'a.b', 'ä', 'a'.repeat(81), '../x']) {
      assert.ok('slug' in checkPost({ ...DRAFT, slug }), slug);
    }
  });
});

/** The blog as its readers see it. */
async function open(t: TestContext, drafts: readonly PostDraft[]) {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const posts = await openTestPosts(t);
  for (const draft of drafts) {
    assert.ok((await savePost(author(posts, clock), draft)).ok);
    clock.advance(DAY);
  }
  const made = await makeApp(t, { ...snapshot.shared(), posts, publicOrigins: ['https://screen.example'] });
  return { ...made, posts, clock };
}

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const PUBLISHED = { ...DRAFT, isPublished: true };

describe('the blog', () => {
  test('lists what is published, newest first, and keeps drafts to itself', async (t) => {
    const { get } = await open(t, [
      PUBLISHED,
      { ...PUBLISHED, slug: 'five-books', title: 'Five <rule> books' },
      { ...DRAFT, slug: 'secret', title: 'A secret draft' },
    ]);
    const { body, status } = await get('/blog');
    assert.equal(status, 200);
    assert.ok(body.indexOf('Five &lt;rule&gt; books') < body.indexOf('Missing is not zero'));
    assert.ok(body.indexOf('Five &lt;rule&gt; books') > 0);
    for (const path of ['/blog', '/blog/feed.atom', '/blog/five-books']) {
      assert.doesNotMatch((await get(path)).body, /secret/i, path);
    }
    for (const path of ['/blog/secret', '/blog/nothing']) {
      const none = await get(path);
      assert.equal(none.status, 404, path);
      assert.equal(none.headers['cache-control'], 'no-store');
      assert.match(none.body, /There is no such page/);
    }
    for (const slug of ['Secret', 'a.b', 'a%20b', 'a'.repeat(81), '%3Cscript%3E']) {
      assert.equal((await get(`/blog/${slug}`)).status, 422, slug);
    }
  });

  test('has its published posts, and no draft, in the sitemap', async (t) => {
    const { get } = await open(t, [PUBLISHED, { ...DRAFT, slug: 'secret' }]);
    const { body } = await get('/sitemap.xml');
    const paths = [...body.matchAll(/<loc>https:\/\/screen\.example(\/blog.*?)<\/loc>/g)].map(
      ([, path]) => path,
    );
    assert.deepEqual(paths, ['/blog', '/blog/missing-is-not-zero']);
  });

  test('shows a post, and is sent again only if it changed', async (t) => {
    const { app, get, posts, clock } = await open(t, [PUBLISHED]);
    const { body, headers } = await get('/blog/missing-is-not-zero');
    assert.match(body, /<h1 dir="auto">Missing is not zero<\/h1>/);
    assert.match(body, /<p>A <em>first<\/em> text\.<\/p>/);
    const again = { url: '/blog/missing-is-not-zero', headers: { 'if-none-match': String(headers.etag) } };
    assert.equal((await app.inject(again)).statusCode, 304);
    await savePost(author(posts, clock), { ...PUBLISHED, bodyMd: 'A second text.' });
    assert.match((await app.inject(again)).body, /A second text\./);
  });

  test('has an Atom feed with permanent ids and absolute addresses', async (t) => {
    const { app, get, posts, clock } = await open(t, [
      PUBLISHED,
      { ...PUBLISHED, slug: 'links', title: 'A & B', bodyMd: '[Leaders](/leaders) <b>' },
    ]);
    const first = await get('/blog/feed.atom');
    assert.equal(first.headers['content-type'], 'application/atom+xml; charset=utf-8');
    const ids = (xml: string) => [...xml.matchAll(/<id>(urn:uuid:[0-9a-f-]{36})<\/id>/g)].map(([, id]) => id);
    assert.equal(new Set(ids(first.body)).size, 3);
    assert.match(first.body, /<title>A &amp; B<\/title>/);
    assert.match(first.body, /href="https:\/\/screen\.example\/blog\/links"/);
    assert.match(first.body, /xml:base="https:\/\/screen\.example\/"/);
    assert.match(first.body, /<content type="html">&lt;p&gt;&lt;a href=&quot;\/leaders&quot;&gt;/);
    assert.match(first.body, /<published>2030-06-15T12:00:00\.000Z<\/published>/);
    const again = { url: '/blog/feed.atom', headers: { 'if-none-match': String(first.headers.etag) } };
    assert.equal((await app.inject(again)).statusCode, 304);
    await savePost(author(posts, clock), { ...PUBLISHED, title: 'Changed' });
    const changed = await app.inject(again);
    assert.equal(changed.statusCode, 200);
    assert.deepEqual(ids(changed.body), ids(first.body));
  });
});

/** What a hostile author may write, at the length that is allowed. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a script': '<script>alert(1)</script>'.repeat(4_000),
  'script links': '[x](javascript:alert(1)) '.repeat(4_000),
  'data links': '[x](data:text/html,<script>alert(1)</script>) '.repeat(2_000),
  'autolinked scripts': '<javascript:alert(1)> '.repeat(4_000),
  drawings: '<svg onload=alert(1)><script>alert(1)</script></svg>'.repeat(1_900),
  '10,000 nested quotes': `${'> '.repeat(10_000)}deep`,
  'quotes to the end': '>'.repeat(100_000),
  'nested lists': '- '.repeat(50_000),
  'open brackets': '['.repeat(100_000),
  'open images': '![a]('.repeat(20_000),
  'half emphasis': '_a__'.repeat(25_000),
  'a wide table': `${'|a'.repeat(300)}\n${'|-'.repeat(300)}\n${`${'|a'.repeat(300)}\n`.repeat(164)}`,
  'control characters': '\u0001\u0008\u001b'.repeat(33_000),
};

describe('hostile Markdown of 100,000 characters', () => {
  for (const [name, bodyMd] of Object.entries(HOSTILE)) {
    test(`${name}: renders in time, and as text`, { timeout: 20_000 }, async (t) => {
      const given = bodyMd.slice(0, 100_000);
      assert.deepEqual(checkPost({ ...DRAFT, bodyMd: given }), {});
      const { get } = await open(t, [{ ...PUBLISHED, bodyMd: given }]);
      const { status, body } = await get('/blog/missing-is-not-zero');
      assert.equal(status, 200);
      const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
      assert.doesNotMatch(main, /<script|<svg|<img|href="(?:javascript|data)|\son[a-z]+=(?!alert)/i);
      assert.doesNotMatch(body, /(?![\t\n\r])\p{Cc}/u);
      assert.ok(Buffer.byteLength(body) < 1_500_000, `${Buffer.byteLength(body)} bytes`);
      const feed = await get('/blog/feed.atom');
      assert.equal(feed.status, 200);
    });
  }

  test('the text around an attack stays', () => {
    assert.equal(postHtml('a\u0000b'), '<p>ab</p>\n');
    assert.match(postHtml('<script>alert(1)</script>'), /&lt;script&gt;/);
  });
});

import { dateOfInstant } from '@common/base/calendar';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { sendTagged, strongTag } from '@common/kit/http/etag';
import { html, type Safe, url } from '@common/web/html';
import type { Page, Site } from '@common/web/page-shell';
import { sanitisedHtml } from '@common/web/sanitised-html';
import { sendPage } from '@common/web/send-page';
import type { Post, PostListed, PostStore } from '@screener/service/blog/posts.store';
import { SLUG_PATTERN } from '@screener/service/blog/save-post';
import { WORDS } from '@screener/words/words';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { words } from '../parts/language.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { dateInWords } from '../parts/words.page.ts';

interface BlogDeps {
  readonly posts: PostStore;
  /** The addresses of the service. The first is used for links in the feed. */
  readonly publicOrigins: readonly [string, ...string[]];
}

const BLOG = '/blog';
const FEED = `${BLOG}/feed.atom`;
/** The feed is one for all readers, as its posts are. */
const OF_FEED = WORDS.en.blog;
const POSTS_IN_FEED = 20;
const OTHER_POSTS = 5;
const SANITISED_POSTS = 50;

export function pathOfPost(slug: string): string {
  return `${BLOG}/${slug}`;
}

/** `GET /blog`, `/blog/{slug}` and the Atom feed (interface document, 4.2). */
export function addBlog(app: HttpApp, site: Site, { posts, publicOrigins }: BlogDeps): void {
  const bodyOf = sanitisedBodies();
  const render = (page: Pick<Page, 'title' | 'description' | 'main' | 'path'>) =>
    renderSitePage(site, { ...page, feed: { title: words().blog.feedTitle, href: url(FEED) } });
  app.get(BLOG, { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const { title, description } = words().blog;
    const main = indexMain(await posts.published());
    return sendPage(request, reply, render({ title, description, main, path: BLOG }));
  });
  const params = Type.Object({ slug: Type.String({ pattern: SLUG_PATTERN }) });
  app.get(
    `${BLOG}/:slug`,
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const post = await posts.find(request.params.slug);
      if (post === null || !post.isPublished) {
        return refuse(reply, { status: 404, code: 'not_found', message: 'There is no such post.' });
      }
      const others = (await posts.published()).filter(({ id }) => id !== post.id).slice(0, OTHER_POSTS);
      const { title, excerpt, slug } = post;
      const main = postMain(post, bodyOf(post), others);
      const description = excerpt === '' ? words().blog.description : excerpt;
      return sendPage(request, reply, render({ title, description, main, path: pathOfPost(slug) }));
    },
  );
  app.get(FEED, { schema: { hide: true } }, async (request, reply) => {
    const newest = await posts.newest(POSTS_IN_FEED);
    const body = feed(await posts.feedId(), publicOrigins[0], newest, bodyOf).toString();
    reply.headers({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' });
    return sendTagged(request, reply, {
      body,
      etag: strongTag(body),
      type: 'application/atom+xml; charset=utf-8',
    });
  });
}

/** Caches sanitised bodies, because sanitising a long post takes a while. */
function sanitisedBodies(): (post: Post) => Safe {
  const known = new LRUCache<string, Safe>({ max: SANITISED_POSTS });
  return ({ id, changedAt, bodyHtml }) => {
    const version = `${id} ${changedAt}`;
    const body = known.get(version) ?? sanitisedHtml(bodyHtml);
    known.set(version, body);
    return body;
  };
}

function indexMain(posts: readonly PostListed[]): Safe {
  const said = words().blog;
  return html`<h1>${said.title}</h1>
<p class="lead">${said.description}</p>
${posts.length === 0 && html`<p>${said.none}</p>`}
${posts.map(
  ({ slug, title, excerpt, publishedAt }) => html`<article class="section post-listed">
<p class="margin muted small">${publishedOn(publishedAt)}</p>
<div class="figures" dir="auto">
<h2><a href="${url(pathOfPost(slug))}">${title}</a></h2>
${excerpt !== '' && html`<p>${excerpt}</p>`}
</div>
</article>
`,
)}
<p class="small"><a class="alone" href="${url(FEED)}">${said.feed}</a></p>`;
}

/** Shows a post as on its page, also for the author's preview. */
export function articleOf(
  { title, excerpt }: Pick<Post, 'title' | 'excerpt'>,
  body: Safe,
  heading: 1 | 3,
): Safe {
  const top =
    heading === 1 ? html`<h1 dir="auto">${title}</h1>` : html`<h3 class="as-title" dir="auto">${title}</h3>`;
  return html`${top}
${excerpt !== '' && html`<p class="lead" dir="auto">${excerpt}</p>`}
<div class="post-body" dir="auto">
${body}
</div>`;
}

function postMain(post: Post, body: Safe, others: readonly PostListed[]): Safe {
  const said = words().blog;
  return html`<article class="post">
<p class="post-date muted small">${publishedOn(post.publishedAt)}</p>
<div class="post-text">
${articleOf(post, body, 1)}
<p class="muted small">${said.asFiled}</p>
</div>
<nav class="post-others small" aria-label="${said.title}">
${
  others.length > 0 &&
  html`<p class="muted">${said.others}</p>
<ul class="plain">${others.map(({ slug, title }) => html`<li><a href="${url(pathOfPost(slug))}"><bdi>${title}</bdi></a></li>`)}</ul>`
}
<ul class="plain"><li><a href="${url(BLOG)}">${said.all}</a></li><li><a href="${url(FEED)}">${said.feed}</a></li></ul>
</nav>
</article>`;
}

function publishedOn(at: number | null): Safe | null {
  return at === null ? null : dateInWords(dateOfInstant(at));
}

/** Writes an Atom feed (RFC 4287). Ids never change, but addresses may. */
function feed(id: string, origin: string, posts: readonly Post[], bodyOf: (post: Post) => Safe): Safe {
  const changed = Math.max(0, ...posts.map(({ changedAt }) => changedAt));
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="${`${origin}/`}">
<id>${id}</id>
<title>${OF_FEED.feedTitle}</title>
<subtitle>${OF_FEED.description}</subtitle>
<updated>${new Date(changed).toISOString()}</updated>
<author><name>Sanad</name></author>
<link rel="self" type="application/atom+xml" href="${url(`${origin}${FEED}`)}"/>
<link rel="alternate" type="text/html" href="${url(`${origin}${BLOG}`)}"/>
${posts.map(
  (post) => html`<entry>
<id>${post.id}</id>
<title>${post.title}</title>
<link rel="alternate" type="text/html" href="${url(`${origin}${pathOfPost(post.slug)}`)}"/>
<published>${new Date(post.publishedAt ?? post.changedAt).toISOString()}</published>
<updated>${new Date(post.changedAt).toISOString()}</updated>
${post.excerpt !== '' && html`<summary>${post.excerpt}</summary>\n`}<content type="html">${bodyOf(post).toString()}</content>
</entry>
`,
)}</feed>
`;
}

import { randomUUID } from 'node:crypto';
import { dateOfInstant } from '@common/base/calendar';
import { type HttpApp, refuse, refuseInvalid } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { area, field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { Site } from '@common/web/page-shell';
import { sanitisedHtml } from '@common/web/sanitised-html';
import { sendPrivatePage } from '@common/web/send-page';
import { flag, list, nullableText, object, text } from '@screener/engine/schema-parts';
import { ADMIN_ONLY } from '@screener/service/accounts/admin-guard.http';
import type { PostDraft, PostListed, PostStore } from '@screener/service/blog/posts.store';
import {
  checkPost,
  POST_LIMITS,
  type PostFaults,
  postHtml,
  SLUG_PATTERN,
  savePost,
} from '@screener/service/blog/save-post';
import { envelopeOf, REFUSED_OPERATOR } from '@screener/service/schemas/envelope';
import { Type } from 'typebox';
import { articleOf, pathOfPost } from '../blog/blog.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shortDate } from '../parts/words.page.ts';
import { adminPage } from './admin.page.ts';
import type { Operator } from './admin-session.http.ts';

interface PostRoutesDeps {
  readonly operator: Operator;
  readonly posts: PostStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const POSTS = '/admin/posts';

/** The body of `POST /api/admin/posts` (interface document, 2.5). */
const PostBody = Type.Object({
  slug: Type.String({ maxLength: POST_LIMITS.slug, description: 'The last part of its address' }),
  title: Type.String({ maxLength: POST_LIMITS.title, description: 'Its title' }),
  excerpt: Type.Optional(
    Type.String({ maxLength: POST_LIMITS.excerpt, default: '', description: 'For lists and the feed' }),
  ),
  body_md: Type.String({ maxLength: POST_LIMITS.body_md, description: 'Its text in Markdown' }),
  published: Type.Optional(Type.Boolean({ default: false, description: 'Whether readers see it' })),
});

const PostView = object(
  {
    id: text('Its permanent id in feeds: a URN'),
    slug: text('The last part of its address'),
    title: text('Its title'),
    excerpt: text('For lists and the feed; empty for none'),
    published: flag('Whether readers see it'),
    published_at: nullableText('When it was first published (ISO 8601); null if it never was'),
    changed_at: text('When it was last changed (ISO 8601)'),
    path: text('Its address on this service'),
  },
  { description: 'A post without its text' },
);

/** `GET` and `POST /api/admin/posts` (interface document, 4.2), and the pages of the editor. */
export async function addPostRoutes(app: HttpApp, site: Site, deps: PostRoutesDeps): Promise<void> {
  const { operator, posts, clock } = deps;
  const author = { posts, clock, randomUuid: randomUUID };
  app.get(
    '/api/admin/posts',
    {
      onRequest: operator.requireApi,
      schema: {
        operationId: 'listPosts',
        summary: 'List the blog’s posts',
        description: 'All posts, drafts too.',
        tags: ['operation'],
        security: ADMIN_ONLY,
        response: {
          200: envelopeOf(object({ posts: list(PostView, 'Newest first') }, { description: 'The posts' })),
          ...REFUSED_OPERATOR,
        },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { success: true as const, error: null, data: { posts: (await posts.list()).map(viewOf) } };
    },
  );
  app.post(
    '/api/admin/posts',
    {
      onRequest: [operator.refuseCrossSite, operator.requireApi],
      schema: {
        operationId: 'savePost',
        summary: 'Save a blog post',
        description: 'Saves the post with this slug, or a new one.',
        tags: ['operation'],
        security: ADMIN_ONLY,
        body: PostBody,
        response: { 200: envelopeOf(PostView), ...REFUSED_OPERATOR },
      },
    },
    async (request, reply) => {
      const { slug, title, excerpt = '', body_md: bodyMd, published = false } = request.body;
      const draft = { slug, title, excerpt, bodyMd, isPublished: published };
      reply.header('cache-control', 'no-store');
      const faults = Object.entries(checkPost(draft));
      const issues = faults.map(([name, msg]) => ({ loc: ['body', name], msg, type: 'value_error' }));
      if (issues.length > 0) return refuseInvalid(reply, issues);
      const saved = await savePost(author, draft);
      if (saved.ok) return { success: true as const, error: null, data: viewOf(saved.value) };
      const { code, message } = saved.error;
      return refuseInvalid(reply, [{ loc: ['body', 'slug'], msg: message, type: code }]);
    },
  );
  addEditorPages(app, site, deps);
  await addFormRoutes(app, (scope) => {
    scope.post(
      POSTS,
      {
        config: { page: true },
        onRequest: [operator.refuseCrossSite, operator.requirePage],
        schema: { hide: true, body: EditorBody },
      },
      async (request, reply) => {
        const { do: action = 'save', was = '', ...given } = request.body;
        const draft = draftOf(given);
        const state = { draft, was, list: await posts.list() };
        const faults = checkPost(draft);
        if (Object.keys(faults).length > 0) {
          return sendPrivatePage(reply, editorPage(site, { ...state, faults }), 422);
        }
        if (action === 'preview') {
          return sendPrivatePage(reply, editorPage(site, { ...state, isPreview: true }));
        }
        const saved = await savePost(author, draft, was === '' ? null : was);
        if (saved.ok) return reply.redirect(`${POSTS}/${saved.value.slug}?done=saved`, 303);
        const page = editorPage(site, { ...state, faults: { slug: saved.error.message } });
        return sendPrivatePage(reply, page, 422);
      },
    );
  });
}

const EditorBody = Type.Object({
  slug: Type.String(),
  title: Type.String(),
  excerpt: Type.Optional(Type.String()),
  body_md: Type.String(),
  published: Type.Optional(Type.Literal('yes')),
  /** The post's current slug; empty for a new post. */
  was: Type.Optional(Type.String()),
  do: Type.Optional(Type.Enum(['save', 'preview'])),
});

function addEditorPages(app: HttpApp, site: Site, { operator, posts }: PostRoutesDeps): void {
  const page = { config: { page: true as const }, onRequest: operator.requirePage };
  app.get(POSTS, { ...page, schema: { hide: true } }, async (_request, reply) =>
    sendPrivatePage(reply, editorPage(site, { draft: EMPTY, was: '', list: await posts.list() })),
  );
  const params = Type.Object({ slug: Type.String({ pattern: SLUG_PATTERN }) });
  const querystring = Type.Object({ done: Type.Optional(Type.String()) }, { additionalProperties: true });
  app.get(
    `${POSTS}/:slug`,
    { ...page, schema: { hide: true, params, querystring } },
    async (request, reply) => {
      const post = await posts.find(request.params.slug);
      if (post === null) {
        return refuse(reply, { status: 404, code: 'not_found', message: 'There is no such post.' });
      }
      const isSaved = request.query.done === 'saved';
      const list = await posts.list();
      return sendPrivatePage(
        reply,
        editorPage(site, { draft: post, was: post.slug, list, isSaved, isPreview: true }),
      );
    },
  );
}

const EMPTY: PostDraft = { slug: '', title: '', excerpt: '', bodyMd: '', isPublished: false };

/** Reads a draft from a form. A form sends each line break as two characters; only one is stored. */
function draftOf(given: {
  readonly slug: string;
  readonly title: string;
  readonly excerpt?: string;
  readonly body_md: string;
  readonly published?: 'yes';
}): PostDraft {
  return {
    slug: given.slug.trim(),
    title: given.title.trim(),
    excerpt: (given.excerpt ?? '').trim(),
    bodyMd: given.body_md.replaceAll('\r\n', '\n'),
    isPublished: given.published === 'yes',
  };
}

function viewOf({ id, slug, title, excerpt, isPublished, publishedAt, changedAt }: PostListed) {
  return {
    id,
    slug,
    title,
    excerpt,
    published: isPublished,
    published_at: publishedAt === null ? null : new Date(publishedAt).toISOString(),
    changed_at: new Date(changedAt).toISOString(),
    path: pathOfPost(slug),
  };
}

interface EditorState {
  readonly draft: PostDraft;
  readonly was: string;
  readonly list: readonly PostListed[];
  readonly faults?: PostFaults;
  readonly isPreview?: boolean;
  readonly isSaved?: boolean;
}

function editorPage(site: Site, state: EditorState): Safe {
  const { draft, was, list, isPreview = false, isSaved = false } = state;
  const stored = list.find(({ slug }) => slug === was);
  const title = was === '' ? 'Write a post' : 'Edit a post';
  const main = html`<h1>${title}</h1>
${stored !== undefined && stateOf(stored)}
${isSaved && html`<p class="notice" role="status">Saved.</p>`}
<div class="editor">
${editorForm(state, stored)}
${isPreview && preview(draft)}
</div>
${list.length > 0 && postTable(list)}`;
  return adminPage(site, title, main, POSTS);
}

function stateOf({ slug, isPublished, changedAt }: PostListed): Safe {
  const at = new Date(changedAt).toISOString();
  const saved = html`saved ${shortDate(dateOfInstant(changedAt))}, ${at.slice(11, 16)} UTC`;
  return html`<p class="muted small">${
    isPublished
      ? html`<a href="${url(pathOfPost(slug))}">Published</a>, ${saved}.`
      : html`Draft, ${saved}. Nobody else sees it.`
  }</p>`;
}

const LENGTH = new Intl.NumberFormat('en-GB');

function editorForm({ draft, was, faults = {} }: EditorState, stored: PostListed | undefined): Safe {
  const isFixed = stored !== undefined && stored.publishedAt !== null;
  const length = `${LENGTH.format(draft.bodyMd.length)} of ${LENGTH.format(POST_LIMITS.body_md)} characters. Links go to https addresses or mailboxes. HTML is shown as typed, and pictures are left out.`;
  return html`<form class="form" action="${url(POSTS)}" method="post">
${was !== '' && html`<input type="hidden" name="was" value="${was}">`}
${field({ name: 'title', label: 'Title', value: draft.title, error: faults.title, maxlength: POST_LIMITS.title, isRequired: true })}
${field({ name: 'slug', label: isFixed ? 'Address after /blog/: fixed, as the post was published' : 'Address after /blog/, fixed once published', value: draft.slug, error: faults.slug, isRequired: true })}
${field({ name: 'excerpt', label: 'Excerpt, for the list and the feed', value: draft.excerpt, error: faults.excerpt, maxlength: POST_LIMITS.excerpt })}
${area({ name: 'body_md', label: 'Text, in Markdown', value: draft.bodyMd, error: faults.body_md, hint: length, rows: 18 })}
<div class="check-field"><input id="published" name="published" type="checkbox" value="yes"${draft.isPublished && html` checked`}><label for="published">Published${stored?.isPublished === true && html` <span class="muted">(untick it and save to turn the post back into a draft, which nobody else can read)</span>`}</label></div>
<div class="actions"><button type="submit" name="do" value="save">Save</button>
<button type="submit" name="do" value="preview" class="outlined">Preview</button></div>
</form>`;
}

function preview(draft: PostDraft): Safe {
  return html`<section aria-labelledby="preview">
<h2 id="preview">Preview</h2>
<div class="preview">
${articleOf(draft, sanitisedHtml(postHtml(draft.bodyMd)), 3)}
</div>
</section>`;
}

function postTable(list: readonly PostListed[]): Safe {
  return pageSection({
    id: 'all',
    title: 'All posts',
    note: html`Latest change first. <a href="${url(POSTS)}">Write a new one</a>`,
    content: html`<table>
<caption class="only-read">All posts</caption>
<thead><tr><th scope="col">Title</th><th scope="col">State</th><th scope="col">Changed</th></tr></thead>
<tbody>${list.map(
      ({ slug, title, isPublished, changedAt }) => html`<tr>
<th scope="row"><a href="${url(`${POSTS}/${slug}`)}">${title}</a></th>
<td>${isPublished ? marked('pass', 'published') : marked('unknown', 'draft')}</td>
<td class="muted">${shortDate(dateOfInstant(changedAt))}</td>
</tr>`,
    )}</tbody>
</table>`,
  });
}

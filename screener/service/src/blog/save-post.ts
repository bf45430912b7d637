import { fail, ok, type Result } from '@common/base/result';
import MarkdownIt from 'markdown-it';
import type { Post, PostDraft, PostStore } from './posts.store.ts';

interface PostDeps {
  readonly posts: PostStore;
  readonly randomUuid: () => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** What is wrong with a post, by field. The lengths are those of the interface document, 2.5. */
export interface PostFaults {
  readonly slug?: string;
  readonly title?: string;
  readonly excerpt?: string;
  readonly body_md?: string;
}

export const POST_LIMITS = { slug: 80, title: 200, excerpt: 500, body_md: 100_000 } as const;
export const SLUG_PATTERN = `^[a-z0-9-]{1,${POST_LIMITS.slug}}$`;
const SLUG = new RegExp(SLUG_PATTERN);
/** An author writes a few hundred posts in a lifetime. */
const MOST_POSTS = 1_000;
/** Not allowed in a line of text: a feed is XML, which has no place for control characters. */
const CONTROL = /\p{Cc}/u;

const MARKDOWN = new MarkdownIt({ html: false, linkify: true });

/**
 * Renders Markdown as HTML, which must be sanitised where it is shown. Leaves out control characters other
 * than tabs and line breaks.
 */
export function postHtml(bodyMd: string): string {
  return MARKDOWN.render(bodyMd.replace(/(?![\t\n])\p{Cc}/gu, ''));
}

/** Returns what is wrong with a draft; empty if nothing is. */
export function checkPost({ slug, title, excerpt, bodyMd }: PostDraft): PostFaults {
  const meant = slugOf(slug === '' ? title : slug);
  const hint = meant === '' ? '' : `: try ${meant}`;
  const checks: readonly (readonly [keyof PostFaults, boolean, string])[] = [
    ['slug', SLUG.test(slug), `Small letters, digits and hyphens only, at most ${POST_LIMITS.slug}${hint}.`],
    [
      'title',
      title.trim() !== '' && isLine(title, POST_LIMITS.title),
      `A line of 1 to ${POST_LIMITS.title} characters.`,
    ],
    ['excerpt', isLine(excerpt, POST_LIMITS.excerpt), `A line of at most ${POST_LIMITS.excerpt} characters.`],
    [
      'body_md',
      bodyMd.length <= POST_LIMITS.body_md,
      `At most ${POST_LIMITS.body_md.toLocaleString('en')} characters.`,
    ],
  ];
  return Object.fromEntries(
    checks.flatMap(([field, isRight, message]) => (isRight ? [] : [[field, message]])),
  );
}

function isLine(text: string, most: number): boolean {
  return text.length <= most && !CONTROL.test(text);
}

/** Makes a slug from words. */
function slugOf(words: string): string {
  return words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, POST_LIMITS.slug)
    .replace(/^-+|-+$/g, '');
}

/**
 * Saves a post that passed `checkPost`. It replaces the post with the slug `was`, if given, or else with its
 * own slug.
 */
export async function savePost(
  { posts, randomUuid, clock }: PostDeps,
  draft: PostDraft,
  was: string | null = null,
): Promise<Result<Post, 'invalid_slug'>> {
  const saved = await posts.save(
    { ...draft, bodyHtml: postHtml(draft.bodyMd) },
    { was, newId: `urn:uuid:${randomUuid()}`, now: clock(), most: MOST_POSTS },
  );
  return saved.kind === 'saved' ? ok(saved.post) : fail('invalid_slug', REFUSALS[saved.kind]);
}

const REFUSALS = {
  slug_fixed: 'This post was published under its address, which is fixed now.',
  slug_taken: 'Another post has this address.',
  not_found: 'The address of this post has changed since you opened it. Open it again from the list.',
  too_many: `There are ${MOST_POSTS} posts, which is the most that this blog holds.`,
} as const;

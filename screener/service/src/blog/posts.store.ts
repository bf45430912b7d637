/** What an author writes. */
export interface PostDraft {
  /** The last part of its address. */
  readonly slug: string;
  readonly title: string;
  /** For lists and the feed; empty for none. */
  readonly excerpt: string;
  /** Markdown. */
  readonly bodyMd: string;
  readonly isPublished: boolean;
}

/** A post in a list. */
export interface PostListed extends Omit<PostDraft, 'bodyMd'> {
  /** For feeds, for ever: an URN. */
  readonly id: string;
  /** When it was first published, in milliseconds since the epoch; null if it never was. */
  readonly publishedAt: number | null;
  readonly changedAt: number;
}

export interface Post extends PostListed {
  readonly bodyMd: string;
  /** Made of `bodyMd`; not sanitised. */
  readonly bodyHtml: string;
}

interface SaveOptions {
  /** The address that the post had; null for whatever has the draft's, or for a new one. */
  readonly was: string | null;
  /** The id of a new post. */
  readonly newId: string;
  readonly now: number;
  /** So many posts there may be. */
  readonly most: number;
}

type SaveOutcome =
  | { readonly kind: 'saved'; readonly post: Post }
  | { readonly kind: 'slug_fixed' | 'slug_taken' | 'not_found' | 'too_many' };

export interface PostStore {
  /** INVARIANT: a post that was published once keeps its address and its date. */
  save(draft: PostDraft & { readonly bodyHtml: string }, options: SaveOptions): Promise<SaveOutcome>;
  find(slug: string): Promise<Post | null>;
  /** All, the last changed first. */
  list(): Promise<readonly PostListed[]>;
  /** What is published, the newest first, without its text. */
  published(): Promise<readonly PostListed[]>;
  /** The newest published, whole. */
  newest(most: number): Promise<readonly Post[]>;
  /** The feed's own id: an URN. */
  feedId(): Promise<string>;
}

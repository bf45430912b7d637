/** A post as its author writes it. */
export interface PostDraft {
  /** The last part of the post's address. */
  readonly slug: string;
  readonly title: string;
  /** Shown in lists and the feed; empty for none. */
  readonly excerpt: string;
  /** The text in Markdown. */
  readonly bodyMd: string;
  readonly isPublished: boolean;
}

/** A post in a list. */
export interface PostListed extends Omit<PostDraft, 'bodyMd'> {
  /** The post's permanent id in feeds: a URN. */
  readonly id: string;
  /** When the post was first published, in milliseconds since the epoch; null if it never was. */
  readonly publishedAt: number | null;
  readonly changedAt: number;
}

export interface Post extends PostListed {
  readonly bodyMd: string;
  /** Rendered from `bodyMd`; not sanitised. */
  readonly bodyHtml: string;
}

interface SaveOptions {
  /** The slug that the post had; null to save the post with the draft's slug, or a new one. */
  readonly was: string | null;
  /** The id of a new post. */
  readonly newId: string;
  readonly now: number;
  /** The most posts there may be. */
  readonly most: number;
}

type SaveOutcome =
  | { readonly kind: 'saved'; readonly post: Post }
  | { readonly kind: 'slug_fixed' | 'slug_taken' | 'not_found' | 'too_many' };

export interface PostStore {
  /** INVARIANT: a post that was published once keeps its address and its date. */
  save(draft: PostDraft & { readonly bodyHtml: string }, options: SaveOptions): Promise<SaveOutcome>;
  find(slug: string): Promise<Post | null>;
  /** Lists all posts, the last changed first. */
  list(): Promise<readonly PostListed[]>;
  /** Lists the published posts without their text, newest first. */
  published(): Promise<readonly PostListed[]>;
  /** Returns the newest published posts with their text. */
  newest(most: number): Promise<readonly Post[]>;
  /** Returns the feed's own id: a URN. */
  feedId(): Promise<string>;
}

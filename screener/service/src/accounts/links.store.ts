import type { KeyRecord, SignUpRecord } from './access.store.ts';

/** What its link brings back: the page to open, and the ticker to watch; empty for none. */
export interface Errand {
  readonly next: string;
  readonly watch: string;
}

export interface SignInLink extends Errand {
  readonly email: string;
}

/** Who comes in by a link. */
interface Entrant {
  /** The account that the browser is signed in to; null if it is signed in to none. */
  readonly own: string | null;
  /** The account to open if the address has none of its own yet. */
  readonly fresh: { readonly record: SignUpRecord; readonly key: KeyRecord };
  readonly now: number;
  /** When other keys of an account end whose tier a waiting purchase changes. */
  readonly othersEndAt: number;
}

/** Links that were mailed, each of which signs in once. Tokens are stored as hashes. */
export interface LinkStore {
  /** Stores a link, and removes those asked for before `since`, which work no longer. */
  ask(tokenHash: string, link: SignInLink, now: number, since: number): Promise<void>;
  /** Returns a link without using it up; null if it no longer works. */
  linkOf(tokenHash: string, since: number): Promise<SignInLink | null>;
  /**
   * Uses a link up, which proves its address, and returns the account that it opens: the one that has proved the
   * address; else the entrant's own, if it has the address, which is proven from then on; else a new one. Null if the
   * link no longer works. INVARIANT: a link opens no account of somebody who only wrote the address.
   */
  enter(
    tokenHash: string,
    since: number,
    entrant: Entrant,
  ): Promise<(Errand & { readonly account: string }) | null>;
}

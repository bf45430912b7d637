import { AsyncLocalStorage } from 'node:async_hooks';
import { type Face, PAGES } from '@screener/words/face';
import type { Language } from '@screener/words/language';
import { WORDS, type Words } from '@screener/words/words';

/** What a page knows of the request that it answers. */
export interface Reading {
  readonly language: Language;
  /** The path and query of the page, for links to it in other languages; null where it has no address of its own. */
  readonly address: string | null;
}

const reading = new AsyncLocalStorage<Reading>();
const OUTSIDE: Reading = { language: 'en', address: null };

/** The language of the request that is answered; English outside of one. */
export function language(): Language {
  return (reading.getStore() ?? OUTSIDE).language;
}

/**
 * The words of that language. INVARIANT: called while a page is made, never as a module is loaded, and what is made with
 * them is kept in no cache that another language reads.
 */
export function words(): Words {
  return WORDS[language()];
}

/** How pages of that language spell numbers and dates. The same holds as for `words`. */
export function face(): Face {
  return PAGES[language()];
}

export function address(): string | null {
  return (reading.getStore() ?? OUTSIDE).address;
}

/** Answers a request, or makes a page, within a language. */
export function withReading<Made>(what: Reading, make: () => Made): Made {
  return reading.run(what, make);
}

/** Makes something in a language: a page of an account, or a mail to it. */
export function inLanguage<Made>(chosen: Language, make: () => Made): Made {
  return withReading({ language: chosen, address: address() }, make);
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '@screener/words/language';
import { WORDS, type Words } from '@screener/words/words';

const reading = new AsyncLocalStorage<Language>();

/** The language of the request that is answered; English outside of one. */
export function language(): Language {
  return reading.getStore() ?? 'en';
}

/**
 * The words of that language. INVARIANT: called while a page is made, never as a module is loaded, and its result is kept
 * in no cache that another language reads.
 */
export function words(): Words {
  return WORDS[language()];
}

/** Makes something in a language: a page of a request, or a mail of an account. */
export function inLanguage<Made>(chosen: Language, make: () => Made): Made {
  return reading.run(chosen, make);
}

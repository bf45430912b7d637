import { type Content, html, type Safe, url } from '@common/web/html';
import { words } from './language.ts';

/** A button that watches a ticker by a form of the page that has more to send. It leads to the door, which does the rest. */
export function watchButton(symbol: string, form: string): Safe {
  return html`<span class="watch-form"><button type="submit" form="${form}" formaction="${url('/portal')}" name="watch" value="${symbol}" class="in-row">${watchWord(symbol)}</button></span>`;
}

function watchWord(symbol: string): Safe {
  return html`${words().parts.watch}<span class="only-read"> <bdi>${symbol}</bdi></span>`;
}

/** The longest path in the form, in characters (interface document, 2.5). */
export const LONGEST_NEXT = 40;

interface WatchButton {
  /** Where the reader goes on, in at most `LONGEST_NEXT` characters; by default to the watchlist, where it then stands. */
  readonly next?: string;
  /** By default the word alone, with the ticker for those who hear it. */
  readonly text?: Content;
  /** Whether it is the button of its page; others stand in a row or a sentence. */
  readonly isMain?: boolean;
}

/**
 * A button that watches a ticker. Who is not signed in is led to the door first, and then watches it: the form is the
 * same for every reader, so that public pages stay the same bytes.
 */
export function watchForm(symbol: string, { next, text, isMain = false }: WatchButton = {}): Safe {
  return html`<form action="${url('/portal/watchlist/add')}" method="post" class="${isMain ? 'watch' : 'watch-form'}"><input type="hidden" name="ticker" value="${symbol}">${next !== undefined && html`<input type="hidden" name="next" value="${next}">`}<button type="submit"${!isMain && html` class="in-row"`}>${text ?? watchWord(symbol)}</button></form>`;
}

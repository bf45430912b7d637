import { printable } from '@platform/core/verify/report-html';
import type { Piece } from '@platform/words/story';
import { type Child, el, fromTemplate, type PageElement } from './dom.ts';

/** `holds`: full, in ink. `half`: true, but less than it looks. `open`: not known, or does not apply. `fails`: red. */
export type Mark = 'holds' | 'half' | 'open' | 'fails' | 'bar';

/** A shape, which never stands without words: the one that the page’s own marks are drawn with. */
export function mark(kind: Mark): PageElement {
  return fromTemplate(`mark-${kind}`);
}

/** What a check in this browser found, with its mark, in the place that the page has for it. */
export function tellMarked(place: PageElement, kind: Mark, words: string): void {
  place.replaceChildren(mark(kind), el('span', {}, printable(words)));
  place.setAttribute('class', kind === 'fails' ? 'signed fails' : 'signed');
}

/** Four squares, as many filled as the claim is strong; dotted where the key is not one that the reader trusts. */
export function squares(strength: number, pinned: boolean): PageElement {
  const drawn = fromTemplate(`squares-${strength}`);
  if (!pinned) drawn.setAttribute('class', 'squares unpinned');
  return drawn;
}

/**
 * A sentence with what the action says, and names, set apart. The pages’ `told` makes the same as markup: a script makes
 * its own, because what it tells is what it read itself.
 */
export function told(pieces: readonly Piece[]): readonly Child[] {
  return pieces.map(({ kind, text }) => {
    if (kind === 'plain') return text;
    return el('bdi', { class: kind === 'value' ? 'num' : 'id' }, text);
  });
}

import { printable } from '@platform/core/verify/report-html';
import type { Piece } from '@platform/words/story';
import { type Child, el, fromTemplate, type PageElement } from './dom.ts';

/**
 * `holds`: full, in ink. `half`: true, but less than it looks. `open`: unknown, or does not apply. `fails`:
 * red.
 */
export type Mark = 'holds' | 'half' | 'open' | 'fails' | 'bar';

/** A copy of the page’s own mark, which is never shown without words. */
export function mark(kind: Mark): PageElement {
  return fromTemplate(`mark-${kind}`);
}

/** Shows what a check in this browser found, with its mark, in the page’s element for it. */
export function tellMarked(place: PageElement, kind: Mark, words: string): void {
  place.replaceChildren(mark(kind), el('span', {}, printable(words)));
  place.setAttribute('class', kind === 'fails' ? 'signed fails' : 'signed');
}

/** Four squares, with as many filled as the claim is strong; dotted if the reader does not trust the key. */
export function squares(strength: number, pinned: boolean): PageElement {
  const drawn = fromTemplate(`squares-${strength}`);
  if (!pinned) drawn.setAttribute('class', 'squares unpinned');
  return drawn;
}

/**
 * A sentence in which the action’s values and names are set apart. The pages’ `told` makes the same as
 * markup; a script has its own because it describes only what it has read itself.
 */
export function told(pieces: readonly Piece[]): readonly Child[] {
  return pieces.map(({ kind, text }) => {
    if (kind === 'plain') return text;
    return el('bdi', { class: kind === 'value' ? 'num' : 'id' }, text);
  });
}

import { printable } from '@platform/core/verify/report-html';
import { byId, el, titlePage } from '../browser/dom.ts';
import { leaf, mark } from '../browser/marks.ts';

interface Done {
  /** Of the element that takes the focus; by default `done`. */
  readonly id?: string;
  readonly heading: string;
  /** What the path above the heading ends with, where it told of the state. */
  readonly crumb?: string;
  readonly words: string;
  readonly href: string;
  readonly link: string;
}

/**
 * The new state, in the place of all that led to it. INVARIANT: nothing that asks for a signature, tells what one would do
 * or names a command for it stays on the page: it could be taken for what is still to be done.
 */
export function tellDone({ id = 'done', heading, crumb, words, href, link }: Done): void {
  titlePage(heading);
  for (const title of byId('content').querySelectorAll('h1')) title.textContent = heading;
  if (crumb !== undefined) byId('crumb-end').textContent = crumb;
  const done = el('p', { id, tabindex: '-1' }, mark('holds'), el('strong', {}, printable(words)));
  byId('ahead').replaceChildren(leaf('now', 'Done', null, done, el('p', {}, el('a', { href }, link))));
  done.focus();
}

import { printable } from '@platform/core/verify/report-html';
import { byId, fromTemplate, titlePage, within } from '../browser/dom.ts';

interface DoneMessage {
  readonly heading: string;
  /** What the path above the heading ends with, where it told of the state. */
  readonly crumb?: string;
  readonly words: string;
  readonly href: string;
}

/**
 * The new state, in the place of all that led to it. INVARIANT: nothing that asks for a signature, tells what one would do
 * or names a command for it stays on the page: it could be taken for what is still to be done.
 */
export function tellDone({ heading, crumb, words, href }: DoneMessage): void {
  titlePage(heading);
  within(byId('content'), 'h1').textContent = heading;
  if (crumb !== undefined) byId('crumb-end').textContent = crumb;
  const done = fromTemplate('done-leaf', { words: printable(words) });
  within(done, '#onwards').setAttribute('href', href);
  byId('ahead').replaceChildren(done);
  within(done, '[tabindex]').focus();
}

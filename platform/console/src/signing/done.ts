import { printable } from '@platform/core/verify/report-html';
import { byId, fromTemplate, titlePage, within } from '../browser/dom.ts';

interface DoneMessage {
  readonly heading: string;
  /** The new end of the path above the heading, if it states the state. */
  readonly crumb?: string;
  readonly words: string;
  readonly href: string;
}

/**
 * Replaces everything that led to the new state with that state. INVARIANT: nothing stays on the page that
 * asks for a signature, describes its effect or names a command for it, because a reader could believe that
 * it is still to be done.
 */
export function tellDone({ heading, crumb, words, href }: DoneMessage): void {
  titlePage(heading);
  within(byId('content'), 'h1').textContent = heading;
  if (crumb !== undefined) byId('crumb-end').textContent = crumb;
  for (const element of [...byId('content').querySelectorAll('.until-done')]) element.remove();
  const done = fromTemplate('done-leaf', { words: printable(words) });
  within(done, '#onwards').setAttribute('href', href);
  byId('ahead').replaceChildren(done);
  within(done, '[tabindex]').focus();
}

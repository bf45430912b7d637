import { html, type Safe, url } from '@common/web/html';
import { words } from './language.ts';

/**
 * A button that watches a ticker and leads back. Who is not signed in is led to the door first, and then watches it: the
 * form is the same for every reader, so that public pages stay the same bytes.
 */
export function watchForm(symbol: string, next: string, name: 'hidden' | 'shown' = 'hidden'): Safe {
  const text =
    name === 'shown'
      ? html`${words().parts.watchThis(html`<bdi>${symbol}</bdi>`)}`
      : html`${words().parts.watch}<span class="only-read"> <bdi>${symbol}</bdi></span>`;
  return html`<form action="${url('/portal/watchlist/add')}" method="post" class="watch-form"><input type="hidden" name="ticker" value="${symbol}"><input type="hidden" name="next" value="${next}"><button type="submit" class="in-row">${text}</button></form>`;
}

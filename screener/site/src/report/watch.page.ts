import { html, type Safe, url } from '@common/web/html';
import { words } from '../parts/language.ts';

/** The form that puts a company or fund on the reader's watchlist, and leads there, where it then stands. */
export function watchForm(symbol: string): Safe {
  return html`<form class="watch" action="${url('/portal/watchlist/add')}" method="post"><input type="hidden" name="ticker" value="${symbol}"><button type="submit">${words().report.watch}</button></form>`;
}

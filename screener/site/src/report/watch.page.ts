import { html, type Safe, url } from '@common/web/html';

/** The form that puts a company on the reader's watchlist and leads back to its report. */
export function watchForm(symbol: string, words = 'Watch', kind = 'watch'): Safe {
  return html`<form class="${kind}" action="${url('/portal/watchlist/add')}" method="post"><input type="hidden" name="ticker" value="${symbol}"><input type="hidden" name="next" value="${`/portal/report/${symbol}`}"><button type="submit">${words}</button></form>`;
}

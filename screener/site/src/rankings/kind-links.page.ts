import { html, type Safe, url } from '@common/web/html';
import { words } from '../parts/language.ts';

/** Leads from the list of companies to that of funds, and back. */
export function kindLinks(path: string): Safe {
  const said = words().fundList;
  const link = (href: string, text: string) =>
    html`<a href="${url(href)}"${path.endsWith('/funds') === href.endsWith('/funds') && html` aria-current="page"`}>${text}</a>`;
  return html`<nav class="list-kinds" aria-label="${said.kinds}">${link('/lists', said.companies)} ${link('/lists/funds', said.funds)}</nav>`;
}

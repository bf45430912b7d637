import type { ErrorPage, HttpFailure } from '@common/kit/http/errors';
import { html, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage } from '@common/web/send-page';
import { renderConsolePage } from './site.page.ts';

/** The console’s refusals for people: what is known, and what to do. */
export function errorPages(
  site: Site,
): (failure: HttpFailure, request: { readonly id: string }) => ErrorPage {
  return (failure, { id: requestId }) => {
    const { title, sentence } = words(failure);
    const main = html`<header class="opening">
<p class="crumb">Error ${failure.status}</p>
<h1>${title}</h1>
<p class="story">${sentence}</p>
</header>
<p><a href="${url('/')}">Go to the first page</a></p>
<p class="note">To report it: status ${failure.status}, code <code>${failure.code}</code>, request <code>${requestId}</code>. No payee, amount or key is in it.</p>`;
    return errorPage(renderConsolePage(site, { title, description: title, main }));
  };
}

const TITLES: Readonly<Record<string, string>> = {
  authority_silent: 'The authority does not answer',
  authority_garbled: 'The authority’s answer cannot be read',
  authority_list_long: 'This list is too long for a page',
  authority_refused: 'The authority refused',
  search_behind: 'The search is not complete yet',
  directory_disagrees: 'This list does not hold',
  document_differs: 'This is not the file that was signed',
  host_foreign: 'This is not the console’s address',
  cross_site_request: 'This came from another site',
  chat_closed: 'The chat is closed here',
  tries_too_many: 'Too many wrong passwords',
  role_not_admitted: 'This page is for others',
  sign_in_missing: 'This console is closed',
  session_missing: 'Sign in first',
  password_missing: 'This console is closed',
  password_wrong: 'This is not the password',
};

function words({ status, code, message }: HttpFailure): {
  readonly title: string;
  readonly sentence: string;
} {
  const isGone = status === 404 || status === 410;
  const title = TITLES[code];
  if (title !== undefined && !isGone) return { title, sentence: message };
  if (status === 404 && code === 'not_found')
    return {
      title: 'There is no such page',
      sentence: 'The address may be mistyped, or the page has moved.',
    };
  if (status === 404) return { title: 'Not found', sentence: message };
  if (status === 410) return { title: 'It was deleted', sentence: message };
  if (status >= 500) return { title: 'Something failed on our side', sentence: message };
  return { title: 'This request cannot be answered', sentence: message };
}

import type { ErrorPage, HttpFailure } from '@common/kit/http/errors';
import { type Content, html, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage } from '@common/web/send-page';
import { renderSitePage, searchForm } from '../parts/site.page.ts';

/** Makes the service's error pages for people. */
export function errorPages(site: Site): (failure: HttpFailure, requestId: string) => ErrorPage {
  return (failure, requestId) => {
    const { title, sentence } = words(failure);
    const main = html`<div class="state">
<h1>${title}</h1>
<p class="lead">${sentence}</p>
${searchForm({ label: 'Look for a company or fund' })}
<p class="muted small">Status ${failure.status}, code <code>${failure.code}</code>, request <code>${requestId}</code></p>
</div>`;
    return errorPage(renderSitePage(site, { title, description: title, main, area: 'start' }));
  };
}

function words({ status, code, message, detail }: HttpFailure): {
  readonly title: string;
  readonly sentence: Content;
} {
  if (status === 404) {
    return {
      title: 'There is no such page',
      sentence: 'The address may be mistyped, or the page has moved.',
    };
  }
  if (status === 429) return { title: 'Too many searches', sentence: limitWords(message, detail) };
  if (status >= 500 && code === 'internal_error') {
    const sentence =
      'This is our fault. Please try again. If it happens again, send us the request number below.';
    return { title: 'Something failed on our side', sentence };
  }
  if (status >= 500) return { title: 'Something failed on our side', sentence: message };
  return { title: 'This request cannot be answered', sentence: message };
}

/** Says when the limit resets and what allows more. */
function limitWords(message: string, detail: HttpFailure['detail']): Content {
  if (detail?.tier !== 'demo') return message;
  const { requests, reset_s: resetS } = detail;
  return html`Without a key you have ${String(requests)} searches a minute. Try again in ${String(resetS)} s, or get <a href="${url('/developers#key')}">a free key</a>, which allows more.`;
}

import type { ErrorShape, HttpFailure } from '@common/kit/http/errors';
import { type Content, html, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage } from '@common/web/send-page';
import { languageFor } from '../parts/language.http.ts';
import { inLanguage, words } from '../parts/language.ts';
import { renderSitePage, searchForm } from '../parts/site.page.ts';

/** Makes the service's error pages for people. */
export function errorPages(site: Site): NonNullable<ErrorShape['page']> {
  const make = (failure: HttpFailure, requestId: string) => {
    const { errors } = words();
    const { title, sentence } = told(failure);
    const main = html`<div class="state">
<h1>${title}</h1>
<p class="lead">${sentence}</p>
${searchForm({ label: errors.lookFor })}
<p class="muted small">${errors.particulars<Content>(failure.status, html`<code>${failure.code}</code>`, html`<code>${requestId}</code>`)}</p>
</div>`;
    return errorPage(renderSitePage(site, { title, description: title, main, area: 'start' }));
  };
  // A request that reached no route is answered before the language is known to what is called then.
  return (failure, request) => inLanguage(languageFor(request), () => make(failure, request.id));
}

function told({ status, code, message, detail }: HttpFailure): {
  readonly title: string;
  readonly sentence: Content;
} {
  const { noPage, tooMany, ourFault, notAnswered } = words().errors;
  if (status === 404) return noPage;
  if (status === 429) return { title: tooMany.title, sentence: limitWords(message, detail) };
  if (status >= 500 && code === 'internal_error') return ourFault;
  if (status >= 500) return { title: ourFault.title, sentence: message };
  return { title: notAnswered, sentence: message };
}

/** Says when the limit resets and what allows more. */
function limitWords(message: string, detail: HttpFailure['detail']): Content {
  if (detail?.tier !== 'demo') return message;
  const { tooMany } = words().errors;
  const freeKey = html`<a href="${url('/developers#key')}">${tooMany.freeKey}</a>`;
  return tooMany.sentence<Content>(Number(detail.requests), Number(detail.reset_s), freeKey);
}

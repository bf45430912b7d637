import type { AskingRequest, ErrorShape, HttpFailure } from '@common/kit/http/errors';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage } from '@common/web/send-page';
import { tryAgainWith } from '../parts/holdings-form.page.ts';
import { languageFor } from '../parts/language.http.ts';
import { inLanguage, words } from '../parts/language.ts';
import { renderSitePage, searchForm } from '../parts/site.page.ts';

/** Makes the service's error pages for people. What they typed comes back, to be sent again. */
export function errorPages(site: Site): NonNullable<ErrorShape['page']> {
  const make = (failure: HttpFailure, request: AskingRequest) => {
    const { errors } = words();
    const list = listOf(failure, request);
    const { title, sentence } = list === null ? told(failure) : toldOfList(failure);
    const main = html`<div class="state">
<h1>${title}</h1>
<p class="lead">${sentence}</p>
${list ?? searchForm({ label: errors.lookFor, typed: fieldOf(request.query, 'q') ?? '' })}
<p class="muted small">${errors.particulars<Content>(failure.status, html`<code>${failure.code}</code>`, html`<code>${request.id}</code>`)}</p>
</div>`;
    return errorPage(renderSitePage(site, { title, description: title, main, area: 'start' }));
  };
  // A request that reached no route is answered before the language is known to what is called then.
  return (failure, request) => inLanguage(languageFor(request), () => make(failure, request));
}

interface Told {
  readonly title: string;
  readonly sentence: Content;
}

function told({ status, code, message, detail }: HttpFailure): Told {
  const { noPage, tooMany, tooLarge, invalid, ourFault, notAnswered } = words().errors;
  if (status === 404) return noPage;
  if (status === 413) return tooLarge;
  if (status === 429) return { title: tooMany.title, sentence: limitWords(message, detail) };
  if (code === 'invalid_request') return { title: notAnswered, sentence: invalid(namesOf(detail)) };
  if (status >= 500 && code === 'internal_error') return ourFault;
  if (status >= 500) return { title: ourFault.title, sentence: message };
  return { title: notAnswered, sentence: message };
}

function namesOf(detail: HttpFailure['detail']): readonly string[] {
  const fields = detail?.fields;
  return Array.isArray(fields) ? fields.map(String) : [];
}

/** Says when the limit resets and what allows more. */
function limitWords(message: string, detail: HttpFailure['detail']): Content {
  if (detail?.tier !== 'demo') return message;
  const { tooMany } = words().errors;
  const freeKey = html`<a href="${url('/developers#key')}">${tooMany.freeKey}</a>`;
  return tooMany.sentence<Content>(Number(detail.requests), Number(detail.reset_s), freeKey);
}

/** What may be otherwise in a moment, or once the form is changed. A form of another site is not offered again. */
const MAY_BE_SENT_AGAIN: ReadonlySet<number> = new Set([422, 429, 500, 503]);

/** The form with the list of holdings that was sent; null if there was none. */
function listOf({ status }: HttpFailure, { url: address, body }: AskingRequest): Safe | null {
  const holdings = fieldOf(body, 'holdings');
  if (holdings === null || !MAY_BE_SENT_AGAIN.has(status)) return null;
  const [path = ''] = address.split('?', 1);
  const others = Object.entries(body as object).filter(([name]) => !KEPT_APART.includes(name));
  return tryAgainWith(path, holdings, others);
}

/** A password is in no page. */
const KEPT_APART = ['holdings', 'password'];

function fieldOf(fields: unknown, name: string): string | null {
  if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, name)) return null;
  const value: unknown = Reflect.get(fields, name);
  return typeof value === 'string' ? value : null;
}

function toldOfList(failure: HttpFailure): Told {
  const { list } = words().errors;
  const { status, detail } = failure;
  if (status === 429 && detail?.reset_s !== undefined)
    return { title: list.tooMany, sentence: list.wait(Number(detail.requests), Number(detail.reset_s)) };
  const { title, sentence } = told(failure);
  return { title, sentence: html`${sentence} ${list.isKept}` };
}

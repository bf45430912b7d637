import type { HttpApp } from '@common/kit/http/app';
import { plainCookie } from '@common/web/cookies';
import { LANGUAGES, type Language, languageOf } from '@screener/words/language';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type Reading, withReading } from './language.ts';

/** The parameter of a link that chooses a language. */
export const LANGUAGE_QUERY = 'lang';
const YEAR_S = 365 * 86_400;
const cookie = plainCookie('sanad-language');

/**
 * Answers each request in a language: that of a link (`?lang=ar`), which the browser then keeps, else the one that it
 * kept, else the first of its own (`Accept-Language`) that pages have.
 */
export function addLanguages(app: HttpApp): void {
  const readings = new WeakMap<FastifyRequest, Reading>();
  app.addHook('onRequest', (request, reply, done) => {
    const asked = takeAsked(request);
    if (asked !== null) cookie.set(reply, asked, YEAR_S);
    const language = asked ?? languageOf(cookie.read(request) ?? '') ?? negotiated(request);
    const address = request.method === 'GET' ? withoutLanguage(request.url) : null;
    const reading = { language, address };
    readings.set(request, reading);
    withReading(reading, done);
  });
  // A body arrives in events of its connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const reading = readings.get(request);
    if (reading === undefined) done();
    else withReading(reading, done);
  });
}

/** Takes the language out of the query, so that no route has to know of it. */
function takeAsked({ query }: FastifyRequest): Language | null {
  if (typeof query !== 'object' || query === null || !(LANGUAGE_QUERY in query)) return null;
  const { [LANGUAGE_QUERY]: asked } = query;
  if (typeof asked !== 'string' || languageOf(asked) === null) return null;
  delete query[LANGUAGE_QUERY];
  return languageOf(asked);
}

function negotiated({ headers }: FastifyRequest): Language {
  const first = new Negotiator({ headers }).language([...LANGUAGES]);
  return languageOf(first ?? '') ?? 'en';
}

function withoutLanguage(url: string): string {
  const [path = '/', query = ''] = url.split('?', 2);
  const rest = new URLSearchParams(query);
  rest.delete(LANGUAGE_QUERY);
  return rest.size === 0 ? path : `${path}?${rest}`;
}

import type { HttpApp } from '@common/kit/http/app';
import type { AskingRequest } from '@common/kit/http/errors';
import { plainCookie } from '@common/web/cookies';
import { LANGUAGES, type Language, languageOf } from '@screener/words/language';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { type Reading, withReading } from './language.ts';

/** The parameter of a link that chooses a language. */
export const LANGUAGE_QUERY = 'lang';
/** What a link in another language does not repeat: the choice itself, and what happened once. */
const PASSING = [LANGUAGE_QUERY, 'error', 'done'];
const YEAR_S = 365 * 86_400;
const cookie = plainCookie('sanad-language');

type Asking = Pick<AskingRequest, 'headers' | 'query'>;

const readings = new WeakMap<object, Reading>();

/**
 * Answers each request in a language: that of a link (`?lang=ar`), which the browser then keeps, else the one that it
 * kept, else the first of its own (`Accept-Language`) that pages have.
 */
export function addLanguages(app: HttpApp): void {
  app.addHook('onRequest', (request, reply, done) => {
    const asked = askedOf(request);
    // What is no page is for programs and shared caches: a file that is kept for a year must not choose a language.
    const isPage = request.routeOptions.config.page === true || request.is404;
    if (asked !== null && isPage) keepLanguage(reply, asked);
    const address = request.method === 'GET' ? withoutLanguage(request.url) : null;
    const reading = { language: languageFor(request), address };
    // No route has to know of the parameter.
    if (asked !== null) delete (request.query as Record<string, unknown>)[LANGUAGE_QUERY];
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

/** Has the browser keep a language from now on. */
export function keepLanguage(reply: FastifyReply, language: Language): void {
  cookie.set(reply, language, YEAR_S);
}

/** Returns the language in which a request is answered. */
export function languageFor(request: Asking): Language {
  return (
    readings.get(request)?.language ??
    askedOf(request) ??
    languageOf(cookie.read(request) ?? '') ??
    negotiated(request)
  );
}

function askedOf({ query }: Asking): Language | null {
  const asked =
    typeof query === 'object' && query !== null && LANGUAGE_QUERY in query ? query[LANGUAGE_QUERY] : null;
  return typeof asked === 'string' ? languageOf(asked) : null;
}

function negotiated({ headers }: Asking): Language {
  const first = new Negotiator({ headers }).language([...LANGUAGES]);
  return languageOf(first ?? '') ?? 'en';
}

function withoutLanguage(url: string): string {
  const [path = '/', query = ''] = url.split('?', 2);
  const rest = new URLSearchParams(query);
  for (const name of PASSING) rest.delete(name);
  return rest.size === 0 ? path : `${path}?${rest}`;
}

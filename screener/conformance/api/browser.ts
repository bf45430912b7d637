import assert from 'node:assert/strict';
import type { Answer, RunningService } from './service.ts';

const SESSION = '__Host-sanad-session';
const FORM_TYPE = 'application/x-www-form-urlencoded';

type Fields = Readonly<Record<string, string>>;
type Headers = Readonly<Record<string, string>>;

/** A person's browser: it keeps the session's cookie, follows no redirect, and posts from the service's own pages. */
export interface Browser {
  /** The session's cookie as it is stored, if there is one. */
  cookie(): string | undefined;
  get(path: string, headers?: Headers): Promise<Answer>;
  form(path: string, fields: Fields, headers?: Headers): Promise<Answer>;
  json(path: string, body: unknown, headers?: Headers): Promise<Answer>;
}

interface BrowserOptions {
  /** The cookie to begin with, such as a stolen one. */
  readonly cookie?: string;
  /** The address it calls from, for a service that trusts the machine itself as a proxy. */
  readonly network?: string;
}

export function openBrowser(service: RunningService, { cookie, network }: BrowserOptions = {}): Browser {
  let kept = cookie;
  const send = async (path: string, init: RequestInit, more: Headers): Promise<Answer> => {
    const answer = await service.send(path, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        ...(network === undefined ? {} : { 'x-forwarded-for': network }),
        ...(kept === undefined ? {} : { cookie: `${SESSION}=${kept}` }),
        ...more,
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, value] = new RegExp(`^${SESSION}=([^;]*)`).exec(line) ?? [];
      if (value !== undefined) kept = value === '' ? undefined : value;
    }
    return answer;
  };
  return {
    cookie: () => kept,
    get: (path, headers = {}) => send(path, {}, headers),
    form: (path, fields, headers = {}) =>
      send(
        path,
        { method: 'POST', body: new URLSearchParams(fields).toString() },
        { 'content-type': FORM_TYPE, ...headers },
      ),
    json: (path, body, headers = {}) =>
      send(
        path,
        { method: 'POST', body: JSON.stringify(body) },
        { 'content-type': 'application/json', accept: 'application/json', ...headers },
      ),
  };
}

/** Opens a browser that has signed up with an address and signed in with its key. */
export async function signedIn(
  service: RunningService,
  email: string,
  options: BrowserOptions = {},
): Promise<Browser & { readonly key: string }> {
  const key = await service.signUp(email);
  const browser = openBrowser(service, options);
  const begun = await browser.json('/api/session', { api_key: key });
  assert.equal(begun.status, 200, begun.text);
  return { ...browser, key };
}

/** Returns the error that a page shows beside a field; null if there is none. */
export function errorBeside(page: string, field: string): string | null {
  const input = new RegExp(`<(?:input|textarea)[^>]*\\bname="${field}"[^>]*>`, 'g');
  const isMarked = [...page.matchAll(input)].some(
    ([tag]) => tag.includes('aria-invalid="true"') && tag.includes(`${field}-error`),
  );
  const [, text = null] = new RegExp(`id="${field}-error">(.*?)</p>`, 's').exec(page) ?? [];
  return isMarked && text !== null ? text.replace(/<[^>]*>/g, '').trim() : null;
}

/** Returns the value of a field on a page; null if the page has no such field. */
export function typedIn(page: string, field: string): string | null {
  const tag = new RegExp(`<input[^>]*\\bname="${field}"[^>]*>`).exec(page)?.[0] ?? '';
  const [, value = null] = /\bvalue="([^"]*)"/.exec(tag) ?? [];
  return value === null
    ? null
    : value
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');
}

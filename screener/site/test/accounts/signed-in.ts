import assert from 'node:assert/strict';
import type { HttpApp } from '@common/kit/http/app';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The browser of one signed-in reader, whose posts come from the service's own pages. */
interface SignedIn {
  /** Under the name that plain http knows. */
  readonly cookie: { readonly name: string; readonly value: string };
  get(path: string): Promise<Page>;
  post(path: string, form: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<Page>;
}

interface Page {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Signs up, and in with the key. */
export async function signIn(app: HttpApp, email = 'anna@example.org'): Promise<SignedIn> {
  const cookie = await signInReader(app, email);
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    form: Readonly<Record<string, string>> | null,
    more: Record<string, string> = {},
  ): Promise<Page> => {
    const answer = await app.inject({
      method,
      url,
      headers: {
        cookie: `${cookie.name}=${cookie.value}`,
        'sec-fetch-site': 'same-origin',
        accept: 'text/html',
        ...(form === null ? {} : { 'content-type': FORM_TYPE }),
        ...more,
      },
      ...(form === null ? {} : { payload: new URLSearchParams(form).toString() }),
    });
    const { location } = answer.headers;
    return {
      status: answer.statusCode,
      body: answer.body,
      location: typeof location === 'string' ? location : undefined,
      headers: answer.headers,
    };
  };
  return {
    cookie,
    get: (path) => send('GET', path, null),
    post: (path, form, headers) => send('POST', path, form, headers),
  };
}

/** Signs a new reader of the free tier in, by key, and gives the session’s cookie for plain http. */
export async function signInReader(
  app: HttpApp,
  email = 'reader@example.org',
): Promise<{ readonly name: string; readonly value: string }> {
  const post = async (url: string, payload: object) => {
    const answer = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
    return answer;
  };
  const signedUp = await post('/api/keys', { email });
  const signedIn = await post('/api/session', { api_key: signedUp.json().data.api_key });
  const cookie = signedIn.cookies.find(({ name }) => name === 'sanad-session');
  assert.ok(cookie !== undefined);
  return { name: cookie.name, value: cookie.value };
}

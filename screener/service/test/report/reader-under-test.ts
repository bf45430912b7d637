import assert from 'node:assert/strict';
import type { HttpApp } from '@common/kit/http';

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

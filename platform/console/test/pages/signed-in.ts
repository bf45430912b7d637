import { nodeCrypto } from '@common/evidence/node';
import type { Session } from '@platform/core/objects/session';
import { type Signer, signObject } from '@platform/core/signed/signed';
import type { makeConsole } from './console-app.ts';

export const SECRET = 'a secret of the tests, long enough for a session';
const HTML = { accept: 'text/html' };

type Console = Awaited<ReturnType<typeof makeConsole>>;

/** What the page of the console has a person sign. */
export async function asked(app: Console): Promise<Session> {
  const { body } = await app.inject({ url: '/sign-in', headers: HTML });
  const [, data = ''] = /data-sign-in="([^"]*)"/.exec(body) ?? [];
  return JSON.parse(data.replaceAll('&quot;', '"').replaceAll('&amp;', '&')).session;
}

/** Signs in without a browser; the cookie, if it was given. */
export async function signIn(app: Console, signer: Signer, patch: Partial<Session> = {}) {
  const session = { ...(await asked(app)), ...patch };
  const { hash, signature } = signObject(nodeCrypto, signer, session);
  const answer = await app.inject({
    method: 'POST',
    url: '/sign-in',
    payload: { session, session_hash: hash, signature },
  });
  const [cookie = ''] = String(answer.headers['set-cookie'] ?? '').split(';');
  return { status: answer.statusCode, error: answer.json().detail?.error, cookie };
}

import { type HttpApp, refuse } from '@common/kit/http/app';
import { SignedSession } from '@platform/core/objects/session';
import { isWayIn, notTheirs } from '../access/areas.ts';
import { OPEN_PATHS } from '../access/password.http.ts';
import { forReader, forStranger } from '../access/reader.ts';
import type { Sessions } from '../access/sessions.http.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';

export const SIGN_IN = '/sign-in';
const FILES = '/assets/';
/** Where those begin who are not shown the first page. */
const FIRST_OF_CLERKS = '/payees';

const SIGN_IN_FIRST = 'Sign in first: open this console’s page /sign-in.';
/** A browser that loads the answer to a form again sends the form again, so that nobody types it twice. */
const SEND_AGAIN =
  'Your session is over, and nothing was done. Sign in at /sign-in in another tab, then load this page again: your browser sends what you typed once more.';

/** Asks everyone to sign in before they read, and shows each what their role is shown. */
export function addSessions(app: HttpApp, sessions: Sessions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.replace(/\?.*$/, '');
    // A person who signs in has not yet, and files are the same for everybody.
    if (OPEN_PATHS.includes(path) || path === SIGN_IN || path.startsWith(FILES)) return forStranger(done);
    sessions.read(request).then((reader) => {
      if (isWayIn(path)) return reader === null ? forStranger(done) : forReader(reader, done);
      if (reader !== null) {
        return forReader(reader, () => {
          const message = notTheirs(request.method, request.routeOptions.url ?? path);
          if (message === null) return done();
          // Everyone who signs in is led to the first page; a clerk's is another.
          if (path === '/') return reply.redirect(FIRST_OF_CLERKS, 303);
          return refuse(reply, { status: 403, code: 'role_not_admitted', message });
        });
      }
      if (request.method === 'GET' && request.headers.accept?.includes('text/html') === true) {
        return reply.redirect(`${SIGN_IN}?next=${encodeURIComponent(request.url)}`, 303);
      }
      const message = request.method === 'GET' ? SIGN_IN_FIRST : SEND_AGAIN;
      return refuse(reply, { status: 401, code: 'session_missing', message });
    }, done);
  });
  app.post(SIGN_IN, { schema: { hide: true, body: SignedSession } }, async (request, reply) => {
    const reader = await sessions.signIn(request.body, reply);
    if (reader.ok) return sendJson(reply, { person: reader.value.person });
    const { code, message } = reader.error;
    if (code.startsWith('authority_')) return passOn(reply, reader.error as Parameters<typeof passOn>[1]);
    return refuse(reply, { status: 403, code, message });
  });
  void app.register((scope, _options, done) => {
    // The form has no fields, and nothing else here is sent as one.
    scope.addContentTypeParser('application/x-www-form-urlencoded', async () => null);
    scope.post('/sign-out', { schema: { hide: true } }, async (request, reply) => {
      await sessions.signOut(request, reply);
      return reply.redirect(SIGN_IN, 303);
    });
    done();
  });
}

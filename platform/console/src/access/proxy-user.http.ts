import { type HttpApp, refuse } from '@common/kit/http/app';
import { OPEN_PATHS } from './password.http.ts';
import { PROGRAMS_PATHS } from './programs-paths.ts';

/**
 * Closes the pages to everyone who did not sign in at the proxy, which names the user in a header. Like the
 * password, it only decides who may read. INVARIANT: the header counts only from a proxy that the settings
 * name; Fastify lists a second address only for requests that came through one.
 */
export function addProxyUser(app: HttpApp, { userHeader }: { readonly userHeader: string | null }): void {
  if (userHeader === null) return;
  const name = userHeader.toLowerCase();
  app.addHook('onRequest', async (request, reply) => {
    if (OPEN_PATHS.includes(request.url) || PROGRAMS_PATHS.includes(request.url)) return;
    const user = String(request.headers[name] ?? '').trim();
    if (user !== '' && (request.ips ?? []).length > 1) return;
    const message =
      'This console is open only to who signed in at its proxy: open it at the address that its operator gave you.';
    return refuse(reply, { status: 403, code: 'sign_in_missing', message });
  });
}

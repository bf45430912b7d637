import { type HttpApp, refuse } from '@common/kit/http/app';
import type { HttpFailure } from '@common/kit/http/errors';
import { isLoopback } from './loopback.ts';
import { OPEN_PATHS } from './password.http.ts';

const READING = ['GET', 'HEAD', 'OPTIONS'];

interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Answers only under the console’s own address, and accepts nothing from another site’s page. It covers all
 * routes at once: to a browser, a site whose name points at this machine (DNS rebinding) has the console’s
 * origin, and could read and post whatever the browser’s owner may. A name of the loopback interface cannot
 * point anywhere else.
 */
export function addOwnAddress(app: HttpApp, origin: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    const refusal = foreignRefusal(origin(), request);
    if (refusal !== null) return refuse(reply, refusal);
  });
}

function foreignRefusal(own: string, { method, url, headers }: RequestHead): HttpFailure | null {
  // Supervisors ask under any address that they know. The answer reveals only whether the console is alive.
  if (OPEN_PATHS.includes(url) && READING.includes(method)) return null;
  const host = hostIn(String(headers.host ?? ''), own);
  if (host === null || (host.host !== new URL(own).host && !isLoopback(host.hostname))) {
    const message = `This console answers at ${own}, and on its own machine at http://localhost. If people open it at this address, set CONSOLE_ORIGIN to it, and let a proxy pass on the header Host.`;
    return { status: 403, code: 'host_foreign', message };
  }
  if (READING.includes(method) || isOfOurPage(headers, own, host)) return null;
  const message =
    'This was sent from another site, so nothing was done or passed on. Open this console’s page, and begin there.';
  return { status: 403, code: 'cross_site_request', message };
}

/**
 * Whether a page of this console sent the request. A browser states it in two headers; only a client that is
 * not a browser sends neither.
 */
function isOfOurPage(
  { 'sec-fetch-site': site, origin }: RequestHead['headers'],
  own: string,
  host: URL,
): boolean {
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === own) return true;
  return (
    isLoopback(host.hostname) && URL.canParse(String(origin)) && new URL(String(origin)).host === host.host
  );
}

/**
 * Parses a Host header under our own scheme, whose port may be omitted; null if it is more than a name and a
 * port.
 */
function hostIn(host: string, own: string): URL | null {
  const address = `${new URL(own).protocol}//${host}`;
  return /^[^\s/?#@\\]+$/.test(host) && URL.canParse(address) ? new URL(address) : null;
}

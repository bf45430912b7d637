import { refuse } from '@common/kit/http/app';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';

interface CrossSiteOptions {
  /**
   * The address of this service: `https://screen.example`. Never taken from a request: its Host may be
   * anything.
   */
  readonly origins: ReadonlySet<string>;
  /** Whether the request has a cookie that it would act with. */
  readonly hasCookie: (request: FastifyRequest) => boolean;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const REFUSAL = {
  status: 403,
  code: 'cross_site_request',
  message:
    'This was sent from another site, so nothing was done. Open the page here and send the form again. If you did, PUBLIC_URL does not name the address that this service is reached at.',
};

/**
 * Refuses writes that another site's page caused. Browsers name the origin of a request in `Sec-Fetch-Site`,
 * older ones in `Origin`. A request with neither does not come from a browser. It may pass if it acts without a
 * cookie, or if its body is JSON, which no page may send to another site without that site's consent.
 */
export function refuseCrossSite({ origins, hasCookie }: CrossSiteOptions): onRequestHookHandler {
  return (request, reply, done) => {
    if (SAFE_METHODS.has(request.method) || isOurs(request)) done();
    else refuse(reply, REFUSAL);
  };

  function isOurs(request: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin } = request.headers;
    if (site !== undefined) return site === 'same-origin' || site === 'none';
    if (origin !== undefined) return origins.has(origin);
    return !hasCookie(request) || isJson(request);
  }
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

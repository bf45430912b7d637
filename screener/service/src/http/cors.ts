import type { HttpApp } from '@common/kit/http/app';
import { addCors, type CrossOrigin, type Origins } from '@common/kit/http/cors';

/** Headers of answers that pages may read. */
export const SHOWN = [
  ...['x-request-id', 'etag', 'ratelimit', 'ratelimit-policy', 'retry-after'],
  ...['www-authenticate', 'sanad-key-notice'],
].join(', ');
/** Of the API: keys, tags of known answers, ids of the caller's own. */
const SENT = 'content-type, accept, x-api-key, x-request-id, if-none-match, idempotency-key';

/**
 * Lets pages call the API's routes that are added from now on: `/v1` and `/api/keys`, and nothing of the operator's or
 * of people's pages.
 */
export function addApiCors(app: HttpApp, origins: Origins): void {
  const rules: CrossOrigin = { origins, sent: SENT, shown: SHOWN };
  addCors(app, rules, isApi);
}

function isApi(path: string): boolean {
  return path.startsWith('/v1/') || path === '/api/keys' || path.startsWith('/api/keys/');
}

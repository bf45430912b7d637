import type { HttpApp } from '@common/kit/http/app';
import { addCors, type CrossOrigin, type Origins } from '@common/kit/http/cors';

/** Headers of answers that pages may read. */
export const SHOWN = [
  ...['x-request-id', 'etag', 'ratelimit', 'ratelimit-policy', 'retry-after'],
  ...['www-authenticate', 'sanad-key-notice'],
].join(', ');
/** Request headers that pages may send: keys, tags of known answers, and the caller's own ids. */
const SENT = [
  ...['content-type', 'accept', 'x-api-key', 'authorization', 'x-request-id'],
  ...['if-none-match', 'idempotency-key'],
].join(', ');

/**
 * Allows pages to call the API's routes that are added from now on: `/v1` and `/api/keys`, but neither the
 * operator's routes nor the pages for people.
 */
export function addApiCors(app: HttpApp, origins: Origins): void {
  const rules: CrossOrigin = { origins, sent: SENT, shown: SHOWN };
  addCors(app, rules, isApi);
}

function isApi(path: string): boolean {
  return path.startsWith('/v1/') || path === '/api/keys' || path.startsWith('/api/keys/');
}

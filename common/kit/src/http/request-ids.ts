import type { IncomingMessage } from 'node:http';

export const REQUEST_ID_HEADER = 'x-request-id';
const REQUEST_ID_BYTES = 12;

/** Whether the caller's id is safe to log and does not look like a misplaced API key. */
export function callersId({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const id = headers[REQUEST_ID_HEADER];
  return typeof id === 'string' && CALLERS_ID.test(id) && !LOOKS_SECRET.test(id) ? id : undefined;
}

const CALLERS_ID = /^[0-9A-Za-z._-]{1,128}$/;
const LOOKS_SECRET = /_(?:live|test)_/;

/** Makes ids: `req_` and 24 hex digits. It draws and converts random bytes for many ids at a time. */
export function requestIds(randomBytes: (size: number) => Uint8Array): () => string {
  const digits = REQUEST_ID_BYTES * 2;
  let pool = '';
  let used = 0;
  return () => {
    if (used === pool.length) {
      pool = Buffer.from(randomBytes(REQUEST_ID_BYTES * 64)).toString('hex');
      used = 0;
    }
    used += digits;
    return `req_${pool.slice(used - digits, used)}`;
  };
}

import { request } from 'node:https';
import { isIP } from 'node:net';
import { bareHost, isPublicAddress, lookupPublic, RefusedAddress } from '../public-address.ts';

interface PublicGet {
  /** The time for the whole answer to arrive. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * GETs an address that a stranger named: over TLS, from the public internet alone, without following redirects. Rejects if
 * it does not arrive, or is too long.
 */
export function getPublic(address: string, { timeoutMs, maxBytes }: PublicGet): Promise<Response> {
  const url = new URL(address);
  const host = bareHost(url.hostname);
  return new Promise((resolve, reject) => {
    // Node does not look up a literal address.
    if (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))) {
      reject(new RefusedAddress());
      return;
    }
    const options = {
      // A connection from a pool would not be checked again.
      agent: false,
      lookup: lookupPublic,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json' },
    };
    const asking = request(url, options, (answer) => {
      const chunks: Uint8Array[] = [];
      let received = 0;
      answer.on('data', (chunk: Uint8Array) => {
        received += chunk.byteLength;
        chunks.push(chunk);
        if (received > maxBytes) answer.destroy(new Error('the answer is too long'));
      });
      answer.once('error', reject);
      answer.once('end', () => {
        const { statusCode: status = 0, headers } = answer;
        const kept = ['content-type', 'cache-control', 'expires'].flatMap((name): [string, string][] => {
          const value = headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        });
        if (status < 200 || status > 599) reject(new Error(`status ${status}`));
        else if ([204, 205, 304].includes(status)) resolve(new Response(null, { status, headers: kept }));
        else resolve(new Response(Buffer.concat(chunks), { status, headers: kept }));
      });
    });
    asking.once('error', reject);
    asking.end();
  });
}

import { createHash, type KeyObject } from 'node:crypto';
import { createSigner, httpbis } from 'http-message-signatures';

interface Unsigned {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Headers that are signed where a request has them. */
const SIGNED_HEADERS = ['authorization', 'content-digest', 'content-type', 'x-idempotency-key'] as const;

/**
 * The headers of a request with a digest of its body (RFC 9530) and a signature (RFC 9421) over method, address and the
 * headers that say what is asked and by whom.
 */
export async function signRequest(
  { key, keyId, nowMs }: { readonly key: KeyObject; readonly keyId: string; readonly nowMs: number },
  { method, url, headers, body }: Unsigned,
): Promise<Record<string, string>> {
  const digest =
    body === null
      ? {}
      : { 'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:` };
  const sent = { ...headers, ...digest };
  const signed = await httpbis.signMessage(
    {
      key: createSigner(key, 'ed25519', keyId),
      name: 'sig1',
      fields: ['@method', '@target-uri', ...SIGNED_HEADERS.filter((name) => Object.hasOwn(sent, name))],
      params: ['created', 'keyid', 'alg'],
      paramValues: { created: new Date(nowMs) },
    },
    { method, url, headers: { ...sent } },
  );
  return Object.fromEntries(
    Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

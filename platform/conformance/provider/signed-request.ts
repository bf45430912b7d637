import { createHash, type KeyObject, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a bank demands of the signature of each request; the others are signed where a request has them. */
const DEMANDED = ['@method', '@target-uri', 'authorization'];
const DEMANDED_WITH_BODY = [...DEMANDED, 'content-digest', 'x-idempotency-key'];
const TOLERANCE_S = 300;

interface Circumstances {
  readonly url: string;
  readonly keyId: string;
  readonly key: KeyObject;
  readonly nowMs: number;
}

/**
 * Why the signature of a request (RFC 9421, Ed25519, one signature) or its digest (RFC 9530) does not hold; null if they do.
 * Written without the library with which the adapter signs, so that both have to mean the RFC.
 */
export function signatureFault(
  { method = '', headers }: IncomingMessage,
  body: string,
  { url, keyId, key, nowMs }: Circumstances,
): string | null {
  const input = /^sig1=(\(([^)]*)\);(.*))$/.exec(String(headers['signature-input'] ?? ''));
  const [, bytes] = /^sig1=:([A-Za-z0-9+/=]+):$/.exec(String(headers.signature ?? '')) ?? [];
  if (input === null || bytes === undefined) return 'there is no signature';
  const [, params = '', list = '', rest = ''] = input;
  const fields = [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const missing = (body === '' ? DEMANDED : DEMANDED_WITH_BODY).find((name) => !fields.includes(name));
  if (missing !== undefined) return `${missing} is not signed`;
  const created = Number(/(?:^|;)created=(\d+)/.exec(rest)?.[1]);
  if (!(Math.abs(nowMs / 1_000 - created) <= TOLERANCE_S)) return 'it is not of the last five minutes';
  if (/(?:^|;)keyid="([^"]*)"/.exec(rest)?.[1] !== keyId) return 'the key is not known';
  const shown = (name: string): string => {
    if (name === '@method') return method;
    return name === '@target-uri' ? url : String(headers[name] ?? '').trim();
  };
  const base = [...fields.map((name) => `"${name}": ${shown(name)}`), `"@signature-params": ${params}`];
  if (!verify(null, Buffer.from(base.join('\n')), key, Buffer.from(bytes, 'base64')))
    return 'somebody else signed, or something else';
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  return body === '' || headers['content-digest'] === digest ? null : 'the digest is of another body';
}

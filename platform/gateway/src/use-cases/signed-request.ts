import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { AgentKey } from '@platform/core/objects/mandate';
import { signatureBase, verifyByAgentKey } from '@platform/core/signed/agent-key';

/** What a request says of itself, byte for byte as it came. */
export interface SentRequest {
  readonly method: string;
  /** Of the Host header. */
  readonly authority: string | undefined;
  /** Path and query as in the request line. */
  readonly target: string;
  readonly authorization: string | undefined;
  readonly mandateId: string | undefined;
  readonly contentDigest: string | undefined;
  readonly signatureInput: string | undefined;
  readonly signature: string | undefined;
}

/** A request whose signature can be read. Nothing of it is proven. */
interface SignedRequest {
  /** The bytes that were signed (RFC 9421, 2.5). */
  readonly base: string;
  readonly signature: Uint8Array;
  readonly keyId: string;
  readonly nonce: string;
  /** Seconds since the epoch. */
  readonly created: number;
  /** The SHA-256 in hex that the body must have. */
  readonly bodyHash: string;
}

/** How far the clocks of agent and gateway may differ, with the time on the way. */
export const SIGNATURE_WINDOW_S = 60;

const SIGNED = ['@method', '@authority', '@path', '@query', 'x-service-contract'];
const COMPONENTS = {
  withoutBody: listOf(SIGNED),
  withBody: listOf([...SIGNED, 'content-digest']),
};
/** The one form of `Signature-Input` that is accepted: one label, the components in this order, parameters. */
const INPUT = /^([a-z][a-z0-9_-]{0,31})=(\([^()]{1,200}\))((?:;[a-z]+=(?:\d{1,15}|"[\w:+/=.-]{1,128}"))+)$/;
const PARAMETER = /;([a-z]+)=(?:(\d+)|"([^"]*)")/g;
const SIGNATURE = /^([a-z][a-z0-9_-]{0,31})=:([A-Za-z0-9+/]{86}==):$/;
const DIGEST = /^sha-256=:([A-Za-z0-9+/]{43}=):$/;
const NONCE = /^.{16,128}$/;
const EMPTY = nodeCrypto.sha256('');

/**
 * Reads the signature of a request (RFC 9421). Only one form is accepted, so that nothing can be read in two ways:
 * `Signature-Input: <label>=("@method" "@authority" "@path" "@query" "x-service-contract" "content-digest");` and the
 * parameters `created`, `keyid`, `nonce` and `tag="sanad-agent"` in any order. `content-digest` (RFC 9530, sha-256 alone)
 * is left out for a request without a body, and only then.
 */
export function readSignedRequest(sent: SentRequest): Result<SignedRequest, 'unauthorized'> {
  const { authorization, authority, target, mandateId, contentDigest } = sent;
  if (authorization !== undefined) return refused('Send a signature or a token, not both.');
  const input = INPUT.exec(sent.signatureInput ?? '');
  if (input === null) return refused('Signature-Input does not have the one form that is accepted.');
  const [, label, components = '', given = ''] = input;
  const signature = SIGNATURE.exec(sent.signature ?? '');
  const bytes = base64Bytes(signature?.[2]);
  if (signature?.[1] !== label || bytes === null) {
    return refused('Signature must have one signature of 64 bytes, with the label of Signature-Input.');
  }
  if (authority === undefined || mandateId === undefined || !target.startsWith('/')) {
    return refused('A signed request needs Host, X-Service-Contract and a path.');
  }
  const digest = contentDigest === undefined ? null : base64Bytes(DIGEST.exec(contentDigest)?.[1]);
  if (contentDigest !== undefined && digest === null) {
    return refused('Content-Digest must be sha-256=:<base64>: and nothing else.');
  }
  if (components !== (digest === null ? COMPONENTS.withoutBody : COMPONENTS.withBody)) {
    return refused(`The signature must cover exactly ${COMPONENTS.withBody}, the last for a body.`);
  }
  const parameters = parametersIn(given);
  if (parameters === null) {
    return refused(
      'The parameters must be created, keyid, nonce (16 to 128 characters) and tag="sanad-agent".',
    );
  }
  const mark = target.indexOf('?');
  const base = signatureBase(
    [
      ['@method', sent.method],
      ['@authority', authority.toLowerCase()],
      ['@path', mark === -1 ? target : target.slice(0, mark)],
      ['@query', mark === -1 ? '?' : target.slice(mark)],
      ['x-service-contract', mandateId],
      ...(contentDigest === undefined ? [] : [['content-digest', contentDigest] as const]),
    ],
    `${components}${given}`,
  );
  const bodyHash = digest === null ? EMPTY : Buffer.from(digest).toString('hex');
  return ok({ base, signature: bytes, ...parameters, bodyHash });
}

/** Whether the key of the mandate signed the request, and just now. The caller counts its nonce. */
export function checkSignedRequest(
  { base, signature, keyId, created }: SignedRequest,
  {
    key,
    fingerprint,
    nowMs,
  }: { readonly key: AgentKey; readonly fingerprint: string; readonly nowMs: number },
): Result<void, 'unauthorized'> {
  if (Math.abs(nowMs - created * 1_000) > SIGNATURE_WINDOW_S * 1_000) {
    return refused(
      `The signature was created more than ${SIGNATURE_WINDOW_S} s before or after this clock: ${Math.floor(nowMs / 1_000)}.`,
    );
  }
  if (keyId !== fingerprint) return refused(`The mandate names the key ${fingerprint}, not the keyid given.`);
  if (verifyByAgentKey(nodeCrypto, key, base, signature)) return ok(undefined);
  return refused(`The signature is not one by ${fingerprint} of this request as it arrived.`);
}

function refused(message: string): ReturnType<typeof fail<'unauthorized'>> {
  return fail('unauthorized', message);
}

function listOf(components: readonly string[]): string {
  return `(${components.map((name) => `"${name}"`).join(' ')})`;
}

/** Null unless each of the four is there once, and no other. */
function parametersIn(given: string): Pick<SignedRequest, 'keyId' | 'nonce' | 'created'> | null {
  const numbers = new Map<string, number>();
  const texts = new Map<string, string>();
  let count = 0;
  for (const [, name = '', digits, text = ''] of given.matchAll(PARAMETER)) {
    count += 1;
    if (digits === undefined) texts.set(name, text);
    else numbers.set(name, Number(digits));
  }
  const [created, keyId, nonce] = [numbers.get('created'), texts.get('keyid'), texts.get('nonce')];
  if (count !== 4 || created === undefined || keyId === undefined || nonce === undefined) return null;
  return NONCE.test(nonce) && texts.get('tag') === 'sanad-agent' ? { created, keyId, nonce } : null;
}

/** Null for a second spelling of the same bytes. */
function base64Bytes(text: string | undefined): Uint8Array | null {
  if (text === undefined) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

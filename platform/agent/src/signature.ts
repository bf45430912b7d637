/** A key of the agent's own, of Ed25519 or P-256. The private half need not be extractable. */
export interface AgentKeyPair {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

interface Signed {
  readonly method: string;
  readonly url: URL;
  readonly mandate: string;
  readonly body: string | undefined;
}

const NONCE_BYTES = 16;
const MS = 1_000;

/**
 * The headers by which the agent signs one request (RFC 9421), in the one form that the gateway accepts. A signature
 * counts once and for a minute, so each attempt is signed anew.
 */
export async function signatureHeaders(
  { privateKey, publicKey }: AgentKeyPair,
  { method, url, mandate, body }: Signed,
): Promise<Readonly<Record<string, string>>> {
  const digest = body === undefined ? null : `sha-256=:${base64(await sha256(utf8(body)))}:`;
  const components: readonly (readonly [string, string])[] = [
    ['@method', method],
    ['@authority', url.host],
    ['@path', url.pathname],
    ['@query', url.search === '' ? '?' : url.search],
    ['x-service-contract', mandate],
    ...(digest === null ? [] : [['content-digest', digest] as const]),
  ];
  const nonce = hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const names = components.map(([name]) => `"${name}"`).join(' ');
  const parameters = `(${names});created=${Math.floor(Date.now() / MS)};keyid="${await fingerprint(publicKey)}";nonce="${nonce}";tag="sanad-agent"`;
  const base = [...components, ['@signature-params', parameters]]
    .map(([name, value]) => `"${name}": ${value}`)
    .join('\n');
  const algorithm =
    privateKey.algorithm.name === 'ECDSA' ? { name: 'ECDSA', hash: 'SHA-256' } : privateKey.algorithm.name;
  const signature = await crypto.subtle.sign(algorithm, privateKey, utf8(base));
  return {
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${base64(signature)}:`,
    ...(digest === null ? {} : { 'content-digest': digest }),
  };
}

/** As the mandate's pages show it: of the 32 bytes of an Ed25519 key, or of the uncompressed point of P-256. */
async function fingerprint(publicKey: CryptoKey): Promise<string> {
  return `sha256:${hex(new Uint8Array(await sha256(await crypto.subtle.exportKey('raw', publicKey))))}`;
}

function sha256(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', bytes);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { concatBytes, utf8 } from '@common/evidence/bytes';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64 } from '../log/note/base64.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A public log of version 2 in memory, with real cryptography and its own tree: it shares no tree code with what it is held against. */
export interface FakeRekorLog {
  readonly origin: string;
  /** What the real one answers to this call. */
  readonly handle: (method: string, path: string, body: string) => Answer;
  /** A `trusted_root.json` that has only this log. */
  readonly trustedRoot: (baseUrl: string) => string;
  /** Entries in order: canonical bodies. */
  readonly bodies: () => readonly string[];
  /** Adds other people's entries. */
  readonly addOthers: (count: number) => void;
  /** Refuses further entries, like a replaced shard. */
  readonly freeze: () => void;
  /** Freezes its checkpoint, or releases it. */
  readonly hold: (held: boolean) => void;
}

const ED25519_SPKI = Uint8Array.from([
  0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
]);
const P256_SPKI_BYTES = 26;
const TILE = 256;

/** `name`: the keys are derived from it, so that every run signs the same bytes. Such keys guard nothing. */
export function createFakeRekorLog(name: string, origin = `${name}.rekor.test`): FakeRekorLog {
  const secret = sha256(utf8(`fake rekor ${name}`));
  const publicKey = ed25519.getPublicKey(secret);
  const id = sha256(concatBytes(utf8(`${origin}\n`), Uint8Array.of(1), publicKey));
  const bodies: string[] = [];
  let frozen = false;
  let held: number | null = null;
  const leaves = (size: number) => bodies.slice(0, size).map((body) => hash(0, utf8(body)));
  const checkpoint = (size: number): string => signedHead({ origin, secret, id }, size, rootOf(leaves(size)));
  const entryOf = (index: number) => {
    const size = bodies.length;
    const logIndex = String(index);
    return {
      ...{
        logIndex,
        logId: { keyId: toBase64(id) },
        kindVersion: { kind: 'hashedrekord', version: '0.0.2' },
      },
      integratedTime: '0',
      inclusionPromise: null,
      inclusionProof: {
        logIndex,
        rootHash: toBase64(rootOf(leaves(size))),
        treeSize: String(size),
        hashes: pathOf(index, leaves(size)).map(toBase64),
        checkpoint: { envelope: checkpoint(size) },
      },
      canonicalizedBody: toBase64(utf8(bodies[index] ?? '')),
    };
  };
  const add = (request: string): Answer => {
    if (frozen) return refusal(405, 'This log has been frozen, please switch to the latest log');
    const body = canonicalBody(request);
    if (body === null) return refusal(400, 'invalid hashedrekord request: verifying signature');
    const known = bodies.indexOf(body);
    if (known >= 0)
      return {
        ...refusal(409, 'an equivalent entry already exists'),
        headers: { 'x-log-index': String(known) },
      };
    bodies.push(body);
    return json(201, entryOf(bodies.length - 1));
  };
  return {
    origin,
    handle(method, path, body) {
      if (method === 'POST' && path === '/api/v2/log/entries') return add(body);
      if (method !== 'GET') return refusal(501, 'Method Not Allowed');
      const size = held ?? bodies.length;
      if (path === '/api/v2/checkpoint')
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: checkpoint(size) };
      const tile = tileOf(path, leaves(size));
      return tile === null
        ? refusal(404, 'not found')
        : { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: tile };
    },
    trustedRoot: (baseUrl) => trustedRootOf(baseUrl, publicKey, id),
    bodies: () => bodies,
    addOthers(count) {
      for (let left = count; left > 0; left -= 1)
        bodies.push(`{"entry":"of somebody else, ${bodies.length}"}`);
    },
    freeze() {
      frozen = true;
    },
    hold(isHeld) {
      held = isHeld ? bodies.length : null;
    },
  };
}

function signedHead(
  { origin, secret, id }: { readonly origin: string; readonly secret: Uint8Array; readonly id: Uint8Array },
  size: number,
  root: Uint8Array,
): string {
  const text = `${origin}\n${size}\n${toBase64(root)}\n`;
  const line = toBase64(concatBytes(id.subarray(0, 4), ed25519.sign(utf8(text), secret)));
  return `${text}\n— ${origin} ${line}\n`;
}

function trustedRootOf(baseUrl: string, publicKey: Uint8Array, id: Uint8Array): string {
  const tlog = {
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: toBase64(concatBytes(ED25519_SPKI, publicKey)),
      keyDetails: 'PKIX_ED25519',
      validFor: { start: '2020-01-01T00:00:00Z' },
    },
    logId: { keyId: toBase64(id) },
  };
  return JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [tlog],
    certificateAuthorities: [],
    ctlogs: [],
    timestampAuthorities: [],
  });
}

/** Null for what the log refuses: another form, or a signature that does not hold. */
function canonicalBody(request: string): string | null {
  const { hashedRekordRequestV002: asked } = JSON.parse(request);
  const { digest, signature } = asked ?? {};
  const { publicKey, keyDetails } = signature?.verifier ?? {};
  const spki = fromBase64(publicKey?.rawBytes ?? '');
  const der = fromBase64(signature?.content ?? '');
  const hashed = fromBase64(digest ?? '');
  if (keyDetails !== 'PKIX_ECDSA_P256_SHA_256' || spki === null || der === null || hashed?.length !== 32)
    return null;
  try {
    const options = { prehash: false, lowS: false, format: 'der' } as const;
    if (!p256.verify(der, hashed, spki.subarray(P256_SPKI_BYTES), options)) return null;
  } catch {
    return null;
  }
  const verifier = `{"keyDetails":"${keyDetails}","publicKey":{"rawBytes":"${publicKey.rawBytes}"}}`;
  const data = `{"algorithm":"SHA2_256","digest":"${digest}"}`;
  const spec = `{"data":${data},"signature":{"content":"${signature.content}","verifier":${verifier}}}`;
  return `{"apiVersion":"0.0.2","kind":"hashedrekord","spec":{"hashedRekordV002":${spec}}}`;
}

/** A tile of hashes, with the width that the log of these leaves has of it. */
function tileOf(path: string, leaves: readonly Uint8Array[]): Uint8Array | null {
  const [, level, groups = '', partial] =
    /^\/api\/v2\/tile\/(\d+)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? [];
  if (level === undefined) return null;
  const index = Number(groups.replaceAll(/[x/]/g, ''));
  const span = TILE ** Number(level);
  const row = Array.from({ length: Math.floor(leaves.length / span) }, (_, at) =>
    rootOf(leaves.slice(at * span, (at + 1) * span)),
  );
  const width = partial === undefined ? TILE : Number(partial);
  const hashes = row.slice(index * TILE, index * TILE + width);
  return hashes.length === width ? concatBytes(...hashes) : null;
}

/** RFC 6962, 2.1, as it is written there. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return sha256(Uint8Array.of());
  if (leaves.length === 1) return first;
  const at = splitOf(leaves.length);
  return hash(1, concatBytes(rootOf(leaves.slice(0, at)), rootOf(leaves.slice(at))));
}

function pathOf(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const at = splitOf(leaves.length);
  return index < at
    ? [...pathOf(index, leaves.slice(0, at)), rootOf(leaves.slice(at))]
    : [...pathOf(index - at, leaves.slice(at)), rootOf(leaves.slice(0, at))];
}

function splitOf(size: number): number {
  let at = 1;
  while (at * 2 < size) at *= 2;
  return at;
}

function hash(prefix: number, data: Uint8Array): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(prefix), data));
}

function refusal(status: number, message: string): Answer {
  return json(status, { code: status, message, details: [] });
}

function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

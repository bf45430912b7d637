import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A key of a made-up cloud, with real RSA. */
interface CloudKey {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>>;
  /** A JWT signed with RS256. */
  readonly token: (claims: unknown, header?: Readonly<Record<string, unknown>>) => string;
}

export interface FakeCloud {
  /** The address of the metadata server. */
  readonly metadataUrl: string;
  /** The address of the JWK set. */
  readonly certsUrl: string;
  readonly current: () => CloudKey;
  /** The JWK set as published now, as text. */
  readonly certs: () => string;
  /** Signs with a new key from now on. The old keys remain published unless `forget` is set. */
  readonly rotate: (forget?: 'forget') => void;
  /** The audiences of the tokens so far, in order. */
  readonly audiences: readonly string[];
  /** Claims in addition to the usual ones, or instead of them. */
  readonly claim: (claims: Readonly<Record<string, unknown>>) => void;
  /** Makes both answer 503 from now on, or work again. */
  readonly goDown: (part: 'metadata' | 'certs' | 'none') => void;
}

const MACHINE = {
  instance_confidentiality: 1,
  instance_creation_timestamp: 1_780_000_000,
  instance_id: '4080561024171678567',
  instance_name: 'venue-1',
  project_id: 'made-up-project',
  project_number: 1_071_284_184_436,
  zone: 'europe-west4-a',
};
const LIFETIME_S = 3_600;

/** The claims of an instance identity token of format `full`, issued at `nowMs`. */
export function machineClaims(aud: string, nowMs: number): Readonly<Record<string, unknown>> {
  const iat = Math.floor(nowMs / 1_000);
  return {
    aud,
    azp: '112179062720391305885',
    sub: '112179062720391305885',
    email_verified: true,
    email: '1071284184436-compute@developer.gserviceaccount.com',
    exp: iat + LIFETIME_S,
    iat,
    iss: 'https://accounts.google.com',
    google: { compute_engine: MACHINE },
  };
}

export function cloudKey(): CloudKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const kid = randomUUID().replaceAll('-', '');
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  return {
    kid,
    jwk,
    token: (claims, header = {}) => jwt(privateKey, { alg: 'RS256', kid, typ: 'JWT', ...header }, claims),
  };
}

function jwt(key: KeyObject, header: unknown, claims: unknown): string {
  const [head, body] = [header, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signed = `${head}.${body}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/**
 * Starts a metadata server as on a virtual machine of Google's, with the JWK set of its keys, on a real port.
 */
export async function startFakeCloud(
  t: { after(work: () => void): void },
  clock: () => number = Date.now,
): Promise<FakeCloud> {
  let keys = [cloudKey()];
  let down: 'metadata' | 'certs' | 'none' = 'none';
  let claimed: Readonly<Record<string, unknown>> = {};
  const audiences: string[] = [];
  const current = (): CloudKey => {
    const last = keys.at(-1);
    if (last === undefined) throw new Error('a cloud has a key');
    return last;
  };
  const certs = (): string => JSON.stringify({ keys: keys.map(({ jwk }) => jwk) });
  const listener: RequestListener = ({ url = '', headers }, reply) => {
    const { pathname, searchParams } = new URL(url, 'http://metadata');
    const audience = searchParams.get('audience');
    if (pathname === '/oauth2/v3/certs') {
      reply.writeHead(down === 'certs' ? 503 : 200, { 'content-type': 'application/json' }).end(certs());
    } else if (pathname !== '/computeMetadata/v1/instance/service-accounts/default/identity') {
      reply.writeHead(404).end();
    } else if (headers['metadata-flavor'] !== 'Google') {
      reply.writeHead(403).end('Missing required header "Metadata-Flavor": "Google"');
    } else if (audience === null || searchParams.get('format') !== 'full') {
      reply.writeHead(400).end('non-empty audience parameter required');
    } else if (down === 'metadata') {
      reply.writeHead(503).end();
    } else {
      audiences.push(audience);
      reply.writeHead(200, { 'metadata-flavor': 'Google', 'content-type': 'text/html' });
      reply.end(current().token({ ...machineClaims(audience, clock()), ...claimed }));
    }
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    metadataUrl: origin,
    certsUrl: `${origin}/oauth2/v3/certs`,
    current,
    certs,
    audiences,
    rotate: (forget) => {
      keys = [...(forget === undefined ? keys : []), cloudKey()];
    },
    claim: (claims) => {
      claimed = claims;
    },
    goDown: (part) => {
      down = part;
    },
  };
}

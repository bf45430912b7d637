import { concatBytes, fromHex, toHex, utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { FLAGS } from '../crypto/device/authenticator-data.ts';
import { toBase64url } from '../crypto/device/base64url.ts';
import { digest } from '../crypto/device/digest.ts';
import type { KeyEntry } from '../objects/key-entry.ts';
import { type AssertionResponse, proofOfAssertion } from '../signed/assertion-proof.ts';
import type { Signer } from '../signed/signed.ts';
import { type Cbor, toCbor } from './cbor.ts';
import { RSA_MODULUS, signRs256 } from './rsa-key.ts';

interface PasskeyOptions {
  /** Everything is derived from it, so that every run signs the same bytes. Such keys guard nothing. */
  readonly name: string;
  /** All keys of RSA are the same one. */
  readonly kind?: 'p256' | 'ed25519' | 'rsa';
  /** What its registration shows instead of its RSA key. */
  readonly shownRsa?: { readonly modulus?: Uint8Array; readonly exponent?: Uint8Array };
  readonly rpId?: string;
  readonly origin?: string;
  /** Synced between devices, as most passkeys are. */
  readonly synced?: boolean;
  /** Whether its counter counts: many stay at 0. */
  readonly counts?: boolean;
}

/** What an assertion says instead of the truth; each is a fault that some check must find. */
export interface AssertionFault {
  readonly type?: string;
  readonly challenge?: Uint8Array;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  /** In place of the JSON. */
  readonly clientData?: (text: string) => string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly rest?: Uint8Array;
}

export interface SoftwarePasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly cosePublicKey: Uint8Array;
  /** `RegistrationResponseJSON`. */
  readonly register: (challenge: Uint8Array, attestation?: 'none' | 'self') => Registration;
  /** `AuthenticationResponseJSON`. */
  readonly sign: (challenge: Uint8Array, fault?: AssertionFault) => AssertionResponse & Common;
  /** What an enrolment says of it; nothing attested it. */
  readonly facts: Pick<KeyEntry, 'alg' | 'public_key' | 'fingerprint' | 'webauthn'>;
  /** Signs hashes, as a page would have it do. */
  readonly signer: (kid: string, fault?: AssertionFault) => Signer;
}

interface Common {
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: Readonly<Record<string, never>>;
}

interface Registration extends Common {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}

interface Identity {
  readonly rpId: string;
  readonly origin: string;
  readonly publicKey: Uint8Array;
  readonly id: Uint8Array;
  readonly aaguid: Uint8Array;
  readonly sign: (message: Uint8Array) => Uint8Array;
  /** The public key as the authenticator shows it, and the number of its algorithm. */
  readonly cose: Uint8Array;
  readonly alg: number;
}

function identityOf(crypto: Crypto, options: PasskeyOptions): Identity {
  const { name, kind = 'p256', shownRsa, rpId = 'sanad.example', origin = `https://${rpId}` } = options;
  const secret = digest(crypto, `sanad test passkey ${name}`);
  return {
    rpId,
    origin,
    id: digest(crypto, `credential ${name}`),
    aaguid: digest(crypto, `model ${name}`).subarray(0, 16),
    ...KEYS[kind](crypto, secret),
    ...(shownRsa === undefined ? {} : rsaCose(shownRsa)),
  };
}

type KeyPair = Pick<Identity, 'publicKey' | 'sign' | 'cose' | 'alg'>;

/** With the COSE key of RFC 9053 (EC2 over P-256, OKP over Ed25519) or RFC 8230 (RSA), and its algorithm. */
const KEYS: Readonly<
  Record<NonNullable<PasskeyOptions['kind']>, (crypto: Crypto, secret: Uint8Array) => KeyPair>
> = {
  p256: (_crypto, secret) => {
    const publicKey = p256.getPublicKey(secret, false);
    const point: Cose = [
      [-1, 1],
      [-2, publicKey.subarray(1, 33)],
      [-3, publicKey.subarray(33)],
    ];
    const sign = (message: Uint8Array) => p256.sign(message, secret, { format: 'der' });
    return { publicKey, sign, ...coseKey(2, -7, point) };
  },
  ed25519: (_crypto, secret) => {
    const publicKey = ed25519.getPublicKey(secret);
    const point: Cose = [
      [-1, 6],
      [-2, publicKey],
    ];
    return { publicKey, sign: (message) => ed25519.sign(message, secret), ...coseKey(1, -8, point) };
  },
  rsa: (crypto) => ({
    publicKey: RSA_MODULUS,
    sign: (message) => signRs256(crypto, message),
    ...rsaCose({}),
  }),
};

function rsaCose({
  modulus = RSA_MODULUS,
  exponent = Uint8Array.of(1, 0, 1),
}: NonNullable<PasskeyOptions['shownRsa']>) {
  return coseKey(3, -257, [
    [-1, modulus],
    [-2, exponent],
  ]);
}

type Cose = readonly (readonly [number, Cbor])[];

function coseKey(type: number, alg: number, rest: Cose): Pick<Identity, 'cose' | 'alg'> {
  const members: Cose = [[1, type], [3, alg], ...rest];
  return { alg, cose: toCbor(new Map<number, Cbor>(members.map(([name, value]) => [name, value]))) };
}

/** Writes the authenticator's data, and counts. */
function createAuthenticator(crypto: Crypto, { rpId }: Identity, { synced, counts = true }: PasskeyOptions) {
  let counter = 0;
  const device = synced ? FLAGS.backupEligible | FLAGS.backedUp : 0;
  const flags = FLAGS.userPresent | FLAGS.userVerified | device;
  return (fault: AssertionFault, more = 0, rest = new Uint8Array()): Uint8Array => {
    if (counts) counter += 1;
    return concatBytes(
      digest(crypto, fault.rpId ?? rpId),
      Uint8Array.of((fault.flags ?? flags) | more),
      uint32(fault.counter ?? counter),
      fault.rest ?? rest,
    );
  };
}

function clientData(
  { origin }: Identity,
  type: string,
  challenge: Uint8Array,
  fault: AssertionFault,
): Uint8Array {
  const { crossOrigin = false, topOrigin, clientData: change = (text: string) => text } = fault;
  const data = {
    type: fault.type ?? type,
    challenge: toBase64url(fault.challenge ?? challenge),
    origin: fault.origin ?? origin,
    crossOrigin,
    ...(topOrigin === undefined ? {} : { topOrigin }),
  };
  return utf8(change(JSON.stringify(data)));
}

/** The authenticator and the browser in one: it makes what WebAuthn makes, byte for byte. */
export function createPasskey(crypto: Crypto, options: PasskeyOptions): SoftwarePasskey {
  const identity = identityOf(crypto, options);
  const { publicKey, id, aaguid, sign, cose, alg } = identity;
  const authenticatorData = createAuthenticator(crypto, identity, options);
  const common: Common & { readonly id: string } = {
    id: toBase64url(id),
    rawId: toBase64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  };
  const passkey: SoftwarePasskey = {
    credentialId: common.id,
    publicKey,
    cosePublicKey: cose,
    register: (challenge, attestation = 'none') => {
      const client = clientData(identity, 'webauthn.create', challenge, {});
      const attested = concatBytes(aaguid, Uint8Array.of(0, id.length), id, cose);
      const data = authenticatorData({}, FLAGS.attestedData, attested);
      const signed = sign(concatBytes(data, digest(crypto, client)));
      const response = {
        clientDataJSON: toBase64url(client),
        attestationObject: toBase64url(attestationObject(data, attestation === 'self' ? signed : null, alg)),
      };
      return { ...common, response };
    },
    sign: (challenge, fault = {}) => {
      const client = clientData(identity, 'webauthn.get', challenge, fault);
      const data = authenticatorData(fault);
      const response = {
        authenticatorData: toBase64url(data),
        clientDataJSON: toBase64url(client),
        signature: toBase64url(sign(concatBytes(data, digest(crypto, client)))),
      };
      return { ...common, response };
    },
    facts: factsOf(crypto, identity, options),
    signer: (kid, fault) => ({
      kid,
      alg: 'webauthn',
      sign: (ascii) => {
        const assertion = passkey.sign(utf8(ascii), fault);
        const enrolled = { credential_id: common.id, public_key: passkey.facts.public_key };
        const proof = proofOfAssertion(assertion, enrolled);
        if (!proof.ok) throw new Error(proof.error.message);
        return proof.value;
      },
    }),
  };
  return passkey;
}

/** Format `packed`, signed by the passkey itself, or `none`. */
function attestationObject(authData: Uint8Array, selfSigned: Uint8Array | null, alg: number): Uint8Array {
  const statement: [string, Cbor][] =
    selfSigned === null
      ? []
      : [
          ['alg', alg],
          ['sig', selfSigned],
        ];
  return toCbor(
    new Map<string, Cbor>([
      ['fmt', selfSigned === null ? 'none' : 'packed'],
      ['attStmt', new Map(statement)],
      ['authData', authData],
    ]),
  );
}

function factsOf(
  crypto: Crypto,
  { publicKey, id, aaguid, rpId, origin }: Identity,
  { name, synced = false }: PasskeyOptions,
): SoftwarePasskey['facts'] {
  return {
    alg: 'webauthn',
    public_key: toHex(publicKey),
    fingerprint: `sha256:${crypto.sha256(publicKey)}`,
    webauthn: {
      rp_id: rpId,
      origins: [origin],
      credential_id: toBase64url(id),
      aaguid: toHex(aaguid),
      sign_count: 0,
      backup_eligible: synced,
      attestation: {
        format: 'none',
        hash: crypto.sha256(`attestation of ${name}`),
        root: null,
        attested_at: '2026-01-01T00:00:00.000Z',
      },
    },
  };
}

export function uint32(value: number): Uint8Array {
  return fromHex(value.toString(16).padStart(8, '0')) ?? new Uint8Array(4);
}

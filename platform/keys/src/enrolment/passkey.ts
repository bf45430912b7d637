import { createHash } from 'node:crypto';
import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import { rsaKeyFault } from '@common/evidence/rs256';
import { fromBase64url } from '@platform/core/crypto/device/base64url';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** The COSE numbers of ES256, EdDSA and RS256, the last for Windows’ own authenticator, in order of preference. */
const ALGORITHMS = [-7, -8, -257];
/** Formats whose statement may bring a chain of certificates. */
const ATTESTED_FORMATS = ['packed', 'tpm', 'fido-u2f', 'android-key', 'apple'] as const;
const P256_COORDINATE_BYTES = 32;

/** This loads when it is needed, because it prints warnings about experimental features. */
const library = () => import('@simplewebauthn/server');

interface Page {
  readonly rpId: string;
  readonly origins: readonly string[];
}

/** The argument of `navigator.credentials.create`. Keep it: the answer is checked against its challenge. */
export async function passkeyOptions(
  { rpId, challenge }: Pick<Page, 'rpId'> & { readonly challenge?: Uint8Array },
  person: { readonly kid: string; readonly person: string },
  /** The credential ids of the person's passkeys. A device that holds one of them makes no second one. */
  known: readonly string[] = [],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Sanad approvals',
    rpID: rpId,
    userName: person.kid,
    userDisplayName: person.person,
    attestationType: 'direct',
    authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map((id) => ({ id })),
    // The library's own challenge is 32 random bytes.
    ...(challenge === undefined ? {} : { challenge: Uint8Array.from(challenge) }),
  });
}

/** The challenge that a registration answers, unchecked; null if the input is no registration. */
export function challengeOf(response: unknown): string | null {
  const bytes = isRegistration(response) ? fromBase64url(response.response.clientDataJSON) : null;
  const parsed = bytes === null ? null : parseStrict(Buffer.from(bytes).toString('utf8'));
  const challenge: unknown = parsed?.ok ? Object(parsed.value).challenge : null;
  return typeof challenge === 'string' ? challenge : null;
}

interface PasskeyRegistration extends Page {
  /** `RegistrationResponseJSON`, unchecked. */
  readonly response: unknown;
  /** The challenge of the options, in base64url. */
  readonly challenge: string;
  /** Certificates (PEM) of makers whose attestations count. */
  readonly roots: readonly string[];
  readonly nowMs: number;
}

type PasskeyFacts = Pick<KeyEntry, 'alg' | 'public_key' | 'fingerprint' | 'webauthn'>;
type RegistrationRefusal = 'registration_invalid';

const refuse = (why: string) => fail('registration_invalid', `This passkey cannot be enrolled: ${why}.`);

/**
 * Returns what a principal can sign about a new passkey. Its attestation counts only if its chain ends in one
 * of the roots. A chain that ends elsewhere counts as none; a false one is refused.
 */
export async function readRegistration(
  given: PasskeyRegistration,
): Promise<Result<PasskeyFacts, RegistrationRefusal>> {
  const { response, rpId, origins, nowMs } = given;
  if (!isRegistration(response))
    return refuse('the file is not the JSON that a browser returns (RegistrationResponseJSON)');
  const attestation = fromBase64url(response.response.attestationObject);
  const client = clientFault(response.response.clientDataJSON);
  if (client !== null) return refuse(client);
  if (attestation === null) return refuse('its attestation object is not base64url');
  const verified = await alone(() => verifyWithRoots(given, response));
  if (!verified.ok) return verified;
  const { info, root } = verified.value;
  const publicKey = await publicKeyOf(info.credential.publicKey);
  if (!publicKey.ok) return publicKey;
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  return ok({
    alg: 'webauthn',
    public_key: publicKey.value.toString('hex'),
    fingerprint: `sha256:${sha256(publicKey.value)}`,
    webauthn: {
      rp_id: rpId,
      origins: [...origins],
      credential_id: info.credential.id,
      aaguid: info.aaguid.replaceAll('-', ''),
      sign_count: info.credential.counter,
      backup_eligible: info.credentialDeviceType === 'multiDevice',
      attestation: {
        format: info.fmt,
        hash: sha256(attestation),
        root,
        attested_at: formatInstant(nowMs),
      },
    },
  });
}

type Library = Awaited<ReturnType<typeof library>>;
type Info = NonNullable<
  Extract<Awaited<ReturnType<Library['verifyRegistrationResponse']>>, { verified: true }>['registrationInfo']
>;

/** Verifies the whole without any root first, then with each, to find the one that its chain ends in. */
async function verifyWithRoots(
  { challenge, origins, rpId, roots }: PasskeyRegistration,
  response: RegistrationResponseJSON,
): Promise<Result<{ readonly info: Info; readonly root: string | null }, RegistrationRefusal>> {
  const { verifyRegistrationResponse, SettingsService } = await library();
  const verifyWith = async (certificates: string[]): Promise<Result<Info, RegistrationRefusal>> => {
    for (const identifier of ATTESTED_FORMATS) {
      SettingsService.setRootCertificates({ identifier, certificates });
    }
    try {
      const answer = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: [...origins],
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return answer.verified ? ok(answer.registrationInfo) : refuse('its attestation is not valid');
    } catch (error) {
      return refuse(error instanceof Error ? error.message : 'it is not a registration');
    }
  };
  const whole = await verifyWith([]);
  if (!whole.ok) return whole;
  // Without certificates (`none`, and `packed` by the passkey itself), no root was checked.
  if (!(await hasCertificates(whole.value))) return ok({ info: whole.value, root: null });
  for (const root of roots) {
    const anchored = await verifyWith([root]);
    if (anchored.ok) return ok({ info: anchored.value, root: fingerprintOf(root) });
  }
  return ok({ info: whole.value, root: null });
}

async function hasCertificates({ attestationObject }: Info): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const chain = decodeAttestationObject(attestationObject).get('attStmt').get('x5c');
  return chain !== undefined && chain.length > 0;
}

function fingerprintOf(pem: string): string {
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  return `sha256:${createHash('sha256').update(der).digest('hex')}`;
}

let last: Promise<unknown> = Promise.resolve();

/** The library keeps the roots in one place for all callers: one registration at a time. */
function alone<Value>(work: () => Promise<Value>): Promise<Value> {
  const mine = last.then(work, work);
  last = mine;
  return mine;
}

/** The library does not check frames. A registration may not come from one either. */
function clientFault(clientDataJson: string): string | null {
  const bytes = fromBase64url(clientDataJson);
  const parsed = bytes === null ? null : parseStrict(Buffer.from(bytes).toString('utf8'));
  if (parsed === null || !parsed.ok) return 'its client data is not strict JSON';
  const { value } = parsed;
  if (typeof value !== 'object' || value === null) return 'its client data is not an object';
  const isFramed = 'topOrigin' in value || ('crossOrigin' in value && value.crossOrigin !== false);
  return isFramed ? 'it was made in a frame of another page: open the page itself' : null;
}

function isRegistration(value: unknown): value is RegistrationResponseJSON {
  if (typeof value !== 'object' || value === null) return false;
  const { id, response } = value as { readonly id?: unknown; readonly response?: unknown };
  if (typeof id !== 'string' || typeof response !== 'object' || response === null) return false;
  const { clientDataJSON, attestationObject } = response as Readonly<Record<string, unknown>>;
  return typeof clientDataJSON === 'string' && typeof attestationObject === 'string';
}

type Cose = ReadonlyMap<number, unknown>;

/** Reads a key of RFC 9053 or RFC 8230. It also refuses a coordinate that lost a leading zero. */
async function publicKeyOf(bytes: Uint8Array): Promise<Result<Buffer, RegistrationRefusal>> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const cose = decodeCredentialPublicKey(Uint8Array.from(bytes)) as unknown as Cose;
  if (cose.get(1) === 3 && cose.get(3) === -257) return modulusOf(cose);
  const [alg, x, y] = [cose.get(3), cose.get(-2), cose.get(-3)];
  const isCoordinate = (value: unknown) =>
    value instanceof Uint8Array && value.length === P256_COORDINATE_BYTES ? value : null;
  const [first, second] = [isCoordinate(x), isCoordinate(y)];
  if (alg === -8 && first !== null) return ok(Buffer.from(first));
  if (alg === -7 && first !== null && second !== null) {
    return ok(Buffer.concat([Buffer.of(4), first, second]));
  }
  return refuse('its key is not one of P-256, Ed25519 or RSA with SHA-256');
}

/** The modulus alone is the key, so that it has one spelling: its exponent must be 65537 (ADR 0026). */
function modulusOf(cose: Cose): Result<Buffer, RegistrationRefusal> {
  const [n, e] = [cose.get(-1), cose.get(-2)];
  if (!(e instanceof Uint8Array) || Buffer.from(e).toString('hex') !== '010001') {
    return refuse('its RSA key has another exponent than 65537');
  }
  const fault = n instanceof Uint8Array ? rsaKeyFault(n) : 'has no modulus';
  return fault === null ? ok(Buffer.from(n as Uint8Array)) : refuse(`its RSA key ${fault}`);
}

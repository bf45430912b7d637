import { fail, ok, type Result } from '@common/base/result';
import { utf8 } from '@common/evidence/bytes';
import { fromBase64url, toBase64url } from '@platform/core/crypto/device/base64url';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { signHash } from '@platform/core/signed/signed';
import { assertedSigner } from '../use-cases/passkey-approval.ts';

interface Credential {
  readonly id: string;
  readonly response: Readonly<Record<'authenticatorData' | 'clientDataJSON' | 'signature', ArrayBuffer>>;
}
interface CredentialRequest {
  readonly publicKey: {
    readonly challenge: Uint8Array;
    readonly rpId: string;
    readonly allowCredentials: readonly { readonly type: 'public-key'; readonly id: Uint8Array }[];
    readonly userVerification: 'required';
  };
}
declare const location: { readonly hostname: string; readonly origin: string };
declare const navigator: {
  readonly credentials?: { get(asked: CredentialRequest): Promise<Credential | null> };
};

/** Says why this page cannot ask this passkey; null if it can. */
export function passkeyFault({ kid, webauthn, compromised_at: lost }: KeyEntry): string | null {
  if (webauthn === undefined) return `${kid} is no passkey.`;
  if (lost !== null) return `${kid} is marked as compromised: nothing that it signs counts.`;
  const { rp_id: rpId, origins } = webauthn;
  const isOfRp = location.hostname === rpId || location.hostname.endsWith(`.${rpId}`);
  if (!isOfRp) return `${kid} is a passkey for ${rpId}, and this page is at ${location.hostname}.`;
  if (!origins.includes(location.origin)) {
    return `${kid} is enrolled to sign at ${origins.join(' and ')} only, not at ${location.origin}.`;
  }
  if (navigator.credentials === undefined) {
    return `${kid} cannot be asked: ${NO_PASSKEYS}`;
  }
  return null;
}

const NO_PASSKEYS = 'a browser has passkeys only for pages over HTTPS, or on this machine.';

/**
 * Asks the person’s device to sign the 64 ASCII characters of the hash. INVARIANT: it asks only for the
 * enrolled credential, and only with the device verifying its holder. `checkedHere` checks the answer; it is
 * never believed.
 */
export async function signWithPasskey(hash: string, entry: KeyEntry): Promise<Result<Signature>> {
  const { kid, webauthn } = entry;
  const fault = passkeyFault(entry);
  if (fault !== null || webauthn === undefined || fromBase64url(webauthn.credential_id) === null) {
    return fail('passkey_unusable', fault ?? `${kid} has an id that no passkey has: enrol it again.`);
  }
  const { rp_id: rpId, credential_id: id } = webauthn;
  const asserted = await askPasskey({ hash, rpId, ids: [id], called: kid });
  return asserted.ok ? signatureOf(hash, entry, asserted.value) : asserted;
}

interface AskedPasskey {
  readonly hash: string;
  readonly rpId: string;
  /** The credentials to ask for; null for those that the device finds by itself. */
  readonly ids: readonly string[] | null;
  /** What the person is told of the passkey, if it is not used. */
  readonly called: string;
}

interface Asserted {
  readonly id: string;
  readonly response: Readonly<Record<keyof Credential['response'], string>>;
}

/** What the device signed, as JSON has it. */
export async function askPasskey({ hash, rpId, ids, called }: AskedPasskey): Promise<Result<Asserted>> {
  if (navigator.credentials === undefined) {
    return fail('passkey_unusable', `${called} cannot be asked: ${NO_PASSKEYS}`);
  }
  const allowed = ids
    ?.flatMap((id) => fromBase64url(id) ?? [])
    .map((id) => ({ type: 'public-key' as const, id }));
  let credential: Credential | null;
  try {
    credential = await navigator.credentials.get({
      publicKey: {
        challenge: utf8(hash),
        rpId,
        allowCredentials: allowed ?? [],
        userVerification: 'required',
      },
    });
  } catch (thrown) {
    return fail('passkey_not_used', notUsed(called, thrown));
  }
  if (!credential) return fail('passkey_not_used', notUsed(called, null));
  const { id, response } = credential;
  const text = (name: keyof Credential['response']) => toBase64url(new Uint8Array(response[name] ?? []));
  const told = {
    authenticatorData: text('authenticatorData'),
    clientDataJSON: text('clientDataJSON'),
    signature: text('signature'),
  };
  return ok({ id, response: told });
}

/** The signature by this enrolled passkey, if it is the one that signed. */
export function signatureOf(hash: string, entry: KeyEntry, asserted: Asserted): Result<Signature> {
  const signer = assertedSigner({ [entry.kid]: entry }, entry.kid, asserted);
  return signer.ok ? ok(signHash(signer.value, hash)) : signer;
}

/** A browser does not distinguish these causes, because that would show pages who has which passkeys. */
function notUsed(called: string, thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'SecurityError') return `This page’s address is not one at which ${called} may sign.`;
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return `${called} was not used: it was cancelled, took too long, is not on this device, or could not verify you by PIN, finger or face.`;
  }
  return `${called} was not used: this browser could not ask for it${name === '' ? '' : ` (${name})`}.`;
}

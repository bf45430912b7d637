const RP_ID_HASH_BYTES = 32;
/** The length of the hash of the relying party's id, the flags and the counter. */
const HEAD_BYTES = RP_ID_HASH_BYTES + 1 + 4;

/** WebAuthn Level 3, section 6.1. */
export const FLAGS = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attestedData: 0x40,
  extensions: 0x80,
} as const;

interface AuthenticatorData {
  readonly rpIdHash: Uint8Array;
  readonly flags: number;
  /** How often the key has signed, if its authenticator counts; otherwise always 0. */
  readonly counter: number;
  /** Attested data and extensions. */
  readonly rest: Uint8Array;
}

/** Null for input that is too short. */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData | null {
  const flags = bytes[RP_ID_HASH_BYTES];
  if (bytes.length < HEAD_BYTES || flags === undefined) return null;
  return {
    rpIdHash: bytes.subarray(0, RP_ID_HASH_BYTES),
    flags,
    counter: bytes.subarray(RP_ID_HASH_BYTES + 1, HEAD_BYTES).reduce((sum, byte) => sum * 256 + byte, 0),
    rest: bytes.subarray(HEAD_BYTES),
  };
}

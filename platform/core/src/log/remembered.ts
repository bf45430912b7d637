import type { Crypto } from '@common/evidence/crypto';

/** The limit for each algorithm. It exceeds the number of mandates in use at a time. */
const MOST = 1_024;
/** An object's hash is 64 bytes; the message that a device signs is a little longer. */
const LONGEST_MESSAGE = 512;

/**
 * The same cryptography, but it does not check a good signature again, since every execution under a mandate
 * relies on that mandate. INVARIANT: it remembers only good signatures, under the whole key, message and
 * signature, so the answer is the same as a new check. It does not remember whose key that is, whether it may
 * sign this, or whether it was marked as stolen: callers look that up in the current keys.
 * @example ((answers, bytes) => {
 *     const { verifyEd25519 } = rememberGood({ verifyEd25519: () => answers.shift() });
 *     return [1, 2].map(() => verifyEd25519(bytes, bytes, bytes));
 *   })([true, false], Uint8Array.of()) // [true, true]
 */
export function rememberGood(crypto: Crypto): Crypto {
  const remembering = (verify: Crypto['verifyEd25519']): Crypto['verifyEd25519'] => {
    const good = new Set<string>();
    return (publicKey, message, signature) => {
      if (message.length > LONGEST_MESSAGE) return verify(publicKey, message, signature);
      const parts = [publicKey, message, signature];
      const name = parts.map((part) => `${part.length}:${latin1(part)}`).join('');
      const isKnown = good.delete(name);
      if (!isKnown && !verify(publicKey, message, signature)) return false;
      // Remove the one that was not needed for the longest time.
      if (good.size >= MOST) good.delete(good.values().next().value ?? '');
      good.add(name);
      return true;
    };
  };
  const { verifyEd25519, verifyP256, verifyRs256 } = crypto;
  return {
    ...crypto,
    verifyEd25519: remembering(verifyEd25519),
    verifyP256: remembering(verifyP256),
    verifyRs256: remembering(verifyRs256),
  };
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

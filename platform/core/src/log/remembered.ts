import type { Crypto } from '../crypto/crypto.ts';

/** Of each algorithm. More mandates than are used at a time. */
const MOST = 1_024;
/** An object's hash is 64 bytes, what a device signs is a little longer. */
const LONGEST_MESSAGE = 512;

/**
 * The same cryptography, which does not check a signature again that it has found good: a mandate is relied on in
 * every execution under it. INVARIANT: only what was good is remembered, under the whole key, message and signature, so the
 * answer is the same as if it were checked again. Whose key that is, whether it may sign this and whether it was marked
 * as stolen is not remembered: callers look that up in the keys as they are now.
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
      // The one that was not needed for the longest time goes.
      if (good.size >= MOST) good.delete(good.values().next().value ?? '');
      good.add(name);
      return true;
    };
  };
  const { verifyEd25519, verifyP256 } = crypto;
  return { ...crypto, verifyEd25519: remembering(verifyEd25519), verifyP256: remembering(verifyP256) };
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

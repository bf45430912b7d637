import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NewKey } from '../use-cases/passkey-enrolment.ts';

interface Deps {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** What a device signs when it makes a passkey. */
interface Challenges {
  /** Makes a challenge that is valid for ten minutes and for this name alone. */
  make(newKey: NewKey): Uint8Array;
  /**
   * Returns the key for which the challenge was made, once; null if this process did not make it, if it has
   * expired, or if it was answered before.
   */
  take(challenge: Uint8Array): NewKey | null;
}

const MINUTE_MS = 60_000;
const GOOD_FOR_MS = 10 * MINUTE_MS;
const KEY_BYTES = 32;
const NONCE_BYTES = 16;
const MAC_BYTES = 32;
/**
 * Beyond this number, the oldest answered challenge is forgotten. A stranger who causes that only lets its
 * holder answer it a second time, because nobody else can answer it.
 */
const MOST_ANSWERED = 10_000;

interface Content extends NewKey {
  readonly until: number;
  readonly nonce: string;
}

/**
 * Challenges that contain the key they were made for, with a code that only this process can make. INVARIANT:
 * the console remembers nothing of a challenge before it is answered, so nobody can make it forget another
 * person’s by asking for many. A restart forgets the code’s key, and with it every challenge.
 */
export function createChallenges({ clock, randomBytes }: Deps): Challenges {
  const key = randomBytes(KEY_BYTES);
  const codeOf = (content: Uint8Array): Buffer => createHmac('sha256', key).update(content).digest();
  const answered = new Map<string, number>();
  const isFirst = ({ nonce, until }: Content): boolean => {
    for (const [other, end] of answered) if (end <= clock()) answered.delete(other);
    if (answered.has(nonce)) return false;
    const [oldest] = answered.keys();
    if (answered.size >= MOST_ANSWERED && oldest !== undefined) answered.delete(oldest);
    answered.set(nonce, until);
    return true;
  };
  return {
    make: ({ kid, person, role, tenants, wantsHardware }) => {
      const nonce = Buffer.from(randomBytes(NONCE_BYTES)).toString('hex');
      const until = clock() + GOOD_FOR_MS;
      const content: Content = { kid, person, role, tenants, wantsHardware, until, nonce };
      const bytes = Buffer.from(JSON.stringify(content));
      return Buffer.concat([codeOf(bytes), bytes]);
    },
    take: (challenge) => {
      const [code, bytes] = [challenge.subarray(0, MAC_BYTES), challenge.subarray(MAC_BYTES)];
      if (code.length !== MAC_BYTES || !timingSafeEqual(code, codeOf(bytes))) return null;
      // This process wrote the content, as its code proves.
      const content = JSON.parse(Buffer.from(bytes).toString('utf8')) as Content;
      if (content.until <= clock() || !isFirst(content)) return null;
      const { until: _, nonce: __, ...newKey } = content;
      return newKey;
    },
  };
}

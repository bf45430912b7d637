import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NewKey } from '../use-cases/passkey-enrolment.ts';

interface Deps {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** What a device is asked to sign over when a passkey is made. */
interface Challenges {
  /** Good for ten minutes, for this name alone. */
  make(newKey: NewKey): Uint8Array;
  /** For whom it was made, once; null if this process did not make it, if it is over, or if it was answered. */
  take(challenge: Uint8Array): NewKey | null;
}

const MINUTE_MS = 60_000;
const GOOD_FOR_MS = 10 * MINUTE_MS;
const KEY_BYTES = 32;
const NONCE_BYTES = 16;
const MAC_BYTES = 32;
/**
 * Only the holder of a challenge can answer it, so a stranger who makes the oldest be forgotten lets those who were first
 * answer their own once more, and nothing else.
 */
const MOST_ANSWERED = 10_000;

interface Content extends NewKey {
  readonly until: number;
  readonly nonce: string;
}

/**
 * Challenges that carry for whom they were made, under a code that only this process can make. INVARIANT: nothing is
 * remembered of one before it is answered, so nobody makes the console forget another's by asking for many. A restart
 * forgets the key, and with it all.
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
    make: ({ kid, person, role, wantsHardware }) => {
      const nonce = Buffer.from(randomBytes(NONCE_BYTES)).toString('hex');
      const content: Content = { kid, person, role, wantsHardware, until: clock() + GOOD_FOR_MS, nonce };
      const bytes = Buffer.from(JSON.stringify(content));
      return Buffer.concat([codeOf(bytes), bytes]);
    },
    take: (challenge) => {
      const [code, bytes] = [challenge.subarray(0, MAC_BYTES), challenge.subarray(MAC_BYTES)];
      if (code.length !== MAC_BYTES || !timingSafeEqual(code, codeOf(bytes))) return null;
      // Our own words: the code says so.
      const content = JSON.parse(Buffer.from(bytes).toString('utf8')) as Content;
      if (content.until <= clock() || !isFirst(content)) return null;
      const { until: _, nonce: __, ...newKey } = content;
      return newKey;
    },
  };
}

import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '@common/base/result';

/** Derives the tag of a password. Every guess costs this work. */
export type Argon2id = (given: {
  readonly message: string;
  readonly nonce: Buffer;
  /** Memory to use, in KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}) => Promise<Buffer>;

const derive = promisify(argon2);

export const argon2id: Argon2id = (given) => derive('argon2id', given);

/** OWASP’s parameters for argon2id: 19 MiB, two passes, one lane. Node runs at most four at once, in its thread pool. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** NIST SP 800-63B-4, 3.1.1.2: a password that is the only factor has at least 15 characters. */
export const SHORTEST_PASSWORD = 15;
/** Interface document, 2.5. */
export const LONGEST_PASSWORD = 128;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface PasswordDeps {
  readonly argon2id: Argon2id;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Returns the password if it is acceptable, or what is wrong with it. */
export function acceptPassword(typed: string): Result<string, 'unusable_password'> {
  const { length } = normalised(typed);
  if (length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD) return ok(typed);
  return fail(
    'unusable_password',
    `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters; several words are easier to remember than symbols.`,
  );
}

/** Returns the stored form of a password in the PHC string format, which records its own cost. */
export async function hashPassword(
  { argon2id, randomBytes }: PasswordDeps,
  password: string,
): Promise<string> {
  const nonce = Buffer.from(randomBytes(SALT_BYTES));
  const tag = await argon2id({ message: normalised(password), nonce, ...COST, tagLength: TAG_BYTES });
  return storedForm(nonce, tag);
}

/**
 * Returns the stored form of a password that nobody has. Checking a guess against it costs as much as
 * checking against a real one.
 */
export function nobodysPassword(randomBytes: PasswordDeps['randomBytes']): string {
  return storedForm(Buffer.from(randomBytes(SALT_BYTES)), Buffer.from(randomBytes(TAG_BYTES)));
}

/** Whether a password matches a stored form. Takes as long for a wrong one as for the right one. */
export async function verifyPassword(argon2id: Argon2id, password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(stored) ?? [];
  if (tag === '') throw new Error('a stored password is not in the PHC format of argon2id');
  const expected = Buffer.from(tag, 'base64');
  const given = await argon2id({
    message: normalised(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(given, expected);
}

function storedForm(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** Gives texts that look the same one form: keyboards differ in how they compose accents. */
function normalised(password: string): string {
  return password.normalize('NFC');
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = (name: string) => fileURLToPath(new URL(`./certificates/${name}`, import.meta.url));

/** An authority that nobody trusts by default, as a file for `NODE_EXTRA_CA_CERTS`. */
export const AUTHORITY_FILE = file('authority.pem');
export const AUTHORITY = readFileSync(AUTHORITY_FILE, 'utf8');
/**
 * A certificate that it signed for `localhost` and 127.0.0.1, until 2126. Its key is public and opens nothing
 * else.
 */
export const LOCALHOST = {
  cert: readFileSync(file('server.pem'), 'utf8'),
  key: readFileSync(file('server-key.pem'), 'utf8'),
} as const;

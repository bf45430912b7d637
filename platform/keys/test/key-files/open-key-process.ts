import { readSecret } from '@common/kit/secret-file';
import { openServiceKey } from '../../src/key-files/keys.ts';

/** Opens a key and a secret in the given folder, and prints what it got. Started several times at once. */
const [dir = ''] = process.argv.slice(2);
const key = await openServiceKey({ dir, kid: 'pep', alg: 'ed25519', role: 'pep', clock: Date.now });
const secret = await readSecret({ dir, name: 'jwt.secret', fromEnv: undefined });
process.stdout.write(JSON.stringify({ created: key.created, entry: key.entry, secret }));

import { nodeCrypto } from '@common/evidence/node';
import type { Session } from '@platform/core/objects/session';
import { signObject } from '@platform/core/signed/signed';
import { writeSessionToken } from '@platform/keys/session-token';
import { DEPLOYMENT } from './keys.ts';
import type { Deployment } from './types.ts';

/** The bearer token of a person who signed in at the console. */
export function session(d: Deployment, kid: string, patch: Partial<Session> = {}): string {
  const asked: Session = {
    type: 'sanad/session/1',
    deployment: DEPLOYMENT,
    origin: 'http://localhost:8080',
    nonce: 'ab'.repeat(32),
    asked_at: d.now(),
    ...patch,
  };
  const { hash, signature } = signObject(nodeCrypto, d.signer(kid), asked);
  return writeSessionToken({ session: asked, session_hash: hash, signature });
}

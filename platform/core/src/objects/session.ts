import { type Static, Type } from 'typebox';
import { closed, DeploymentId, Hash, Instant } from './primitives.ts';
import { Signature } from './signature.ts';

/**
 * What a person signs to read a console's pages. INVARIANT: it creates no authority: only the console that asked for it
 * accepts it and, where reads are closed, the authority behind it, and there it only decides what is shown.
 */
export const Session = closed({
  type: Type.Literal('sanad/session/1'),
  deployment: DeploymentId,
  origin: Type.String({
    pattern: '^https?://[a-z0-9.:\\[\\]-]+$',
    maxLength: 270,
    description: 'The console’s address',
  }),
  nonce: { ...Hash, description: 'Of the console that asked: 64 hex digits' },
  asked_at: Instant,
});
export type Session = Static<typeof Session>;

export const SignedSession = closed({ session: Session, session_hash: Hash, signature: Signature });
export type SignedSession = Static<typeof SignedSession>;

import { fail, ok, type Result } from '@common/base/result';
import { MandateId, Name } from '@platform/protocol/primitives';
import { bearerOf, type JwtRefusal, readJwt } from '@platform/trust/jwt';
import { Value } from 'typebox/value';
import type { Agent, Authority, UpstreamFailure } from './upstreams.ts';

/** How far clocks may differ. */
const TOLERANCE_MS = 30_000;

export interface AuthenticateDeps {
  readonly authority: Authority;
  readonly jwtSecret: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export type AgentRefusal =
  | 'unauthorized'
  | 'contract_header_missing'
  | 'contract_not_found'
  | 'contract_not_yours';

/** A bearer token's principal. Anything wrong with the token is `unauthorized`; the message says what. */
function readToken(
  { jwtSecret, clock }: AuthenticateDeps,
  authorization: string | undefined,
): Result<string, 'unauthorized'> {
  const token = bearerOf(authorization);
  if (token === null) {
    return fail('unauthorized', 'Send the agent’s token: Authorization: Bearer <token>.');
  }
  const read = readJwt(jwtSecret, token, { nowMs: clock(), toleranceMs: TOLERANCE_MS });
  if (!read.ok) return fail('unauthorized', FAULTS[read.error.code]);
  const { sub, aud } = read.value;
  // Tokens with an audience are the services' own, signed with the same secret: no agent may use one.
  if (aud !== undefined) return fail('unauthorized', 'This token is not meant for agents.');
  if (!Value.Check(Name, sub)) return fail('unauthorized', 'The token’s sub must name a principal.');
  return ok(sub);
}

const FAULTS: Readonly<Record<JwtRefusal, string>> = {
  jwt_invalid: 'The token cannot be used: it must be a JWT signed with HS256, with sub and iat.',
  jwt_expired: 'The token has expired: ask for a new one.',
  jwt_not_yet_valid: 'The token’s iat or nbf is in the future: check the clock of its issuer.',
};

/** Token and mandate together: the mandate must be signed by the token's own principal. */
export async function authenticateAgent(
  deps: AuthenticateDeps,
  authorization: string | undefined,
  mandateId: string | undefined,
): Promise<Result<Agent, AgentRefusal> | { readonly ok: false; readonly error: UpstreamFailure }> {
  const principal = readToken(deps, authorization);
  if (!principal.ok) return principal;
  if (mandateId === undefined) {
    return fail('contract_header_missing', 'Name the mandate: X-Service-Contract: <contract_id>.');
  }
  if (!Value.Check(MandateId, mandateId)) {
    return fail('contract_not_found', 'X-Service-Contract is not a mandate id: those start with ic_.');
  }
  const found = await deps.authority.mandate(mandateId);
  if (!found.ok) {
    return found.error.detail.status === 404
      ? fail('contract_not_found', `There is no mandate ${mandateId}: register it with the authority.`)
      : found;
  }
  const mandate = found.value;
  if (mandate.principal !== principal.value) {
    return fail('contract_not_yours', `Mandate ${mandateId} belongs to another principal.`);
  }
  return ok({ principal: principal.value, mandate });
}

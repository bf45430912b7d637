import { fail, ok, type Result } from '@common/base/result';
import { AgentTokenId, MandateId } from '@platform/core/objects/primitives';
import { bearerOf, type JwtRefusal, readJwt } from '@platform/keys/jwt';
import { mandateFault, readCaller } from '@platform/keys/service-token';
import { Value } from 'typebox/value';
import type { TokenCheck } from './check-token.ts';
import type { Agent, Authority, UpstreamFailure } from './upstreams.ts';

/** The largest difference between clocks that is tolerated. */
const TOLERANCE_MS = 30_000;
const MS_PER_SECOND = 1_000;

export interface AuthenticateDeps {
  readonly authority: Authority;
  readonly tokens: TokenCheck;
  /** The secret that signs agents' tokens. */
  readonly jwtSecret: string;
  /** The age in seconds from which a token without `exp` is refused. */
  readonly tokenMaxAgeS: number;
  /** Whether tokens that name no agent are refused. */
  readonly requireAgent: boolean;
  /**
   * At `/mcp`, whose clients may be unable to send X-Service-Contract: a token of one mandate names it. `audience` is the
   * only one that a token may have; null for none.
   */
  readonly forMcp?: { readonly audience: string | null };
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export type AgentRefusal =
  | 'unauthorized'
  | 'contract_header_missing'
  | 'contract_not_found'
  | 'contract_not_yours';

/** Reads whom a bearer token names. Any fault of the token is `unauthorized`; the message says which. */
function readToken(
  { jwtSecret, tokenMaxAgeS, requireAgent, forMcp, clock }: AuthenticateDeps,
  authorization: string | undefined,
): Result<Pick<Agent, 'caller' | 'tokenId'>, 'unauthorized'> {
  const token = bearerOf(authorization);
  if (token === null) {
    return fail('unauthorized', 'Send the agent’s token: Authorization: Bearer <token>.');
  }
  const read = readJwt(jwtSecret, token, { nowMs: clock(), toleranceMs: TOLERANCE_MS });
  if (!read.ok) return fail('unauthorized', FAULTS[read.error.code]);
  const { aud, exp, iat } = read.value;
  // INVARIANT: a token with an audience is good there alone; those for services have one too.
  if (aud !== undefined && (aud !== forMcp?.audience || read.value.token_id === undefined)) {
    return fail('unauthorized', 'This token is not meant for agents, or not for this address.');
  }
  if (exp === undefined && Number(iat) * MS_PER_SECOND + tokenMaxAgeS * MS_PER_SECOND <= clock()) {
    return fail(
      'unauthorized',
      `The token is older than ${tokenMaxAgeS} s and has no exp: ask for a new one.`,
    );
  }
  const caller = readCaller(read.value);
  if (caller === null) {
    return fail(
      'unauthorized',
      'The token’s sub must name a principal, agent an agent, and contracts 1 to 64 mandate ids.',
    );
  }
  if (requireAgent && caller.agent === null) {
    return fail('unauthorized', 'The token must name its agent: ask for one made by sanad keys agent-token.');
  }
  const { token_id: tokenId } = read.value;
  if (tokenId === undefined) return ok({ caller, tokenId: null });
  // INVARIANT: as in `readCaller`, an unreadable claim never counts as an absent one.
  if (!Value.Check(AgentTokenId, tokenId)) return fail('unauthorized', 'The token’s token_id is not one.');
  return ok({ caller, tokenId });
}

const FAULTS: Readonly<Record<JwtRefusal, string>> = {
  jwt_invalid: 'The token cannot be used: it must be a JWT signed with HS256, with sub and iat.',
  jwt_expired: 'The token has expired: ask for a new one.',
  jwt_not_yet_valid: 'The token’s iat or nbf is in the future: check the clock of its issuer.',
};

/**
 * Authenticates an agent by token and mandate. The mandate must belong to the principal and to the agent that
 * the token names.
 */
export async function authenticateAgent(
  deps: AuthenticateDeps,
  authorization: string | undefined,
  named: string | undefined,
): Promise<Result<Agent, AgentRefusal> | { readonly ok: false; readonly error: UpstreamFailure }> {
  const read = readToken(deps, authorization);
  if (!read.ok) return read;
  const { caller, tokenId } = read.value;
  const good = await deps.tokens.check(tokenId);
  if (!good.ok) return good;
  const [only, ...others] = caller.contracts ?? [];
  const mandateId = named ?? (deps.forMcp !== undefined && others.length === 0 ? only : undefined);
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
  const fault = mandateFault(caller, mandate);
  return fault === null ? ok({ caller, mandate, tokenId }) : fail('contract_not_yours', fault);
}

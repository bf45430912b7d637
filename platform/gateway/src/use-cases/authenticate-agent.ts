import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { Mandate } from '@platform/core/objects/mandate';
import { AgentTokenId, MandateId } from '@platform/core/objects/primitives';
import { agentKeyOf } from '@platform/core/signed/agent-key';
import { bearerOf, type JwtRefusal, readJwt } from '@platform/keys/jwt';
import { type MandateFault, mandateFault, readCaller } from '@platform/keys/service-token';
import { Value } from 'typebox/value';
import type { TokenCheck } from './check-token.ts';
import type { Nonces } from './nonces.ts';
import { checkSignedRequest, readSignedRequest, type SentRequest } from './signed-request.ts';
import type { Agent, Authority, UpstreamFailure } from './upstreams.ts';

/** The largest difference between clocks that is tolerated. */
const TOLERANCE_MS = 30_000;
const MS_PER_SECOND = 1_000;

export interface AuthenticateDeps {
  readonly authority: Authority;
  readonly tokens: TokenCheck;
  readonly nonces: Nonces;
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
  | 'requests_too_many'
  | MandateFault;

/** Reads whom a bearer token names. Any fault of the token is `unauthorized`; the message says which. */
function readToken(
  { jwtSecret, tokenMaxAgeS, requireAgent, forMcp, clock }: AuthenticateDeps,
  authorization: string | undefined,
): Result<Pick<Agent, 'caller' | 'tokenId' | 'tokenEndsMs'>, 'unauthorized'> {
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
  const endsMs = (exp === undefined ? Number(iat) + tokenMaxAgeS : Number(exp)) * MS_PER_SECOND;
  if (exp === undefined && endsMs <= clock()) {
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
  if (tokenId === undefined) return ok({ caller, tokenId: null, tokenEndsMs: endsMs });
  // INVARIANT: as in `readCaller`, an unreadable claim never counts as an absent one.
  if (!Value.Check(AgentTokenId, tokenId)) return fail('unauthorized', 'The token’s token_id is not one.');
  return ok({ caller, tokenId, tokenEndsMs: null });
}

const FAULTS: Readonly<Record<JwtRefusal, string>> = {
  jwt_invalid: 'The token cannot be used: it must be a JWT signed with HS256, with sub and iat.',
  jwt_expired: 'The token has expired: ask for a new one.',
  jwt_not_yet_valid: 'The token’s iat or nbf is in the future: check the clock of its issuer.',
};

/**
 * Authenticates an agent by token and mandate, or by a signature of the request with the key that the mandate names. The
 * mandate must belong to the principal and to the agent that the token names.
 */
export async function authenticateAgent(
  deps: AuthenticateDeps,
  sent: SentRequest,
): Promise<Result<Agent, AgentRefusal> | { readonly ok: false; readonly error: UpstreamFailure }> {
  if (sent.signatureInput !== undefined || sent.signature !== undefined) return bySignature(deps, sent);
  const read = readToken(deps, sent.authorization);
  if (!read.ok) return read;
  const { caller, tokenId, tokenEndsMs } = read.value;
  const good = await deps.tokens.check(tokenId);
  if (!good.ok) return good;
  const [only, ...others] = caller.contracts ?? [];
  const isOnly = deps.forMcp !== undefined && others.length === 0;
  const mandate = await mandateOf(deps, sent.mandateId ?? (isOnly ? only : undefined));
  if (!mandate.ok) return mandate;
  const fault = mandateFault(caller, mandate.value);
  return fault ?? ok({ caller, mandate: mandate.value, tokenId, tokenEndsMs, signedBody: null });
}

async function bySignature(deps: AuthenticateDeps, sent: SentRequest): ReturnType<typeof authenticateAgent> {
  const signed = readSignedRequest(sent);
  if (!signed.ok) return signed;
  const found = await mandateOf(deps, sent.mandateId);
  if (!found.ok) return found;
  const { contract_id: id, principal, agent, agent_key: key } = found.value;
  const fingerprint = agentKeyOf(nodeCrypto, found.value);
  if (key === undefined || fingerprint === null) {
    return fail('unauthorized', `Mandate ${id} names no key for its agent: send a token.`);
  }
  const good = checkSignedRequest(signed.value, { key, fingerprint, nowMs: deps.clock() });
  if (!good.ok) return good;
  const fresh = deps.nonces.take(fingerprint, signed.value.nonce);
  if (!fresh.ok) return fresh;
  const caller = { principal, agent, contracts: [id], key: fingerprint };
  const { bodyHash: signedBody } = signed.value;
  return ok({ caller, mandate: found.value, tokenId: null, tokenEndsMs: null, signedBody });
}

/** Refuses a body that is not the signed one. With a token, any body is the agent's. */
export function checkSignedBody(
  { signedBody }: Pick<Agent, 'signedBody'>,
  bodyHash: string,
): Result<void, 'unauthorized'> {
  return signedBody === null || signedBody === bodyHash
    ? ok(undefined)
    : fail(
        'unauthorized',
        'The body is not the one that Content-Digest names, or the signature covers none.',
      );
}

async function mandateOf(
  { authority }: AuthenticateDeps,
  mandateId: string | undefined,
): Promise<
  | Result<Mandate, 'contract_header_missing' | 'contract_not_found'>
  | { readonly ok: false; readonly error: UpstreamFailure }
> {
  if (mandateId === undefined) {
    return fail('contract_header_missing', 'Name the mandate: X-Service-Contract: <contract_id>.');
  }
  if (!Value.Check(MandateId, mandateId)) {
    return fail('contract_not_found', 'X-Service-Contract is not a mandate id: those start with ic_.');
  }
  const found = await authority.mandate(mandateId);
  if (found.ok || found.error.detail.status !== 404) return found;
  return fail('contract_not_found', `There is no mandate ${mandateId}: register it with the authority.`);
}

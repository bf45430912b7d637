import { formatInstant, instantMs, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { TOKEN_TRUST_MS } from '@platform/api/authority-tokens';
import {
  type AgentToken,
  type AgentTokenRecord,
  MOST_TOKEN_HOURS,
  type SignedAgentToken,
  type SignedAgentTokenEnd,
} from '@platform/core/objects/agent-token';
import type { KeySet } from '@platform/core/objects/key-entry';
import { checkMandateSigner, type MandateSignerRefusal } from '@platform/core/signed/mandate-signer';
import { verifySigned } from '@platform/core/signed/signed';
import { checkSignerNow, unlessStolen } from '@platform/core/signed/stolen-keys';
import type { StoredMandate } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { keepEnd } from './keep-ends.ts';
import { checkPrincipal, type PrincipalRefusal } from './principal-signature.ts';

export type TokenRefusal =
  | PrincipalRefusal
  | MandateSignerRefusal
  | 'agent_key_required'
  | 'contract_not_found'
  | 'contract_revoked'
  | 'token_parties_differ'
  | 'token_times_invalid'
  | 'token_exists'
  | 'token_not_found'
  | 'end_of_another_token';

type Deps = Pick<
  AuthorityDeps,
  'deployment' | 'store' | 'kept' | 'keys' | 'crypto' | 'authority' | 'clock' | 'randomBytes' | 'pause'
>;

const MS_PER_HOUR = 3_600_000;
/** How old a signature may be: long enough for a passkey that another machine asks. */
const FRESH_MS = MS_PER_HOUR;
/** To the minute, so that a token that is used all the time is seldom written. */
const USED_EVERY_MS = 60_000;

/**
 * Registers a token that its principal signed. INVARIANT: only once, and only soon after it was signed, because anyone who
 * has it registered is given the secret: anyone may read what was signed, and a restored database may have lost it.
 */
export async function makeToken(
  deps: Deps,
  signed: SignedAgentToken,
): Promise<Result<AgentTokenRecord, TokenRefusal>> {
  const { token, token_hash: hash, signature } = signed;
  const timely = checkTimes(token, deps.clock());
  if (!timely.ok) return timely;
  for (const id of token.contracts) {
    const mandate = await deps.store.mandate(id);
    const fault = mandate === null ? notFound(id) : mandateFault(token, mandate);
    if (fault !== null) return fault;
  }
  const at = formatInstant(deps.clock());
  const keys = await deps.keys();
  const valid = unlessStolen(verifySigned(deps.crypto, { object: token, hash, signature, keys, at }));
  if (!valid.ok) return valid;
  const signer = checkMandateSigner(valid.value, token);
  if (!signer.ok) return signer;
  if ((await deps.kept.tokenEnd(token.token_id)) !== null) {
    return fail(
      'token_exists',
      `The token ${token.token_id} was made before, and ended for good: make another.`,
    );
  }
  return deps.store.atomically(async (unit): Promise<Result<AgentTokenRecord, TokenRefusal>> => {
    await unit.lockTenant(token.tenant);
    if ((await unit.agentToken(token.token_id)) !== null) {
      return fail(
        'token_exists',
        `The token ${token.token_id} was made before, and is shown only once: make another, and end this one if it was not received.`,
      );
    }
    const record: AgentTokenRecord = { ...signed, registered_at: at, last_used_at: null, end: null };
    await unit.insertAgentToken(record);
    await appendTokenEvent(deps, unit, 'agent_token_made', { token, body: signed });
    return ok(record);
  });
}

function checkTimes({ made_at, expires_at }: AgentToken, nowMs: number): Result<void, 'token_times_invalid'> {
  const [made, expires] = [instantMs(made_at), instantMs(expires_at)];
  const isFresh = made !== null && Math.abs(nowMs - made) <= FRESH_MS;
  const isAhead = expires !== null && expires > nowMs && expires <= nowMs + MOST_TOKEN_HOURS * MS_PER_HOUR;
  if (isFresh && isAhead) return ok(undefined);
  return fail(
    'token_times_invalid',
    `made_at must be within an hour of this clock, ${formatInstant(nowMs)}, and expires_at after it by at most ${MOST_TOKEN_HOURS / 24} days.`,
  );
}

function notFound(id: string): ReturnType<typeof fail<'contract_not_found'>> {
  return fail('contract_not_found', `There is no mandate ${id}.`);
}

/** Why a token cannot be for this mandate; null if it can. */
function mandateFault(
  token: AgentToken,
  { contract, revocation }: StoredMandate,
): ReturnType<typeof fail<'contract_revoked' | 'agent_key_required' | 'token_parties_differ'>> | null {
  const { contract_id: id } = contract;
  if (revocation !== null) return fail('contract_revoked', `The mandate ${id} was revoked, for good.`);
  if (contract.agent_key !== undefined) {
    return fail(
      'agent_key_required',
      `The mandate ${id} accepts no token: its agent signs with its own key.`,
    );
  }
  const differs = (['tenant', 'principal', 'agent'] as const).find(
    (party) => contract[party] !== token[party],
  );
  if (differs === undefined) return null;
  return fail(
    'token_parties_differ',
    `The token says ${differs} ${token[differs]}, but the mandate ${id} has ${contract[differs]}.`,
  );
}

/**
 * Ends a token for good; a second end changes nothing. INVARIANT: returns once no gateway can rely on an answer that
 * does not know of the end. Like a revocation, it is never refused because of the clock.
 */
export async function endToken(
  deps: Deps,
  tokenId: string,
  signed: SignedAgentTokenEnd,
): Promise<Result<AgentTokenRecord, TokenRefusal>> {
  const { end, end_hash: hash, signature } = signed;
  const found = await deps.store.agentToken(tokenId);
  if (found === null) return fail('token_not_found', `There is no token ${tokenId}.`);
  if (end.token_id !== tokenId || end.token_hash !== found.token_hash) {
    return fail('end_of_another_token', `The end does not name the token ${tokenId}.`);
  }
  const [mandateId = ''] = found.token.contracts;
  const mandate = await deps.store.mandate(mandateId);
  if (mandate === null) throw new Error(`the token ${tokenId} has no mandate`);
  const valid = await checkPrincipal(deps, { object: end, hash, signature }, mandate);
  if (!valid.ok) return valid;
  const ended = await recordEnd(deps, found, signed);
  if (found.end === null) await keepEnd(deps.kept, signed);
  await deps.pause(TOKEN_TRUST_MS);
  return ok(ended);
}

function recordEnd(
  deps: Deps,
  found: AgentTokenRecord,
  signed: SignedAgentTokenEnd,
): Promise<AgentTokenRecord> {
  const { token } = found;
  return deps.store.atomically(async (unit) => {
    await unit.lockTenant(token.tenant);
    const current = (await unit.agentToken(token.token_id)) ?? found;
    if (current.end !== null) return current;
    await unit.endAgentToken(token.token_id, signed);
    await appendTokenEvent(deps, unit, 'agent_token_ended', { token, body: signed });
    return { ...current, end: signed };
  });
}

async function appendTokenEvent(
  deps: Deps,
  unit: Parameters<typeof appendEvent>[1],
  kind: 'agent_token_made' | 'agent_token_ended',
  { token, body }: { readonly token: AgentToken; readonly body: SignedAgentToken | SignedAgentTokenEnd },
): Promise<void> {
  const [contract_id = null, ...others] = token.contracts;
  await appendEvent(deps, unit, {
    kind,
    tenant: token.tenant,
    contract_id: others.length === 0 ? contract_id : null,
    grant_id: null,
    body,
  });
}

/** Whether gateways may accept a token now. One by a stolen key is not good. */
export function isGood(
  { token, token_hash: hash, signature, end }: AgentTokenRecord,
  keys: KeySet,
  { crypto, clock }: Pick<AuthorityDeps, 'crypto' | 'clock'>,
): boolean {
  const isInTime = requiredMs(token.expires_at) > clock();
  return end === null && isInTime && checkSignerNow(crypto, { hash, signature }, keys).ok;
}

/** Those of these tokens that gateways may accept now. `isInUse`: a gateway asks, which is noted. */
export async function goodTokens(
  { store, keys, crypto, clock }: Pick<AuthorityDeps, 'store' | 'keys' | 'crypto' | 'clock'>,
  tokenIds: readonly string[],
  isInUse: boolean,
): Promise<readonly string[]> {
  const nowMs = clock();
  const known = await keys();
  const good = (await store.agentTokens(tokenIds)).filter((record) =>
    isGood(record, known, { crypto, clock: () => nowMs }),
  );
  const isDue = ({ last_used_at: at }: AgentTokenRecord) =>
    at === null || Math.abs(nowMs - requiredMs(at)) >= USED_EVERY_MS;
  const used = good.filter((record) => isInUse && isDue(record)).map(({ token }) => token.token_id);
  if (used.length > 0) await store.noteTokensUsed(used, formatInstant(nowMs));
  return good.map(({ token }) => token.token_id);
}

/**
 * Ends tokens that this database shows as good although their principals ended them, because it is an older copy. Each end
 * was judged before it was kept. INVARIANT: it is not judged again, since its key may have expired or been stolen since.
 */
export async function applyKeptTokenEnds(deps: Deps): Promise<readonly string[]> {
  const applied: string[] = [];
  for (const signed of await deps.kept.tokenEnds()) {
    const { token_id: tokenId } = signed.end;
    const found = await deps.store.agentToken(tokenId);
    if (found === null || found.end !== null || found.token_hash !== signed.end.token_hash) continue;
    await recordEnd(deps, found, signed);
    applied.push(tokenId);
  }
  return applied;
}

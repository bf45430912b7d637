import { formatInstant, instantMs, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import {
  AgentToken,
  type AgentTokenEnd,
  type AgentTokenRecord,
  MOST_TOKEN_HOURS,
  type SignedAgentToken,
  type SignedAgentTokenEnd,
} from '@platform/core/objects/agent-token';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import { MOST_NAME_LENGTH } from '@platform/core/objects/primitives';
import { faultOf } from '@platform/core/objects/shape-fault';
import { checkMandateSigner } from '@platform/core/signed/mandate-signer';
import { type Signer, signObject, verifySigned } from '@platform/core/signed/signed';
import { checkSignerNow } from '@platform/core/signed/stolen-keys';
import { Value } from 'typebox/value';
import { type Fresh, freshId } from './mandates.ts';
import { readReason } from './reason.ts';

type Party = Pick<Mandate, 'contract_id' | 'tenant' | 'principal' | 'agent'>;
const PARTIES = ['tenant', 'principal', 'agent'] as const;
const MS_PER_HOUR = 3_600_000;

/** Whether the agent of this mandate can prove itself by a token. One with a key of its own signs each request. */
export function takesTokens({ agent_key: key }: Pick<Mandate, 'agent_key'>): boolean {
  return key === undefined;
}

/** What a person wants a token to be. */
export type TokenWish = {
  readonly deployment: string;
  /** What people call it; null for the agent’s name and the day. */
  readonly name: string | null;
  /** All of one tenant, principal and agent. */
  readonly mandates: readonly Party[];
} & ({ readonly hours: number } | { readonly expiresAt: string });

/** What the principal of these mandates signs to make a token of their agent. */
export function draftAgentToken(
  wish: TokenWish,
  fresh: Fresh,
): Result<AgentToken, 'parties_differ' | 'token_draft_invalid'> {
  const { deployment, mandates } = wish;
  const [first] = mandates;
  if (first === undefined) return fail('token_draft_invalid', 'A token is for at least one mandate.');
  const different = PARTIES.find((party) => mandates.some((mandate) => mandate[party] !== first[party]));
  if (different !== undefined) {
    const which = mandates.map((mandate) => `${mandate.contract_id} (${mandate[different]})`).join(', ');
    return fail(
      'parties_differ',
      `A token is for one ${different}, but these mandates have several: ${which}. Make one token for each.`,
    );
  }
  const nowMs = fresh.clock();
  const expiresMs = 'hours' in wish ? nowMs + wish.hours * MS_PER_HOUR : instantMs(wish.expiresAt);
  if (expiresMs === null || !(expiresMs > nowMs && expiresMs <= nowMs + MOST_TOKEN_HOURS * MS_PER_HOUR)) {
    return fail('token_draft_invalid', `A token ends within ${MOST_TOKEN_HOURS / 24} days from now.`);
  }
  const { tenant, principal, agent } = first;
  const token: AgentToken = {
    type: 'sanad/agent-token/1',
    deployment,
    token_id: freshId('at_', fresh),
    name: wish.name ?? nameFor(agent, nowMs),
    tenant,
    principal,
    agent,
    contracts: [...new Set(mandates.map(({ contract_id: id }) => id))],
    made_at: formatInstant(nowMs),
    expires_at: formatInstant(expiresMs),
  };
  if (Value.Check(AgentToken, token)) return ok(token);
  return fail('token_draft_invalid', `This is not a token: ${faultOf(AgentToken, token)}.`);
}

function nameFor(agent: string, nowMs: number): string {
  const day = formatInstant(nowMs).slice(0, 'YYYY-MM-DD'.length);
  return `${agent.slice(0, MOST_NAME_LENGTH - day.length - 1)} ${day}`;
}

export function signAgentToken(crypto: Crypto, signer: Signer, token: AgentToken): SignedAgentToken {
  const { hash, signature } = signObject(crypto, signer, token);
  return { token, token_hash: hash, signature };
}

/** Checks that the authority’s record is of this token, has the hash that it states, and that its principal signed it. */
export function checkTokenRecord(
  crypto: Crypto,
  keys: KeySet,
  record: AgentTokenRecord,
  asked: string,
): Result<AgentTokenRecord, 'token_disagrees'> {
  const { token, token_hash: claimed, signature, registered_at: at } = record;
  const disagrees = (why: string) =>
    fail('token_disagrees', `The authority’s record of the token ${asked} does not hold: ${why}.`);
  if (token.token_id !== asked) return disagrees(`it is of ${token.token_id}`);
  const hash = hashOf(crypto, token);
  if (hash !== claimed) return disagrees(`its hash is ${hash}, not ${claimed}`);
  const checked = verifySigned(crypto, { object: token, hash, signature, keys, at });
  if (!checked.ok) return disagrees(checked.error.message);
  const signer = checkMandateSigner(checked.value, token);
  return signer.ok ? ok(record) : disagrees(signer.error.message);
}

type TokenState = 'good' | 'ended' | 'expired' | 'key_stolen';

/** Whether gateways accept a token now, and why not. */
export function tokenState(
  { token, token_hash: hash, signature, end }: AgentTokenRecord,
  { crypto, keys, nowMs }: { readonly crypto: Crypto; readonly keys: KeySet; readonly nowMs: number },
): TokenState {
  if (end !== null) return 'ended';
  if (requiredMs(token.expires_at) <= nowMs) return 'expired';
  return checkSignerNow(crypto, { hash, signature }, keys).ok ? 'good' : 'key_stolen';
}

/** What a token’s principal signs to end it. */
export function draftAgentTokenEnd(
  { token, token_hash }: Pick<AgentTokenRecord, 'token' | 'token_hash'>,
  reason: string,
  { clock }: Pick<Fresh, 'clock'>,
): Result<AgentTokenEnd, 'reason_invalid'> {
  const read = readReason(reason);
  if (!read.ok) return read;
  return ok({
    type: 'sanad/agent-token-end/1',
    deployment: token.deployment,
    token_id: token.token_id,
    token_hash,
    ended_at: formatInstant(clock()),
    reason: read.value,
  });
}

export function signAgentTokenEnd(crypto: Crypto, signer: Signer, end: AgentTokenEnd): SignedAgentTokenEnd {
  const { hash, signature } = signObject(crypto, signer, end);
  return { end, end_hash: hash, signature };
}

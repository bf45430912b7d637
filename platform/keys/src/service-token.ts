import { createHash } from 'node:crypto';
import { fail } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { fingerprint } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import { MandateId, Name } from '@platform/core/objects/primitives';
import { agentKeyOf } from '@platform/core/signed/agent-key';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { createJwtSigner, readJwt } from './jwt.ts';

/** The agent and mandates that a token or a signature names. The gateway enforces them and passes them on. */
export interface Caller {
  readonly principal: string;
  /** Null for a bare token, which any agent of the principal may hold. */
  readonly agent: string | null;
  /** The ids of the only mandates that it may use; null for any of the principal's. */
  readonly contracts: readonly string[] | null;
  /** The fingerprint of the agent's own key, with which it signed the request; null for a token. */
  readonly key: string | null;
}

export type MandateFault = 'contract_not_yours' | 'agent_key_required' | 'agent_key_differs';

/** Why this caller may not use the mandate; null if it may. */
export function mandateFault(
  { principal, agent, contracts, key }: Caller,
  mandate: Pick<Mandate, 'contract_id' | 'principal' | 'agent' | 'agent_key'>,
): ReturnType<typeof fail<MandateFault>> | null {
  const { contract_id: id } = mandate;
  const notYours = (message: string) => fail('contract_not_yours', message);
  if (mandate.principal !== principal) return notYours(`Mandate ${id} belongs to another principal.`);
  if (agent !== null && mandate.agent !== agent) {
    return notYours(`Mandate ${id} is for the agent ${mandate.agent}, but the token was made for ${agent}.`);
  }
  if (contracts !== null && !contracts.includes(id)) {
    return notYours(`The token is not good for mandate ${id}: ask for one that names it.`);
  }
  const named = agentKeyOf(nodeCrypto, mandate);
  // INVARIANT: a mandate with a key accepts no token, so that a stolen one does not get round the key.
  if (named !== null && key === null) {
    return fail(
      'agent_key_required',
      `Mandate ${id} accepts no token: its agent signs each request with its key ${named}.`,
    );
  }
  if (named === key) return null;
  return fail('agent_key_differs', `Mandate ${id} names ${named ?? 'no key'} for its agent, not ${key}.`);
}

export interface TokenDemand {
  readonly scope: 'grants' | 'documents' | 'events' | 'execute' | 'webhooks';
  /** The SHA-256 of the body in hex, or the grant's id. */
  readonly ref: string;
}

/** `ref: null` asks only whether the token is the gateway's, before the body has been read. */
type TokenQuestion = Omit<TokenDemand, 'ref'> & { readonly ref: string | null };

export interface TokenReader {
  /** Null for a token that is not the gateway's or not for this call. */
  read(token: string, question: TokenQuestion): Caller | null;
}

export type IssueToken = (claims: Caller & TokenDemand) => string;

/** A token travels in a header of at most 4,096 characters. */
const contractList = Compile(Type.Array(MandateId, { minItems: 1, maxItems: 64 }));
const name = Compile(Name);
const ownKey = Compile(fingerprint('The agent’s own key'));

const ISSUER = 'gateway';
const AUDIENCE = 'authority';
const LIFETIME_S = 60;
/** The greatest age, whatever its `exp` says. */
const MAX_AGE_MS = 120_000;

/** Tokens by which the gateway identifies itself: short-lived, for one request or one grant. */
export function createTokenIssuer(secret: string, clock: () => number): IssueToken {
  const sign = createJwtSigner(secret);
  return ({ principal, agent, contracts, key, scope, ref }) => {
    const iat = Math.floor(clock() / 1_000);
    const times = { iat, exp: iat + LIFETIME_S };
    const held = {
      ...(agent === null ? {} : { agent }),
      ...(contracts === null ? {} : { contracts }),
      ...(key === null ? {} : { agent_key: key }),
    };
    return sign({ scope, ref, iss: ISSUER, aud: AUDIENCE, sub: principal, ...held, ...times });
  };
}

/** INVARIANT: a token of an agent (no audience) is never a token of the gateway. */
export function createTokenReader(secret: string, clock: () => number): TokenReader {
  return {
    read(token, question) {
      const read = readJwt(secret, token, {
        nowMs: clock(),
        maxAgeMs: MAX_AGE_MS,
        allowedIss: ISSUER,
        requiredClaims: ['iss', 'exp'],
      });
      if (!read.ok) return null;
      const { aud, scope, ref, agent_key: key } = read.value;
      // Compare it here, because the library accepts a list of audiences that includes this one.
      const caller = readCaller(read.value);
      if (aud !== AUDIENCE || caller === null) return null;
      if (key !== undefined && !ownKey.Check(key)) return null;
      const isForCall = question.ref === null || ref === question.ref;
      return scope === question.scope && isForCall ? { ...caller, key: key ?? null } : null;
    },
  };
}

/**
 * INVARIANT: an unreadable claim never counts as an absent one, and no claim of an agent's token makes it signed with a
 * key.
 */
export function readCaller({ sub, agent, contracts }: Readonly<Record<string, unknown>>): Caller | null {
  if (!name.Check(sub)) return null;
  if (agent !== undefined && !name.Check(agent)) return null;
  if (contracts !== undefined && !contractList.Check(contracts)) return null;
  return { principal: sub, agent: agent ?? null, contracts: contracts ?? null, key: null };
}

/** The hash of the body as the gateway wrote it: JSON without spaces, in the order of its fields. */
export function bodyHash(body: unknown): string {
  return hashOfText(JSON.stringify(body));
}

/** Like `bodyHash`, for a body as it is sent. */
export function hashOfText(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

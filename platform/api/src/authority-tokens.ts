import { AgentTokenRecord, SignedAgentToken, SignedAgentTokenEnd } from '@platform/core/objects/agent-token';
import { AgentTokenId, MandateId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { Cursor, Limit, PAGED } from './lists.ts';
import type { ClosableTable } from './route.ts';

/** How many tokens one read of `goodTokens` may name. */
export const MOST_TOKENS_ASKED = 64;

/**
 * For how long a gateway may rely on an answer of `goodTokens`, counted from when it asked. The end of a token is answered
 * only after that time.
 */
export const TOKEN_TRUST_MS = 500;

/** Agents’ tokens, as their principals signed them. The secrets of the tokens are not here. */
export const TOKENS = {
  listTokens: {
    method: 'GET',
    path: '/tokens',
    reads: 'list',
    areas: ['mandates'],
    summary: 'Agents’ tokens, newest first',
    description: `Those that principals signed, of one mandate or all; ended and expired ones too. ${PAGED}`,
    tag: 'mandates',
    query: Type.Object({
      contract_id: Type.Optional(MandateId),
      token_id: Type.Optional(AgentTokenId),
      state: Type.Optional(
        Type.Literal('good', { description: 'Only those that have not ended, and whose time is not over' }),
      ),
      cursor: Cursor,
      limit: Limit,
    }),
    answer: Type.Array(AgentTokenRecord),
    pages: 'next',
  },
  makeToken: {
    method: 'POST',
    path: '/tokens',
    summary: 'Register an agent’s token that its principal signed',
    description:
      'Signed by the principal of its mandates, within the hour. The token itself is made by a program that has the gateway’s secret, once this is answered. The same token a second time is refused, so that it is shown once.',
    tag: 'mandates',
    body: SignedAgentToken,
    answer: AgentTokenRecord,
    statuses: [201],
    refusals: [403, 404, 409, 413, 422],
  },
  endToken: {
    method: 'POST',
    path: '/tokens/:token_id/end',
    summary: 'End an agent’s token',
    description: `Signed by its principal. Answered after ${TOKEN_TRUST_MS} ms, from when on every gateway refuses the token. A second end changes nothing.`,
    tag: 'mandates',
    params: Type.Object({ token_id: AgentTokenId }),
    body: SignedAgentTokenEnd,
    answer: AgentTokenRecord,
    refusals: [403, 404, 413, 422],
  },
  goodTokens: {
    method: 'GET',
    path: '/tokens/good',
    reads: 'service',
    summary: 'Which of these tokens are good now',
    description:
      'For gateways, which hold callers to it: the ids of those that their principal signed and has not ended, and whose time is not over. Asked by a gateway, each counts as used.',
    tag: 'mandates',
    query: Type.Object({
      token_ids: Type.String({
        pattern: '^at_[A-Za-z0-9_-]{1,64}(,at_[A-Za-z0-9_-]{1,64})*$',
        maxLength: MOST_TOKENS_ASKED * 68,
        description: `Ids with commas between them, at most ${MOST_TOKENS_ASKED}`,
      }),
    }),
    answer: Type.Array(AgentTokenId),
    refusals: [422],
    // Asked twice a second for each token that is in use.
    polled: true,
  },
} satisfies ClosableTable;

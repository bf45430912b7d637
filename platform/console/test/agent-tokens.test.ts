import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { readJwt } from '@platform/keys/jwt';
import { draftAgentToken, draftAgentTokenEnd, type TokenWish } from '../src/use-cases/agent-tokens.ts';
import { agentTokenText } from '../src/use-cases/issue-agent-token.ts';

const NOW_MS = Date.parse('2026-03-02T10:00:00.900Z');
const fresh = { clock: () => NOW_MS, randomBytes: (size: number) => new Uint8Array(size).fill(7) };
const mandate = { contract_id: 'ic_a', tenant: 'tn_a', principal: 'anna', agent: 'bot' };
const wish: TokenWish = {
  deployment: `dp_${'0'.repeat(24)}`,
  name: null,
  mandates: [mandate, { ...mandate, contract_id: 'ic_b' }],
  hours: 2,
};
const codeOf = (patch: Partial<TokenWish>) => {
  const drafted = draftAgentToken({ ...wish, ...patch } as TokenWish, fresh);
  return drafted.ok ? 'ok' : drafted.error.code;
};

test('a token is of its mandates’ parties, and its text says what its record says', () => {
  const token = unwrap(draftAgentToken(wish, fresh));
  const { token_id: id, name, contracts, made_at, expires_at } = token;
  assert.deepEqual([id, name, contracts], [`at_${'07'.repeat(12)}`, 'bot 2026-03-02', ['ic_a', 'ic_b']]);
  assert.deepEqual([made_at, expires_at], ['2026-03-02T10:00:00.900Z', '2026-03-02T12:00:00.900Z']);
  const secret = 'a secret of this test';
  assert.deepEqual(unwrap(readJwt(secret, agentTokenText(secret, token, NOW_MS), { nowMs: NOW_MS })), {
    ...{ sub: 'anna', agent: 'bot', contracts, token_id: id },
    ...{ iat: Math.floor(NOW_MS / 1_000), exp: Math.floor(NOW_MS / 1_000) + 7_200 },
  });
});

test('what no principal could sign, or no authority would register, is not drafted', () => {
  assert.equal(codeOf({ mandates: [] }), 'token_draft_invalid');
  assert.equal(codeOf({ mandates: [mandate, { ...mandate, tenant: 'tn_b' }] }), 'parties_differ');
  assert.equal(codeOf({ name: ' laptop' }), 'token_draft_invalid');
  assert.equal(codeOf({ hours: 0 }), 'token_draft_invalid');
  assert.equal(codeOf({ hours: 366 * 24 + 1 }), 'token_draft_invalid');
  assert.equal(codeOf({ hours: 366 * 24, mandates: [{ ...mandate, agent: 'b'.repeat(128) }] }), 'ok');
});

test('an end names the token by its hash, and its reason has only what can be seen', () => {
  const record = { token: unwrap(draftAgentToken(wish, fresh)), token_hash: 'ab'.repeat(32) };
  const { token_id, token_hash, reason } = unwrap(draftAgentTokenEnd(record, ' it leaked ', fresh));
  assert.deepEqual([token_id, token_hash, reason], [record.token.token_id, record.token_hash, 'it leaked']);
  assert.equal(draftAgentTokenEnd(record, 'it\u202eleaked', fresh).ok, false);
});

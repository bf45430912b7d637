import assert from 'node:assert/strict';
import { nodeCrypto } from '@common/evidence/node';
import { TOKEN_TRUST_MS } from '@platform/api/authority-tokens';
import { applyKeptTokenEnds } from '@platform/authority/use-cases/agent-tokens';
import type { AgentToken, AgentTokenRecord } from '@platform/core/objects/agent-token';
import type { EventRecord } from '@platform/core/objects/event';
import { signObject } from '@platform/core/signed/signed';
import { createReadTokens } from '@platform/keys/read-token';
import { JWT_SECRET } from './support/actions.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Answer, Deployment } from './support/types.ts';

const KID = 'principal_amina';
const HOUR_MS = 3_600_000;

const codeOf = ({ status, body }: Answer): [number, unknown] => [
  status,
  (body.detail as { readonly error?: string } | undefined)?.error ?? 'ok',
];

const later = (d: Deployment, hours: number) => new Date(Date.parse(d.now()) + hours * HOUR_MS).toISOString();

function make(d: Deployment, mandateId: string, patch: Partial<AgentToken> = {}, kid = KID): Promise<Answer> {
  const { tenant, principal, agent } = d.mandate();
  const token: AgentToken = {
    type: 'sanad/agent-token/1',
    deployment: DEPLOYMENT,
    token_id: 'at_1',
    name: 'The clerk’s laptop',
    ...{ tenant, principal, agent, contracts: [mandateId] },
    made_at: d.now(),
    expires_at: later(d, 24),
    ...patch,
  };
  const { hash, signature } = signObject(nodeCrypto, d.signer(kid), token);
  return d.post('/tokens', { token, token_hash: hash, signature });
}

async function end(d: Deployment, tokenId: string, patch: object = {}, kid = KID): Promise<Answer> {
  const { body: tokens } = await d.get<readonly AgentTokenRecord[]>('/tokens');
  const ended = {
    type: 'sanad/agent-token-end/1',
    deployment: DEPLOYMENT,
    token_id: tokenId,
    token_hash: tokens.find(({ token }) => token.token_id === tokenId)?.token_hash ?? '0'.repeat(64),
    ended_at: d.now(),
    reason: 'it leaked',
    ...patch,
  } as const;
  const { hash, signature } = signObject(nodeCrypto, d.signer(kid), ended);
  return d.post(`/tokens/${tokenId}/end`, { end: ended, end_hash: hash, signature });
}

const gateway = (d: Deployment) => createReadTokens(JWT_SECRET, d.deps.clock)();

const good = async (d: Deployment, ...ids: string[]) =>
  (await d.get<readonly string[]>(`/tokens/good?token_ids=${ids.join(',')}`, gateway(d))).body;

const list = async (d: Deployment, query: string) =>
  (await d.get<readonly AgentTokenRecord[]>(`/tokens?${query}`)).body;

const idsOf = (records: readonly AgentTokenRecord[]) => records.map(({ token }) => token.token_id).toSorted();

onBothEngines('agents’ tokens', {
  'one is good from its principal’s signature until its end, which an older database cannot undo': async (
    d,
  ) => {
    const mandateId = await d.register();
    assert.deepEqual(codeOf(await make(d, mandateId)), [201, 'ok']);
    assert.deepEqual(codeOf(await make(d, mandateId)), [409, 'token_exists']);
    assert.deepEqual(codeOf(await make(d, mandateId, { token_id: 'at_2', expires_at: later(d, 1) })), [
      201,
      'ok',
    ]);
    assert.deepEqual((await d.get('/tokens/good?token_ids=at_1')).body, ['at_1']);
    const [asked] = await list(d, 'token_id=at_1');
    assert.equal(asked?.last_used_at, null, 'only a gateway uses one');
    assert.deepEqual(await good(d, 'at_1', 'at_2', 'at_none'), ['at_1', 'at_2']);
    assert.deepEqual(idsOf(await list(d, 'state=good')), ['at_1', 'at_2']);
    d.advance(3_600);
    assert.deepEqual(idsOf(await list(d, 'state=good')), ['at_1']);
    assert.deepEqual(await good(d, 'at_1', 'at_2'), ['at_1'], 'one has expired');

    const waited = d.pauses.total;
    assert.deepEqual(codeOf(await end(d, 'at_1', { token_hash: '0'.repeat(64) })), [
      422,
      'end_of_another_token',
    ]);
    assert.deepEqual(codeOf(await end(d, 'at_1', {}, 'approver_cfo')), [403, 'role_not_allowed']);
    let during: readonly string[] | null = null;
    d.pauses.meanwhile = async () => {
      during = await good(d, 'at_1');
    };
    assert.deepEqual(codeOf(await end(d, 'at_1')), [200, 'ok']);
    assert.deepEqual(during, [], 'ended before it is answered');
    assert.equal(d.pauses.total - waited, TOKEN_TRUST_MS);
    assert.deepEqual(codeOf(await end(d, 'at_1')), [200, 'ok']);
    assert.deepEqual(idsOf(await list(d, 'state=good')), []);
    const listed = await list(d, `contract_id=${mandateId}`);
    const told = listed.map(({ token, last_used_at, end: over }) => [
      token.token_id,
      last_used_at !== null,
      over !== null,
    ]);
    assert.deepEqual(told.toSorted(), [
      ['at_1', true, true],
      ['at_2', true, false],
    ]);
    assert.deepEqual(await list(d, 'contract_id=ic_other'), []);
    const { body: events } = await d.get<readonly EventRecord[]>('/events');
    const kinds = events.map(({ event }) => event.kind).filter((kind) => kind.startsWith('agent_token'));
    assert.deepEqual(kinds, ['agent_token_made', 'agent_token_made', 'agent_token_ended']);

    await d.database.db.updateTable('agent_token').set({ end_json: null }).execute();
    const key = d.rawKeys.get(KID) ?? assert.fail();
    d.rawKeys.set(KID, { ...key, not_after: later(d, -2) });
    assert.deepEqual(await applyKeptTokenEnds(d.deps), ['at_1'], 'by a key that has expired since');
    d.rawKeys.set(KID, key);
    assert.deepEqual(await good(d, 'at_1'), []);

    await d.database.db.deleteFrom('agent_token').execute();
    await d.database.db.deleteFrom('agent_token_mandate').execute();
    assert.deepEqual(codeOf(await make(d, mandateId)), [409, 'token_exists'], 'an older copy knows of none');
  },

  'one is refused that its mandates’ principal did not sign now, for these mandates': onSqlite(async (d) => {
    const mandateId = await d.register();
    const refused: readonly (readonly [Partial<AgentToken>, number, string])[] = [
      [{ agent: 'another' }, 422, 'token_parties_differ'],
      [{ contracts: [mandateId, 'ic_none'] }, 404, 'contract_not_found'],
      [{ made_at: later(d, -2) }, 422, 'token_times_invalid'],
      [{ expires_at: d.now() }, 422, 'token_times_invalid'],
      [{ expires_at: later(d, 24 * 400) }, 422, 'token_times_invalid'],
      [{ deployment: 'dp_ffffffffffffffffffffffff' }, 422, 'deployment_mismatch'],
    ];
    for (const [patch, status, code] of refused) {
      assert.deepEqual(codeOf(await make(d, mandateId, patch)), [status, code]);
    }
    assert.deepEqual(codeOf(await make(d, mandateId, {}, 'approver_cfo')), [403, 'role_not_allowed']);
    assert.deepEqual(codeOf(await end(d, 'at_1')), [404, 'token_not_found']);
  }),
});

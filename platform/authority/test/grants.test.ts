import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { proposeAction } from '@platform/authority/use-cases/propose-action';
import type { EventRecord } from '@platform/core/objects/event';
import type { GrantRecord, Rejection, SignedRejection } from '@platform/core/objects/grant';
import type { NoticeState } from '@platform/core/objects/notice';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { agentKeyOf } from '@platform/core/signed/agent-key';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { createPasskey } from '@platform/core/testing/passkey';
import { verify } from '@platform/core/verify/verify';
import type { Caller } from '@platform/keys/service-token';
import { peopleOf, roundsOf, whomToAsk } from '../src/use-cases/notice-rounds.ts';
import { SOFTWARE, token, transfer } from './support/actions.ts';
import { openDeployment, proposalLimiter } from './support/deployment.ts';
import { deploymentTest, messageOf, outcome } from './support/deployment-test.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import { pluginHashOf } from './support/profiles.ts';
import type { Answer, Deployment } from './support/types.ts';

const PEOPLE = ['a', 'b', 'c', 'd'];

function asking(
  round: 'first' | 'half',
  given: {
    readonly needed?: number;
    readonly approved?: readonly string[];
    readonly asked?: Readonly<Record<string, NoticeState>>;
    readonly without?: readonly string[];
  } = {},
): string[] {
  const { needed = 1, approved = [], asked = {}, without = [] } = given;
  const reachable = new Set(PEOPLE.filter((person) => !without.includes(person)));
  const state = { round, people: PEOPLE, needed, approved, asked: new Map(Object.entries(asked)), reachable };
  return whomToAsk(state).map(({ person, type }) => `${type.replace('approval.', '')} ${person}`);
}

describe('whom a round asks', () => {
  test('first as many as must approve, in the order of the route', () => {
    assert.deepEqual(asking('first'), ['requested a']);
    assert.deepEqual(asking('first', { needed: 2 }), ['requested a', 'requested b']);
    assert.deepEqual(asking('first', { needed: 2, without: ['a', 'c'] }), ['requested b', 'requested d']);
    assert.deepEqual(
      asking('first', { needed: 8 }),
      PEOPLE.map((person) => `requested ${person}`),
    );
    assert.deepEqual(asking('first', { without: PEOPLE }), []);
  });

  test('first: who was asked by another route counts, who has approved is left alone', () => {
    assert.deepEqual(asking('first', { needed: 2, asked: { b: 'waiting' } }), ['requested a']);
    assert.deepEqual(asking('first', { asked: { c: 'delivered' } }), []);
    assert.deepEqual(asking('first', { needed: 2, approved: ['a'] }), ['requested b']);
    assert.deepEqual(asking('first', { approved: ['A'] }), ['requested b'], 'the grant still waits');
  });

  test('at half of the time: those who were told again, and as many more as are missing', () => {
    assert.deepEqual(asking('half', { asked: { a: 'delivered' } }), ['reminder a', 'requested b']);
    assert.deepEqual(asking('half', { asked: { a: 'waiting' } }), ['requested b']);
    assert.deepEqual(asking('half', { asked: { a: 'given_up' } }), ['requested b']);
    const asked = { a: 'delivered', b: 'delivered' } as const;
    assert.deepEqual(asking('half', { needed: 2, asked, approved: ['a'] }), ['reminder b', 'requested c']);
    assert.deepEqual(asking('half', { needed: 2, asked }).slice(2), ['requested c', 'requested d']);
  });
});

test('a person with several keys, or names that look alike, is one of the route', () => {
  const personOf = (name: string) => (name === 'approver_x.phone' ? 'cfo' : name);
  assert.deepEqual(peopleOf({ approvers: ['approver_x.phone', 'CF0', 'guest', 'cfo'] }, personOf), [
    'cfo',
    'guest',
  ]);
});

test('half of the time is half of what there is, where the mandate ends before', () => {
  const route = { approver_type: 'p', approvers: ['cfo'], wait_s: 100, assurance: 'signature' as const };
  const approval = {
    routes: [
      { ...route, notify: ['mail'] },
      { ...route, notify: ['mail', 'app'] },
    ],
  };
  const due = (expiresMs: number) =>
    roundsOf({ approval }, { grant_id: 'gr_1', expires_at: new Date(expiresMs).toISOString() }, 0).map(
      ({ route: place, round, due_at }) => [place, round, due_at],
    );
  assert.deepEqual(due(100_000), [
    [1, 'first', 0],
    [1, 'half', 50_000],
  ]);
  assert.deepEqual(due(200_000)[1], [1, 'half', 50_000], 'another route waits longer');
  assert.deepEqual(due(40_000)[1], [1, 'half', 20_000]);
});

describe('proposals beyond a limit are not decided', () => {
  const counts = async (d: Deployment) => {
    await d.sequencer.settled();
    const [grants, receipts] = [await d.get<unknown[]>('/grants'), await d.get<unknown[]>('/receipts')];
    return [grants.body.length, receipts.body.length];
  };
  const propose = async (d: Deployment, id: string, memo: string, amount = '10') => {
    const params = transfer({ memo, amount });
    const plugin_hash = pluginHashOf(d.plugins);
    const body = {
      contract_id: id,
      plugin: 'treasury',
      facade: 'bank.executeTransfer',
      params,
      plugin_hash,
      software: SOFTWARE,
    };
    const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const bearer = await token({ scope: 'grants', ref }, Date.parse(d.now()));
    return d.app.inject({
      method: 'POST',
      url: '/grants',
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    });
  };

  test('a flood of proposals leaves nothing behind but what was decided', async () => {
    const d = await openDeployment('sqlite::memory:', { proposals: proposalLimiter(3) });
    try {
      const [id, other] = [await d.register(), await d.register()];
      for (const memo of ['1', '2', '3']) assert.equal((await propose(d, id, memo)).statusCode, 201);
      const before = await counts(d);
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const refused = await propose(d, id, `more ${attempt}`);
        assert.equal(refused.statusCode, 429);
        const { error, message } = refused.json().detail;
        assert.equal(error, 'proposals_too_many');
        assert.match(message, /Not decided, and nothing was kept: .* 3 proposals within 60 s/);
        assert.ok(Number(refused.headers['retry-after']) > 0);
      }
      assert.deepEqual(await counts(d), before);
      assert.equal((await propose(d, other, 'of another mandate')).statusCode, 201);
    } finally {
      await d.close();
    }
  });

  test('denials fill no disk: after so many a day nothing is decided until the next, restarted or not', async () => {
    const d = await openDeployment('sqlite::memory:', { denialsPerDay: 2 });
    try {
      const id = await d.register();
      for (const memo of ['1', '2']) {
        assert.equal((await propose(d, id, memo, '999999')).json().status, 'denied');
      }
      const before = await counts(d);
      for (const amount of ['999999', '10']) {
        const refused = await propose(d, id, 'more', amount);
        assert.deepEqual([refused.statusCode, refused.json().detail.error], [429, 'denials_spent']);
        assert.equal(refused.headers['retry-after'], String(15 * 3_600));
      }
      assert.deepEqual(await counts(d), before);
      // Kept in the database, so another process refuses as well.
      const again = await proposeAction(
        { ...d.deps, limits: { ...d.deps.limits, proposals: proposalLimiter(9), denialsPerDay: 2 } },
        {
          contract_id: id,
          plugin: 'treasury',
          facade: 'bank.executeTransfer',
          params: transfer({}),
          plugin_hash: pluginHashOf(d.plugins),
          software: SOFTWARE,
        },
        { principal: 'amina', agent: null, contracts: null, key: null },
      );
      assert.equal(again.ok ? 'ok' : again.error.code, 'denials_spent');
      d.advance(15 * 3_600);
      assert.equal((await propose(d, id, 'tomorrow')).json().status, 'active');
    } finally {
      await d.close();
    }
  });
});

test('one token of a principal, made for one agent, proposes nothing under another agent’s mandate', async () => {
  const d = await openDeployment();
  try {
    const id = await d.register();
    const { agent } = d.mandate();
    const proposal = {
      contract_id: id,
      plugin: 'treasury',
      facade: 'bank.executeTransfer',
      params: transfer({}),
      plugin_hash: pluginHashOf(d.plugins),
      software: SOFTWARE,
    };
    const codeOf = async (caller: Caller) => {
      const proposed = await proposeAction(d.deps, proposal, caller);
      return proposed.ok ? 'ok' : proposed.error.code;
    };
    const caller = { principal: 'amina', agent, contracts: [id], key: null };
    for (const other of [
      { ...caller, agent: 'agent_other' },
      { ...caller, contracts: ['ic_other'] },
      { ...caller, principal: 'zayd' },
    ]) {
      assert.equal(await codeOf(other), 'contract_not_yours');
    }
    assert.equal(await codeOf(caller), 'ok');
    // A bare token is accepted, and the grant in the receipt says that the agent was not authenticated.
    for (const [agentOf, memo] of [
      [agent, 'INV-A'],
      [null, 'INV-B'],
    ] as const) {
      const params = transfer({ memo, amount: '999999' });
      const bare = { principal: 'amina', agent: agentOf, contracts: null, key: null };
      const proposed = await proposeAction(d.deps, { ...proposal, params }, bare);
      assert.ok(proposed.ok);
      await d.sequencer.settled();
      const id = proposed.value.grant.grant_id;
      const [receipt] = (await d.get<Receipt[]>(`/receipts?grant_id=${id}`)).body;
      assert.equal(receipt?.how.grant.agent_authenticated, agentOf !== null);
    }
    const agent_key = { alg: 'ed25519', public_key: '5a'.repeat(32) } as const;
    const keyed = await d.register({ agent_key });
    const { keys } = d.deps;
    const [taken] = Object.values(await keys()).filter(({ alg }) => alg === 'ed25519');
    const borrowed = { alg: 'ed25519', public_key: taken?.public_key ?? '' } as const;
    const refused = await d.post('/contracts', d.sign(d.mandate({ agent_key: borrowed })));
    assert.deepEqual(outcome(refused), [422, 'agent_key_not_own']);
    const key = agentKeyOf(nodeCrypto, { agent_key });
    const signed = { ...caller, contracts: [keyed] };
    const keyedProposal = { ...proposal, contract_id: keyed, params: transfer({ memo: 'INV-C' }) };
    for (const [named, of, code] of [
      [null, keyedProposal, 'agent_key_required'],
      [`sha256:${'5a'.repeat(32)}`, keyedProposal, 'agent_key_differs'],
      [key, { ...proposal, params: keyedProposal.params }, 'agent_key_differs'],
    ] as const) {
      const proposed = await proposeAction(d.deps, of, { ...signed, contracts: null, key: named });
      assert.equal(proposed.ok ? 'ok' : proposed.error.code, code);
    }
    const proposed = await proposeAction(d.deps, keyedProposal, { ...signed, key });
    assert.ok(proposed.ok);
    assert.equal(proposed.value.grant.agent_key, key);
  } finally {
    await d.close();
  }
});

describe('revocations', () => {
  deploymentTest('by someone else or of another mandate are refused; a wrong clock stops none', async (d) => {
    const contract_id = await d.register();
    const { body } = await d.get<{ contract_hash: string }>(`/contracts/${contract_id}`);
    const send = (kid: string, patch: object = {}) => {
      const revocation = {
        type: 'sanad/revocation/1' as const,
        deployment: DEPLOYMENT,
        contract_id,
        contract_hash: body.contract_hash,
        revoked_at: d.now(),
        reason: 'test',
        ...patch,
      };
      const { hash, signature } = signObject(nodeCrypto, d.signer(kid), revocation);
      return d.post(`/contracts/${contract_id}/revoke`, { revocation, revocation_hash: hash, signature });
    };
    assert.deepEqual(outcome(await send('approver_cfo')), [403, 'role_not_allowed']);
    assert.deepEqual(outcome(await send('principal_zayd')), [403, 'signer_is_another_principal']);
    const another = { contract_hash: '0'.repeat(64) };
    assert.deepEqual(outcome(await send('principal_amina', another)), [
      422,
      'revocation_of_another_contract',
    ]);
    const nonsense = outcome(await send('principal_amina', { revoked_at: '2026-99-99T99:99:99Z' }));
    assert.deepEqual(nonsense, [422, 'instant_malformed']);
    assert.equal((await d.get(`/contracts/${contract_id}`)).body.status, 'active');
    assert.equal((await send('principal_amina')).status, 200);
  });

  for (const [what, revoked_at] of [
    ['ahead', '2999-01-01T00:00:00Z'],
    ['behind', '2026-03-01T09:00:00Z'],
    ['before its key', '1970-01-01T00:00:00Z'],
  ] as const) {
    deploymentTest(`from a clock that is ${what} stop a mandate at once, and spoil no receipt`, async (d) => {
      const contract_id = await d.register();
      const spent = await d.propose(contract_id, transfer({ memo: 'INV 1' }));
      const open = await d.propose(contract_id, transfer({ memo: 'INV 2' }));
      assert.equal((await d.redeem(spent)).status, 200);
      d.advance(2);
      const { contract_hash } = (await d.get<{ contract_hash: string }>(`/contracts/${contract_id}`)).body;
      const revocation = {
        type: 'sanad/revocation/1' as const,
        deployment: DEPLOYMENT,
        contract_id,
        contract_hash,
        revoked_at,
        reason: 'test',
      };
      const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), revocation);
      const body = { revocation, revocation_hash: hash, signature };
      assert.equal((await d.post(`/contracts/${contract_id}/revoke`, body)).status, 200);
      const events = (await d.get<EventRecord[]>('/events')).body;
      const event = events.find(({ event: { kind } }) => kind === 'mandate_revoked')?.event;
      assert.equal(event?.at, d.now(), 'the authority’s own instant');
      assert.deepEqual(outcome(await d.redeem(open)), [409, 'contract_revoked']);
      assert.equal((await d.propose(contract_id)).decision.reason, 'contract_revoked');
      assert.equal((await d.report(spent)).status, 201);
      await d.sequencer.settled();
      const receipts = (await d.get<Receipt[]>('/receipts')).body;
      assert.equal(receipts.length, 3);
      for (const receipt of receipts) {
        const { verdict, checks } = verify(nodeCrypto, receipt);
        assert.notEqual(verdict, 'failed', JSON.stringify(checks));
      }
    });
  }
});

async function hold(d: Deployment, approval = {}): Promise<GrantRecord> {
  return d.propose(await d.register(approval), transfer({ amount: '2000' }));
}

function rejection({ grant }: GrantRecord, signer: Signer, change: Partial<Rejection> = {}): SignedRejection {
  const { grant_id, deployment } = grant;
  const said = {
    type: 'sanad/rejection/1',
    deployment,
    grant_id,
    reason: 'Wrong amount',
    ...change,
  } as const;
  const { hash, signature } = signObject(nodeCrypto, signer, said);
  return { rejection: said, rejection_hash: hash, signature };
}

function reject(
  d: Deployment,
  held: GrantRecord,
  signed = rejection(held, d.signer('approver_cfo')),
): Promise<Answer<GrantRecord>> {
  return d.post(`/grants/${held.grant.grant_id}/reject`, signed);
}

const came = ({ status, body }: Answer<object>): readonly unknown[] => [
  status,
  'detail' in body ? (body.detail as { readonly error?: unknown }).error : 'ok',
];

async function statusOf(d: Deployment, { grant }: GrantRecord): Promise<string> {
  return (await d.get<GrantRecord>(`/grants/${grant.grant_id}`)).body.status;
}

onBothEngines('an approver rejects', {
  'and the grant ends as denied by them; receipt and events say so': onSqlite(async (d) => {
    const held = await hold(d);
    const signed = rejection(held, d.signer('approver_cfo'));
    const { status, body } = await reject(d, held, signed);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.status, 'denied');
    const { reason, detail, rejection: given } = body.ending ?? {};
    assert.deepEqual([reason, given?.signature.kid], ['approver_rejected', 'approver_cfo']);
    assert.equal(detail, 'Rejected by cfo (approver_cfo): Wrong amount');
    const shown = await d.get<GrantRecord>(`/grants/${held.grant.grant_id}`);
    assert.deepEqual(shown.body.ending, body.ending);
    await d.sequencer.settled();
    const { body: receipts } = await d.get<Receipt[]>(`/receipts?grant_id=${held.grant.grant_id}`);
    const [receipt] = receipts as [Receipt];
    assert.deepEqual([receipt.what.outcome, receipt.what.reason], ['denied', 'approver_rejected']);
    assert.deepEqual(unwrap(openReceipt(nodeCrypto, receipt)).how.rejection, given);
    const verified = verify(nodeCrypto, receipt, { keys: await d.deps.keys() });
    assert.equal(verified.verdict, 'verified', JSON.stringify(verified.checks));
    const { body: events } = await d.get<EventRecord[]>('/events?kind=grant_rejected');
    assert.deepEqual(
      events.map(({ event }) => event.grant_id),
      [held.grant.grant_id],
    );
    assert.deepEqual(events[0]?.body, signed);
  }),

  'and what it had reserved is given back': onSqlite(async (d) => {
    const mandate = await d.register({ limits: { runtime_max_s: 300, use_count_max: 1 } });
    const invoice = transfer({ amount: '2000' });
    const held = await d.propose(mandate, invoice);
    assert.equal((await d.propose(mandate, invoice)).decision.reason, 'use_count_exceeded');
    assert.equal((await reject(d, held)).status, 200);
    assert.equal((await d.propose(mandate, invoice)).decision.reason, 'approval_required');
  }),

  'with any key of theirs, though the route asks for hardware, and against who approved': onSqlite(
    async (d) => {
      const route = { approver_type: 'officer', approvers: ['cfo', 'guest'], wait_s: 3_600, notify: [] };
      const hardware = await hold(d, { approval: { routes: [{ ...route, assurance: 'hardware' }] } });
      assert.deepEqual(came(await d.approve(hardware)), [403, 'assurance_not_met']);
      assert.equal((await reject(d, hardware)).status, 200);
      const two = { ...route, assurance: 'signature', approvals_needed: 2 };
      const held = await hold(d, { approval: { routes: [two] } });
      assert.equal((await d.approve(held, 'approver_guest')).body.status, 'pending');
      assert.equal((await reject(d, held)).body.status, 'denied');
    },
  ),

  'and nobody else can': onSqlite(async (d) => {
    const held = await hold(d);
    const by = (kid: string) => reject(d, held, rejection(held, d.signer(kid)));
    assert.deepEqual(came(await by('approver_guest')), [403, 'approver_not_listed']);
    assert.deepEqual(came(await by('principal_amina')), [403, 'role_not_allowed']);
    assert.deepEqual(came(await by('authority')), [403, 'role_not_allowed']);
    const cfo = d.signer('approver_cfo');
    assert.deepEqual(came(await by('approver_cfo')), [200, 'ok']);
    const other = await hold(d);
    const forged = { ...rejection(other, cfo), signature: rejection(held, cfo).signature };
    assert.deepEqual(came(await reject(d, other, forged)), [403, 'signature_invalid']);
    const changed = { ...rejection(other, cfo), rejection: rejection(other, cfo, { reason: 'x' }).rejection };
    assert.deepEqual(came(await reject(d, other, changed)), [422, 'hash_mismatch']);
    assert.equal(await statusOf(d, other), 'pending');
  }),

  'and the signature ends no other grant, and nothing twice': onSqlite(async (d) => {
    const [held, other] = [await hold(d), await hold(d)];
    const cfo = d.signer('approver_cfo');
    const signed = rejection(held, cfo);
    assert.deepEqual(came(await reject(d, other, signed)), [422, 'rejection_of_another_grant']);
    const elsewhere = rejection(other, cfo, { deployment: `dp_${'9'.repeat(24)}` });
    assert.deepEqual(came(await reject(d, other, elsewhere)), [422, 'deployment_mismatch']);
    assert.equal((await reject(d, held, signed)).status, 200);
    const again = await reject(d, held, signed);
    assert.deepEqual(came(again), [409, 'grant_not_pending']);
    assert.match(messageOf(again), /This grant is denied \(approver_cfo rejected it at /);
    const late = await d.approve(held);
    assert.deepEqual(came(late), [409, 'grant_not_pending']);
    assert.match(messageOf(late), /approver_cfo rejected it at .*only a pending grant can be approved/);
    assert.equal(await statusOf(d, other), 'pending');
  }),

  'but not what is decided': onSqlite(async (d) => {
    const approved = await hold(d);
    assert.equal((await d.approve(approved)).status, 200);
    const late = await reject(d, approved);
    assert.deepEqual(came(late), [409, 'grant_not_pending']);
    assert.match(messageOf(late), /This grant is active \(approver_cfo approved it at /);
    const over = await hold(d);
    d.advance(3_600);
    assert.deepEqual(came(await reject(d, over)), [410, 'grant_expired']);
    assert.equal(
      (await d.post('/grants/gr_none/reject', rejection(over, d.signer('approver_cfo')))).status,
      404,
    );
  }),

  'without a reason, or one without end: neither': onSqlite(async (d) => {
    const held = await hold(d);
    for (const reason of ['', 'x'.repeat(281)]) {
      const signed = rejection(held, d.signer('approver_cfo'), { reason });
      assert.equal((await reject(d, held, signed)).status, 422);
    }
    assert.equal((await reject(d, held)).status, 200);
  }),

  'at once with an approval: exactly one of the two wins': async (d) => {
    const mandate = await d.register();
    const held = await Promise.all(
      Array.from({ length: 5 }, () => d.propose(mandate, transfer({ amount: '1001' }))),
    );
    await Promise.all(
      held.map(async (grant) => {
        const [approved, rejected] = await Promise.all([d.approve(grant), reject(d, grant)]);
        assert.deepEqual([approved.status, rejected.status].sort(), [200, 409]);
        assert.equal(await statusOf(d, grant), approved.status === 200 ? 'active' : 'denied');
      }),
    );
  },

  'with a passkey, whose counter must rise': onSqlite(async (d) => {
    const passkey = createPasskey(nodeCrypto, { name: 'cfo' });
    const cfo = d.rawKeys.get('approver_cfo');
    assert.ok(cfo !== undefined);
    const { enrolment: _, compromised_at: __, ...base } = cfo;
    const entry = { ...base, kid: 'approver_cfo.key', ...passkey.facts };
    const amina = d.signer('principal_amina');
    const { hash, signature } = signObject(nodeCrypto, amina, { type: 'sanad/enrolment/1', ...entry });
    const enrolment = { enrolment_hash: hash, signature };
    d.rawKeys.set('approver_cfo.key', { ...entry, compromised_at: null, enrolment });
    const at = (counter: number) => passkey.signer('approver_cfo.key', { counter });
    const [held, next] = [await hold(d), await hold(d)];
    assert.equal((await reject(d, held, rejection(held, at(4)))).status, 200);
    assert.deepEqual(came(await reject(d, next, rejection(next, at(4)))), [403, 'counter_not_rising']);
    assert.equal((await reject(d, next, rejection(next, at(5)))).status, 200);
  }),
});

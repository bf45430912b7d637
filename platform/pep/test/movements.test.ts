import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { MovementQuestion, SignedMovementQuestion } from '@platform/core/objects/movement';
import type { Connector } from '@platform/core/objects/plugin';
import { type Signer, signObject, verifySigned } from '@platform/core/signed/signed';
import { readToken } from './support/fake-bank.ts';
import { DEPLOYMENT } from './support/people.ts';
import { ANSWERING, makePep, makeVenue } from './support/venue.ts';

const LISTING: Connector = {
  ...ANSWERING,
  operations: ANSWERING.operations.map((operation) =>
    operation.ack === null
      ? operation
      : { ...operation, body: { from_account: '$account', ...operation.body } },
  ),
  tenant_accounts: [{ tenant: 'tn_test', account: 'acct_operating' }],
  movements: {
    path: '/books/{account}',
    query: { from: 'since', until: 'to', after: 'cursor' },
    currency: '/account/currency',
    opening: '/start',
    closing: '/end',
    movements: '/lines',
    more: '/next',
    fields: {
      movement_id: '/no',
      booked_at: '/at',
      direction: '/side',
      amount: '/sum',
      balance: '/left',
      text: '/what/for',
      idempotency_key: '/key',
    },
    timeout_ms: 1_000,
  },
};

const LINE = {
  no: 'm1',
  at: '2026-10-02T09:00:00Z',
  side: 'out',
  sum: '12',
  left: '88',
  what: { for: 'fee' },
};
const BODY = { account: { currency: 'USD' }, start: '100', end: '88', lines: [LINE], next: false };

function ask(signer: Signer, changes: Partial<MovementQuestion> = {}): SignedMovementQuestion {
  const question: MovementQuestion = {
    type: 'sanad/movement-question/1',
    deployment: DEPLOYMENT,
    tenant: 'tn_test',
    account: 'acct_operating',
    from: '2026-10-01',
    until: '2026-11-01',
    after: null,
    asked_at: new Date().toISOString(),
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, signer, question);
  return { question, question_hash: hash, signature };
}

async function listing(t: TestContext) {
  const venue = await makeVenue(t, { connector: LISTING });
  const pep = await makePep(t, venue);
  const post = async (payload: SignedMovementQuestion) => {
    const answer = await pep.app.inject({ method: 'POST', url: '/movements', payload });
    return { status: answer.statusCode, body: JSON.parse(answer.body) };
  };
  return { venue, pep, post, authority: venue.parties.authority.signer };
}

test('a list is read as the connector says, with a token for one call, and signed', async (t) => {
  const { venue, pep, post, authority } = await listing(t);
  venue.bank.plans.push({ status: 200, body: BODY });
  const { status, body } = await post(ask(authority, { after: 'm0' }));
  assert.equal(status, 200, JSON.stringify(body));
  const [request] = venue.bank.requests;
  assert.equal(request?.path, '/books/acct_operating?since=2026-10-01&to=2026-11-01&cursor=m0');
  assert.equal(readToken(String(request?.headers['x-broker-token']))?.path, request?.path);
  assert.ok(!JSON.stringify(body).includes(String(request?.headers['x-broker-token'])));
  const key = await pep.pep.deps.key();
  const { page, page_hash: hash, signature } = body;
  const claim = { object: page, hash, signature, keys: { pep: key }, at: page.listed_at };
  assert.equal(verifySigned(nodeCrypto, claim).ok, true);
  assert.deepEqual(page.movements, [
    {
      movement_id: 'm1',
      booked_at: '2026-10-02T09:00:00Z',
      direction: 'out',
      amount: '12',
      balance: '88',
      ...{ other_account: null, reference: null, text: 'fee', idempotency_key: null },
    },
  ]);
  assert.deepEqual(
    [page.counterparty, page.currency, page.opening, page.more],
    ['bank', 'USD', '100', false],
  );
});

test('only the authority is answered, for a moment, and only about an account that people signed as the tenant’s', async (t) => {
  const { venue, post, authority } = await listing(t);
  const old = new Date(Date.now() - 120_000).toISOString();
  const asked = [
    ask(venue.parties.principal.signer),
    { ...ask(authority), question: ask(authority, { account: 'acct_other' }).question },
    ask(authority, { asked_at: old }),
    ask(authority, { deployment: 'dp_ffffffffffffffffffffffff' }),
    ask(authority, { account: 'acct_acme' }),
    ask(authority, { tenant: 'tn_other' }),
  ];
  const statuses = [];
  for (const question of asked) statuses.push((await post(question)).status);
  assert.deepEqual(statuses, [403, 403, 403, 403, 404, 404]);
  assert.equal(venue.bank.requests.length, 0);
});

test('an answer of another form is none', async (t) => {
  const { venue, post, authority } = await listing(t);
  const answers = [
    { ...BODY, lines: [{ ...LINE, sum: 12 }] },
    { ...BODY, lines: [{ ...LINE, at: 'yesterday' }] },
    { ...BODY, start: '1e2' },
    { ...BODY, lines: undefined },
    { ...BODY, lines: [], next: true },
  ];
  for (const body of answers) {
    venue.bank.plans.push({ status: 200, body });
    const answer = await post(ask(authority));
    assert.deepEqual([answer.status, answer.body.detail.error], [503, 'movements_unavailable']);
  }
  venue.bank.plans.push({ status: 500, body: BODY });
  assert.equal((await post(ask(authority))).status, 503);
});

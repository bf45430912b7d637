import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokerToken, call, GRANT, makeBank, NOW, sha256, transfer } from './bank-under-test.ts';

const path = '/transfers';
const body = JSON.stringify(transfer());
const good = { method: 'POST', path, body } as const;
const S = NOW / 1_000;

/** Token -> the code that it is refused with. */
const REFUSED: Readonly<Record<string, readonly [token: string | null, code: string]>> = {
  'no token': [null, 'broker_token_missing'],
  'a text that is not a token': ['Bearer x', 'broker_token_invalid'],
  'another secret': [brokerToken(good, { secret: 'another secret, long enough' }), 'broker_token_invalid'],
  'another version': [brokerToken(good).replace('v1.', 'v2.'), 'broker_token_invalid'],
  'a changed signature': [flipLast(brokerToken(good)), 'broker_token_invalid'],
  'another body': [brokerToken({ ...good, body: `${body} ` }), 'broker_token_mismatch'],
  'the hash of an empty body': [brokerToken(good, { body_sha256: sha256('') }), 'broker_token_mismatch'],
  'another path': [brokerToken(good, { path: '/transfers/' }), 'broker_token_mismatch'],
  'another query': [brokerToken(good, { path: '/transfers?x=1' }), 'broker_token_mismatch'],
  'another method': [brokerToken(good, { method: 'GET' }), 'broker_token_mismatch'],
  expired: [brokerToken(good, { iat: S - 10, exp: S }), 'broker_token_expired'],
  'dated in the future': [brokerToken(good, { iat: S + 60, exp: S + 65 }), 'broker_token_invalid'],
  'valid for too long': [brokerToken(good, { exp: S + 3_600 }), 'broker_token_invalid'],
};

function flipLast(token: string): string {
  return token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
}

for (const [what, [token, code]] of Object.entries(REFUSED)) {
  test(`refused with 401, nothing moved: ${what}`, async (t) => {
    const bank = await makeBank(t);
    const answer = await call(bank.app, 'POST', path, { body, token, key: 'idem_pay_1' });
    assert.deepEqual([answer.status, answer.body.detail.error], [401, code]);
    assert.equal(await bank.balance('acct_operating'), '1000000');
  });
}

test('a token is good for one call, even if that call was refused', async (t) => {
  const bank = await makeBank(t);
  const token = brokerToken(good);
  const first = await call(bank.app, 'POST', path, { body, token, key: 'idem_other' });
  assert.deepEqual([first.status, first.body.detail.error], [422, 'idempotency_key_mismatch']);
  const second = await call(bank.app, 'POST', path, { body, token, key: 'idem_pay_1' });
  assert.deepEqual([second.status, second.body.detail.error], [401, 'broker_token_used']);
  assert.equal(await bank.balance('acct_operating'), '1000000');
});

test('of many simultaneous calls with one token, one gets in', async (t) => {
  const bank = await makeBank(t);
  const token = brokerToken(good);
  const calls = Array.from({ length: 8 }, () =>
    call(bank.app, 'POST', path, { body, token, key: 'idem_pay_1' }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 401)]);
});

test('a used token is refused by its number until it expires, then by its time', async (t) => {
  const bank = await makeBank(t);
  const token = brokerToken(good);
  assert.equal((await call(bank.app, 'POST', path, { body, token, key: 'idem_pay_1' })).status, 200);
  bank.clock.now += 9_000;
  const early = await call(bank.app, 'POST', path, { body, token, key: 'idem_pay_1' });
  assert.equal(early.body.detail.error, 'broker_token_used');
  bank.clock.now += 1_000;
  const late = await call(bank.app, 'POST', path, { body, token, key: 'idem_pay_1' });
  assert.equal(late.body.detail.error, 'broker_token_expired');
});

test('a token for a transfer of another grant is refused', async (t) => {
  const bank = await makeBank(t);
  const token = brokerToken(good, { grant_id: `${GRANT}x` });
  const answer = await call(bank.app, 'POST', path, { body, token, key: 'idem_pay_1' });
  assert.deepEqual([answer.status, answer.body.detail.error], [422, 'grant_mismatch']);
});

test('a token for a read is bound to its account', async (t) => {
  const bank = await makeBank(t);
  const mine = '/accounts/acct_operating/balance';
  const read = await call(bank.app, 'GET', mine);
  assert.deepEqual([read.status, read.body.balance], [200, '1000000']);
  const token = brokerToken({ method: 'GET', path: mine });
  const other = await call(bank.app, 'GET', '/accounts/acct_other/balance', { token });
  assert.deepEqual([other.status, other.body.detail.error], [401, 'broker_token_mismatch']);
  const unknown = await call(bank.app, 'GET', '/accounts/acct_other/balance');
  assert.deepEqual([unknown.status, unknown.body.detail.error], [404, 'account_unknown']);
});

test('without a token nobody learns what a body must look like', async (t) => {
  const bank = await makeBank(t);
  const answer = await call(bank.app, 'POST', path, { body: '{}', token: null, key: null });
  assert.equal(answer.status, 401);
});

test('a body of 10 MB is refused with 413', async (t) => {
  const bank = await makeBank(t);
  const large = JSON.stringify({ memo: 'x'.repeat(10_000_000) });
  const answer = await call(bank.app, 'POST', path, { body: large, token: 'v1', key: null });
  assert.deepEqual([answer.status, answer.body.detail.error], [413, 'payload_too_large']);
});

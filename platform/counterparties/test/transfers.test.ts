import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { VERSION } from '@common/kit/version';
import { SignedAck } from '@platform/core/objects/counterparty';
import { verifySigned } from '@platform/core/signed/signed';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { minus, plus } from '../src/use-cases/money.ts';
import {
  brokerToken,
  call,
  GRANT,
  HASH,
  makeBank,
  makeBroker,
  makeRecipient,
  NOW,
  sha256,
  transfer,
} from './bank-under-test.ts';

test('a transfer moves money, opens the payee’s account and gives a signed acknowledgment', async (t) => {
  const bank = await makeBank(t);
  const { status, body } = await call(bank.app, 'POST', '/transfers', { body: transfer() });
  assert.equal(status, 200);
  assert.ok(Value.Check(SignedAck, body));
  assert.match(String(Reflect.get(body.ack, 'transfer_id')), /^txn_[0-9a-f]{24}$/);
  assert.deepEqual([body.ack.action_hash, body.ack.idempotency_key], [HASH, 'idem_pay_1']);
  const verified = verifySigned(nodeCrypto, {
    object: body.ack,
    hash: body.ack_hash,
    signature: body.signature,
    keys: { bank: bank.key },
    at: body.ack.acknowledged_at,
  });
  assert.deepEqual(verified, { ok: true, value: bank.key });
  assert.equal(await bank.balance('acct_operating'), '999959.5');
  assert.equal(await bank.balance('acct_new_payee'), '40.5');
});

test('the same key and body get the same acknowledgment again, and no money moves', async (t) => {
  const bank = await makeBank(t);
  const first = await call(bank.app, 'POST', '/transfers', { body: transfer() });
  bank.clock.now += 3_000;
  const second = await call(bank.app, 'POST', '/transfers', { body: transfer() });
  assert.deepEqual(second, first);
  assert.equal(await bank.balance('acct_new_payee'), '40.5');
});

test('what was done under a key: the acknowledgment, or nothing at an instant; a refusal did nothing', async (t) => {
  const bank = await makeBank(t);
  const path = (key: string) => `/transfers/${key}`;
  const before = await call(bank.app, 'GET', path('idem_pay_1'));
  assert.deepEqual(before, { status: 200, body: { answer: null, as_of: new Date(NOW).toISOString() } });
  const { body: answer } = await call(bank.app, 'POST', '/transfers', { body: transfer() });
  assert.deepEqual((await call(bank.app, 'GET', path('idem_pay_1'))).body.answer, answer);
  const poor = transfer({ amount: '9999999', idempotency_key: 'idem_pay_9' });
  await call(bank.app, 'POST', '/transfers', { body: poor });
  assert.equal((await call(bank.app, 'GET', path('idem_pay_9'))).body.answer, null);
});

test('the same key with another body is refused with 422', async (t) => {
  const bank = await makeBank(t);
  await call(bank.app, 'POST', '/transfers', { body: transfer() });
  for (const changes of [{ amount: '41' }, { memo: 'INV-8' }, { action_hash: 'b'.repeat(64) }]) {
    const answer = await call(bank.app, 'POST', '/transfers', { body: transfer(changes) });
    assert.deepEqual([answer.status, answer.body.detail.error], [422, 'idempotency_key_reused']);
  }
  assert.equal(await bank.balance('acct_new_payee'), '40.5');
});

test('one transfer requested many times at once moves money once', async (t) => {
  const bank = await makeBank(t);
  const calls = Array.from({ length: 12 }, () => call(bank.app, 'POST', '/transfers', { body: transfer() }));
  const hashes = new Set((await Promise.all(calls)).map(({ body }) => body.ack_hash));
  assert.equal(hashes.size, 1);
  assert.equal(await bank.balance('acct_operating'), '999959.5');
});

const REFUSED: Readonly<Record<string, readonly [changes: Readonly<Record<string, unknown>>, code: string]>> =
  {
    'more than there is': [{ amount: '1000000.0001' }, 'insufficient_funds'],
    'an unknown payer': [{ from_account: 'acct_nobody' }, 'account_unknown'],
    'another currency': [{ currency: 'GBP' }, 'currency_mismatch'],
    'to an account in another currency': [
      { from_account: 'acct_operating_eur', currency: 'EUR', to_account: 'acct_globex' },
      'currency_mismatch',
    ],
    'to itself': [{ to_account: 'acct_operating' }, 'same_account'],
    'of nothing': [{ amount: '0' }, 'amount_not_positive'],
  };

for (const [what, [changes, code]] of Object.entries(REFUSED)) {
  test(`refused with 409: a transfer ${what}`, async (t) => {
    const bank = await makeBank(t);
    const answer = await call(bank.app, 'POST', '/transfers', { body: transfer(changes) });
    assert.deepEqual([answer.status, answer.body.detail.error], [409, code]);
    assert.equal(await bank.balance('acct_operating'), '1000000');
  });
}

test('a refusal is final for its own request, whatever the account holds later', async (t) => {
  const bank = await makeBank(t);
  await bank.store.openAccounts([{ account_id: 'acct_poor', currency: 'USD', balance: '1' }]);
  const wanted = transfer({ from_account: 'acct_poor' });
  const first = await call(bank.app, 'POST', '/transfers', { body: wanted });
  assert.equal(first.body.detail.error, 'insufficient_funds');
  const topUp = transfer({ to_account: 'acct_poor', amount: '500', idempotency_key: 'idem_pay_2' });
  assert.equal((await call(bank.app, 'POST', '/transfers', { body: topUp })).status, 200);
  assert.deepEqual(await call(bank.app, 'POST', '/transfers', { body: wanted }), first);
  assert.equal(await bank.balance('acct_poor'), '501');
  // Nothing was done under the key, so another action may have it.
  const other = { body: transfer({ from_account: 'acct_poor', action_hash: 'b'.repeat(64) }) };
  const done = await call(bank.app, 'POST', '/transfers', other);
  assert.equal(done.status, 200);
  assert.deepEqual(await call(bank.app, 'POST', '/transfers', other), done);
});

test('amounts that are not in canonical spelling are refused with 422', async (t) => {
  const bank = await makeBank(t);
  for (const amount of ['40.50', '-1', '1e3', '0x10', ' 1', '', '1,5', 40]) {
    const answer = await call(bank.app, 'POST', '/transfers', { body: transfer({ amount }) });
    assert.deepEqual([answer.status, answer.body.detail.error], [422, 'invalid_request'], String(amount));
  }
});

test('one account gains exactly what the other loses', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.integer({ min: 0, max: 9_999 }))
    .map(([whole, part]) => ({
      units: whole * 10_000n + BigInt(part),
      text: `${whole}.${String(part).padStart(4, '0')}`,
    }));
  const units = (text: string) => {
    const [whole = '', part = ''] = text.split('.');
    return BigInt(whole.replace('-', '') + part.padEnd(4, '0')) * (text.startsWith('-') ? -1n : 1n);
  };
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      assert.equal(units(plus(a.text, b.text)), a.units + b.units);
      assert.equal(units(minus(a.text, b.text)), a.units - b.units);
    }),
  );
});

test('the exchange rate is signed and open to anyone', async (t) => {
  const bank = await makeBank(t);
  const { status, body } = await call(bank.app, 'GET', '/market/fx?base=USD&quote=SAR', { token: null });
  assert.equal(status, 200);
  assert.equal(body.fx_quote.rate, '3.75');
  assert.equal(hashOf(nodeCrypto, body.fx_quote), body.fx_quote_hash);
  assert.equal(body.signature.kid, 'bank');
  const unknown = await call(bank.app, 'GET', '/market/fx?base=USD&quote=XXX', { token: null });
  assert.deepEqual([unknown.status, unknown.body.detail.error], [404, 'currency_unknown']);
});

test('the bank shows its key, its health and its description', async (t) => {
  const bank = await makeBank(t);
  const keys = await call(bank.app, 'GET', '/.well-known/keys.json', { token: null });
  assert.deepEqual(keys.body, { bank: bank.key });
  assert.deepEqual((await call(bank.app, 'GET', '/healthz', { token: null })).body, {
    status: 'ok',
    version: VERSION,
  });
  const paths = Object.keys((await call(bank.app, 'GET', '/openapi.json', { token: null })).body.paths);
  assert.ok(paths.includes('/transfers') && paths.includes('/accounts/{account_id}/balance'));
});

const order = (changes: Readonly<Record<string, unknown>> = {}) => ({
  symbol: 'AAPL',
  side: 'buy',
  notional: '500',
  currency: 'USD',
  reference: 'Rebalance 7',
  grant_id: GRANT,
  action_hash: HASH,
  idempotency_key: 'idem_ord_1',
  ...changes,
});

test('an order is filled by its value, acknowledged, and held from then on', async (t) => {
  const { app, key } = await makeBroker(t);
  assert.equal((await call(app, 'GET', '/positions/AAPL')).body.quantity, '0');
  const { status, body } = await call(app, 'POST', '/orders', { body: order() });
  assert.equal(status, 200);
  assert.match(body.ack.order_id, /^ord_[0-9a-f]{24}$/);
  assert.deepEqual([body.ack.notional, body.ack.price, body.ack.quantity], ['500', '200', '2.5']);
  assert.equal((await call(app, 'GET', '/positions/AAPL')).body.quantity, '2.5');
  const verified = verifySigned(nodeCrypto, {
    object: body.ack,
    hash: body.ack_hash,
    signature: body.signature,
    keys: { broker: key },
    at: body.ack.acknowledged_at,
  });
  assert.ok(verified.ok);
});

test('an order is filled once per idempotency key', async (t) => {
  const { app } = await makeBroker(t);
  const first = await call(app, 'POST', '/orders', { body: order() });
  assert.deepEqual(await call(app, 'POST', '/orders', { body: order() }), first);
  const other = await call(app, 'POST', '/orders', { body: order({ notional: '600' }) });
  assert.deepEqual([other.status, other.body.detail.error], [422, 'idempotency_key_reused']);
  assert.equal((await call(app, 'GET', '/positions/AAPL')).body.quantity, '2.5');
});

test('nothing is filled of what is not traded, not held, in another currency or too small', async (t) => {
  const { app } = await makeBroker(t);
  const refusals: Readonly<Record<string, object>> = {
    symbol_unknown: { symbol: 'XYZ' },
    position_too_small: { side: 'sell' },
    currency_mismatch: { currency: 'EUR' },
    order_too_small: { notional: '0.0001', symbol: 'BRK.B' },
  };
  for (const [code, changes] of Object.entries(refusals)) {
    const body = order({ ...changes, idempotency_key: `idem_ord_${code}` });
    const { status, body: answer } = await call(app, 'POST', '/orders', { body });
    assert.deepEqual([status, answer.detail.error], [409, code]);
  }
});

const release = (changes: Readonly<Record<string, unknown>> = {}) => ({
  record_id: 'rec_1001',
  recipient_id: 'clinic',
  purpose: 'treatment',
  sensitivity: 'public',
  reference: 'CASE1',
  grant_id: GRANT,
  action_hash: HASH,
  idempotency_key: 'idem_rel_1',
  ...changes,
});

test('a release is acknowledged with its id, its record and the digest of what was received', async (t) => {
  const { app, key } = await makeRecipient(t);
  const { status, body } = await call(app, 'POST', '/releases', { body: release() });
  assert.equal(status, 200);
  assert.match(body.ack.release_id, /^rel_[0-9a-f]{24}$/);
  assert.equal(body.ack.record_id, 'rec_1001');
  const record = await call(app, 'GET', '/records/rec_1001');
  assert.equal(record.body.digest, body.ack.digest);
  const verified = verifySigned(nodeCrypto, {
    object: body.ack,
    hash: body.ack_hash,
    signature: body.signature,
    keys: { recipient: key },
    at: body.ack.acknowledged_at,
  });
  assert.ok(verified.ok);
});

test('a release happens once per idempotency key', async (t) => {
  const { app } = await makeRecipient(t);
  const first = await call(app, 'POST', '/releases', { body: release() });
  assert.deepEqual(await call(app, 'POST', '/releases', { body: release() }), first);
  const other = await call(app, 'POST', '/releases', { body: release({ purpose: 'billing' }) });
  assert.deepEqual([other.status, other.body.detail.error], [422, 'idempotency_key_reused']);
});

test('a record whose sensitivity differs from the request’s is not released', async (t) => {
  const { app } = await makeRecipient(t);
  const understated = release({
    record_id: 'rec_1003',
    sensitivity: 'public',
    idempotency_key: 'idem_rel_2',
  });
  const { status, body } = await call(app, 'POST', '/releases', { body: understated });
  assert.deepEqual([status, body.detail.error], [409, 'sensitivity_mismatch']);
});

test('an unknown record is known once it has been released', async (t) => {
  const { app } = await makeRecipient(t);
  assert.equal((await call(app, 'GET', '/records/rec_new')).status, 404);
  await call(app, 'POST', '/releases', {
    body: release({ record_id: 'rec_new', sensitivity: 'confidential' }),
  });
  const found = await call(app, 'GET', '/records/rec_new');
  assert.deepEqual([found.status, found.body.sensitivity], [200, 'confidential']);
});

test('requesters are known or not', async (t) => {
  const { app } = await makeRecipient(t);
  assert.equal((await call(app, 'GET', '/requesters/clinic')).body.verified, true);
  assert.equal((await call(app, 'GET', '/requesters/nobody')).status, 404);
  const open = await call(app, 'GET', '/requesters/clinic', { token: null });
  assert.equal(open.body.detail.error, 'broker_token_missing');
});

const path = '/transfers';
const body = JSON.stringify(transfer());
const good = { method: 'POST', path, body } as const;
const S = NOW / 1_000;

/** Token -> the code that it is refused with. */
const BAD_TOKENS: Readonly<Record<string, readonly [token: string | null, code: string]>> = {
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

for (const [what, [token, code]] of Object.entries(BAD_TOKENS)) {
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERSION } from '@common/kit/version';
import { hashOf } from '@platform/proof/hash';
import { nodeCrypto } from '@platform/proof/node';
import { verifySigned } from '@platform/proof/signed';
import { SignedAck } from '@platform/protocol/counterparty';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { minus, plus } from '../src/use-cases/money.ts';
import { call, HASH, makeBank, transfer } from './bank-under-test.ts';

test('a transfer moves money, opens the payee’s account and gives a signed acknowledgment', async (t) => {
  const bank = await makeBank(t);
  const { status, body } = await call(bank.app, 'POST', '/transfers', { body: transfer() });
  assert.equal(status, 200);
  assert.ok(Value.Check(SignedAck, body));
  assert.match(String(Reflect.get(body.ack, 'transfer_id')), /^txn_[0-9a-f]{24}$/);
  assert.deepEqual([body.ack.action_hash, body.ack.idempotency_key], [HASH, 'idem_pay_1']);
  const verified = verifySigned(nodeCrypto, {
    ...{ object: body.ack, hash: body.ack_hash, signature: body.signature },
    ...{ keys: { bank: bank.key }, at: body.ack.acknowledged_at },
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

test('a refusal is final, whatever the account holds later', async (t) => {
  const bank = await makeBank(t);
  await bank.store.openAccounts([{ accountId: 'acct_poor', currency: 'USD', balance: '1' }]);
  const wanted = transfer({ from_account: 'acct_poor' });
  const first = await call(bank.app, 'POST', '/transfers', { body: wanted });
  assert.equal(first.body.detail.error, 'insufficient_funds');
  const topUp = transfer({ to_account: 'acct_poor', amount: '500', idempotency_key: 'idem_pay_2' });
  assert.equal((await call(bank.app, 'POST', '/transfers', { body: topUp })).status, 200);
  assert.deepEqual(await call(bank.app, 'POST', '/transfers', { body: wanted }), first);
  assert.equal(await bank.balance('acct_poor'), '501');
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

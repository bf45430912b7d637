import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import type { TransferRequest } from '../../src/requests/effects.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { BankSchema, RecipientSchema } from '../../src/store/schema.ts';
import { createBankStore } from '../../src/store/sql-bank-store.ts';
import { createRecipientStore } from '../../src/store/sql-recipient-store.ts';
import type { Account, Movement, Order } from '../../src/store/store.ts';
import { acknowledge } from '../../src/use-cases/acknowledge.ts';
import { minus, plus } from '../../src/use-cases/money.ts';
import { counterpartyKey, GRANT, HASH, NO_FAULTS, NOW } from '../bank-under-test.ts';

const { signer } = counterpartyKey('bank');

const ENGINES = {
  SQLite: async () => 'sqlite::memory:',
  PostgreSQL: async () => (await startPostgres()).url,
};

const BOUND = { grant_id: GRANT, action_hash: HASH };

/** A token that was not used before. */
const freshToken = () => ({ jti: randomUUID(), exp: 1_000 });

const order = ({ id = 'txn_1', key = 'idem_pay_1' } = {}): Order<TransferRequest> => ({
  id,
  token: freshToken(),
  at: NOW,
  bodyHash: HASH,
  isCurrent: () => true,
  body: {
    from_account: 'acct_a',
    to_account: 'acct_b',
    amount: '10',
    currency: 'USD',
    ...BOUND,
    idempotency_key: key,
  },
});

const ackOf = ({ id, body }: Order<TransferRequest>) =>
  acknowledge(signer, 'transfer', body, NOW, { transfer_id: id });

const move =
  (amount: string) =>
  (from: Account | null, to: Account | null): Movement => ({
    ok: true,
    fromBalance: minus(from?.balance ?? '0', amount),
    toBalance: plus(to?.balance ?? '0', amount),
  });

for (const [engine, url] of Object.entries(ENGINES)) {
  const openBank = async (t: TestContext) => {
    const database = await openDatabase<BankSchema>({ url: await url() });
    t.after(() => database.close());
    await migrate(database, MIGRATIONS.bank);
    const store = createBankStore(database, NO_FAULTS);
    await store.openAccounts([{ account_id: 'acct_a', currency: 'USD', balance: '100' }]);
    return { store, database };
  };

  describe(`the books on ${engine}`, () => {
    test('a token is claimed once and forgotten after its time', async (t) => {
      const { store } = await openBank(t);
      assert.equal(await store.claimToken('j1', 110), true);
      assert.equal(await store.claimToken('j1', 110), false);
      assert.equal(await store.claimToken('j2', 300), true);
      store.sweepTokens(200);
      // Nobody waits for the sweep, so it may come after the next claim.
      for (let tries = 0; tries < 200 && !(await store.claimToken('j1', 310)); tries += 1) await pause(10);
      assert.equal(await store.claimToken('j1', 310), false, 'claimed again, once it was forgotten');
      assert.equal(await store.claimToken('j2', 300), false);
    });

    test('of an order and whatever else comes with one token, one gets in', async (t) => {
      const { store } = await openBank(t);
      const twice = { ...order(), token: { jti: 'j1', exp: 110 } };
      const pay = () => store.transfer(twice, move('10'), () => ackOf(twice));
      const outcomes = await Promise.all([pay(), pay()]);
      assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ['acknowledged', 'token_used']);
      assert.equal(await store.claimToken('j1', 110), false);
      assert.equal((await store.account('acct_a'))?.balance, '90');
    });

    test('accounts are opened once', async (t) => {
      const { store } = await openBank(t);
      await store.openAccounts([{ account_id: 'acct_a', currency: 'USD', balance: '5' }]);
      assert.equal((await store.account('acct_a'))?.balance, '100');
    });

    test('simultaneous transfers with different keys lose nothing', async (t) => {
      const { store } = await openBank(t);
      const orders = Array.from({ length: 8 }, (_, n) => order({ key: `idem_pay_${n}`, id: `txn_${n}` }));
      await Promise.all(orders.map((one) => store.transfer(one, move('10'), () => ackOf(one))));
      assert.equal((await store.account('acct_a'))?.balance, '20');
      assert.equal((await store.account('acct_b'))?.balance, '80');
    });

    test('simultaneous requests with one key have one effect and one answer', async (t) => {
      const { store, database } = await openBank(t);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => {
          const one = order({ id: `txn_${n}` });
          return store.transfer(one, move('10'), () => ackOf(one));
        }),
      );
      const [first] = answers;
      for (const answer of answers) assert.deepEqual(answer, first);
      assert.equal((await database.db.selectFrom('transfer').selectAll().execute()).length, 1);
      assert.equal((await store.account('acct_a'))?.balance, '90');
    });

    test('a look-up waits for a transfer that holds the key, and after it no late one takes effect', async (t) => {
      const { store } = await openBank(t);
      const transfer = store.transfer(order(), move('10'), () => ackOf(order()));
      const [done, found] = await Promise.all([transfer, store.standing('idem_pay_1', () => NOW)]);
      assert.deepEqual(done, { kind: 'acknowledged', ack: found.answer });
      assert.deepEqual(await store.standing('idem_pay_2', () => NOW), { answer: null, asOf: NOW });
      const late = { ...order({ id: 'txn_2', key: 'idem_pay_2' }), isCurrent: () => false };
      assert.deepEqual(await store.transfer(late, move('10'), () => ackOf(late)), { kind: 'too_late' });
      assert.equal((await store.account('acct_a'))?.balance, '90');
    });

    test('an exception in the middle leaves both accounts as they were', async (t) => {
      const { store } = await openBank(t);
      const broken = store.transfer(order(), move('10'), () => {
        throw new Error('no signature');
      });
      await assert.rejects(broken, /no signature/);
      assert.equal((await store.account('acct_a'))?.balance, '100');
      assert.equal(await store.account('acct_b'), null);
      const again = await store.transfer(order(), move('10'), () => ackOf(order()));
      assert.equal(again.kind, 'acknowledged');
    });

    test('releases: one key, one answer; the record stays as first received', async (t) => {
      const database = await openDatabase<RecipientSchema>({ url: await url() });
      t.after(() => database.close());
      await migrate(database, MIGRATIONS.recipient);
      const store = createRecipientStore(database, NO_FAULTS);
      await store.addRequesters([{ requester_id: 'r', name: 'R', verified: false }]);
      assert.deepEqual(await store.requester('r'), { requester_id: 'r', name: 'R', verified: false });
      const release = (key: string, bodyHash: string, sensitivity: string) =>
        store.release(
          {
            id: `rel_${sensitivity}`,
            token: freshToken(),
            at: NOW,
            bodyHash,
            isCurrent: () => true,
            body: {
              record_id: 'rec',
              recipient_id: 'x',
              purpose: 'p',
              sensitivity,
              ...BOUND,
              idempotency_key: key,
            },
          },
          { record_id: 'rec', sensitivity, title: 'T' },
          () => ({ kind: 'acknowledged', ack: ackOf(order({ key })) }),
        );
      const first = await release('idem_rel_1', HASH, 'low');
      assert.deepEqual(await release('idem_rel_1', HASH, 'low'), first);
      assert.deepEqual(await release('idem_rel_1', 'b'.repeat(64), 'low'), { kind: 'key_reused' });
      await release('idem_rel_2', HASH, 'high');
      assert.equal((await store.record('rec'))?.sensitivity, 'low');
    });
  });
}

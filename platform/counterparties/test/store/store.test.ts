import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import { acknowledge } from '@platform/frame/acknowledge';
import type { Kysely } from 'kysely';
import type { TransferRequest } from '../../src/requests/effects.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { BankSchema, RecipientSchema } from '../../src/store/schema.ts';
import { createBankStore } from '../../src/store/sql-bank-store.ts';
import { createRecipientStore } from '../../src/store/sql-recipient-store.ts';
import type { Account, Movement, Order } from '../../src/store/store.ts';
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

    test('a list of movements goes on from page to page, and each month begins as the one before ended', async (t) => {
      const { store } = await openBank(t);
      const SECOND = 1_000;
      // The third was ordered before the second was booked, as by a clock that jumped back.
      for (const [n, at] of [NOW, NOW + 2 * SECOND, NOW + SECOND].entries()) {
        const one = { ...order({ id: `txn_${n}`, key: `idem_pay_${n}` }), at };
        await store.transfer(one, move('10'), () => ackOf(one));
      }
      const list = async (from: number, until: number, after: string | null = null, limit = 2) => {
        const page = await store.movements('acct_a', { from, until, after }, limit);
        return (
          page && [
            page.next?.balance ?? page.present,
            page.movements.map((m) => `${m.movement_id} ${m.balance}`),
            page.more,
          ]
        );
      };
      const day = 86_400_000;
      assert.deepEqual(await list(NOW, NOW + day), ['90', ['txn_0 90', 'txn_1 80'], true]);
      assert.deepEqual(await list(NOW, NOW + day, 'txn_1'), ['70', ['txn_2 70'], false]);
      assert.deepEqual(await list(NOW, NOW + SECOND), ['90', ['txn_0 90'], false]);
      assert.deepEqual(await list(NOW + SECOND, NOW + day), ['80', ['txn_1 80', 'txn_2 70'], false]);
      assert.deepEqual(await list(NOW - day, NOW), ['90', [], false], 'before the first');
      assert.deepEqual(await list(NOW + day, NOW + 2 * day), ['70', [], false], 'after the last');
      assert.equal(await list(NOW, NOW + day, 'txn_9'), null);
      assert.equal(await store.movements('acct_none', { from: 0, until: NOW, after: null }, 2), null);
      const [credit] =
        (await store.movements('acct_b', { from: NOW, until: NOW + day, after: null }, 1))?.movements ?? [];
      assert.deepEqual([credit?.direction, credit?.balance, credit?.idempotency_key], ['in', '10', null]);
    });

    test('transfers from before there were lists are listed, with their balances', async (t) => {
      const { '0001-bank-tables': first } = MIGRATIONS.bank;
      const database = await openDatabase<BankSchema>({ url: await url() });
      t.after(() => database.close());
      await migrate(database, { '0001-bank-tables': first });
      const old = database.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
      for (const [account_id, balance] of [
        ['acct_a', '70'],
        ['acct_b', '30'],
      ])
        await old.insertInto('account').values({ account_id, currency: 'USD', balance }).execute();
      for (const [n, amount] of ['10', '20'].entries()) {
        const parties = { from_account: 'acct_a', to_account: 'acct_b', grant_id: GRANT };
        const transfer = { transfer_id: `txn_${n}`, ...parties, amount, currency: 'USD' };
        await old
          .insertInto('transfer')
          .values({ ...transfer, transferred_at: NOW + n })
          .execute();
        const ack = { transfer_id: `txn_${n}`, idempotency_key: `idem_pay_${n}`, reference: `INV-${n}` };
        const answer = { idempotency_key: `idem_pay_${n}`, body_hash: HASH, kind: 'acknowledged' };
        await old
          .insertInto('answer')
          .values({ ...answer, body: JSON.stringify({ ack }), answered_at: NOW })
          .execute();
      }
      await migrate(database, MIGRATIONS.bank);
      const store = createBankStore(database, NO_FAULTS);
      const next = order({ id: 'txn_2', key: 'idem_pay_2' });
      await store.transfer(next, move('5'), () => ackOf(next));
      const page = await store.movements('acct_a', { from: 0, until: NOW + 10, after: null }, 10);
      assert.deepEqual(
        page?.movements.map((m) => [m.idempotency_key, m.reference, m.balance]),
        [
          ['idem_pay_0', 'INV-0', '90'],
          ['idem_pay_1', 'INV-1', '70'],
          ['idem_pay_2', null, '65'],
        ],
      );
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

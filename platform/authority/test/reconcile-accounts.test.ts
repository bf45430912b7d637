import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { fail, ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';
import { createSearchEntering } from '@platform/authority/search/enter-receipts';
import { createReconciling } from '@platform/authority/statements/reconcile-accounts';
import { createSearchStore } from '@platform/authority/store/sql-search';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Movement, MovementPage } from '@platform/core/objects/movement';
import { signObject } from '@platform/core/signed/signed';
import { transfer } from './support/actions.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { watchedSinks } from './support/sinks.ts';
import type { Deployment } from './support/types.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

type Booked = Omit<Movement, 'balance'>;

/** A bank that books what it is told, the job that compares with its list, and the sink that is told of differences. */
async function reconciling(d: Deployment) {
  const list: Booked[] = [];
  const asked: MovementPage['from'][] = [];
  const missed: string[] = [];
  const bank = { isSilent: false, breaksFrom: '', hangs: false };
  const search = createSearchStore(d.database);
  const deps: Parameters<typeof createReconciling>[0] = {
    ...d.deps,
    search,
    entering: createSearchEntering({ store: d.deps.store, search }),
    movementPages: createMemoryRateLimiter({ name: 'movements', requests: 1_000, windowS: 60 }),
    async askEnforcement({ question }) {
      const { type: _, asked_at: __, ...place } = question;
      asked.push(place.from);
      if (bank.hangs) return new Promise(() => {});
      if (bank.breaksFrom === place.from) throw new Error('it broke');
      if (bank.isSilent) return fail('movements_unavailable', 'it does not answer');
      let balance = 10_000;
      const movements = list
        .filter(({ booked_at: at }) => place.from <= at && at < place.until)
        .map((movement) => {
          balance -= Number(movement.amount);
          return { ...movement, balance: String(balance) };
        });
      const page: MovementPage = {
        type: 'sanad/movements/1',
        ...place,
        ...{ plugin: 'treasury', counterparty: 'bank', currency: 'USD' },
        ...{ opening: '10000', closing: String(balance), movements, more: false, listed_at: d.now() },
      };
      const { hash, signature } = signObject(nodeCrypto, d.signer('pep'), page);
      return ok({ page, page_hash: hash, signature });
    },
  };
  // Beyond the days in which the month before is compared too.
  d.advance(8 * DAY_S);
  const start = () => createReconciling(deps, ({ account }, why) => missed.push(`${account}: ${why}`));
  const sinks = watchedSinks(d);
  await sinks.work();
  await sinks.add('ops');
  let job = start();
  return {
    ...{ list, asked, missed, bank },
    restart: () => {
      job = start();
    },
    stop: () => job.stop(),
    /** What the sink is told after that time. */
    async later(seconds = DAY_S): Promise<readonly string[]> {
      d.advance(seconds);
      await job.run();
      return (await sinks.work()).filter((told) => told.includes('reconciliation'));
    },
    told: () =>
      sinks.sent
        .map(({ body }) => JSON.parse(body))
        .flatMap(({ type, data }) => (type === 'reconciliation.differs' ? [data] : [])),
  };
}

async function pay(d: Deployment, mandate: string): Promise<Booked> {
  const grant: GrantRecord = await d.propose(mandate, transfer({ amount: '10' }));
  assert.equal((await d.redeem(grant)).status, 200);
  assert.equal((await d.report(grant)).status, 201);
  await d.sequencer.settled();
  return {
    movement_id: `txn_${grant.grant.grant_id}`,
    booked_at: d.now(),
    ...{ direction: 'out', amount: '10', other_account: null, reference: null, text: null },
    idempotency_key: grant.action.idempotency_key,
  };
}

onBothEngines('an account is reconciled with its counterparty’s list', {
  'once a day, and a difference is told once, until it changes': async (d) => {
    const r = await reconciling(d);
    const mandate = await d.register({ tenant: 'tn_local' });
    const [first, second] = [await pay(d, mandate), await pay(d, mandate)];
    r.list.push(first, second);
    assert.deepEqual(await r.later(), [], 'both agree');
    assert.deepEqual(r.asked, ['2026-02-22']);
    await r.later(2 * HOUR_S);
    assert.equal(r.asked.length, 1, 'not again on the same day');
    r.list.pop();
    assert.deepEqual(await r.later(), ['ops reconciliation.differs']);
    const [data] = r.told();
    assert.deepEqual([data.tenant, data.period], ['tn_local', '2026-03']);
    assert.deepEqual(await r.later(), [], 'the same difference');
    r.restart();
    assert.deepEqual(await r.later(), [], 'the same after a restart');
    r.list.splice(0, 1, second);
    assert.deepEqual(await r.later(), ['ops reconciliation.differs'], 'as many, but others');
    assert.deepEqual(r.missed, []);
  },

  'nothing is told of a payment that is younger than an hour, whichever side lacks it': onSqlite(
    async (d) => {
      const r = await reconciling(d);
      const mandate = await d.register({ tenant: 'tn_local' });
      r.list.push(await pay(d, mandate));
      d.advance(DAY_S - HOUR_S / 2);
      const late = await pay(d, mandate);
      r.list.push({ ...late, movement_id: 'txn_other', idempotency_key: 'idem_transfer_other' });
      assert.deepEqual(await r.later(HOUR_S / 2), []);
      assert.deepEqual(await r.later(), ['ops reconciliation.differs']);
    },
  ),

  'a list that nobody gives is no difference, and is asked for again after an hour': onSqlite(async (d) => {
    const r = await reconciling(d);
    await pay(d, await d.register({ tenant: 'tn_local' }));
    r.bank.isSilent = true;
    assert.deepEqual(await r.later(), []);
    assert.equal(r.missed.length, 1);
    assert.match(r.missed[0] ?? '', /it does not answer/);
    r.bank.isSilent = false;
    await r.later(HOUR_S);
    assert.deepEqual([r.asked.length, r.missed.length], [2, 1]);
  }),

  'a month that has just ended is compared too, even if the month after it fails': onSqlite(async (d) => {
    const r = await reconciling(d);
    const mandate = await d.register({ tenant: 'tn_local' });
    d.advance(21 * DAY_S);
    await pay(d, mandate);
    r.bank.breaksFrom = '2026-03-25';
    assert.deepEqual(await r.later(), ['ops reconciliation.differs']);
    assert.equal(d.now().slice(0, 10), '2026-04-01');
    assert.deepEqual(r.asked, ['2026-03-25', '2026-02-22']);
    assert.deepEqual(r.missed, ['acct_operating: Error: it broke']);
  }),

  'no bank that hangs keeps the authority from stopping': onSqlite(async (d) => {
    const r = await reconciling(d);
    await pay(d, await d.register({ tenant: 'tn_local' }));
    r.bank.hangs = true;
    const told = r.later();
    while (r.asked.length === 0) await setImmediate();
    r.stop();
    assert.deepEqual([await told, r.missed], [[], []]);
  }),
});

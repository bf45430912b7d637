import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { nodeCrypto } from '@common/evidence/node';
import { WAITS_MS } from '@common/kit/webhooks/waits';
import { createDoubtWatch, tellSinks } from '@platform/authority/notices/tell-sinks';
import { recordReconciliation } from '@platform/authority/use-cases/notice-events';
import type { SentNotices } from '@platform/core/objects/notice';
import { signObject } from '@platform/core/signed/signed';
import { transfer } from './support/actions.ts';
import { ALONE, add, draft, withDirectory } from './support/directories.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import { SINK_SECRET, watchedSinks } from './support/sinks.ts';
import type { Deployment } from './support/types.ts';

const DAY_S = 86_400;
const WINDOW_S = 600;

async function markGuest(d: Deployment): Promise<void> {
  const fingerprint = d.rawKeys.get('approver_guest')?.fingerprint ?? '';
  const compromise = {
    type: 'sanad/compromise/1',
    deployment: DEPLOYMENT,
    kid: 'approver_guest',
    fingerprint,
    compromised_at: d.now(),
    said_at: d.now(),
    reason: 'the phone is gone',
  } as const;
  const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), compromise);
  const body = { compromise, compromise_hash: hash, signature };
  assert.equal((await d.post('/keys/approver_guest/compromise', body)).status, 200);
}

const pay = (d: Deployment, mandate: string, amount: string) =>
  d.propose(mandate, transfer({ amount, memo: randomBytes(4).toString('hex') }));

/** As many events as a storm has, of nothing that exists. */
const storm = (d: Deployment, many: number, from = 0) =>
  d.notices.enterEvents(
    Array.from({ length: many }, (_, index) => ({
      type: 'profile.published',
      about: `storm ${from + index}`,
      tenants: null,
      content: {
        type: 'profile.published',
        about: { profile: 'treasury.v1', version: `1.0.${from + index}` },
        told: { by: 'amina' },
      },
      entered_at: d.deps.clock(),
    })),
  );

const leftOut = (bodies: readonly { readonly body: string }[]) =>
  bodies.map(({ body }) => JSON.parse(body)).flatMap(({ data }) => data.left_out ?? []);

onBothEngines('a sink', {
  'is told once of each kind, by names of what happened, without an amount, a payee or a person': async (
    d,
  ) => {
    const s = watchedSinks(d, 'https://console.example');
    await s.work();
    await s.add('ops');
    withDirectory(d, ALONE);
    assert.equal((await add(d, draft(d, 'added', 'initrode'))).status, 201);
    const mandate = await d.register({ rules: { amount_max: '5000', daily_max: '2000', threshold: '1000' } });
    const to = { beneficiary_id: 'initrode', to_account: 'acct_initrode' };
    const held = await d.propose(mandate, transfer({ ...to, amount: '1600', memo: 'INV-77' }));
    assert.equal(held.status, 'pending');
    const small = await d.propose(mandate, transfer({ ...to, amount: '10', memo: 'INV-78' }));
    assert.equal((await d.redeem(small)).status, 200);
    await markGuest(d);
    await recordReconciliation(d.deps, {
      tenant: 'tn_test',
      account: 'acct_main',
      month: '2026-02',
      differences: [
        {
          kind: 'without_receipt',
          ...{ receipt_id: null, movement_id: 'txn_1', by_receipt: null, by_counterparty: '9' },
        },
      ],
    });
    d.advance(WINDOW_S);
    const told = (await s.work()).sort();
    assert.deepEqual(told, [
      'ops approval.requested',
      'ops directory.changed',
      'ops grant.outcome_unknown',
      'ops key.marked',
      'ops limit.near',
      'ops profile.published',
      'ops reconciliation.differs',
    ]);
    assert.deepEqual(await s.work(), [], 'once');
    const all = s.sent.map(({ body }) => body).join('\n');
    for (const secret of ['initrode', '1600', '2000', 'INV-7', 'lina', 'amina', 'acct_', 'text']) {
      assert.ok(!all.includes(secret), secret);
    }
    const bodies = s.sent.map(({ body }) => JSON.parse(body));
    const dataOf = (type: string) => bodies.find((body) => body.type === type).data;
    assert.deepEqual(dataOf('approval.requested'), {
      grant_id: held.grant.grant_id,
      action_hash: held.action_hash,
      expires_at: held.grant.expires_at,
      link: `https://console.example/approvals/${held.grant.grant_id}`,
    });
    assert.deepEqual(dataOf('limit.near'), {
      tenant: 'tn_test',
      contract_id: mandate,
      limit: 'daily_max',
      day: '2026-03-02',
      link: `https://console.example/mandates/${mandate}`,
    });
    assert.deepEqual(dataOf('directory.changed').change, 'added');
    assert.equal(new Set(s.sent.map(({ id }) => id)).size, s.sent.length);
  },

  'with details is told names, amounts and limits in words': onSqlite(async (d) => {
    const s = watchedSinks(d);
    await s.work();
    await s.add('room', { details: true, slack: true });
    withDirectory(d, ALONE);
    await add(d, { ...draft(d, 'added', 'initrode'), label: 'Initrode Ltd.' });
    const rules = { amount_max: '5000', daily_max: '2000', threshold: '1000' };
    const mandate = await d.register({ name: 'Suppliers', rules });
    const to = { beneficiary_id: 'initrode', to_account: 'acct_initrode' };
    await d.propose(mandate, transfer({ ...to, amount: '1600', memo: 'INV-77' }));
    await markGuest(d);
    await s.work();
    const texts = s.sent.map(({ body }) => String(JSON.parse(body).text));
    const has = (words: string) =>
      assert.ok(
        texts.some((text) => text.includes(words)),
        `${words}: ${texts.join(' | ')}`,
      );
    has('A request needs approval.\nPay 1,600.00');
    has('initrode');
    has('Suppliers, daily max: 1,600.00 of 2,000.00 USD on 2 March 2026.');
    has('A payee was added.\nclerk_lina added initrode (Initrode Ltd.).');
    has(
      'principal_amina reported approver_guest of guest: what it signed since 2 March 2026 at 09:00 UTC does not count.',
    );
  }),

  'is told of a limit when its use reaches 80 %, once a day and mandate, and of uses once for all': async (
    d,
  ) => {
    const s = watchedSinks(d);
    await s.add('ops', { kinds: ['limit.near'] });
    const limits = { runtime_max_s: 300, use_count_max: 10 };
    const rules = { amount_max: '5000', daily_max: '1000', threshold: '1000' };
    const mandate = await d.register({ limits, rules });
    await pay(d, mandate, '799.99');
    assert.deepEqual(await s.work(), []);
    const second = await pay(d, mandate, '0.01');
    assert.deepEqual(await s.work(), ['ops limit.near']);
    assert.equal((await d.get(`/grants/${second.grant.grant_id}`)).status, 200);
    // What expires gives back, and what comes then takes the same limit over the same line.
    d.advance(400);
    await pay(d, mandate, '800');
    assert.deepEqual(await s.work(), [], 'again over the line');
    assert.equal((await pay(d, mandate, '900')).status, 'denied');
    assert.deepEqual(await s.work(), [], 'what is refused takes nothing');
    d.advance(DAY_S);
    await pay(d, mandate, '800');
    assert.deepEqual(await s.work(), ['ops limit.near'], 'another day');
    const other = await d.register({ limits: { ...limits, use_count_max: 5 }, rules });
    for (const amount of ['1', '2', '3', '4', '5']) await pay(d, other, amount);
    assert.deepEqual(await s.work(), ['ops limit.near']);
    assert.equal(JSON.parse(s.sent.at(-1)?.body ?? '').data.limit, 'uses');
  },

  'of one tenant is told what concerns that tenant, or all': onSqlite(async (d) => {
    const s = watchedSinks(d);
    await s.work();
    await s.add('test', { tenant: 'tn_test' });
    await s.add('other', { tenant: 'tn_other' });
    const both = ['other profile.published', 'test profile.published'];
    await pay(d, await d.register(), '1500');
    assert.deepEqual((await s.work()).sort(), [both[0], 'test approval.requested', both[1]]);
    d.publish('treasury.v1', { version: '1.0.1' });
    await d.deps.readProfile('treasury.v1');
    assert.deepEqual((await s.work()).sort(), both, 'a version that somebody put into the folder');
  }),

  'is told of what happened, not of what was rolled back, and by one of several processes': async (d) => {
    const s = watchedSinks(d);
    await s.add('ops', { kinds: ['profile.published'] });
    await assert.rejects(
      d.deps.store.atomically(async (unit) => {
        await unit.enterNoticeEvents([
          { type: 'profile.published', about: 'x', tenants: null, content: null, entered_at: 0 },
        ]);
        throw new Error('the disk');
      }),
      /the disk/,
    );
    assert.deepEqual(
      (await d.notices.events(9)).filter(({ about }) => about === 'x'),
      [],
    );
    await s.work();
    await storm(d, 3);
    const fails = (error: unknown) => {
      throw error;
    };
    await Promise.all([1, 2, 3].map(() => tellSinks(s.deps, fails)));
    await storm(d, 3);
    await s.tell();
    const entered = await d.notices.notices('waiting', 100, { sinks: true });
    assert.deepEqual(entered.map(({ about }) => about).sort(), ['storm 0', 'storm 1', 'storm 2']);
  },

  'gets twenty notices of a storm, and then how many more there were': async (d) => {
    const s = watchedSinks(d);
    await s.work();
    await s.add('ops', { kinds: ['profile.published'] });
    await s.add('also', { kinds: ['profile.published'] });
    await storm(d, 1_000);
    assert.equal((await s.work()).length, 40);
    assert.deepEqual(leftOut(s.sent), []);
    d.advance(60);
    await storm(d, 5, 2_000);
    assert.deepEqual(await s.work(), [], 'not before the window is over');
    d.advance(WINDOW_S);
    assert.deepEqual((await s.work()).sort(), ['also notices.left_out', 'ops notices.left_out']);
    assert.deepEqual(leftOut(s.sent), [985, 985]);
    await storm(d, 1, 3_000);
    assert.equal((await s.work()).length, 2, 'as before');
    await storm(d, 30);
    await s.tell();
    assert.equal(
      (await d.notices.notices('waiting', 100)).length,
      2 * (19 + 1),
      'known ones are not counted',
    );
  },

  'is told of an outcome that is unknown after ten minutes, once, and not if it is known by then': async (
    d,
  ) => {
    const s = watchedSinks(d);
    await s.add('ops', { kinds: ['grant.outcome_unknown'] });
    const mandate = await d.register();
    const [lost, told, late] = [
      await pay(d, mandate, '1'),
      await pay(d, mandate, '2'),
      await pay(d, mandate, '3'),
    ];
    for (const grant of [lost, told, late]) assert.equal((await d.redeem(grant)).status, 200);
    assert.equal((await d.report(told)).status, 201);
    d.advance(WINDOW_S - 1);
    assert.deepEqual(await s.work(), []);
    d.advance(1);
    await s.watch();
    await s.tell();
    assert.equal((await d.report(late)).status, 201);
    await d.sequencer.settled();
    assert.deepEqual(await s.work(), ['ops grant.outcome_unknown']);
    assert.equal(JSON.parse(s.sent[0]?.body ?? '').data.grant_id, lost.grant.grant_id);
    await createDoubtWatch(s.deps)(d.deps.clock());
    assert.deepEqual(await s.work(), [], 'a process that starts anew');
  },

  'that is down is tried again under one id for a day, and then shown as given up; the operator sends again':
    onSqlite(async (d) => {
      const s = watchedSinks(d);
      await s.work();
      await s.add('ops', { kinds: ['profile.published'] });
      s.state.isDown = true;
      await storm(d, 1);
      await s.work();
      for (const wait of WAITS_MS) {
        d.advance(wait / 1_000);
        await s.work();
      }
      const [dead] = await d.notices.notices('given_up', 9);
      assert.deepEqual(
        [dead?.attempts, dead?.problem],
        [WAITS_MS.length + 1, 'The receiver was not reached.'],
      );
      s.state.isDown = false;
      assert.equal(await d.notices.sendAgain(dead?.id ?? '', d.deps.clock()), true);
      assert.deepEqual(await s.work(), ['ops profile.published']);
      assert.equal(s.sent[0]?.id, dead?.id);
    }),

  'is shown without its address, and gets a test a minute at most': onSqlite(async (d) => {
    const s = watchedSinks(d);
    await s.work();
    await s.add('ops', { kinds: ['key.marked'], tenant: 'tn_test' });
    assert.equal((await d.post('/notices/nobody/test', {})).status, 404);
    const { status, body } = await d.post<{ id: string }>('/notices/ops/test', {});
    assert.equal(status, 202);
    assert.equal((await d.post('/notices/ops/test', {})).status, 429);
    assert.deepEqual(await s.work(), ['ops test']);
    d.advance(60);
    assert.equal((await d.post('/notices/ops/test', {})).status, 202);
    const shown = (await d.get<SentNotices>('/notices')).body;
    assert.deepEqual(shown.sinks, [
      { name: 'ops', way: 'webhook', tenant: 'tn_test', kinds: ['key.marked'], details: false },
    ]);
    assert.deepEqual(
      shown.notices.map(({ type, sink, state }) => [type, sink, state]),
      [
        ['test', 'ops', 'waiting'],
        ['test', 'ops', 'delivered'],
      ],
    );
    assert.equal(shown.notices[1]?.id, body.id);
    for (const secret of ['hooks.example', SINK_SECRET, 'problem']) {
      assert.ok(!JSON.stringify(shown).includes(secret), secret);
    }
  }),
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { nodeCrypto } from '@common/evidence/node';
import { createJobWatch } from '@common/kit/jobs';
import { createLog } from '@common/kit/telemetry/log';
import { type Receiver, startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import { createWebhookSender } from '@common/kit/webhooks/send';
import { askApprovers } from '@platform/authority/notices/ask-approvers';
import { type DeliveryDeps, deliverNotice } from '@platform/authority/notices/deliver-notice';
import { startNotices } from '@platform/authority/notices/notices.job';
import { createFigureStore } from '@platform/authority/telemetry/figures.sql';
import { sweepGrants } from '@platform/authority/use-cases/sweep-grants';
import { answerTo } from '@platform/core/decide/answer-to';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import type { GrantNotice } from '@platform/core/objects/notice';
import type { Doubt, SettlementChoice } from '@platform/core/objects/settlement';
import { signObject } from '@platform/core/signed/signed';
import type { PersonAddress } from '@platform/keys/notice-addresses';
import { createNoticeSender } from '@platform/keys/send-notice';
import { transfer } from './support/actions.ts';
import { openDeployment } from './support/deployment.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

const LEASE_MS = 60_000;
const WAIT_S = 3_600;
const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;

type Route = NonNullable<Mandate['approval']['routes']>[number];

function route(approvers: string[], patch: Partial<Route> = {}): Route {
  return {
    approver_type: 'officer',
    approvers,
    wait_s: WAIT_S,
    notify: ['app'],
    assurance: 'signature',
    ...patch,
  };
}

/** An authority's notices, driven by hand: time stands still until `d.advance`. */
async function notifying(d: Deployment, t: TestContext, people: readonly string[] = ['cfo', 'guest']) {
  const receivers = new Map<string, Receiver>();
  const book = new Map<string, PersonAddress>();
  const enrol = async (person: string) => {
    const receiver = await startReceiver(t);
    receivers.set(person, receiver);
    book.set(person, {
      id: `addr_${randomBytes(12).toString('hex')}`,
      person,
      url: receiver.url,
      secret: SECRET,
      enrolled_at: d.now(),
    });
  };
  for (const person of people) await enrol(person);
  const deps: DeliveryDeps = {
    ...d.deps,
    notices: d.notices,
    addresses: { address: async (person) => book.get(person) ?? null },
    sinks: d.sinks,
    ...d.telling,
    consoleOrigin: null,
    sendNotice: createNoticeSender({
      sendWebhook: createWebhookSender({ allowPrivate: true }, { timeoutMs: 1_000 }),
      sendMail: null,
    }),
  };
  const take = () => d.notices.take(randomBytes(8).toString('hex'), d.deps.clock(), LEASE_MS, []);
  const receiver = (person: string): Receiver => {
    const found = receivers.get(person);
    if (found === undefined) throw new Error(`${person} has no receiver`);
    return found;
  };
  const fails = (error: unknown) => {
    throw error;
  };
  return {
    deps,
    enrol,
    receiver,
    take,
    ask: () => askApprovers(deps, fails),
    /** One look of the job: whom to ask, and what is due. Tells what came of each attempt. */
    async work() {
      await askApprovers(deps, fails);
      const outcomes: string[] = [];
      for (;;) {
        const lease = await take();
        if (lease === null) return outcomes;
        const { state } = await deliverNotice(deps, lease);
        outcomes.push(`${lease.notice.recipient} ${lease.notice.type} ${state}`);
      }
    },
    /** What a person's receiver got, by the published library. */
    got: (person: string) =>
      receiver(person).received.map((message) => verified(t, SECRET, message, d.deps.clock())),
    types: (person: string) =>
      receiver(person).received.map(({ body }) => JSON.parse(body).type.replace('approval.', '')),
    hold: async (routes: readonly Route[] = [route(['cfo', 'guest'])]) => {
      const mandate = await d.register({ approval: { routes: [...routes] } });
      return d.propose(mandate, transfer({ amount: '1500', memo: randomBytes(4).toString('hex') }));
    },
    told: async (grantId: string) =>
      (await d.get<readonly GrantNotice[]>(`/grants/${grantId}/notices`)).body.map(
        ({ person, type, state }) => `${person} ${type.replace('approval.', '')} ${state}`,
      ),
  };
}

onBothEngines('an approver', {
  'is told that a grant waits: its id, hash and end, and nothing of what it is': onSqlite(async (d, t) => {
    const n = await notifying(d, t);
    const held = await n.hold();
    assert.equal(held.status, 'pending');
    const asked = d.now();
    assert.deepEqual(await n.work(), ['cfo approval.requested delivered']);
    assert.deepEqual(n.got('cfo'), [
      {
        type: 'approval.requested',
        timestamp: asked,
        data: {
          grant_id: held.grant.grant_id,
          action_hash: held.action_hash,
          expires_at: held.grant.expires_at,
        },
      },
    ]);
    const [message] = n.receiver('cfo').received;
    assert.match(message?.id ?? '', /^ntc_[0-9a-f]{24}$/);
    for (const secret of ['1500', 'acme', held.action.params.memo, SECRET.slice(6), 'http']) {
      assert.ok(!JSON.stringify([message?.body, message?.id]).includes(String(secret)), String(secret));
    }
    assert.deepEqual(await n.work(), [], 'once');
    assert.deepEqual(await n.told(held.grant.grant_id), ['cfo requested delivered']);
    assert.equal((await d.get('/grants/gr_none/notices')).status, 404);
  }),

  'is not told of what needs no approval, or where the route does not ask for it': onSqlite(async (d, t) => {
    const n = await notifying(d, t);
    await d.propose(await d.register(), transfer({ amount: '10' }));
    await n.hold([route(['cfo'], { notify: [] })]);
    await n.hold([route(['cfo'], { notify: ['pager'] })]);
    assert.deepEqual(await n.work(), []);
    d.advance(WAIT_S / 2);
    assert.deepEqual(await n.work(), []);
  }),

  'is reminded at half of the time, the next one of the route is asked then, and silence is a refusal':
    async (d, t) => {
      const n = await notifying(d, t);
      const held = await n.hold();
      await n.work();
      d.advance(WAIT_S / 2 - 1);
      assert.deepEqual(await n.work(), []);
      d.advance(1);
      assert.deepEqual((await n.work()).sort(), [
        'cfo approval.reminder delivered',
        'guest approval.requested delivered',
      ]);
      assert.deepEqual([n.types('cfo'), n.types('guest')], [['requested', 'reminder'], ['requested']]);
      const [first, second] = n.receiver('cfo').received;
      assert.notEqual(first?.id, second?.id);
      d.advance(WAIT_S / 2);
      await sweepGrants(d.deps);
      assert.deepEqual(await n.work(), []);
      const { body } = await d.get<{ status: string; ending: { reason: string } }>(
        `/grants/${held.grant.grant_id}`,
      );
      assert.deepEqual([body.status, body.ending.reason], ['expired', 'grant_expired']);
      assert.equal((await d.approve(held)).status, 410);
    },

  'is not bothered once the grant does not wait any more': onSqlite(async (d, t) => {
    const n = await notifying(d, t);
    const [approved, revoked] = [await n.hold(), await n.hold()];
    await n.work();
    assert.equal((await d.approve(approved)).status, 200);
    d.publish('treasury.v1', { version: '1.0.1' });
    d.advance(WAIT_S / 2);
    assert.deepEqual(await n.work(), [], 'the mandates ended with the version of their profile');
    assert.deepEqual(await n.told(approved.grant.grant_id), ['cfo requested delivered']);
    assert.deepEqual(await n.told(revoked.grant.grant_id), ['cfo requested delivered']);
  }),

  'who was not told before the grant was approved by another is not told later': onSqlite(async (d, t) => {
    const n = await notifying(d, t);
    const held = await n.hold([route(['guest', 'cfo'], { approvals_needed: 1 })]);
    await n.ask();
    assert.equal((await d.approve(held)).status, 200);
    assert.deepEqual(await n.work(), ['guest approval.requested withdrawn']);
    assert.equal(n.receiver('guest').received.length, 0);
  }),

  'is asked beside others where several must approve; who has approved is left alone': onSqlite(
    async (d, t) => {
      const n = await notifying(d, t, ['cfo', 'guest', 'third', 'fourth']);
      const held = await n.hold([route(['cfo', 'guest', 'third', 'fourth'], { approvals_needed: 2 })]);
      assert.equal((await n.work()).length, 2);
      assert.deepEqual([n.types('cfo'), n.types('guest')], [['requested'], ['requested']]);
      assert.equal((await d.approve(held)).status, 200);
      d.advance(WAIT_S / 2);
      assert.deepEqual((await n.work()).sort(), [
        'guest approval.reminder delivered',
        'third approval.requested delivered',
      ]);
      assert.deepEqual(n.types('cfo'), ['requested']);
    },
  ),

  'who approves while the request waits to be sent again is not told any more': async (d, t) => {
    const n = await notifying(d, t);
    const held = await n.hold([route(['cfo', 'guest'], { approvals_needed: 2 })]);
    n.receiver('cfo').answer(500);
    assert.deepEqual((await n.work()).sort(), [
      'cfo approval.requested postponed',
      'guest approval.requested delivered',
    ]);
    assert.equal((await d.approve(held)).status, 200);
    d.advance(5);
    assert.deepEqual(await n.work(), ['cfo approval.requested given_up']);
    assert.equal(n.receiver('cfo').received.length, 1);
  },

  'without an address is passed over, and one person with several keys or routes is told once': async (
    d,
    t,
  ) => {
    const n = await notifying(d, t, ['guest']);
    const routes = [route(['cfo', 'approver_guest', 'guest']), route(['guest'], { wait_s: 7_200 })];
    const held = await n.hold(routes);
    assert.deepEqual(await n.work(), ['guest approval.requested delivered']);
    await n.enrol('cfo');
    d.advance(WAIT_S / 2);
    assert.deepEqual((await n.work()).sort(), [
      'cfo approval.requested delivered',
      'guest approval.reminder delivered',
    ]);
    d.advance(WAIT_S / 2);
    assert.deepEqual(await n.work(), []);
    assert.equal((await n.told(held.grant.grant_id)).length, 3);
  },
});

/** Puts a grant in doubt, as the enforcement point reports it. */
async function doubt(d: Deployment, grant: GrantRecord): Promise<void> {
  const object: Doubt = {
    type: 'sanad/doubt/1',
    deployment: grant.action.deployment,
    grant_id: grant.grant.grant_id,
    action_hash: grant.action_hash,
    reason: 'no_answer',
    detail: 'no answer',
    sent_at: d.now(),
    declared_at: d.now(),
  };
  const { hash, signature } = signObject(nodeCrypto, d.signer('pep'), object);
  const body = { doubt: object, doubt_hash: hash, signature };
  assert.equal((await d.post('/events', { kind: 'in_doubt', body })).status, 201);
}

async function settle(d: Deployment, grant: GrantRecord, choice: SettlementChoice): Promise<void> {
  const { body: record } = await d.get<GrantRecord>(`/grants/${grant.grant.grant_id}`);
  const named = answerTo(record);
  assert.ok(named !== null);
  const object = {
    type: 'sanad/settlement/1',
    ...named,
    deployment: grant.action.deployment,
    grant_id: grant.grant.grant_id,
    action_hash: grant.action_hash,
    choice,
    reason: 'as told',
    settled_at: d.now(),
  } as const;
  const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), object);
  const settled = { settlement: object, settlement_hash: hash, signature };
  assert.equal((await d.post(`/grants/${object.grant_id}/settle`, settled)).status, 200);
}

onBothEngines('a principal', {
  'is told of a grant in doubt, once each time, and not once they have decided': async (d, t) => {
    const n = await notifying(d, t, ['amina']);
    const redeemed = async () => {
      const grant = await d.propose(await d.register(), transfer({ amount: '10' }));
      assert.equal((await d.redeem(grant)).status, 200);
      return grant;
    };
    const grant = await redeemed();
    await doubt(d, grant);
    await doubt(d, grant);
    const told = d.now();
    assert.deepEqual(await n.work(), ['amina grant.in_doubt delivered']);
    const { grant_id } = grant.grant;
    assert.deepEqual(n.got('amina'), [
      { type: 'grant.in_doubt', timestamp: told, data: { grant_id, action_hash: grant.action_hash } },
    ]);
    assert.deepEqual(await n.told(grant_id), ['amina grant.in_doubt delivered']);
    await settle(d, grant, 'ask_again');
    d.advance(60);
    await doubt(d, grant);
    assert.deepEqual(await n.work(), ['amina grant.in_doubt delivered'], 'asked again in vain');

    const decided = await redeemed();
    await doubt(d, decided);
    await n.ask();
    await settle(d, decided, 'count_as_done');
    assert.deepEqual(await n.work(), ['amina grant.in_doubt withdrawn']);
    const before = await redeemed();
    await doubt(d, before);
    await settle(d, before, 'count_as_not_done');
    assert.deepEqual(await n.work(), [], 'decided before anyone was told');
    d.advance(1);
    assert.equal((await createFigureStore(d.database).doubts()).count, 3);
  },
});

test('an address that cannot be read is told to the operator, and the next one of the route is asked', async (t) => {
  const d = await openDeployment();
  t.after(() => d.close());
  const n = await notifying(d, t);
  await n.hold();
  const told: unknown[] = [];
  const address = async (person: string) => {
    if (person === 'cfo') throw new Error('no address of cfo');
    return n.deps.addresses.address(person);
  };
  await askApprovers({ ...n.deps, addresses: { address } }, (error) => told.push(error));
  assert.match(String(told), /no address of cfo/);
  assert.deepEqual(await n.work(), ['guest approval.requested delivered']);
});

onBothEngines('a receiver of approvers’ notices', {
  'that is down is tried again with longer pauses, under the same id': onSqlite(async (d, t) => {
    const n = await notifying(d, t, ['cfo']);
    await n.hold();
    const { answer, received } = n.receiver('cfo');
    answer(500);
    assert.deepEqual(await n.work(), ['cfo approval.requested postponed']);
    assert.deepEqual(await n.work(), []);
    for (const seconds of [5, 30, 120]) {
      d.advance(seconds);
      assert.deepEqual(await n.work(), ['cfo approval.requested postponed']);
    }
    answer(204);
    d.advance(600);
    assert.deepEqual(await n.work(), ['cfo approval.requested delivered']);
    assert.deepEqual([received.length, new Set(received.map(({ id }) => id)).size], [5, 1]);
    assert.equal(new Set(received.map(({ body }) => body)).size, 1, 'the same words');
    assert.equal(new Set(received.map(({ headers }) => headers['webhook-signature'])).size, 5);
  }),

  'that never answers is given up when the time is over, and nobody is reminded of what they were not told':
    async (d, t) => {
      const n = await notifying(d, t);
      const held = await n.hold();
      n.receiver('cfo').fallSilent();
      assert.deepEqual(await n.work(), ['cfo approval.requested postponed']);
      d.advance(WAIT_S / 2);
      const outcomes = await n.work();
      assert.deepEqual(outcomes.sort(), [
        'cfo approval.requested postponed',
        'guest approval.requested delivered',
      ]);
      d.advance(WAIT_S / 2);
      assert.deepEqual(await n.work(), ['cfo approval.requested given_up']);
      const [dead, ...others] = await d.notices.notices('given_up', 10);
      assert.deepEqual([dead?.about, others.length], [held.grant.grant_id, 0]);
      assert.equal(dead?.problem, 'The receiver did not answer within 1 s. The grant is expired.');
    },

  'that is down when the time ends is told to the operator then, not at the next attempt': onSqlite(
    async (d, t) => {
      const n = await notifying(d, t, ['cfo']);
      const held = await n.hold([route(['cfo'], { wait_s: 20 })]);
      n.receiver('cfo').goDown();
      await n.work();
      d.advance(5);
      await n.work();
      const [waiting] = await d.notices.noticesOf(held.grant.grant_id);
      assert.deepEqual([waiting?.attempts, waiting?.free_at], [2, waiting?.until]);
      d.advance(15);
      assert.deepEqual(await n.work(), ['cfo approval.requested given_up']);
    },
  ),

  'is asked by the first process that ends a round; a second one enters nothing': async (d, t) => {
    const n = await notifying(d, t);
    const held = await n.hold();
    const [round] = await d.notices.dueRounds(d.deps.clock(), 10);
    assert.ok(round !== undefined);
    const { grant_id } = held.grant;
    const notice = {
      about: grant_id,
      type: 'approval.requested',
      content: null,
      until: 0,
      entered_at: 0,
      isBounded: false,
    } as const;
    await d.notices.endRound(round, [{ ...notice, id: 'ntc_1', recipient: 'cfo' }]);
    await d.notices.endRound(round, [{ ...notice, id: 'ntc_2', recipient: 'guest' }]);
    assert.deepEqual(
      (await d.notices.noticesOf(grant_id)).map(({ id }) => id),
      ['ntc_1'],
    );
  },

  'that says 410 is not called again until the address is enrolled anew or the notice is sent again': async (
    d,
    t,
  ) => {
    const n = await notifying(d, t);
    const [first, second] = [await n.hold([route(['cfo'])]), await n.hold([route(['cfo'])])];
    n.receiver('cfo').answer(410);
    assert.deepEqual((await n.work()).sort(), [
      'cfo approval.requested given_up',
      'cfo approval.requested given_up',
    ]);
    assert.equal(n.receiver('cfo').received.length, 1);
    const third = await n.hold();
    assert.deepEqual(await n.work(), ['guest approval.requested delivered'], 'the next one stands in');
    n.receiver('cfo').answer(204);
    const dead = await d.notices.notices('given_up', 10);
    assert.equal(dead.length, 2);
    for (const { id } of dead) assert.equal(await d.notices.sendAgain(id, d.deps.clock()), true);
    assert.equal(await d.notices.sendAgain(dead[0]?.id ?? '', d.deps.clock()), false);
    assert.deepEqual(await n.work(), [
      'cfo approval.requested delivered',
      'cfo approval.requested delivered',
    ]);
    for (const { grant } of [first, second]) {
      assert.deepEqual(await n.told(grant.grant_id), ['cfo requested delivered']);
    }
    assert.deepEqual(await n.told(third.grant.grant_id), ['guest requested delivered']);
  },

  'is called by one of several processes; a lease that ran out is taken over, and its first holder changes nothing':
    async (d, t) => {
      const n = await notifying(d, t, ['cfo']);
      const held = await n.hold();
      await Promise.all([n.ask(), n.ask(), n.ask()]);
      const leases = await Promise.all([n.take(), n.take(), n.take()]);
      const [lease, ...more] = leases.filter((found) => found !== null);
      assert.ok(lease !== undefined && more.length === 0);
      d.advance(LEASE_MS / 1_000);
      const next = await n.take();
      assert.equal(next?.notice.id, lease.notice.id);
      await d.notices.end(lease, { state: 'given_up', at: 0, problem: 'from the one that was late' });
      assert.deepEqual(await n.told(held.grant.grant_id), ['cfo requested waiting']);
      assert.ok(next !== null);
      await deliverNotice(n.deps, next);
      assert.deepEqual(await n.told(held.grant.grant_id), ['cfo requested delivered']);
      assert.equal(n.receiver('cfo').received.length, 1);
    },

  'is forgotten when it has ended long ago; what waits is not': async (d, t) => {
    const n = await notifying(d, t, ['cfo']);
    await n.hold();
    await n.work();
    d.advance(10);
    await n.hold();
    await n.ask();
    await d.notices.forget(d.deps.clock());
    const states = async () => (await d.notices.notices(null, 10)).map(({ state }) => state);
    assert.deepEqual(await states(), ['waiting']);
    n.receiver('cfo').answer(410);
    await n.work();
    await d.notices.forget(d.deps.clock() + 1);
    assert.deepEqual(await states(), ['given_up'], 'nor that an address wants nothing more');
  },
});

test('a person whose receiver is busy is passed over when the next notice is taken', async (t) => {
  const d = await openDeployment();
  t.after(() => d.close());
  const n = await notifying(d, t);
  await n.hold([route(['cfo'])]);
  await n.hold([route(['guest'])]);
  await n.ask();
  const now = d.deps.clock();
  assert.equal((await d.notices.take('a', now, LEASE_MS, ['cfo']))?.notice.recipient, 'guest');
  assert.equal(await d.notices.take('b', now, LEASE_MS, ['cfo', 'guest']), null);
  assert.equal((await d.notices.take('c', now, LEASE_MS, []))?.notice.recipient, 'cfo');
});

test('a delivery that throws fails the job until it is tried again, and is told once', async (t) => {
  const d = await openDeployment();
  const n = await notifying(d, t, ['cfo']);
  await n.hold([route(['cfo'])]);
  const told: string[] = [];
  const log = createLog({
    level: 'warn',
    destination: { write: (line) => void told.push(JSON.parse(line).msg) },
  });
  const jobs = createJobWatch();
  const notices = { ...d.notices, end: () => Promise.reject(new Error('the disk')) };
  const stop = startNotices({ deps: { ...n.deps, notices }, pollMs: 5, jobs, log });
  t.after(async () => {
    await stop();
    await d.close();
  });
  while (told.length === 0) await setTimeout(5);
  await setTimeout(50);
  assert.deepEqual(told, ['a notice was not delivered']);
  assert.ok((jobs.failingS().notice_delivery ?? 0) > 0.04);
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { formatInstant } from '@common/base/instant';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import type { BrokerToken } from '@platform/core/objects/counterparty';
import { Type } from 'typebox';
import { counterpartyKey } from '../../counterparties/test/bank-under-test.ts';
import { createEffects } from '../src/effects.ts';
import { createJournal, JOURNAL_MIGRATIONS, type JournalSchema } from '../src/journal.ts';
import type { Found, Order, Sent } from '../src/provider.ts';

const GRANTED_AT = '2026-06-01T11:59:00.000Z';
const GRANT = 'gr_000000000000000000000001';
const START = Date.parse('2026-06-01T12:00:00.000Z');
const QUIET_MS = 30_000;
const LATER_MS = 600_000;
const UNKNOWN = { kind: 'unknown', why: 'no answer' } as const;
const DONE = { kind: 'done', fields: { payout_id: 'po_1' }, answer: '{}' } as const;

/** The effects of a provider that answers what the test says, with a clock that the test moves. */
/** `isNew`: the journal has not begun; otherwise it was there before all grants. */
async function makeEffects(t: TestContext, { isNew = false }: { readonly isNew?: boolean } = {}) {
  const database = await openDatabase<JournalSchema>({ url: 'sqlite::memory:' });
  t.after(() => database.close());
  await migrate(database, JOURNAL_MIGRATIONS);
  if (!isNew) await database.db.insertInto('birth').values({ at: 1 }).execute();
  const journal = createJournal(database);
  const provider: { send: Sent; found: Found | ((key: string) => Found); since: number[] } = {
    send: UNKNOWN,
    found: { kind: 'absent' },
    since: [],
  };
  const clock = { now: START };
  const effects = createEffects<Order>(
    {
      ...counterpartyKey('payouts'),
      journal,
      clock: () => clock.now,
      faults: { at: () => undefined },
    },
    {
      name: 'payments.example',
      operation: 'payout',
      request: Type.Object({}),
      timeoutMs: 1_000,
      quietMs: QUIET_MS,
      send: async () => provider.send,
      async lookUp({ idempotency_key: key }, sinceMs) {
        provider.since.push(sinceMs);
        return typeof provider.found === 'function' ? provider.found(key) : provider.found;
      },
    },
  );
  const order = (key: string, granted_at = GRANTED_AT) => {
    const token: BrokerToken = {
      jti: randomBytes(16).toString('hex'),
      grant_id: GRANT,
      method: 'POST',
      path: '/payout',
      body_sha256: 'a'.repeat(64),
      iat: clock.now / 1_000,
      exp: clock.now / 1_000 + 10,
    };
    return effects.order(
      { grant_id: GRANT, granted_at, action_hash: 'a'.repeat(64), idempotency_key: key },
      token,
    );
  };
  /** What nobody answered is taken for not done once it can have no effect any more. */
  const giveUp = async (key: string) => {
    await order(key);
    clock.now += LATER_MS;
    const { kind, ...rest } = await effects.standing(key, GRANTED_AT);
    assert.deepEqual([kind, 'answer' in rest && rest.answer], ['known', null]);
  };
  return { effects, journal, provider, clock, order, giveUp };
}

const EVENT = { eventId: 'evt_1', what: 'payout.paid' };

test('a webhook whose look-up gets no answer is not heard yet, and finds what was taken for not done when it comes again', async (t) => {
  const { effects, provider, giveUp } = await makeEffects(t);
  const key = 'idem_payout_late';
  await giveUp(key);
  provider.found = UNKNOWN;
  assert.equal(await effects.hear({ ...EVENT, key }), false, 'the provider must send it again');
  provider.found = DONE;
  assert.equal(await effects.hear({ ...EVENT, key }), true);
  const standing = await effects.standing(key, GRANTED_AT);
  assert.ok(standing.kind === 'known' && standing.answer !== null);
});

test('what is sent once more after it was taken for not done is looked up from the first request on', async (t) => {
  const { provider, order, giveUp } = await makeEffects(t);
  const key = 'idem_payout_twice';
  await giveUp(key);
  await order(key);
  assert.deepEqual(new Set(provider.since), new Set([START]));
});

test('what the provider gave up before it was acknowledged is refused, however it was found', async (t) => {
  const { effects, provider, order } = await makeEffects(t);
  const failed = { ...DONE, failed: true } as const;
  provider.send = failed;
  assert.equal((await order('idem_payout_at_once')).kind, 'refused');
  provider.send = UNKNOWN;
  assert.equal((await order('idem_payout_found')).kind, 'unknown');
  provider.found = failed;
  const standing = await effects.standing('idem_payout_found', GRANTED_AT);
  assert.ok(standing.kind === 'known' && standing.answer === null);
  assert.equal((await order('idem_payout_found')).kind, 'refused', 'it is not sent again');
});

test('a key whose answer cannot be signed holds up no other', async (t) => {
  const { effects, provider, order } = await makeEffects(t);
  await order('idem_payout_odd');
  await order('idem_payout_sound');
  provider.found = (key) => (key.endsWith('odd') ? { ...DONE, fields: { payout_id: '\ud800' } } : DONE);
  await assert.rejects(effects.settleOpen(), AggregateError);
  provider.found = UNKNOWN;
  const standing = await effects.standing('idem_payout_sound', GRANTED_AT);
  assert.ok(standing.kind === 'known' && standing.answer !== null);
});

test('a later refusal is believed by a look-up that began once the first request can have no effect any more', async (t) => {
  const { provider, clock, order } = await makeEffects(t);
  const key = 'idem_payout_slow';
  await order(key);
  clock.now += QUIET_MS - 1_500;
  provider.send = { kind: 'refused', code: 'no_funds', message: 'There is too little.' };
  // While the provider answers, the first request's last moment passes.
  provider.found = () => {
    clock.now += 1_500;
    return { kind: 'absent' };
  };
  assert.equal((await order(key)).kind, 'unknown');
  clock.now += LATER_MS;
  assert.equal((await order(key)).kind, 'refused');
});

test('a refusal can be read, wherever the words of the provider are cut', async (t) => {
  const { provider, order } = await makeEffects(t);
  provider.send = {
    kind: 'refused',
    code: `${'c'.repeat(63)}\u{1f600}`,
    message: `${'m'.repeat(199)}\u{1f600}`,
  };
  const refused = await order('idem_payout_wordy');
  assert.ok(refused.kind === 'refused');
  const { code, message } = refused.refusal;
  assert.deepEqual([code.length, message.length], [64, 200]);
  assert.ok(code.isWellFormed() && message.isWellFormed());
});

test('an acknowledgment stays, also if another process takes it for not done or refused', async (t) => {
  const { effects, journal, provider, order } = await makeEffects(t);
  const key = 'idem_payout_kept';
  provider.send = DONE;
  assert.equal((await order(key)).kind, 'acknowledged');
  await journal.nothing(key, START, 'another process found nothing');
  await journal.refused(key, START, { code: 'refused', message: 'another process was refused' });
  const standing = await effects.standing(key, GRANTED_AT);
  assert.ok(standing.kind === 'known' && standing.answer !== null);
});

test('a journal begins with the first call that is let in, not with a clock that nothing has shown to be right', async (t) => {
  const { effects, provider, clock, order } = await makeEffects(t, { isNew: true });
  const now = clock.now;
  const before = formatInstant(now - 1_000);
  // Opened by a clock that is far behind; no call is let in until it is set.
  clock.now = 0;
  await effects.settleOpen();
  clock.now = now;
  assert.equal((await effects.standing('idem_payout_lost', before)).kind, 'unknown');
  provider.found = DONE;
  assert.equal((await order('idem_payout_lost', before)).kind, 'acknowledged');
  assert.deepEqual(
    provider.since,
    [now - 1_000],
    'it was looked up from the grant on, before anything was sent',
  );
});

test('a grant that is dated in the future is neither sent nor vouched for, until its time has come', async (t) => {
  const { effects, provider, clock, order } = await makeEffects(t);
  const [key, later] = ['idem_payout_early', formatInstant(clock.now + 300_000)];
  provider.send = DONE;
  assert.equal((await order(key, later)).kind, 'unknown');
  assert.equal((await effects.standing(key, later)).kind, 'unknown');
  clock.now += 300_000;
  const standing = await effects.standing(key, later);
  assert.ok(standing.kind === 'known' && standing.answer === null, 'nothing was sent');
  assert.equal((await order(key, later)).kind, 'acknowledged');
});

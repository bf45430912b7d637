import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Misbehaviour } from '../../provider/provider.ts';
import { type AdapterUnderTest, type CrashAt, makeAdapter, orderOf } from './adapter-under-test.ts';

const MISBEHAVIOURS: readonly Misbehaviour[] = [
  'lost_before',
  'lost_after',
  'silent_before',
  'silent_after',
  'error_after',
  'overloaded',
  'rate_limited',
  'garbage_after',
];
const CRASHES: readonly CrashAt[] = [
  ['sent', 'before'],
  ['sent', 'after'],
  ['kept', 'before'],
  ['kept', 'after'],
];
/** Repeated, and in an order that no provider means. */
const EVENTS = ['payout.paid', 'payout.created', 'payout.paid', 'payout.updated'];

/** Numbers from 0 to below `below`, the same for a seed. */
function drawerOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** So many payments, each with a fault: nothing is paid twice, nothing is lost, and the journal says why. */
export async function playFaults(count: number, seed: number): Promise<void> {
  const draw = drawerOf(seed);
  const adapter = await makeAdapter();
  const told: string[] = [];
  try {
    for (let number = 0; number < count; number += 1) {
      const key = `idem_payout_${seed}_${number}`;
      const fault = number % (MISBEHAVIOURS.length + CRASHES.length);
      const misbehaviour = MISBEHAVIOURS[fault];
      const second = draw(4) === 0 ? (MISBEHAVIOURS[draw(MISBEHAVIOURS.length)] ?? null) : null;
      adapter.provider.misbehave([misbehaviour ?? null, second]);
      const crash = CRASHES[fault - MISBEHAVIOURS.length] ?? (draw(5) === 0 ? CRASHES[draw(4)] : undefined);
      adapter.crash(crash ?? null);
      const order = orderOf(key, { amount: `${1 + draw(900)}`, reference: `INV-${number}` });
      // A crash ends everything that is under way, which one process in a test cannot show.
      const isRepeated = draw(3) === 0 && crash === undefined;
      const [ack, twin] = await Promise.all([adapter.pay(order), isRepeated ? adapter.pay(order) : null]);
      const where = `payment ${number} (seed ${seed}): ${misbehaviour ?? crash?.join(' ')}`;
      if (typeof ack === 'string') return assert.fail(`${where}: ${ack}`);
      if (twin !== null) assert.deepEqual(twin, ack, where);
      await checkPayment(adapter, order.idempotency_key, ack.ack, where);
      told.push(key);
      await hearEvents(adapter, draw);
    }
    assert.equal(adapter.provider.payouts.length, count);
    for (const key of told)
      assert.equal(
        (await adapter.steps(key)).filter((step) => step.startsWith('acknowledged')).length,
        1,
        key,
      );
  } finally {
    await adapter.close();
  }
}

async function checkPayment(
  { provider, steps, answer }: AdapterUnderTest,
  key: string,
  ack: object,
  where: string,
): Promise<void> {
  const done = provider.payouts.filter(({ metadata }) => metadata.idempotency_key === key);
  assert.equal(done.length, 1, `${where}: paid ${done.length} times`);
  const kept = (await answer(key)) ?? '';
  const { payout_id, provider_answer_sha256: hash } = ack as Readonly<Record<string, string>>;
  assert.equal(payout_id, done[0]?.id, where);
  assert.equal(hash, createHash('sha256').update(kept).digest('hex'), where);
  const told = await steps(key);
  assert.match(told[0] ?? '', /^may_leave/, where);
  const left = told.filter((step) => step.startsWith('may_leave')).length;
  const asked = provider.asked.filter((one) => one === key).length;
  assert.ok(asked <= left, `${where}: asked ${asked} times, and ${left} lines say that a request may leave`);
  // Nothing is repeated that was not looked up, or known to have had no effect.
  for (const [index, step] of told.entries()) {
    if (index === 0 || !step.startsWith('may_leave')) continue;
    assert.match(told[index - 1] ?? '', /^(looked_up absent|nothing_done)/, `${where}: ${told.join('; ')}`);
  }
}

/** Each webhook is about something that is known by now: it changes nothing, however often it comes. */
async function hearEvents(
  { provider, webhook, clock }: AdapterUnderTest,
  draw: (below: number) => number,
): Promise<void> {
  for (let events = draw(3); events > 0; events -= 1) {
    const about = provider.payouts[draw(provider.payouts.length)];
    if (about === undefined) return;
    const event = EVENTS[draw(EVENTS.length)] ?? '';
    const { body, signature } = provider.webhook(about, event, Date.now() + clock.ahead);
    assert.equal(await webhook(body, signature), 200);
  }
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import type { SignedAck } from '@platform/core/objects/counterparty';
import type { Connector } from '@platform/core/objects/plugin';
import type { SettledState } from '@platform/core/objects/settled';
import { verifySigned } from '@platform/core/signed/signed';
import { settledFaults } from '@platform/core/verify/acknowledgment';
import type { Order } from '@platform/frame/provider';
import type { LocalPeer, Misbehaviour } from '../../provider/faulty.ts';
import { type AdapterUnderTest, type CrashAt, makeAdapter } from './adapter-under-test.ts';
import type { AdapterKind } from './kinds.ts';

const BANK_CONNECTOR: Connector = JSON.parse(
  readFileSync(join(REPOSITORY, 'platform/adapters/bank-plugin/connector.json'), 'utf8'),
);

const MISBEHAVIOURS: readonly Misbehaviour[] = [
  'lost_before',
  'lost_after',
  'silent_before',
  'silent_after',
  'error_after',
  'overloaded',
  'rate_limited',
  'garbage_after',
  'delivered_twice',
  'credential_ended',
];
const CRASHES: readonly CrashAt[] = [
  ['sent', 'before'],
  ['sent', 'after'],
  ['kept', 'before'],
  ['kept', 'after'],
];
/** One payment for each fault. */
export const EACH_FAULT = MISBEHAVIOURS.length + CRASHES.length;

/** What becomes of payments that are settled later. */
const COURSES: readonly (readonly SettledState[])[] = [
  ['settled'],
  ['failed'],
  ['returned'],
  ['settled', 'returned'],
];

/** Numbers from 0 to below `below`, the same for a seed. */
function drawerOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Rounds<Body extends Order, Peer extends LocalPeer> {
  readonly kind: AdapterKind<Body, Peer>;
  readonly adapter: AdapterUnderTest<Body, Peer>;
  readonly draw: (below: number) => number;
}

/**
 * So many payments, each with a fault: nothing is paid twice, nothing is lost, and the journal says why. Where accepting is
 * not all, each is settled, failed or returned afterwards, and an addendum says so.
 */
export async function playFaults<Body extends Order & { readonly amount: string }, Peer extends LocalPeer>(
  kind: AdapterKind<Body, Peer>,
  count: number,
  seed: number,
): Promise<void> {
  const draw = drawerOf(seed);
  const adapter = await makeAdapter(kind);
  const rounds = { kind, adapter, draw };
  const told = new Map<string, SignedAck>();
  try {
    for (let number = 0; number < count; number += 1) {
      const key = `idem_${kind.kid}_${seed}_${number}`;
      const fault = number % EACH_FAULT;
      const misbehaviour = MISBEHAVIOURS[fault];
      const second = draw(4) === 0 ? (MISBEHAVIOURS[draw(MISBEHAVIOURS.length)] ?? null) : null;
      adapter.provider.misbehave([misbehaviour ?? null, second]);
      const crash = CRASHES[fault - MISBEHAVIOURS.length] ?? (draw(5) === 0 ? CRASHES[draw(4)] : undefined);
      adapter.crash(crash ?? null);
      const order = kind.orderOf(key, { amount: `${1 + draw(900)}`, reference: `INV-${number}` } as never);
      // A crash ends everything that is under way, which one process in a test cannot show.
      const isRepeated = draw(3) === 0 && crash === undefined;
      const [ack, twin] = await Promise.all([adapter.pay(order), isRepeated ? adapter.pay(order) : null]);
      const where = `payment ${number} (seed ${seed}): ${misbehaviour ?? crash?.join(' ')}`;
      if (typeof ack === 'string') return assert.fail(`${where}: ${ack}`);
      if (twin !== null) assert.deepEqual(twin, ack, where);
      await checkPayment(rounds, order.idempotency_key, ack, where);
      told.set(key, ack);
      await hearEvents(rounds);
    }
    adapter.provider.misbehave([]);
    assert.equal(adapter.provider.done.length, count);
    for (const [key, ack] of told) {
      if (kind.become !== undefined) await settleLater(rounds, key, ack);
      const signed = (await adapter.steps(key)).filter((step) => step.startsWith('acknowledged'));
      assert.equal(signed.length, 1, key);
    }
  } finally {
    await adapter.close();
  }
}

async function checkPayment<Body extends Order, Peer extends LocalPeer>(
  { kind, adapter: { provider, steps, answer, hasAnswered } }: Rounds<Body, Peer>,
  key: string,
  { ack: said }: SignedAck,
  where: string,
): Promise<void> {
  const ack: Readonly<Record<string, unknown>> = said;
  const done = provider.done.filter((one) => one.key === key);
  assert.equal(done.length, 1, `${where}: paid ${done.length} times`);
  const kept = (await answer(key)) ?? '';
  assert.ok(hasAnswered(kept), `${where}: what is kept is what the provider answered`);
  assert.equal(ack[kind.idField], done[0]?.id, where);
  assert.equal(ack.provider_answer_sha256, createHash('sha256').update(kept).digest('hex'), where);
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
async function hearEvents<Body extends Order, Peer extends LocalPeer>({
  kind: { events },
  adapter: { provider, webhook, clock },
  draw,
}: Rounds<Body, Peer>): Promise<void> {
  for (let left = draw(3); left > 0; left -= 1) {
    const about = provider.done[draw(provider.done.length)];
    if (about === undefined) return;
    const sent = provider.webhook(about.id, events[draw(events.length)] ?? '', Date.now() + clock.ahead);
    assert.equal(await webhook(sent), 200);
  }
}

/** What becomes of a payment: each state is said once, by an addendum that holds, in whatever order webhooks come. */
async function settleLater<Body extends Order, Peer extends LocalPeer>(
  rounds: Rounds<Body, Peer>,
  key: string,
  { ack, ack_hash: ackHash }: SignedAck,
): Promise<void> {
  const { kind, adapter, draw } = rounds;
  const { deployment } = adapter.key;
  assert.equal(await adapter.became(key, deployment), null, 'it is only accepted yet');
  const course = COURSES[draw(COURSES.length)] ?? [];
  for (const state of course) {
    kind.become?.(adapter.provider, String(Reflect.get(ack, kind.idField)), state);
    adapter.clock.ahead += 1_000;
    await hearEvents(rounds);
    const [signed, twin] = await Promise.all([1, 2].map(() => adapter.became(key, deployment)));
    assert.ok(signed);
    assert.deepEqual(twin, signed);
    const { settled, settled_hash: hash, signature } = signed;
    assert.equal(settled.state, state);
    const keys = { [kind.kid]: adapter.key };
    const at = settled.at;
    assert.ok(verifySigned(nodeCrypto, { object: settled, hash, signature, keys, at }).ok);
    const about = { grantId: ack.grant_id, actionHash: ack.action_hash, ackHash, kid: kind.kid };
    const signedConnector = { facade: 'bankpay.pay', connector: BANK_CONNECTOR };
    assert.deepEqual(settledFaults(settled, signature.kid, { ...about, ...signedConnector }), []);
  }
  const states = (await adapter.steps(key)).flatMap(
    (step) => /^(settled|failed|returned) /.exec(step)?.[1] ?? [],
  );
  assert.deepEqual(states, course);
}

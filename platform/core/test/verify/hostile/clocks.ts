import type { KeySet } from '../../../src/objects/key-entry.ts';
import type { PlainReceipt, Receipt } from '../../../src/objects/receipt.ts';
import { opened } from '../story.ts';
import type { Random } from './random.ts';
import { type Draft, draftOf, EVERYONE, resign } from './resign.ts';
import { HONEST, PINNED } from './world.ts';

/** Receipts that everyone signed, with clocks that go wrong or with keys that were not to be used any more. */
interface Clocked {
  readonly text: string;
  readonly keys: KeySet;
  /** By the rules as they are written for people: docs/adr and the interface document. */
  readonly isRight: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const STEPS_MS = [
  1,
  900,
  30_000,
  59_000,
  63_000,
  590_000,
  700_000,
  3_700_000,
  DAY_MS,
  40 * DAY_MS,
  300 * DAY_MS,
];

export function clocked(random: Random): Clocked {
  const draft = draftOf(random.pick(HONEST.filter(isPlain)));
  for (let changes = random.below(3); changes > 0; changes -= 1) move(draft, random);
  if (random.below(4) === 0) moveAll(draft, random);
  const keys = random.below(3) > 0 ? PINNED : withEnd(draft, random);
  const receipt = resign(draft, { held: EVERYONE, forgery: 'leave', careful: true });
  return { text: JSON.stringify(receipt), keys, isRight: isInOrder(receipt) && areValid(receipt, keys) };
}

/** A revocation has a clock of its own, and a denied grant has no term. */
function isPlain({ status, how }: Receipt): boolean {
  return status.revocation === null && how.grant.outcome !== 'deny';
}

const ms = (instant: string) => Date.parse(instant);
const later = (instant: string, step: number) => new Date(ms(instant) + step).toISOString();

function setters({ what, how, when, status, who }: Draft): ((step: number) => void)[] {
  const { grant, decision, counterparty_ack: ack } = how;
  const moving =
    <Name extends string>(object: Record<Name, string | null>, name: Name) =>
    (step: number) => {
      const instant = object[name];
      if (instant !== null) object[name] = later(instant, step);
    };
  return [
    moving(what.action, 'proposed_at'),
    moving(grant, 'issued_at'),
    moving(grant, 'approved_at'),
    moving(grant, 'expires_at'),
    moving(when, 'redeemed_at'),
    moving(decision, 'executed_at'),
    moving(decision, 'decided_at'),
    moving(when, 'assembled_at'),
    moving(status, 'checked_at'),
    ...(status.log === null ? [] : [moving(status.log.tree_head, 'timestamp')]),
    ...(ack === null ? [] : [moving(ack, 'acknowledged_at')]),
    moving(who.contract, 'valid_from'),
    moving(who.contract, 'valid_to'),
  ];
}

function move(draft: Draft, random: Random): void {
  random.pick(setters(draft))(random.pick(STEPS_MS) * random.pick([1, -1]));
}

/** All but the mandate: dated back or ahead as a whole. */
function moveAll(draft: Draft, random: Random): void {
  const step = random.pick(STEPS_MS) * random.pick([1, -1]);
  for (const set of setters(draft).slice(0, -2)) set(step);
}

/** One key that begins, ends or is stolen near the instant at which it signed. */
function withEnd(draft: Draft, random: Random): KeySet {
  const kid = random.pick(Object.keys(PINNED));
  const signed = signings(draft as PlainReceipt)[kid] ?? [];
  const instant = random.pick(signed.length === 0 ? [draft.what.action.proposed_at] : signed);
  const end = later(instant, random.pick([-DAY_MS, -1_000, -1, 0, 1, 1_000, DAY_MS]));
  const isPerson = PINNED[kid]?.enrolment !== null;
  // What a principal signed of a person's key cannot be changed by the person who pins it.
  const fact = isPerson
    ? 'compromised_at'
    : random.pick(['compromised_at', 'not_after', 'not_before'] as const);
  const entry = PINNED[kid];
  return entry === undefined ? PINNED : { ...PINNED, [kid]: { ...entry, [fact]: end } };
}

/** When each kid signed, by the dates in the receipt. */
function signings({ when, how, status, what }: PlainReceipt): Readonly<Record<string, readonly string[]>> {
  const { decision, grant, counterparty_ack: ack } = how;
  const isOfPep = decision.outcome === 'executed' || decision.outcome === 'refused';
  const head = status.log === null ? [] : [status.log.tree_head.timestamp];
  return {
    // A thief of the principal's key dates back what it signs; only its use has a date that others signed.
    principal_amal: [what.action.proposed_at],
    'approver_badr.phone': grant.approved_at === null ? [] : [grant.approved_at],
    authority: [grant.approved_at ?? grant.issued_at, ...head, ...(isOfPep ? [] : [decision.decided_at])],
    pep: isOfPep ? [decision.decided_at] : [],
    bank: ack === null ? [] : [ack.acknowledged_at],
    service_assembly: [when.assembled_at],
  };
}

function areValid(receipt: Receipt, keys: KeySet): boolean {
  return Object.entries(signings(opened(receipt))).every(([kid, instants]) => {
    const key = keys[kid];
    if (key === undefined) return false;
    const { not_before: from, not_after: to, compromised_at: lost } = key;
    return instants.every(
      (instant) =>
        ms(instant) >= ms(from) &&
        (to === null || ms(instant) <= ms(to)) &&
        (lost === null || ms(instant) < ms(lost)),
    );
  });
}

function isInOrder({ who, what, how, when, status }: Receipt): boolean {
  const { grant, decision } = how;
  const { contract } = who;
  const proposed = ms(what.action.proposed_at);
  const [issued, expires] = [ms(grant.issued_at), ms(grant.expires_at ?? '')];
  const from = grant.approved_at === null ? issued : ms(grant.approved_at);
  const wait = (contract.approval.routes?.[0]?.wait_s ?? 0) * 1_000;
  const term = grant.outcome === 'hold' ? wait : contract.limits.runtime_max_s * 1_000;
  const redeemed = when.redeemed_at === null ? null : ms(when.redeemed_at);
  const steps = [
    proposed,
    grant.approved_at,
    when.redeemed_at,
    decision.executed_at,
    decision.decided_at,
    when.assembled_at,
  ]
    .filter((step) => step !== null)
    .map((step) => (typeof step === 'string' ? ms(step) : step));
  return (
    ms(contract.valid_from) <= proposed &&
    proposed < ms(contract.valid_to) &&
    ms(contract.valid_to) - ms(contract.valid_from) <= 365 * DAY_MS &&
    issued >= proposed - MINUTE_MS &&
    (grant.approved_at !== null || issued <= proposed + MINUTE_MS) &&
    (grant.approved_at === null || (from >= proposed && from < proposed + wait)) &&
    expires <= Math.min(from + term, ms(contract.valid_to)) &&
    (redeemed === null ||
      redeemed <= Math.min(expires, ms(contract.valid_to), ms(status.checked_at)) + MINUTE_MS) &&
    steps.every((step, index) => step >= (steps[index - 1] ?? step) - MINUTE_MS) &&
    ms(status.checked_at) <= ms(when.assembled_at) + MINUTE_MS &&
    (status.log === null || ms(when.assembled_at) <= ms(status.log.tree_head.timestamp) + MINUTE_MS)
  );
}

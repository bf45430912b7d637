import { nodeCrypto } from '@common/evidence/node';
import type { Action } from '../../../src/objects/grant.ts';
import type { PlainReceipt } from '../../../src/objects/receipt.ts';
import { pluginHash } from '../../../src/signed/plugin.ts';
import { at } from '../story.ts';
import { party } from '../story-keys.ts';
import type { Random } from './random.ts';
import { type Draft, draftOf } from './resign.ts';
import { HONEST, idempotencyKey } from './world.ts';

/** What an insider may want a receipt to say. Signatures come later, as far as their keys reach. */
type Lie = (draft: Draft, random: Random) => void;

const AMOUNTS = [
  '0.01',
  '40',
  '90',
  '100',
  '100.01',
  '250',
  '250.01',
  '499.99',
  '500.01',
  '3000',
  '800000',
  '0',
  '90.00',
  '1e3',
];
const DAY_MS = 86_400_000;
const STEPS_MS = [1, 1_000, 59_000, 61_000, 3_600_000, 30 * DAY_MS, 200 * DAY_MS];
const THIEF = party('thief', 'principal', { person: 'amal' });

function setParams(draft: Draft, params: Readonly<Record<string, string>>, random: Random): void {
  const { action } = draft.what;
  Object.assign(action.params, params);
  // Some forget that the key is derived from what it is for.
  if (random.below(5) > 0) action.idempotency_key = idempotencyKey(draft as PlainReceipt, action as Action);
}

function moved(instant: string, random: Random): string {
  const step = random.pick(STEPS_MS) * random.pick([1, -1]);
  return new Date(Date.parse(instant) + step).toISOString();
}

const shared = (random: Random): Draft => draftOf(random.pick(HONEST));

const WHAT: Readonly<Record<string, Lie>> = {
  'another amount': (draft, random) => setParams(draft, { amount: random.pick(AMOUNTS) }, random),
  'another account': (draft, random) => setParams(draft, { to_account: 'DE99' }, random),
  'another payee': (draft, random) =>
    setParams(draft, { beneficiary_id: 'thief', to_account: 'DE99' }, random),
  'another currency': (draft, random) =>
    setParams(draft, { currency: random.pick(['USD', 'KWD', 'eur']) }, random),
  'another invoice': (draft, random) =>
    setParams(draft, { memo: 'Invoice INV-0', reference: 'INVOICEINV0' }, random),
  'the same invoice spelled otherwise': (draft, random) =>
    setParams(draft, { memo: 'Invoice  INV-7.' }, random),
  'one more param': (draft, random) => setParams(draft, { from_account: 'reserve' }, random),
  'another facade': ({ what: { action } }, random) => {
    action.facade = random.pick(['bank.readBalance', 'bank.addBeneficiary', 'market.fetch']);
  },
  'another idempotency key': ({ what: { action } }) => {
    action.idempotency_key = `idem_pay_${'0'.repeat(32)}`;
  },
  'another grant': ({ what: { action } }) => {
    action.grant_id = `gr_${'9'.repeat(24)}`;
  },
  'another agent': ({ what: { action } }) => {
    action.agent = 'agent-9';
  },
  'another tenant': (draft) => {
    draft.what.action.tenant = 'tn_other';
    draft.what.action.idempotency_key = idempotencyKey(draft as PlainReceipt, draft.what.action as Action);
  },
  'another deployment': (draft) => {
    const text = JSON.stringify(draft).replaceAll(draft.deployment, `dp_${'f'.repeat(24)}`);
    Object.assign(draft, JSON.parse(text));
  },
};

const PEOPLE: Readonly<Record<string, Lie>> = {
  'a higher limit': ({ who: { contract } }) => {
    Object.assign(contract.rules, { amount_max: '9000', daily_max: '9000', threshold: '9000' });
  },
  'a longer mandate': ({ who: { contract } }) => {
    contract.valid_to = '2027-01-01T00:00:00.000Z';
  },
  'a wider scope': ({ who: { contract } }) => {
    contract.scope = ['bank.readBalance', 'bank.executeTransfer', 'bank.addBeneficiary', 'market.fetch'];
    contract.forbidden = [];
  },
  'another approver': ({ who: { contract } }) => {
    for (const route of contract.approval.routes ?? []) route.approvers = ['amal', 'agent-7'];
  },
  'another mandate of the same principal': (draft, random) => {
    const { who, signatures } = shared(random);
    draft.who.contract = who.contract;
    draft.signatures.principal = signatures.principal;
    if (random.below(3) > 0) {
      draft.what.action.contract_id = who.contract.contract_id;
      draft.what.action.agent = who.contract.agent;
    }
  },
  'another payee in the profile': ({ why: { profile } }) => {
    profile.rules.beneficiaries = [{ beneficiary_id: 'thief', to_account: 'DE99', currency: 'EUR' }];
  },
  'a plugin without rules': ({ why: { plugin, profile } }, random) => {
    for (const facade of plugin.manifest.facades) facade.rules = [];
    if (random.below(2) === 0) profile.plugin_hash = pluginHash(nodeCrypto, plugin);
  },
  'a plugin that nobody acknowledges': ({ why: { plugin } }) => {
    for (const operation of plugin.connector.operations) operation.ack = null;
  },
  'the approval of another action': (draft, random) => {
    const { signatures, how } = shared(random);
    draft.signatures.approver = signatures.approver;
    draft.how.grant.approved_by = how.grant.approved_by;
    draft.how.grant.approved_at = how.grant.approved_at;
  },
  'no approval': ({ signatures, how: { grant } }) => {
    signatures.approver = null;
    Object.assign(grant, { approved_by: null, approved_at: null, reason: 'ok' });
  },
  'no revocation': ({ status }) => {
    Object.assign(status, { contract: 'active', revocation: null });
  },
  'a key of their own': ({ bundle: { keys } }, random) => {
    const kid = random.pick(Object.keys(keys));
    const { public_key, fingerprint, alg } = THIEF.key;
    Object.assign(keys[kid] ?? {}, { public_key, fingerprint, alg });
  },
  'a key of their own as one that was replaced': ({ bundle: { keys } }, random) => {
    const entry = keys[random.pick(Object.keys(keys))];
    if (entry === undefined) return;
    const { retired: _, ...facts } = entry;
    const { public_key, fingerprint, alg } = THIEF.key;
    entry.retired = [{ ...facts, public_key, fingerprint, alg, not_after: at('12:00:00.000') }];
  },
  'keys with other facts': ({ bundle: { keys } }, random) => {
    const entry = keys[random.pick(Object.keys(keys))];
    Object.assign(
      entry ?? {},
      random.pick([{ hardware: true }, { independent: true }, { role: 'pep' }, { person: 'badr' }]),
    );
  },
};

const ENDINGS: Readonly<Record<string, Lie>> = {
  'another outcome': (draft, random) => {
    const { decision, grant } = draft.how;
    decision.outcome = random.pick(['executed', 'denied', 'refused', 'expired']);
    decision.reason = random.pick([
      'ok',
      'grant_expired',
      'contract_expired',
      'counterparty_refused',
      'use_count_exceeded',
    ]);
    decision.executed_at = decision.outcome === 'executed' ? at('09:00:05.500') : null;
    if (decision.outcome === 'executed') draft.when.redeemed_at = at('09:00:04.000');
    if (decision.outcome === 'denied' && random.below(2) === 0)
      Object.assign(grant, { outcome: 'deny', reason: decision.reason, expires_at: null });
    if (decision.outcome === 'denied' || decision.outcome === 'expired') draft.when.redeemed_at = null;
    if (decision.outcome !== 'executed' && random.below(3) > 0) dropAck(draft);
  },
  'an allowed grant': ({ how: { grant } }) => {
    Object.assign(grant, { outcome: 'allow', reason: 'ok', expires_at: at('09:10:00.000') });
  },
  'a longer grant': ({ how: { grant } }, random) => {
    if (grant.expires_at !== null) grant.expires_at = moved(grant.expires_at, random);
  },
  'an authenticated agent': ({ how: { grant } }) => {
    grant.agent_authenticated = true;
  },
  'another gateway': ({ how: { grant } }) => {
    grant.gateway_software = '6'.repeat(64);
  },
  'another venue': ({ how: { decision } }, random) => {
    Object.assign(
      decision,
      random.pick([{ venue: 'exchange' }, { level: 'L1-declared' }, { detail: 'as agreed' }]),
    );
  },
  'no acknowledgment': dropAck,
  'an acknowledgment of something else': ({ how: { counterparty_ack: ack } }, random) => {
    Object.assign(
      ack ?? {},
      random.pick<object>([
        ...[{ amount: '9999' }, { operation: 'refund' }, { to_account: 'DE99' }, { counterparty: 'shop' }],
        ...[{ transfer_id: 'txn_9' }, { note: 'paid twice' }],
      ]),
    );
  },
  'the acknowledgment of another payment': (draft, random) => {
    const { how, signatures } = shared(random);
    draft.how.counterparty_ack = how.counterparty_ack;
    draft.signatures.counterparty = signatures.counterparty;
  },
  'an acknowledgment for what has none': (draft) => {
    const [paid] = HONEST.map(draftOf);
    if (paid === undefined) return;
    draft.how.counterparty_ack ??= paid.how.counterparty_ack;
    draft.signatures.counterparty ??= paid.signatures.counterparty;
  },
};

const PLACES: Readonly<Record<string, Lie>> = {
  'another instant': (draft, random) => {
    const { when, how, what, status } = draft;
    random.pick<() => void>([
      () => (what.action.proposed_at = moved(what.action.proposed_at, random)),
      () => (how.grant.issued_at = moved(how.grant.issued_at, random)),
      () => (how.grant.approved_at = moved(how.grant.approved_at ?? at('09:00:03.000'), random)),
      () => (when.redeemed_at = moved(when.redeemed_at ?? at('09:00:04.000'), random)),
      () => (how.decision.executed_at = moved(how.decision.executed_at ?? at('09:00:05.500'), random)),
      () => (how.decision.decided_at = moved(how.decision.decided_at, random)),
      () => (when.assembled_at = moved(when.assembled_at, random)),
      () => (status.checked_at = moved(status.checked_at, random)),
    ])();
  },
  'another place in the log': ({ status: { log } }, random) => {
    if (log === null) return;
    random.pick<() => void>([
      () => (log.leaf_index += 1),
      () => (log.tree_head.tree_size += 1),
      () => (log.tree_head.log_id = 'another-log'),
      () => (log.tree_head.timestamp = moved(log.tree_head.timestamp, random)),
      () => (log.tree_head.root_hash = 'ab'.repeat(32)),
      () =>
        Object.assign(log, {
          leaf_index: 0,
          inclusion_proof: [],
          tree_head: { ...log.tree_head, tree_size: 1, root_hash: log.leaf_hash },
        }),
      () => log.inclusion_proof.push('ab'.repeat(32)),
    ])();
  },
  'another place in the chain': ({ bundle }, random) => {
    bundle.sequence = random.pick([0, 1, 7]);
    bundle.previous_receipt_hash = random.pick([null, 'ab'.repeat(32)]);
  },
  'another receipt id': (draft) => {
    draft.receipt_id = `rcpt_${'9'.repeat(24)}`;
  },
  'other words': ({ why }) => {
    why.decision.detail = 'as the principal wished';
  },
  'another status': ({ status }, random) => {
    status.contract = random.pick(['active', 'revoked', 'expired']);
  },
};

function dropAck({ how, signatures }: Draft): void {
  how.counterparty_ack = null;
  how.counterparty_ack_hash = null;
  signatures.counterparty = null;
}

export const LIES: Readonly<Record<string, Lie>> = { ...WHAT, ...PEOPLE, ...ENDINGS, ...PLACES };

/** Names of those that these keys may bring through: under keys that people or others hold, they change nothing. */
export function liesWithin(held: readonly string[]): readonly string[] {
  const holds = (...names: string[]) => names.every((name) => held.includes(name));
  if (holds('authority', 'service', 'pep')) return Object.keys({ ...WHAT, ...ENDINGS, ...PLACES });
  if (holds('authority', 'service')) return Object.keys({ ...ENDINGS, ...PLACES });
  return holds('authority') ? ['another place in the log'] : Object.keys(LIES);
}

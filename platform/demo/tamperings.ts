import { type Commitment, commitTo } from '@common/evidence/disclosure';
import { nodeCrypto } from '@common/evidence/node';
import type { Receipt } from '@platform/core/objects/receipt';

/** Something that is no longer as it was signed. */
interface Tampering {
  readonly section: string;
  readonly what: string;
  /** Number of the check that must notice. */
  readonly check: number;
  readonly edit: (receipt: Mutable<Receipt>) => void;
}

export type Mutable<Value> = Value extends object
  ? { -readonly [Name in keyof Value]: Mutable<Value[Name]> }
  : Value;

const OTHER_HASH = '0'.repeat(64);
const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

/** The value of a commitment is another one, and the commitment follows. */
function commitAnew(
  { signatures }: Mutable<Receipt>,
  { _sd: digest }: Commitment,
  value: unknown,
): Commitment {
  const disclosure = signatures.service?.disclosures.find((one) => commitTo(nodeCrypto, one)._sd === digest);
  if (disclosure === undefined) throw new Error('nothing is disclosed there');
  disclosure[2] = value;
  return commitTo(nodeCrypto, disclosure);
}

/** Another value of a param, which the action’s digest follows. */
export function recommit(receipt: Mutable<Receipt>, name: string, value: string): void {
  const { params } = receipt.what.action;
  const before = params[name];
  if (before !== undefined) params[name] = commitAnew(receipt, before, value);
}

/** One or more for each section of a receipt, each of an approved and executed transfer. */
export const TAMPERINGS: readonly Tampering[] = [
  {
    section: 'head',
    what: 'a field removed',
    check: 1,
    edit: (receipt) => {
      Reflect.deleteProperty(receipt, 'receipt_version');
    },
  },
  {
    section: 'head',
    what: 'another receipt id',
    check: 2,
    edit: (receipt) => {
      receipt.receipt_id = 'rcpt_000000000000000000000000';
    },
  },
  {
    section: 'who',
    what: 'a higher limit in the mandate',
    check: 3,
    edit: ({ who }) => {
      who.contract.rules.amount_max = '9999999';
    },
  },
  {
    section: 'what',
    what: 'another amount beside the action’s digest',
    check: 1,
    edit: ({ signatures }) => {
      for (const disclosure of signatures.service?.disclosures ?? [])
        if (disclosure[1] === 'amount') disclosure[2] = '2';
    },
  },
  {
    section: 'what',
    what: 'another amount in the action, with its digest',
    check: 4,
    edit: (receipt) => recommit(receipt, 'amount', '2'),
  },
  {
    section: 'where',
    what: 'another venue',
    check: 2,
    edit: ({ where }) => {
      where.venue = 'elsewhere';
    },
  },
  {
    section: 'when',
    what: 'assembled at another time',
    check: 2,
    edit: ({ when }) => {
      when.assembled_at = '2036-01-01T00:00:00.000Z';
    },
  },
  {
    section: 'why',
    what: 'another detail of the policy’s decision',
    check: 2,
    edit: (receipt) => {
      const { decision } = receipt.why;
      decision.detail = commitAnew(receipt, decision.detail, 'all was well');
    },
  },
  {
    section: 'why',
    what: 'the plugin’s rules removed',
    check: 3,
    edit: ({ why }) => {
      for (const facade of why.plugin.manifest.facades) facade.rules.length = 0;
    },
  },
  {
    section: 'why',
    what: 'another reason in the signed profile',
    check: 3,
    edit: ({ why }) => {
      why.profile.reason = 'Mallory is a payee now';
    },
  },
  {
    section: 'how',
    what: 'another outcome in the enforcement decision',
    check: 5,
    edit: ({ how }) => {
      how.decision.outcome = 'refused';
    },
  },
  {
    section: 'how',
    what: 'another amount in the bank’s acknowledgment',
    check: 6,
    edit: (receipt) => {
      const { how, signatures } = receipt;
      const [, , said] =
        signatures.service?.disclosures.find(([, name]) => name === 'counterparty_ack') ?? [];
      if (how.counterparty_ack !== null)
        how.counterparty_ack = commitAnew(receipt, how.counterparty_ack, { ...Object(said), amount: '2' });
    },
  },
  {
    section: 'status',
    what: 'the mandate marked as revoked',
    check: 9,
    edit: ({ status }) => {
      status.contract = 'revoked';
    },
  },
  {
    section: 'status',
    what: 'another place in the log',
    check: 8,
    edit: ({ status }) => {
      if (status.log !== null) status.log.leaf_index += 1;
    },
  },
  {
    section: 'status',
    what: 'another root of the log',
    check: 8,
    edit: ({ status }) => {
      if (status.log !== null) status.log.tree_head.root_hash = OTHER_HASH;
    },
  },
  {
    section: 'bundle',
    what: 'another receipt before it',
    check: 7,
    edit: ({ bundle }) => {
      bundle.previous_receipt_hash = OTHER_HASH;
    },
  },
  {
    section: 'bundle',
    what: 'another key of the bank',
    check: 6,
    edit: ({ bundle }) => {
      const { bank } = bundle.keys;
      if (bank !== undefined)
        bundle.keys = { ...bundle.keys, bank: { ...bank, public_key: flip(bank.public_key) } };
    },
  },
  {
    section: 'bundle',
    what: 'another signature under the log’s head',
    check: 8,
    edit: ({ bundle }) => {
      if (bundle.log_root_signature !== null)
        bundle.log_root_signature.sig = flip(bundle.log_root_signature.sig);
    },
  },
  ...slots(),
];

/** Each of the five signatures. */
function slots(): Tampering[] {
  const checks = { service: 2, principal: 3, approver: 4, pep: 5, counterparty: 6 } as const;
  return Object.entries(checks).map(([slot, check]) => ({
    section: 'signatures',
    what: `another signature of the ${slot}`,
    check,
    edit: ({ signatures }: Mutable<Receipt>) => {
      const signature = signatures[slot as keyof typeof checks];
      if (signature !== null) signature.sig = flip(signature.sig);
    },
  }));
}

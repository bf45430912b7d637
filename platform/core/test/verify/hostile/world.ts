import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { idempotencyKeyOf, idempotencyMaterial } from '../../../src/decide/idempotency.ts';
import type { Action } from '../../../src/objects/grant.ts';
import type { KeySet } from '../../../src/objects/key-entry.ts';
import type { OpenReceipt, PlainReceipt, Receipt } from '../../../src/objects/receipt.ts';
import { at, CAST, keysOf, type Plot, tell } from '../story.ts';

/** What really happened: receipts of two mandates, of every outcome. Everything else in this folder is a lie about them. */

export const PINNED: KeySet = keysOf(CAST);

const LARGER: Partial<Plot> = {
  approved: false,
  mandate: {
    contract_id: 'ic_fedcba9876543210fedcba98',
    agent: 'agent-8',
    rules: { amount_max: '5000', daily_max: '9000', threshold: '900' },
  },
  action: { grant_id: 'gr_fedcba9876543210fedcba98' },
  params: { amount: '800', memo: 'Invoice INV-9', reference: 'INVOICEINV9' },
};

const PAID = tell({ revokedAt: at('09:00:06.000') });

export const HONEST: readonly Receipt[] = [
  PAID,
  tell({ outcome: 'denied' }),
  tell({ previous: PAID, approved: false, mandate: { approval: {} } }),
  tell({ outcome: 'refused' }),
  tell({ outcome: 'expired' }),
  tell(LARGER),
  tell({ approved: false, params: { amount: '75.5', memo: 'Invoice INV-8', reference: 'INVOICEINV8' } }),
];

/** The idempotency key that an honest authority gives this action; its own if there is none. */
export function idempotencyKey({ why }: Pick<PlainReceipt, 'why'>, action: Action): string {
  const facade = why.plugin.manifest.facades.find(({ name }) => name === action.facade);
  if (facade === undefined || facade.idempotency.params.some((name) => !Object.hasOwn(action.params, name)))
    return action.idempotency_key;
  const material = idempotencyMaterial(facade, action.tenant, action.params, action.grant_id);
  return idempotencyKeyOf(facade, hashOf(nodeCrypto, material));
}

const texts = (pick: (receipt: Receipt) => unknown): ReadonlySet<string> =>
  new Set(HONEST.map((receipt) => canonicalText(pick(receipt))));

/** What people's keys have signed. */
const SIGNED = {
  mandates: texts(({ who }) => who.contract),
  profiles: texts(({ why }) => why.profile),
  plugins: texts(({ why }) => why.plugin),
  approved: texts(({ what, signatures }) => (signatures.approver === null ? null : what.action)),
  revocations: texts(({ status }) => status.revocation?.revocation ?? null),
};

/**
 * In words, what a receipt says that no person signed. Written apart from the verifier and its policy: amounts are compared
 * as numbers, payees by the words of the profile.
 */
export function unsignedByPeople({
  who,
  what,
  why,
  status,
  signatures,
  bundle,
  document,
}: OpenReceipt): string[] {
  const { contract } = who;
  const { action } = what;
  const isApproved = SIGNED.approved.has(canonicalText(document.what.action));
  const unless = (holds: boolean, what: string) => (holds ? [] : [what]);
  const problems = [
    ...unless(SIGNED.mandates.has(canonicalText(contract)), 'a mandate'),
    ...unless(SIGNED.profiles.has(canonicalText(why.profile)), 'a profile'),
    ...unless(SIGNED.plugins.has(canonicalText(why.plugin)), 'a plugin'),
    ...unless(signatures.approver === null || isApproved, 'an approval'),
    ...unless(
      status.revocation === null || SIGNED.revocations.has(canonicalText(status.revocation.revocation)),
      'a revocation',
    ),
    ...unless(
      Object.entries(bundle.keys).every(
        ([kid, { public_key, retired }]) => retired === undefined && public_key === PINNED[kid]?.public_key,
      ),
      'a key',
    ),
    ...unless(
      who.principal === contract.principal && who.agent === contract.agent,
      'a principal or an agent',
    ),
    ...unless(action.agent === contract.agent && action.tenant === contract.tenant, 'an agent or a tenant'),
  ];
  if (what.outcome !== 'executed') return problems;
  const { amount, beneficiary_id, to_account, currency } = action.params;
  const payees = JSON.stringify(why.profile.rules.beneficiaries);
  const payee = JSON.stringify({ beneficiary_id, to_account, currency });
  const [max, threshold] = [Number(contract.rules.amount_max), Number(contract.rules.threshold)];
  const proposed = Date.parse(action.proposed_at);
  return [
    ...problems,
    ...unless(contract.scope.includes(action.facade), 'a facade'),
    ...unless(Number(amount) > 0 && Number(amount) <= max, 'an amount'),
    ...unless(Number(amount) <= threshold || isApproved, 'an amount that needs an approval'),
    ...unless(payees.includes(payee), 'a payee'),
    ...unless(
      proposed >= Date.parse(contract.valid_from) && proposed < Date.parse(contract.valid_to),
      'an instant outside the mandate',
    ),
  ];
}

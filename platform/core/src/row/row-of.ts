import type { KeySet } from '../objects/key-entry.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import type { ReceiptRow } from '../objects/receipt-row.ts';
import { accountOf } from '../verify/account.ts';
import { payeeEntryOf, toldFields } from './told-fields.ts';

/** Puts what a receipt says on one line. It checks nothing. */
export function rowOf(receipt: OpenReceipt): ReceiptRow {
  const { who, what, where, when, why, how, status, bundle } = receipt;
  const { payee, payeeAccount, amount, currency, reference, text } = toldFields(
    what.action,
    why.plugin.manifest,
  );
  const person = (kid: string) => personOf(bundle.keys, kid);
  const last = how.grant.approved_by;
  return {
    receipt_id: receipt.receipt_id,
    grant_id: what.action.grant_id,
    contract_id: who.contract.contract_id,
    tenant: who.tenant,
    sequence: bundle.sequence,
    leaf_index: status.log?.leaf_index ?? 0,
    receipt_body_hash: receipt.receipt_body_hash,
    plugin: what.plugin,
    facade: what.facade,
    outcome: what.outcome,
    reason: what.reason,
    level: what.level_achieved,
    payee,
    payee_account: payeeAccount,
    payee_entry: payeeEntryOf(what.action, why.plugin.manifest, why.directories),
    idempotency_key: what.action.idempotency_key,
    account: amount === null ? null : accountOf(why.plugin.connector, what.action, why.directories),
    amount,
    currency,
    reference,
    text,
    agent: who.agent,
    principal: who.principal,
    approved_by: [
      ...(how.earlier_approvals ?? []).map(({ signature }) => person(signature.kid)),
      ...(last === null ? [] : [person(last)]),
    ],
    rejected_by: how.rejection === undefined ? null : person(how.rejection.signature.kid),
    cancelled_by: how.cancellation === undefined ? null : person(how.cancellation.signature.kid),
    settled_by: how.settlement === undefined ? null : person(how.settlement.signature.kid),
    counterparty: where.counterparty,
    proposed_at: when.proposed_at,
    approved_at: when.approved_at,
    executed_at: when.executed_at,
    decided_at: when.decided_at,
  };
}

/** Returns the kids of the people whose signatures the receipt carries. */
export function peopleKids({ why, how, signatures }: OpenReceipt): readonly string[] {
  const { approved_by: last } = how.grant;
  return [
    signatures.principal.kid,
    why.profile_signature.kid,
    ...(how.earlier_approvals ?? []).map(({ signature }) => signature.kid),
    ...(last === null ? [] : [last]),
    ...[how.rejection, how.cancellation, how.settlement].flatMap((each) =>
      each === undefined ? [] : [each.signature.kid],
    ),
  ];
}

/** A key that is enrolled for nobody is named by its id. */
function personOf(keys: KeySet, kid: string): string {
  return (Object.hasOwn(keys, kid) ? keys[kid]?.person : null) ?? kid;
}

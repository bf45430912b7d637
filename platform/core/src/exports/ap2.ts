import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { fromHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { toBase64url } from '../crypto/device/base64url.ts';
import { minorUnits } from '../objects/minor-units.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import { withoutPlace } from '../receipt/assemble.ts';
import { payeeEntryOf, toldFields } from '../row/told-fields.ts';
import { accountOf } from '../verify/account.ts';
import { wholeReceipt } from './whole-receipt.ts';

/**
 * A payment of ours as the Agent Payments Protocol (AP2) has it: the mandate for one payment, and the receipt for that
 * mandate. docs/guides/export-a-receipt.md says of each member where it comes from. Nobody signs them in AP2’s form: what
 * proves them is our receipt, which they name by its hash.
 */
interface Ap2Payment {
  readonly paymentMandate: PaymentMandate;
  readonly paymentReceipt: PaymentReceipt;
}

/** A member of our own, which their schemas allow. Hashes are lowercase hex. */
interface OurReceipt {
  readonly receipt_id: string;
  /** Of the receipt without its place in the log: its entry there. */
  readonly receipt_sha256: string;
  readonly mandate_sha256: string;
  readonly action_sha256: string;
}

interface PaymentMandate {
  readonly vct: 'mandate.payment.1';
  readonly transaction_id: string;
  readonly payee: { readonly id: string; readonly name: string };
  readonly payment_amount: { readonly amount: number; readonly currency: string };
  readonly payment_instrument: { readonly id: string; readonly type: string };
  readonly iat: number;
  readonly exp: number;
  readonly sanad: OurReceipt;
}

interface Common {
  readonly iss: string;
  readonly iat: number;
  readonly reference: string;
  readonly payment_id: string;
  readonly sanad: OurReceipt;
}

type PaymentReceipt = Common &
  (
    | {
        readonly status: 'Success';
        readonly psp_confirmation_id: string;
        readonly network_confirmation_id: string;
      }
    | { readonly status: 'Error'; readonly error: string; readonly error_description: string }
  );

type NotAp2 =
  | 'member_hidden'
  | 'not_a_payment'
  | 'not_in_minor_units'
  | 'account_unknown'
  | 'not_authorised'
  | 'not_confirmed';

/**
 * INVARIANT: nothing is made up. What AP2 demands and the receipt does not say is a refusal. `words` says a reason for
 * people.
 */
export function exportAp2(
  crypto: Crypto,
  receipt: OpenReceipt,
  words: (reason: string) => string,
): Result<Ap2Payment, NotAp2> {
  const whole = wholeReceipt(receipt);
  if (!whole.ok) return whole;
  const sanad: OurReceipt = {
    receipt_id: receipt.receipt_id,
    receipt_sha256: hashOf(crypto, withoutPlace(receipt.document)),
    mandate_sha256: whole.value.who.contract_hash,
    action_sha256: whole.value.what.action_hash,
  };
  const mandate = mandateOf(whole.value, sanad);
  if (!mandate.ok) return mandate;
  const reference = base64urlOf(hashOf(crypto, mandate.value));
  const paid = receiptOf(whole.value, { reference, sanad }, words);
  return paid.ok ? ok({ paymentMandate: mandate.value, paymentReceipt: paid.value }) : paid;
}

function mandateOf({ what, why, how }: OpenReceipt, sanad: OurReceipt): Result<PaymentMandate, NotAp2> {
  const { action } = what;
  const { manifest, connector } = why.plugin;
  const { payee, payeeAccount, amount, currency } = toldFields(action, manifest);
  if (payee === null || payeeAccount === null || amount === null || currency === null) {
    return fail(
      'not_a_payment',
      `AP2 has mandates for payments to a payee, and ${action.facade} pays no account of a payee.`,
    );
  }
  const { outcome, issued_at: issued, expires_at: expires } = how.grant;
  if (outcome !== 'allow' || expires === null) {
    return fail(
      'not_authorised',
      'Nobody authorised this payment: a mandate of AP2 would say that somebody did.',
    );
  }
  const account = accountOf(connector, action, why.directories);
  if (account === null) {
    return fail(
      'account_unknown',
      'The receipt does not say from which account the payment was to be made, and AP2 demands it.',
    );
  }
  const units = minorUnits(amount, currency);
  if (units === null) {
    return fail(
      'not_in_minor_units',
      `AP2 counts minor units of a currency (ISO 4217), and ${amount} ${currency} is no whole number of them.`,
    );
  }
  const entry = payeeEntryOf(action, manifest, why.directories);
  const listed = Object.values(why.directories ?? {}).find((proof) => proof.entry.entry.name === entry);
  return ok({
    vct: 'mandate.payment.1',
    transaction_id: base64urlOf(what.action_hash),
    payee: { id: payee, name: listed?.entry.entry.label ?? payee },
    payment_amount: { amount: units, currency },
    payment_instrument: { id: account, type: `${manifest.counterparty_kind}_account` },
    iat: secondsOf(issued),
    exp: secondsOf(expires),
    sanad,
  });
}

function receiptOf(
  { deployment, what, when, how, why }: OpenReceipt,
  { reference, sanad }: Pick<Common, 'reference' | 'sanad'>,
  words: (reason: string) => string,
): Result<PaymentReceipt, NotAp2> {
  const common: Common = {
    iss: deployment,
    iat: secondsOf(when.assembled_at),
    reference,
    payment_id: what.action.grant_id,
    sanad,
  };
  // Whichever way a person counts it, nobody knows whether it was paid: it is neither a success nor an error.
  if (what.reason === 'settled_by_principal') {
    return fail(
      'not_confirmed',
      'Nobody knows whether this was paid: its principal decided how to count it. A receipt of AP2 says that it was, or that it was not.',
    );
  }
  if (what.outcome !== 'executed') {
    return ok({ status: 'Error', ...common, error: what.reason, error_description: words(what.reason) });
  }
  if (how.counterparty_ack_hash === null) {
    return fail(
      'not_confirmed',
      'No counterparty acknowledged this payment, and AP2 demands its confirmation of a success.',
    );
  }
  const { adapter } = why.plugin.connector;
  if (adapter !== undefined) {
    return fail(
      'not_confirmed',
      `An adapter acknowledged this payment, and AP2 demands the confirmation of ${adapter.provider} itself.`,
    );
  }
  return ok({
    status: 'Success',
    ...common,
    psp_confirmation_id: how.decision_hash,
    network_confirmation_id: how.counterparty_ack_hash,
  });
}

function secondsOf(instant: string): number {
  return Math.floor(requiredMs(instant) / 1_000);
}

function base64urlOf(hash: string): string {
  return toBase64url(fromHex(hash) ?? new Uint8Array());
}

import { isUtf8 } from 'node:buffer';
import { repeatedName } from '@common/base/json-names';
import { fail, ok, type Result } from '@common/base/result';
import Stripe from 'stripe';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { normaliseEmail } from './mailbox.ts';
import type { PaymentMark, PaymentNews, Purchase } from './payments.store.ts';

/** The accepted difference between signing and arrival in either direction, in seconds. */
const TOLERANCE_S = 300;
const TIMES = /(?:^|,)t=([^,]*)/g;

/** The part of every event that is read. */
const EventShape = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String({ maxLength: 255 }),
  created: Type.Integer({ minimum: 0, maximum: 99_999_999_999 }),
  data: Type.Object({ object: Type.Object({ id: Type.Optional(Type.String({ minLength: 1 })) }) }),
});

type EventRefusal = 'invalid_signature' | 'invalid_event';

/**
 * Returns an event of the provider after checking its signature. The library accepts times in the future and
 * the last of two times, so both are refused here.
 */
export function readStripeEvent(
  body: Buffer,
  header: string,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): Result<Stripe.Event, EventRefusal> {
  // The library would ignore a byte order mark and bytes that are not UTF-8, and so read other bytes than
  // those signed.
  if (!isUtf8(body)) return fail('invalid_event', 'The body is not UTF-8.');
  const text = body.toString('utf8');
  const times = [...header.matchAll(TIMES)].map(([, time = '']) => time);
  const [time = ''] = times;
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) {
    return fail('invalid_signature', 'The signature header must have exactly one time, t=<seconds>.');
  }
  if (Math.abs(nowMs / 1_000 - Number(time)) > TOLERANCE_S) {
    return fail(
      'invalid_signature',
      `The event was signed more than ${TOLERANCE_S} seconds from now by this machine’s clock. Check the clocks; the provider sends it again.`,
    );
  }
  if (repeatedName(text) !== null) return fail('invalid_event', 'The body has a field twice in one object.');
  try {
    const event: unknown = Stripe.webhooks.constructEvent(
      text,
      header,
      secret,
      TOLERANCE_S,
      undefined,
      nowMs,
    );
    // A signed event may still differ from the documentation. The library trusts it, so a figure or a name
    // would be made up here.
    if (Value.Check(EventShape, event)) return ok(event as unknown as Stripe.Event);
    return fail('invalid_event', 'The body is not an event as the provider describes it.');
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      return fail('invalid_signature', 'The signature is not that of the secret in PAYMENT_WEBHOOK_SECRET.');
    }
    if (error instanceof SyntaxError) return fail('invalid_event', 'The body is not JSON.');
    throw error;
  }
}

/** Returns an event in our terms; null for types that change nothing here. */
export function newsOf(event: Stripe.Event): PaymentNews | null {
  const at = event.created * 1_000;
  const news = (purchase: Purchase | null, marks: readonly PaymentMark[]): PaymentNews => ({
    eventId: event.id,
    type: event.type,
    purchase,
    marks,
  });
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return news(purchaseOf(event.data.object, at, event.type), []);
    case 'customer.subscription.deleted':
      return news(null, marksOf(idOf(event.data.object), 'ended', at));
    case 'invoice.paid':
      return news(null, marksOf(subscriptionOf(event.data.object), 'paid', at));
    case 'invoice.payment_failed':
      // If there is a next attempt, the provider is still trying.
      if (typeof event.data.object.next_payment_attempt === 'number') return null;
      return news(null, marksOf(subscriptionOf(event.data.object), 'unpaid', at));
    case 'charge.refunded': {
      const { refunded, payment_intent: intent, customer } = event.data.object;
      if (!refunded) return null;
      return news(null, [
        ...marksOf(idOf(intent), 'refunded', at),
        ...marksOf(idOf(customer), 'refunded', at),
      ]);
    }
    default:
      return null;
  }
}

const CURRENCY = /^[a-z]{3}$/i;

function purchaseOf(session: Stripe.Checkout.Session, at: number, type: string): Purchase | null {
  const id = idOf(session);
  if (id === null) return null;
  const isPaid =
    type === 'checkout.session.async_payment_succeeded' ||
    // Statuses are listed by name, so one that is new to us is no payment.
    session.payment_status === 'paid' ||
    session.payment_status === 'no_payment_required';
  return {
    id,
    reference: textOf(session.client_reference_id),
    email: emailOf(session),
    customer: idOf(session.customer),
    subscription: idOf(session.subscription),
    paymentIntent: idOf(session.payment_intent),
    amount: Number.isSafeInteger(session.amount_total) ? session.amount_total : null,
    currency: CURRENCY.test(session.currency ?? '') ? session.currency : null,
    createdAt: typeof session.created === 'number' ? session.created * 1_000 : at,
    paidAt: isPaid ? at : null,
  };
}

/** Returns the payer's address in the form that accounts use. */
function emailOf({
  customer_details: details,
  customer_email: given,
}: Stripe.Checkout.Session): string | null {
  const email = textOf(details?.email ?? given);
  return email === null ? null : normaliseEmail(email);
}

/** Returns the subscription of an invoice. Its place depends on the version of the provider's API. */
function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const older = (invoice as { readonly subscription?: string | { readonly id: string } | null }).subscription;
  return idOf(invoice.parent?.subscription_details?.subscription ?? older);
}

function marksOf(subject: string | null, kind: PaymentMark['kind'], at: number): readonly PaymentMark[] {
  return subject === null ? [] : [{ subject, kind, at }];
}

function idOf(named: string | { readonly id: string } | null | undefined): string | null {
  return textOf(typeof named === 'object' ? named?.id : named);
}

/** Returns a value that the provider's types declare as text; null if it is no text, or empty. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

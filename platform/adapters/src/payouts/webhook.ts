import { createHmac, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '@common/base/result';
import type { Heard } from '@platform/frame/provider';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

const SIGNATURE_HEADER = 'stripe-signature';
/** How far the date of a webhook may be from now. */
const TOLERANCE_S = 300;
/** Signatures of one webhook: two while its secret is changed. */
const MOST_SIGNATURES = 8;

const event = Compile(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 128 }),
    type: Type.String({ maxLength: 128 }),
    data: Type.Object({
      object: Type.Object({
        id: Type.Optional(Type.String()),
        metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
    }),
  }),
);

type WebhookResult = Result<Heard, 'webhook_invalid'>;

/**
 * Reads a webhook whose signature header is `t=<seconds>,v1=<hex>`: HMAC-SHA-256 of `<t>.<body>`. Refuses one that is signed
 * with another secret, or dated more than five minutes away.
 */
export function readWebhook(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  { secret, nowMs }: { readonly secret: string | undefined; readonly nowMs: number },
): WebhookResult {
  const invalid = (why: string) => fail('webhook_invalid', why);
  if (secret === undefined) return invalid('PAYOUTS_WEBHOOK_SECRET is not set.');
  const header = headers[SIGNATURE_HEADER];
  if (typeof header !== 'string') return invalid('The webhook has no signature.');
  const parts = header.split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) => parts.filter(([key]) => key === name).map(([, value = '']) => value);
  const [at = '', ...others] = valuesOf('t');
  if (!/^\d{1,12}$/.test(at) || others.length > 0) return invalid('The signature has no date.');
  const expected = createHmac('sha256', secret).update(`${at}.${body}`).digest();
  const isSigned = valuesOf('v1')
    .slice(0, MOST_SIGNATURES)
    .some((hex) => /^[0-9a-f]{64}$/.test(hex) && timingSafeEqual(expected, Buffer.from(hex, 'hex')));
  if (!isSigned) return invalid('The webhook was signed with another secret.');
  if (Math.abs(nowMs / 1_000 - Number(at)) > TOLERANCE_S)
    return invalid('The webhook is not of the last five minutes.');
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return invalid('The webhook is not JSON.');
  }
  if (!event.Check(value)) return invalid('The webhook is not an event.');
  const key = value.data.object.metadata?.idempotency_key ?? null;
  return ok({ eventId: value.id, what: value.type, key });
}

import { timingSafeEqual } from 'node:crypto';
import { fail, ok } from '@common/base/result';
import type { Provider } from '@platform/frame/provider';
import { Webhook } from 'standardwebhooks';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** How far the date of a webhook may be from now. */
const TOLERANCE_S = 300;
/** Signatures of one webhook: two while its secret is changed. */
const MOST_SIGNATURES = 8;
const MS_PER_S = 1_000;

const event = Compile(
  Type.Object({
    type: Type.String({ maxLength: 128 }),
    data: Type.Object({ IdempotencyKey: Type.Optional(Type.String({ maxLength: 128 })) }),
  }),
);

type Read = NonNullable<Provider<never>['webhook']>['read'];

/** Reads webhooks in the form of Standard Webhooks. Without a secret, none is accepted. */
export function webhookReader(secret: string | undefined): Read {
  return (headers, body, nowMs) => {
    const invalid = (why: string) => fail('webhook_invalid', why);
    if (secret === undefined) return invalid('BANKPAY_WEBHOOK_SECRET is not set.');
    const [id, at, signature] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
    if (typeof id !== 'string' || typeof at !== 'string' || typeof signature !== 'string')
      return invalid('The webhook has no id, date or signature.');
    if (!/^[\w.-]{1,128}$/.test(id) || !/^\d{1,12}$/.test(at))
      return invalid('The webhook has no id or date.');
    if (Math.abs(nowMs / MS_PER_S - Number(at)) > TOLERANCE_S)
      return invalid('The webhook is not of the last five minutes.');
    const expected = Buffer.from(new Webhook(secret).sign(id, new Date(Number(at) * MS_PER_S), body));
    const isSigned = signature
      .split(' ')
      .slice(0, MOST_SIGNATURES)
      .map((one) => Buffer.from(one))
      .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
    if (!isSigned) return invalid('The webhook was signed with another secret.');
    const value = jsonOf(body);
    if (!event.Check(value)) return invalid('The webhook is not an event.');
    return ok({ eventId: id, what: value.type, key: value.data.IdempotencyKey ?? null });
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

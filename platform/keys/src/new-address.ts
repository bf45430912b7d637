import { fail, ok } from '@common/base/result';
import { acceptWebhookUrl, type WebhookRules } from '@common/kit/webhooks/address';
import { Value } from 'typebox/value';
import { MailTo } from './notice-addresses.ts';

/** Where somebody typed that notices should go: one of the two. */
export interface TypedAddress {
  readonly url?: string;
  readonly mail?: string;
  readonly slack?: true;
  readonly details?: true;
}

interface NewAddressDeps {
  readonly webhookRules: WebhookRules;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly now: () => string;
}

const ID_BYTES = 12;
const SECRET_BYTES = 32;

/** The members of a new address that do not say whose it is. */
export function newAddress(
  { url, mail, slack, details }: TypedAddress,
  { webhookRules, randomBytes, now }: NewAddressDeps,
) {
  const common = {
    id: `addr_${Buffer.from(randomBytes(ID_BYTES)).toString('hex')}`,
    enrolled_at: now(),
    ...(details === undefined ? {} : { details }),
  };
  if ((url === undefined) === (mail === undefined))
    return fail('unusable_address', 'Give one of the two: --url or --mail.');
  if (mail !== undefined) {
    if (slack !== undefined) return fail('unusable_address', '--slack goes with --url.');
    return Value.Check(MailTo, mail)
      ? ok({ ...common, mail })
      : fail('unusable_address', 'That is no mail address such as treasury@example.com.');
  }
  const accepted = acceptWebhookUrl(url ?? '', webhookRules);
  if (!accepted.ok) return accepted;
  const secret = `whsec_${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`;
  return ok({ ...common, url: accepted.value, secret, ...(slack === undefined ? {} : { slack }) });
}

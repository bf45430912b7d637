import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { fail, ok, type Result } from '@common/base/result';
import ipaddr from 'ipaddr.js';
import type { AlertStore, StoredWebhook } from './alerts.store.ts';

/** Where a webhook may go. */
export interface WebhookRules {
  /** Plain http, and addresses that only this network can reach: for local use. */
  readonly allowPrivate: boolean;
}

const LONGEST_ADDRESS = 500;

/** Checks an address that someone typed; what its name resolves to is checked with every connection. */
export function acceptWebhookUrl(
  typed: string,
  { allowPrivate }: WebhookRules,
): Result<string, 'unusable_address'> {
  const text = typed.trim();
  if (text.length > LONGEST_ADDRESS || !URL.canParse(text)) {
    return fail(
      'unusable_address',
      `Give a whole address, https://…, of at most ${LONGEST_ADDRESS} characters.`,
    );
  }
  const { protocol, username, password, hash, hostname, href } = new URL(text);
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:'))
    return fail('unusable_address', 'The address must begin with https://.');
  if (username !== '' || password !== '' || hash !== '') {
    return fail('unusable_address', 'Leave out name, password and #: each message is signed instead.');
  }
  const host = bareHost(hostname);
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
    return fail('unusable_address', 'This address is not on the public internet.');
  }
  return ok(href);
}

/** An IPv6 address without its brackets. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The part of IPv6 that is handed out for the public internet. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether everybody on the internet means the same machine by it. INVARIANT: everything else is refused, so that a
 * webhook reaches no machine of this network and no metadata service, whatever form its address has.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST) : true;
}

interface WebhookDeps {
  readonly alerts: Pick<AlertStore, 'webhookOf' | 'saveWebhook'>;
  /** The secret of API keys: what is signed with cannot be read from the store. */
  readonly keySecret: string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly clock: () => number;
}

const SALT_BYTES = 16;

/** Sends alerts to an address from now on, under a new secret, which is the result. */
export async function saveWebhook(deps: WebhookDeps, account: string, url: string): Promise<string> {
  const salt = Buffer.from(deps.randomBytes(SALT_BYTES)).toString('hex');
  await deps.alerts.saveWebhook(account, { url, salt }, deps.clock());
  return webhookSecret(deps.keySecret, account, { salt });
}

/** In the form of Standard Webhooks: `whsec_` and base64. */
export function webhookSecret(
  keySecret: string,
  account: string,
  { salt }: Pick<StoredWebhook, 'salt'>,
): string {
  const secret = createHmac('sha256', keySecret).update(`webhook ${account} ${salt}`).digest('base64');
  return `whsec_${secret}`;
}

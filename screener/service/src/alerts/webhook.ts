import { createHmac } from 'node:crypto';
import type { AlertStore, StoredWebhook } from './alerts.store.ts';

interface WebhookDeps {
  readonly alerts: Pick<AlertStore, 'webhookOf' | 'saveWebhook'>;
  /**
   * The HMAC secret for API keys. It is not in the store, so nobody can derive a signing secret from the
   * store alone.
   */
  readonly keySecret: string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly clock: () => number;
}

const SALT_BYTES = 16;

/** Sets the address that alerts are sent to from now on, and returns the new secret that signs them. */
export async function saveWebhook(deps: WebhookDeps, account: string, url: string): Promise<string> {
  const salt = Buffer.from(deps.randomBytes(SALT_BYTES)).toString('hex');
  await deps.alerts.saveWebhook(account, { url, salt }, deps.clock());
  return webhookSecret(deps.keySecret, account, { salt });
}

/** Returns a webhook's secret in the form of Standard Webhooks: `whsec_` and base64. */
export function webhookSecret(
  keySecret: string,
  account: string,
  { salt }: Pick<StoredWebhook, 'salt'>,
): string {
  const secret = createHmac('sha256', keySecret).update(`webhook ${account} ${salt}`).digest('base64');
  return `whsec_${secret}`;
}

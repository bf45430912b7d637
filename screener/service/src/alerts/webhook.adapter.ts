import { lookup as lookupName } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { fail, ok, type Result } from '@common/base/result';
import { Webhook } from 'standardwebhooks';
import type { SendFailure, SendWebhook, WebhookMessage } from './deliver-alerts.ts';
import { acceptWebhookUrl, bareHost, isPublicAddress, type WebhookRules } from './webhook.ts';

const TIME_LIMIT_MS = 10_000;

/** What receivers see: RFC 9110, 10.1.5. */
const USER_AGENT = 'Sanad-Webhooks/1.0';

/** Sends webhooks in the form of Standard Webhooks. Follows no redirect, and reads no body. */
export function createWebhookSender(rules: WebhookRules): SendWebhook {
  return async (message) => {
    // Again, because the settings may have changed since it was saved.
    const accepted = acceptWebhookUrl(message.url, rules);
    if (!accepted.ok) return fail('not_delivered', accepted.error.message);
    try {
      return judge(await post(new URL(accepted.value), message, rules));
    } catch (error) {
      return fail('not_delivered', problemOf(error));
    }
  };
}

function judge(status: number): Result<void, SendFailure> {
  if (status >= 200 && status < 300) return ok(undefined);
  if (status === 410) return fail('gone', 'The receiver answered 410: it wants nothing more.');
  const redirect = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  return fail('not_delivered', `The receiver answered ${status}${redirect}.`);
}

/** The status of the answer. */
function post(address: URL, message: WebhookMessage, { allowPrivate }: WebhookRules): Promise<number> {
  const { id, secret, sentAt, body } = message;
  const sentDate = new Date(sentAt);
  const request = address.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sending = request(
      address,
      {
        method: 'POST',
        // A connection of its own: one from a pool would not be looked at again.
        agent: false,
        lookup: allowPrivate ? undefined : lookupPublic,
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': USER_AGENT,
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(sentAt / 1_000)),
          'webhook-signature': new Webhook(secret).sign(id, sentDate, body),
        },
      },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        // The status says all: whatever else comes is not read.
        answer.destroy();
      },
    );
    sending.once('error', reject);
    sending.once('socket', (socket) => {
      socket.once('connect', () => {
        const { remoteAddress: remote } = socket;
        if (!allowPrivate && (remote === undefined || !isPublicAddress(remote))) {
          sending.destroy(new RefusedAddress());
        }
      });
    });
    // A literal address is not looked up.
    const host = bareHost(address.hostname);
    if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) sending.destroy(new RefusedAddress());
    else sending.end(body);
  });
}

class RefusedAddress extends Error {}

/**
 * INVARIANT: the addresses that are checked are the ones that are connected to: the name is not resolved a second time, in
 * which it could stand for another machine.
 */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) {
      callback(error ?? new Error('no address'), '', 0);
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new RefusedAddress(), '', 0);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};

/** In words for the account; the error's own text may name machines of this network. */
function problemOf(error: unknown): string {
  if (error instanceof RefusedAddress)
    return 'The name does not stand for an address on the public internet.';
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `The receiver did not answer within ${TIME_LIMIT_MS / 1_000} s.`;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND') return 'The name of the receiver is not known.';
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) return 'The certificate of the receiver is not valid.';
  return `The receiver was not reached${/^E[A-Z]+$/.test(code) ? ` (${code})` : ''}.`;
}

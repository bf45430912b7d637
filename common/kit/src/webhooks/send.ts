import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { fail, ok, type Result } from '@common/base/result';
import { Webhook } from 'standardwebhooks';
import { bareHost, isPublicAddress, lookupPublic, RefusedAddress } from '../public-address.ts';
import { acceptWebhookUrl, type WebhookRules } from './address.ts';
import type { SendFailure } from './waits.ts';

interface WebhookMessage {
  readonly url: string;
  /** The secret: `whsec_` and base64. */
  readonly secret: string;
  /** The id is the same in every attempt, so that the receiver recognises a repeat. It contains no dot. */
  readonly id: string;
  /** The time of this attempt, in milliseconds since the epoch. */
  readonly sentAt: number;
  readonly body: string;
}

/**
 * Makes one attempt. A failure's message is for the owner of the address and repeats nothing of the answer.
 */
export type SendWebhook = (message: WebhookMessage) => Promise<Result<void, SendFailure>>;

interface SenderOptions {
  /** The time for the head of the answer to arrive. */
  readonly timeoutMs?: number;
}

const TIME_LIMIT_MS = 10_000;
/** A receiver may ask for at most this much time, because somebody waits for the message. */
const LONGEST_RETRY_AFTER_S = 3_600;
/** Statuses of an overloaded receiver, and the wait that it gets without asking. */
const OVERLOADED: readonly number[] = [429, 502, 504];
const OVERLOADED_WAIT_S = 60;

/** The name that receivers see: RFC 9110, 10.1.5. */
const USER_AGENT = 'Sanad-Webhooks/1.0';

/** Sends webhooks according to Standard Webhooks. It follows no redirect and reads no body. */
export function createWebhookSender(rules: WebhookRules, options: SenderOptions = {}): SendWebhook {
  const { timeoutMs = TIME_LIMIT_MS } = options;
  return async (message) => {
    // Check again, because the settings may have changed since the address was saved.
    const accepted = acceptWebhookUrl(message.url, rules);
    if (!accepted.ok) return fail('not_delivered', accepted.error.message);
    try {
      return judge(await post(new URL(accepted.value), message, { ...rules, timeoutMs }));
    } catch (error) {
      return fail('not_delivered', problemOf(error, timeoutMs));
    }
  };
}

type Answer = Pick<IncomingMessage, 'statusCode' | 'headers'>;

function judge({ statusCode: status = 0, headers }: Answer): Result<void, SendFailure> {
  if (status >= 200 && status < 300) return ok(undefined);
  if (status === 410) return fail('gone', 'The receiver answered 410: it wants nothing more.');
  const redirect = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  const retryAfter = headers['retry-after'] ?? '';
  const asked = /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), LONGEST_RETRY_AFTER_S) : 0;
  const seconds = Math.max(asked, OVERLOADED.includes(status) ? OVERLOADED_WAIT_S : 0);
  const detail = seconds === 0 ? undefined : { retryAfterMs: seconds * 1_000 };
  return fail('not_delivered', `The receiver answered ${status}${redirect}.`, detail);
}

interface Posting extends WebhookRules {
  readonly timeoutMs: number;
}

/** The head of the answer. */
function post(address: URL, message: WebhookMessage, { allowPrivate, timeoutMs }: Posting): Promise<Answer> {
  const { id, secret, sentAt, body } = message;
  const sentDate = new Date(sentAt);
  const request = address.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sending = request(
      address,
      {
        method: 'POST',
        // Use a new connection: one from a pool would not be checked again.
        agent: false,
        lookup: allowPrivate ? undefined : lookupPublic,
        signal: AbortSignal.timeout(timeoutMs),
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
        resolve(answer);
        // The head says everything, so nothing else is read.
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
    // Node does not look up a literal address.
    const host = bareHost(address.hostname);
    if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) sending.destroy(new RefusedAddress());
    else sending.end(body);
  });
}

/** Describes the failure for the owner. The error's own text may name machines of this network. */
function problemOf(error: unknown, timeoutMs: number): string {
  if (error instanceof RefusedAddress)
    return 'The name does not stand for an address on the public internet.';
  // `node:http` reports a signal that ends a request in this way.
  if (error instanceof Error && error.name === 'AbortError') {
    return `The receiver did not answer within ${timeoutMs / 1_000} s.`;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND') return 'The name of the receiver is not known.';
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) return 'The certificate of the receiver is not valid.';
  return `The receiver was not reached${/^E[A-Z]+$/.test(code) ? ` (${code})` : ''}.`;
}

import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { LOCALHOST } from './certificates.ts';

interface ReceivedWebhook {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A third party's receiver of webhooks, on a real port. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Sets the answer from now on. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  /** Makes it answer like this from now on, with an endless body. */
  answerEndlessly(status: number): void;
  /** Makes it accept messages and remain silent from now on. */
  fallSilent(): void;
  /** Makes it end every connection without an answer from now on, as if it received nothing. */
  goDown(): void;
}

type Behaviour = 'answers' | 'endless' | 'silent' | 'down';
const ENDLESS_CHUNK = 'x'.repeat(65_536);

/** The `after` of a test or of a suite. With `secure`, it uses https with the certificate for `localhost`. */
export async function startReceiver(
  t: { after(work: () => void): void },
  { secure = false } = {},
): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  let behaviour: Behaviour = 'answers';
  let status = 204;
  let more: Readonly<Record<string, string>> = {};
  const listener: RequestListener = async (request, reply) => {
    if (behaviour === 'down') {
      request.socket.destroy();
      return;
    }
    const body = await text(request);
    received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body });
    if (behaviour === 'silent') return;
    reply.writeHead(status, more);
    if (behaviour === 'answers') reply.end();
    else pour(reply);
  };
  const server = secure ? createSecureServer(LOCALHOST, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secure ? 'https://localhost' : 'http://127.0.0.1'}:${port}/hooks`,
    received,
    answer(next, headers = {}) {
      behaviour = 'answers';
      status = next;
      more = headers;
    },
    answerEndlessly(next) {
      behaviour = 'endless';
      status = next;
      more = {};
    },
    fallSilent() {
      behaviour = 'silent';
    },
    goDown() {
      behaviour = 'down';
    },
  };
}

function pour(reply: NodeJS.WritableStream & { readonly destroyed?: boolean }): void {
  const next = () => {
    while (reply.destroyed !== true && reply.write(ENDLESS_CHUNK));
    reply.once('drain', next);
  };
  next();
}

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Verifies a message with the published library, as of the time when it arrived. */
export function verified(t: TestContext, secret: string, message: ReceivedWebhook, now: number): unknown {
  const headers = Object.fromEntries(SIGNED.map((name) => [name, String(message.headers[name])]));
  t.mock.timers.enable({ apis: ['Date'], now });
  try {
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`);
    assert.throws(() => other.verify(message.body, headers), WebhookVerificationError);
    const forged = message.body.replace(/[a-z]/, (letter) => (letter === 'x' ? 'y' : 'x'));
    assert.throws(() => new Webhook(secret).verify(forged, headers), WebhookVerificationError);
    return new Webhook(secret).verify(message.body, headers);
  } finally {
    t.mock.timers.reset();
  }
}

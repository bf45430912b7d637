import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { AlertEvent } from '../../src/alerts/alert-event.ts';

interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Somebody's receiver of webhooks, on a real port. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** What it answers from now on. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  /** From now on it ends every connection without an answer, and has received nothing. */
  goDown(): void;
}

/** `after` of a test, or of a suite. */
export async function startReceiver(t: { after(work: () => void): void }): Promise<Receiver> {
  const received: Received[] = [];
  let status: number | null = 204;
  let more: Readonly<Record<string, string>> = {};
  const server = createServer(async (request, reply) => {
    if (status === null) {
      request.socket.destroy();
      return;
    }
    const body = await text(request);
    received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body });
    reply.writeHead(status, more).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answer(next, headers = {}) {
      status = next;
      more = headers;
    },
    goDown() {
      status = null;
    },
  };
}

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** What the receiver makes of a message, by the published library, at the time when it came. */
export function verified(t: TestContext, secret: string, message: Received, now: number): AlertEvent {
  const headers = Object.fromEntries(SIGNED.map((name) => [name, String(message.headers[name])]));
  t.mock.timers.enable({ apis: ['Date'], now });
  try {
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`);
    assert.throws(() => other.verify(message.body, headers), WebhookVerificationError);
    const forged = message.body.replace(/"(?:compliant|questionable)"/, '"non_compliant"');
    assert.throws(() => new Webhook(secret).verify(forged, headers), WebhookVerificationError);
    return new Webhook(secret).verify(message.body, headers) as AlertEvent;
  } finally {
    t.mock.timers.reset();
  }
}

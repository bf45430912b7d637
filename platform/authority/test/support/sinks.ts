import { randomBytes } from 'node:crypto';
import { fail, ok } from '@common/base/result';
import { type DeliveryDeps, deliverNotice } from '@platform/authority/notices/deliver-notice';
import { createDoubtWatch, tellSinks } from '@platform/authority/notices/tell-sinks';
import { NOTICE_KINDS, type NoticeKind } from '@platform/core/objects/notice';
import type { SinkAddress } from '@platform/keys/notice-addresses';
import { createNoticeSender } from '@platform/keys/send-notice';
import type { Deployment } from './types.ts';

const LEASE_MS = 60_000;
export const SINK_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

interface Sent {
  readonly to: string;
  readonly id: string;
  readonly body: string;
}

interface SinkPatch {
  readonly tenant?: string;
  readonly details?: true;
  readonly slack?: true;
  readonly kinds?: readonly NoticeKind[];
}

/** What sinks are told, driven by hand: time stands still, and each message lands in a list. */
export function watchedSinks(d: Deployment, consoleOrigin: string | null = null) {
  const sent: Sent[] = [];
  const state = { isDown: false };
  const deps: DeliveryDeps = {
    ...d.deps,
    notices: d.notices,
    addresses: { address: async () => null },
    sinks: d.sinks,
    ...d.telling,
    consoleOrigin,
    sendNotice: createNoticeSender({
      async sendWebhook({ url, id, body }) {
        if (state.isDown) return fail('not_delivered', 'The receiver was not reached.');
        sent.push({ to: new URL(url).pathname.slice(1), id, body });
        return ok(undefined);
      },
      sendMail: null,
    }),
  };
  const watch = createDoubtWatch(deps);
  const onError = (error: unknown) => {
    throw error;
  };
  return {
    deps,
    sent,
    state,
    add: (name: string, { kinds = NOTICE_KINDS, ...patch }: SinkPatch = {}) => {
      const sink: SinkAddress = {
        ...{ id: `addr_${randomBytes(12).toString('hex')}`, enrolled_at: d.now(), name },
        ...{ url: `https://hooks.example/${name}`, secret: SINK_SECRET, kinds: [...kinds], ...patch },
      };
      return d.sinks.write(sink);
    },
    tell: () => tellSinks(deps, onError),
    watch: () => watch(d.deps.clock()),
    /** One look of the job. What was sent since the last one, by sink and type. */
    async work() {
      const before = sent.length;
      await watch(d.deps.clock());
      await tellSinks(deps, onError);
      for (;;) {
        const token = randomBytes(8).toString('hex');
        const lease = await d.notices.take(token, d.deps.clock(), LEASE_MS, []);
        if (lease === null) break;
        await deliverNotice(deps, lease);
      }
      return sent.slice(before).map(({ to, body }) => `${to} ${JSON.parse(body).type ?? 'text'}`);
    },
  };
}

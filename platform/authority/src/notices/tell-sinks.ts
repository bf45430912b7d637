import { formatInstant, requiredMs } from '@common/base/instant';
import { NOTICE_KINDS, type NoticeType } from '@platform/core/objects/notice';
import type { AddressBook, SinkAddress } from '@platform/keys/notice-addresses';
import {
  type NewNotice,
  type NoticeEvent,
  type NoticeStore,
  type OpenRedemption,
  SINK,
} from '../store/notices.store.ts';
import type { WebhookDeps } from '../use-cases/agent-webhooks.ts';
import { type AuthorityDeps, freshId } from '../use-cases/deps.ts';
import { agentNotice } from './tell-agents.ts';

export interface SinkDeps extends Pick<AuthorityDeps, 'clock' | 'randomBytes' | 'store'> {
  readonly notices: NoticeStore;
  readonly sinks: Pick<AddressBook<SinkAddress>, 'address' | 'all'>;
}

/** What telling sinks and agents needs. */
export type TellDeps = SinkDeps & Pick<WebhookDeps, 'webhooks' | 'keys' | 'crypto'>;

const BATCH = 100;
/** How long a recipient may be told of what needs no answer; then it is on the pages only. */
export const TOLD_MS = 7 * 86_400_000;

/** Enters a notice for each sink, and for the agent, that is to be told of what happened. */
export async function tellSinks(deps: TellDeps, onError: (error: unknown) => void): Promise<void> {
  for (;;) {
    const events = await deps.notices.events(BATCH);
    if (events.length === 0) return;
    const sinks = await deps.sinks.all();
    const told = new Map<NoticeEvent, readonly NewNotice[]>();
    for (const event of events) {
      try {
        const own = sinks.filter((sink) => isFor(sink, event));
        const notices = await Promise.all(own.map((sink) => noticeFor(deps, event, sink)));
        told.set(event, [...notices, ...(await agentNotice(deps, event))]);
      } catch (error) {
        // The failed event stays, and the others continue.
        onError(error);
      }
    }
    await deps.notices.endEvents(told);
    if (events.length < BATCH || told.size === 0) return;
  }
}

/** The sink that a notice is for; null if it is for a person. */
export function sinkOf({ recipient }: Pick<NewNotice, 'recipient'>): string | null {
  return recipient.startsWith(SINK) ? recipient.slice(SINK.length) : null;
}

function isFor({ tenant, kinds }: SinkAddress, { type, tenants }: NoticeEvent): boolean {
  const isWanted = NOTICE_KINDS.some((kind) => kind === type && kinds.includes(kind));
  return isWanted && (tenant === undefined || tenants === null || tenants.includes(tenant));
}

async function noticeFor(deps: SinkDeps, event: NoticeEvent, sink: SinkAddress): Promise<NewNotice> {
  return newNotice(deps, sink, {
    about: event.about,
    type: event.type,
    content: event.content,
    until: event.type === 'approval.requested' ? await endOfGrant(deps, event.about) : null,
  });
}

async function endOfGrant({ store }: SinkDeps, grantId: string): Promise<number | null> {
  const expires = (await store.grant(grantId))?.grant.expires_at ?? null;
  return expires === null ? null : requiredMs(expires);
}

interface Told {
  readonly about: string;
  readonly type: NoticeType;
  readonly content: NewNotice['content'];
  readonly until: number | null;
}

function newNotice(
  deps: Pick<AuthorityDeps, 'clock' | 'randomBytes'>,
  sink: SinkAddress,
  { until, ...told }: Told,
): NewNotice {
  const now = deps.clock();
  return {
    ...told,
    id: freshId('ntc_', deps),
    recipient: `${SINK}${sink.name}`,
    until: until ?? now + TOLD_MS,
    entered_at: now,
    isBounded: true,
  };
}

/** One test to a sink a minute: anybody who reaches the authority may ask for one. */
const TEST_MS = 60_000;

/** Enters a test for a sink; null if there is no such sink, false if one was entered just now. */
export async function enterTest(
  deps: SinkDeps,
  name: string,
): Promise<{ readonly id: string } | false | null> {
  const sink = await deps.sinks.address(name);
  if (sink === null) return null;
  const id = freshId('ntc_', deps);
  const test = { ...newNotice(deps, sink, { about: id, type: 'test', content: null, until: null }), id };
  const isEntered = await deps.notices.enterTest(test, deps.clock() - TEST_MS);
  return isEntered ? { id } : false;
}

/** After that long, somebody should look. */
const UNKNOWN_MS = 600_000;

/**
 * Returns a job that enters the grants that were redeemed ten minutes ago, and of which nobody has reported how they
 * ended. It goes on where it was; after a start it begins again, which tells nobody twice.
 */
export function createDoubtWatch({ notices }: Pick<SinkDeps, 'notices'>): (nowMs: number) => Promise<void> {
  let after: Pick<OpenRedemption, 'grant_id' | 'redeemed_at'> = { redeemed_at: '', grant_id: '' };
  return async (nowMs) => {
    const until = formatInstant(nowMs - UNKNOWN_MS);
    for (;;) {
      const found = await notices.openRedemptions(after, until, BATCH);
      await notices.enterEvents(
        found.map(({ grant_id, tenant }) => ({
          type: 'grant.outcome_unknown',
          about: grant_id,
          tenants: [tenant],
          content: null,
          entered_at: nowMs,
        })),
      );
      const last = found.at(-1);
      if (last !== undefined) after = last;
      if (found.length < BATCH) return;
    }
  };
}

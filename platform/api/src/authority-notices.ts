import {
  AgentWebhook,
  NewWebhook,
  OwnWebhookRequest,
  RemovedWebhook,
  WebhookOf,
} from '@platform/core/objects/agent-webhook';
import { GrantNotice, SentNotices, TestNotice } from '@platform/core/objects/notice';
import { GrantId, Name } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import type { ClosableTable } from './route.ts';

const OWN = {
  method: 'POST',
  description:
    'Called by the gateway, with its token for exactly this body, which names the caller whose mandate it is.',
  tag: 'grants',
  security: 'service',
} as const;

/** Where agents are told what became of their proposals. None of it is read but by the agent itself. */
const WEBHOOKS = {
  registerWebhook: {
    ...OWN,
    path: '/webhooks',
    summary: 'Have a mandate’s agent told by webhook',
    body: OwnWebhookRequest,
    answer: NewWebhook,
    refusals: [401, 403, 404, 413, 422],
  },
  readWebhook: {
    ...OWN,
    path: '/webhooks/read',
    summary: 'Where a mandate’s agent is told, and how it went',
    body: WebhookOf,
    answer: AgentWebhook,
    repeatable: () => true,
    refusals: [401, 403, 404, 413, 422],
  },
  removeWebhook: {
    ...OWN,
    path: '/webhooks/remove',
    summary: 'Tell a mandate’s agent no more',
    body: WebhookOf,
    answer: RemovedWebhook,
    refusals: [401, 403, 404, 413, 422],
  },
} satisfies ClosableTable;

/** What people, sinks and agents are told. */
export const NOTICES = {
  listNotices: {
    method: 'GET',
    path: '/grants/:grant_id/notices',
    reads: 'grant',
    areas: ['payments', 'approvals'],
    summary: 'Which approvers were told that a grant waits',
    description:
      'Oldest first: requests, and reminders at half of the time, by webhook. Ended ones are forgotten after 90 days.',
    tag: 'grants',
    params: Type.Object({ grant_id: GrantId }),
    answer: Type.Array(GrantNotice),
    refusals: [404],
  },
  listSentNotices: {
    method: 'GET',
    path: '/notices',
    reads: 'list',
    areas: ['evidence'],
    summary: 'The sinks of notices, and what was sent to them',
    description:
      'Newest first, the newest hundred. Neither addresses nor the reasons of failures are shown here: the operator’s command shows these.',
    tag: 'operation',
    answer: SentNotices,
  },
  testSink: {
    method: 'POST',
    path: '/notices/:sink/test',
    // Where reads are closed, those who are shown a sink may test it.
    reads: 'list',
    summary: 'Send a test to a sink',
    description: 'One in a minute. It says nothing of this deployment but that it is a test.',
    tag: 'operation',
    params: Type.Object({ sink: Name }),
    answer: TestNotice,
    statuses: [202],
    refusals: [404, 413, 429],
  },
  ...WEBHOOKS,
} satisfies ClosableTable;

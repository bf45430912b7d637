import type { HttpApp } from '@common/kit/http/app';
import type { Database } from '@common/kit/sql/database';
import type { AnchorStore } from '@platform/authority/anchors/anchors.store';
import type { Sequencer } from '@platform/authority/jobs/sequencer';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import type { WebhookDeps } from '@platform/authority/use-cases/agent-webhooks';
import type { AuthorityDeps } from '@platform/authority/use-cases/deps';
import type { NamedEntry } from '@platform/core/objects/anchor';
import type { EnforcementDecision } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Mandate, SignedMandate } from '@platform/core/objects/mandate';
import type { Profile } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Plugin } from '@platform/core/signed/plugin';
import type { Signer } from '@platform/core/signed/signed';
import type { openSinkBook } from '@platform/keys/notice-addresses';
import type { NoticeStore } from '../../src/store/notices.store.ts';

/** What a report says otherwise than an honest one. */
export type EnforcementPatch = Partial<Omit<EnforcementDecision, 'detail'>> & { readonly detail?: string };

/** What an acknowledgment says instead, and who signs it. */
export interface ForgedAck {
  readonly kid?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
}

/** A whole authority with people, keys and profiles, without a port. Time stands still until `advance`. */
export interface Deployment {
  readonly app: HttpApp;
  readonly deps: AuthorityDeps;
  readonly database: Database<AuthoritySchema>;
  readonly notices: NoticeStore;
  readonly sinks: ReturnType<typeof openSinkBook>;
  /** Where agents are told. */
  readonly telling: Pick<WebhookDeps, 'webhooks' | 'webhookRules' | 'gatewaySecret'>;
  readonly sequencer: Sequencer;
  readonly now: () => string;
  readonly advance: (seconds: number) => void;
  readonly signer: (kid: string) => Signer;
  /** Text of the files in force; a test may change it. */
  readonly profileFiles: Map<string, string>;
  readonly rawKeys: Map<string, KeyEntry>;
  /** The plugins' folder; a test may change it. */
  readonly plugins: Map<string, Plugin>;
  readonly writtenReceipts: Receipt[];
  /** The cloud's token for the authority's key. */
  readonly cloud: { token: string | null };
  /** How long the authority has waited, in milliseconds, and what happens during each wait. */
  readonly pauses: { total: number; meanwhile: () => Promise<void> };
  readonly anchors: AnchorStore;
  /** What receipts name of a public log. */
  readonly entries: { newest: NamedEntry | null };
  readonly get: <Body = Record<string, unknown>>(path: string, token?: string) => Promise<Answer<Body>>;
  readonly post: <Body = Record<string, unknown>>(
    path: string,
    body: unknown,
    token?: string,
  ) => Promise<Answer<Body>>;
  readonly mandate: (patch?: Partial<Mandate>) => Mandate;
  readonly sign: (mandate: Mandate, kid?: string) => SignedMandate;
  /** Registers a mandate and returns its id. */
  readonly register: (patch?: Partial<Mandate>) => Promise<string>;
  readonly propose: (
    mandateId: string,
    params?: Record<string, unknown>,
    facade?: string,
    principal?: string,
  ) => Promise<GrantRecord>;
  readonly approve: (grant: GrantRecord, kid?: string) => Promise<Answer>;
  readonly redeem: (grant: GrantRecord, redemptionId?: string, principal?: string) => Promise<Answer>;
  /** The enforcement point's report of an execution that the bank acknowledged. */
  readonly report: (
    grant: GrantRecord,
    patch?: EnforcementPatch,
    withoutAck?: boolean,
    ack?: ForgedAck,
  ) => Promise<Answer>;
  readonly publish: (name: string, patch?: Partial<Profile>) => void;
  /** The same authority with its reads closed. */
  readonly closed: () => Promise<HttpApp>;
  readonly close: () => Promise<void>;
}

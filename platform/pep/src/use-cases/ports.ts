import type { Result } from '@common/base/result';
import type { Faults as KitFaults } from '@common/kit/faults';
import type { ClientOptions } from '@platform/api/client';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { AnsweredCall, DoubtReport, EnforcementReport } from '@platform/core/objects/event';
import type { GrantRecord, RedeemRequest, RedeemResponse } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { LogContinuation } from '@platform/core/objects/log';
import type { SignedMandate } from '@platform/core/objects/mandate';
import type { SignedSettled } from '@platform/core/objects/settled';
import type { ProfileRefusal, ReadProfile } from '@platform/core/signed/profile';
import type { Signer } from '@platform/core/signed/signed';
import type { ContinuationQuery, Witness } from '@platform/keys/witness';
import type { DirectoryPlace, DirectoryStore } from '../store/directories.store.ts';
import type { IntentStore } from '../store/store.ts';

type Send = ClientOptions['http']['send'];

/** What leaves under a grant says whether it may still begin, asked in the step that writes the first byte. */
interface UnderLease {
  readonly mayBegin: () => boolean;
}

/** Follows no redirect and never rejects. */
type SendHttp = (call: Parameters<Send>[0] & UnderLease) => ReturnType<Send>;

/** The answer over HTTP. `unanswered` leaves open whether the other side did anything. */
export type HttpAnswer = Awaited<ReturnType<SendHttp>>;

/** The authority's answer to a redemption. `refused` is definite; `unavailable` may have been a success. */
export type RedeemAnswer =
  | { readonly kind: 'redeemed'; readonly response: RedeemResponse }
  | {
      readonly kind: 'refused' | 'unavailable';
      readonly code: string;
      readonly message: string;
    };

export type ReportAnswer =
  | {
      readonly kind: 'recorded';
      readonly receiptId: string | null;
      /** The event of the gateway's call; null without one, or if the authority recorded none. */
      readonly callEventId: string | null;
    }
  | { readonly kind: 'unavailable'; readonly message: string };

export interface Authority {
  redeem(grantId: string, request: RedeemRequest): Promise<RedeemAnswer>;
  /** `call`: the gateway's, to be recorded in the same step. */
  report(report: EnforcementReport | DoubtReport, call?: AnsweredCall | null): Promise<ReportAnswer>;
  /** Spent grants of which it has no report, newest first: at most a thousand. */
  unreported(): Promise<Result<readonly GrantRecord[], 'authority_unavailable'>>;
  mandate(mandateId: string): Promise<Result<SignedMandate, 'authority_unavailable'>>;
  /** The newest entry of every directory. */
  directories(): Promise<Result<readonly SignedEntry[], 'authority_unavailable'>>;
  /** A directory's entries after that number (null: from the first), at most so many. */
  entries(
    place: DirectoryPlace,
    after: number | null,
    limit: number,
  ): Promise<Result<readonly SignedEntry[], 'authority_unavailable'>>;
  /** Reports what became of what a counterparty accepted. It may be reported twice. */
  settled(signed: SignedSettled): Promise<Result<void, 'authority_unavailable'>>;
  continuation(query: ContinuationQuery): Promise<Result<LogContinuation, 'authority_unavailable'>>;
}

/** Why nothing can be executed at all, whatever the grant. The answer is a 503. */
export type ServiceFault = ProfileRefusal | 'log_rolled_back';

/**
 * Reads an address; `fetch_failed` if it gives no usable answer, `no_longer` if it could not begin in time. Connects
 * only to addresses that it checked.
 */
export type FetchAddress = (
  url: URL,
  listed: ListedAddress,
  lease: UnderLease,
) => Promise<Result<Uint8Array, 'url_not_allowed' | 'fetch_failed' | 'no_longer'>>;

/** An entry of the profile's market-data list, with environment variables replaced. */
export interface ListedAddress {
  readonly origin: string;
  readonly hostname: string;
  readonly path: string;
}

/** Steps at which a crash test may end the process. */
export const FAULT_POINTS = [
  'redeemed',
  'intent_written',
  'request_sent',
  'acknowledged',
  'decision_signed',
  'event_posted',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

type Faults = KitFaults<FaultPoint>;

/** Warnings to the operator. Fields name grants and codes, never tokens. */
interface Notices {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface PepDeps {
  readonly store: IntentStore;
  readonly directories: DirectoryStore;
  readonly authority: Authority;
  /** What the authority has shown of its log and of revocations. */
  readonly witness: Witness;
  /** Sends a request once. */
  readonly send: SendHttp;
  readonly fetchAddress: FetchAddress;
  /** Trusted public keys; the same object until they change. */
  readonly keys: () => Promise<KeySet>;
  /** Differs once the keys have changed since it was last taken (`watchPublicKeys`). */
  readonly keysState: () => string;
  readonly signer: Signer;
  readonly venue: string;
  /** What the ids of redemptions begin with that are asked for with this intent log. */
  readonly redemptionPrefix: string;
  /** The cloud's current token for the key that signs decisions; null without one. */
  readonly cloudToken: () => string | null;
  readonly brokerSecret: string;
  /** The broker secrets of counterparties that have their own, by kid. */
  readonly brokerSecrets: ReadonlyMap<string, string>;
  /** Values of the environment, for connectors' addresses and `$NAME` in market-data lists. */
  readonly addresses: Readonly<Record<string, string | undefined>>;
  readonly clock: () => number;
  /** Milliseconds of a clock that nobody sets, for leases; only differences mean something. */
  readonly monotonic: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly faults: Faults;
  readonly notices: Notices;
  readonly leaseMs: number;
  /** The first pause before an intent without an answer is resumed; it doubles with each attempt. */
  readonly retryMs: number;
  /** How long a counterparty that gives no answer is asked, before a person must decide. */
  readonly askForMs: number;
}

export interface AdvanceDeps extends PepDeps {
  readonly readProfile: ReadProfile;
}

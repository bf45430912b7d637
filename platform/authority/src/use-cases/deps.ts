import type { Faults as KitFaults } from '@common/kit/faults';
import type { Crypto } from '@platform/proof/crypto';
import type { ReadProfile } from '@platform/proof/profile';
import type { Signer } from '@platform/proof/signed';
import type { KeySet } from '@platform/protocol/key-entry';
import type { PluginManifest } from '@platform/protocol/plugin';
import type { AuthorityStore } from '../store/store.ts';

/** Commits where a crash test may end the process: before one, all is written and nothing kept; after it, all is kept. */
export const FAULT_POINTS = ['proposed', 'approved', 'redeemed', 'event_recorded', 'sequenced'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

type Faults = KitFaults<FaultPoint>;

/** What the authority's operations depend on. Each names the part that it needs. */
export interface AuthorityDeps {
  readonly store: AuthorityStore;
  /** The profile in force, if it can be trusted now. */
  readonly readProfile: ReadProfile;
  /** By name. */
  readonly plugins: ReadonlyMap<string, PluginManifest>;
  /** Every party's public keys that can be trusted now. */
  readonly keys: () => Promise<KeySet>;
  readonly crypto: Crypto;
  /** Kid `authority`: grants, events, tree heads, denials. */
  readonly authority: Signer;
  /** Kid `service_assembly`: receipts. */
  readonly assembly: Signer;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Says that a receipt is requested, so that the sequencer need not wait for its next look. */
  readonly receiptQueued: () => void;
  readonly venue: string;
  readonly faults: Faults;
}

const ID_BYTES = 12;

/** A fresh id: the prefix and 24 hex digits. */
export function freshId(prefix: string, { randomBytes }: Pick<AuthorityDeps, 'randomBytes'>): string {
  return prefix + Buffer.from(randomBytes(ID_BYTES)).toString('hex');
}

import type { HardwareGround } from '../decide/hardware.ts';
import type { KeyRole, KeySet, KeyVersion } from '../objects/key-entry.ts';
import type { Receipt } from '../objects/receipt.ts';
import type { ProblemCode } from './problems.ts';

/**
 * `n/a`: the check does not apply to this receipt, or lacks what it needs; `detail` says which. `hidden`: what can be seen
 * of it holds, and the rest was withheld; `detail` names it.
 */
export type CheckOutcome = 'pass' | 'fail' | 'n/a' | 'hidden';

export interface Check {
  /** 1 to 9: interface document, 4.6. */
  readonly number: number;
  readonly name: string;
  readonly outcome: CheckOutcome;
  /** One or more sentences. They contain text from the receipt: escape them for their output. */
  readonly detail: string;
  /** Why it fails, for programs: each code once. Empty if it does not fail. */
  readonly codes: readonly ProblemCode[];
}

/** A key that some check relied on. */
export interface UsedKey {
  readonly kid: string;
  readonly role: KeyRole;
  readonly fingerprint: string;
  /** The verifier's own bundle has it, with these bytes. If not, only the receipt says whose key it is. */
  readonly pinned: boolean;
  readonly independent: boolean;
  readonly alg: KeyVersion['alg'];
  /** Whether it is bound to a device that verifies its holder, on the given ground. */
  readonly hardware: boolean;
  readonly hardware_ground: HardwareGround | null;
  /** Whether a passkey may be copied to other devices. */
  readonly synced: boolean;
  /** The kid of the principal who enrolled a person’s key; null for a service’s. */
  readonly enrolled_by: string | null;
  /**
   * The compromise is later than what the key signed here, by its date. The holder of a stolen key can
   * backdate.
   */
  readonly compromised_at: string | null;
}

/**
 * `verified`: every check passed or did not apply, and every key relied on is a pinned one. `self-consistent`: the
 * same, but the receipt itself brought some of the keys, so that anyone could have made it with keys of their own.
 * `partial`: under pinned keys, nothing that can be seen is wrong, and something is withheld.
 */
export type Verdict = 'verified' | 'partial' | 'self-consistent' | 'failed';

export interface Verification {
  readonly verdict: Verdict;
  /** All nine, in the order of the interface document. */
  readonly checks: readonly Check[];
  readonly receipt_id: string | null;
  readonly as_of: string | null;
  readonly keys: readonly UsedKey[];
  /** The kids relied on that are not pinned. They keep a receipt from being `verified`. */
  readonly unpinned: readonly string[];
  /** What the receipt withholds, by the names of `nameOfPlace`. Empty for a whole receipt. */
  readonly withheld: readonly string[];
}

export interface VerifyOptions {
  /** Keys that the verifier trusts for reasons of its own. */
  readonly keys?: KeySet;
  /** The receipt before this one in the tenant's chain. */
  readonly previous?: Receipt;
  /**
   * An instant in RFC 3339, UTC: the mandate's status is checked at this instant, not at that of the action.
   */
  readonly asOf?: string;
}

/**
 * What the package's callers see. It imports nothing, so that the published types are these alone; the compiler holds
 * `verify-receipt.ts` to them.
 */

/** A text, its bytes, or the value that JSON.parse made of it (in which a repeated name is no longer seen). */
export type Given = string | Uint8Array | object;

export interface VerifyOptions {
  /**
   * The keys that you trust, in the form of `/.well-known/keys.json`. `null` says that you have none: then the answer is
   * at most `self-consistent`, because anybody can make a receipt with keys of their own.
   */
  readonly keys: Given | null;
  /** The tenant's receipt before this one, to check the chain. */
  readonly previous?: Given;
  /** What became of it later, as `GET /receipts/{receipt_id}/addenda` answers: `failed` unless all hold. */
  readonly addenda?: Given;
  /** An instant (`2026-06-01T09:00:00Z`): the mandate's status is checked at it, not at that of the action. */
  readonly asOf?: string;
}

export interface ReceiptCheck {
  /** 1 to 9. */
  readonly number: number;
  readonly name: string;
  /** `n/a`: it does not apply to this receipt; `hidden`: a view withholds what it needs. */
  readonly outcome: 'pass' | 'fail' | 'n/a' | 'hidden';
  /** Sentences. They contain text from the receipt: escape them. */
  readonly detail: string;
  /** Why it fails, for programs. */
  readonly codes: readonly string[];
}

/** What the receipt proves, and how strongly. */
export interface ReceiptClaim {
  readonly id: string;
  /** A sentence. It contains text from the receipt: escape it. */
  readonly statement: string;
  /** 0 not proven, 1 declared, 2 service-signed, 3 independent signature, 4 independent hardware key. */
  readonly strength: 0 | 1 | 2 | 3 | 4;
  /** What the strength rests on, or what is missing. */
  readonly basis: string;
  /** The kid that signed it. */
  readonly kid: string | null;
  /** Whether that key is one of yours. */
  readonly pinned: boolean;
}

/** What was asked for and how it ended. Of a view, without what it withholds. */
export interface ReceiptContent {
  readonly receipt_id: string;
  readonly deployment: string;
  /** Where it ran, by whose word: no level of this version is one that hardware vouches for. */
  readonly level: 'L1-sim' | 'L1-declared';
  readonly facade: string;
  /** `executed`, `denied` and so on, with the reason's code. */
  readonly outcome: string;
  readonly reason: string;
  /** Amount, payee, memo: the facade's own parameters. */
  readonly params: Readonly<Record<string, string | number>>;
  readonly tenant: string;
  readonly principal: string;
  readonly agent: string;
  /** The kid of the approver. */
  readonly approver: string | null;
  readonly contract_id: string;
  /** The kid of the counterparty. */
  readonly counterparty: string | null;
  readonly when: {
    readonly proposed_at: string;
    readonly approved_at: string | null;
    readonly redeemed_at: string | null;
    readonly executed_at: string | null;
    readonly decided_at: string;
    readonly assembled_at: string;
  };
}

/** What became later of what the counterparty accepted, as an addendum proves it. */
export interface ReceiptLater {
  readonly state: 'settled' | 'failed' | 'returned';
  /** When, and who says so. It contains text of receipt and addendum: escape it. */
  readonly words: string;
}

interface Judged {
  /**
   * The verdict as people read it, in the words of `sanad-verify`: also that what was accepted failed or was returned
   * later. It contains text of receipt and addendum: escape it.
   */
  readonly words: string;
  /** All nine, in order. */
  readonly checks: readonly ReceiptCheck[];
  readonly claims: readonly ReceiptClaim[];
  /** What the receipt does not prove, in sentences. */
  readonly not_proven: readonly string[];
  /** Remarks that change no verdict, by name: the venue, the plugin's tier, a date in the future. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Every check holds, under keys that you gave. Only this answer has `receipt`. */
export interface Verified extends Judged {
  readonly verdict: 'verified';
  readonly receipt: ReceiptContent;
  /** One for each addendum that you gave, the newest last. */
  readonly later: readonly ReceiptLater[];
}

/** A view: what it shows holds under keys that you gave, and the rest was withheld. */
export interface HoldsInPart extends Judged {
  readonly verdict: 'partial';
  readonly view: ReceiptContent;
  /** What is withheld: params by their names, anything else by its place. */
  readonly withheld: readonly string[];
  /** One for each addendum that you gave, the newest last. */
  readonly later: readonly ReceiptLater[];
}

/** The receipt agrees with itself and relies on keys that you did not give: anybody could have made it. */
export interface SelfConsistent extends Judged {
  readonly verdict: 'self-consistent';
  /** The kids of those keys. */
  readonly unpinned: readonly string[];
}

/** A check fails, it is no receipt at all, or an addendum does not hold. `words` and `checks` say why. */
export interface Failed extends Judged {
  readonly verdict: 'failed';
}

/** Nothing was judged: what was given cannot be used. */
export interface Unusable {
  readonly verdict: 'unusable';
  readonly words: string;
  /** For programs. */
  readonly code: string;
  readonly checks: readonly [];
}

/**
 * INVARIANT: what a receipt says is in no answer but those where your own keys vouch for it, each under a name of its
 * own. A caller that forgets to look at `verdict` finds nothing to act on.
 */
export type ReceiptAnswer = Verified | HoldsInPart | SelfConsistent | Failed | Unusable;

/** Verifies a receipt, or a view of one, without a network. Never throws, whatever it is given. */
export type VerifyReceipt = (input: Given, options: VerifyOptions) => ReceiptAnswer;

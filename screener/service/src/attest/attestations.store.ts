import type { SignedStatement } from '@common/evidence/statement';
import type { ListState } from '@common/evidence/statement-list';

/** A public key, in hex, and when it signs; milliseconds since the epoch. */
export interface PublishedKey {
  readonly publicKey: string;
  readonly notBefore: number;
  /** Null for the present key. */
  readonly notAfter: number | null;
}

/** A statement in the list. */
export interface Attestation {
  readonly number: number;
  readonly statementHash: string;
  /** Of the list up to this statement. */
  readonly listHash: string;
  /** Null once it was removed. */
  readonly sealed: SignedStatement | null;
}

/** A statement that is there, and the list before it. */
export interface ListedStatement {
  readonly before: ListState;
  readonly listHash: string;
  readonly sealed: SignedStatement;
}

/** Which statement answers: of this screening, by this issuer and key, and not expired. */
export interface WantedStatement {
  readonly evidenceHash: string;
  readonly issuer: string;
  readonly publicKey: string;
  readonly now: number;
}

/** What is added to the list. */
export interface NewStatement {
  readonly sealed: SignedStatement;
  readonly listHash: string;
  readonly expiresAt: number;
}

export interface AttestationStore {
  /** All keys, the present one first. */
  keys(): Promise<readonly PublishedKey[]>;
  /** Makes this key the first one; does nothing where there is a key. Returns the present one. */
  beginKey(publicKey: string, now: number): Promise<string>;
  /** Ends the present key a little after `now`, from a little before which the new one signs. */
  replaceKey(publicKey: string, now: number, overlapMs: number): Promise<void>;
  find(wanted: WantedStatement): Promise<ListedStatement | null>;
  /**
   * Adds a statement at the end of the list, unless another process has added the wanted one meanwhile. Null if the
   * wanted key is no longer the present one. Removes some statements that expired before `removeBefore`; their hashes
   * stay. INVARIANT: numbers have no gaps, and no hash in the list ever changes.
   */
  append(
    wanted: WantedStatement,
    make: (list: ListState) => NewStatement,
    removeBefore: number,
  ): Promise<ListedStatement | null>;
  list(): Promise<ListState>;
  /** The statements from a number on, at most to the end of a list that `list` returned. */
  read(from: number, to: number): Promise<readonly Attestation[]>;
  /** The list as it was when it had this size. */
  listAt(size: number): Promise<ListState | null>;
}

import type { Receipt } from '@platform/core/objects/receipt';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import type { ListedUse } from '@platform/core/row/listed-uses';
import type { SearchEntry } from '@platform/core/row/search-entry';
import type { OfTenants, Place } from './store.ts';

/** A receipt's place in the order of decisions. */
export interface ReceiptSpot {
  readonly decidedMs: number;
  readonly leafIndex: number;
}

/** What all of a search's receipts have. */
export interface ReceiptQuery {
  readonly terms: readonly string[];
  /** Terms of which each has one; null if none is asked for. */
  readonly anyOf: readonly string[] | null;
  /** Both ends count, in the spelling of `amountKey`. */
  readonly amount: { readonly least: string; readonly most: string } | null;
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
  /** The oldest one already known; null for the newest. */
  readonly before: ReceiptSpot | null;
  readonly limit: number;
}

interface FoundSpots {
  /** Newest decision first. */
  readonly spots: readonly ReceiptSpot[];
  /** From where to look further; null once nothing more is there. There may be more although `spots` is empty. */
  readonly more: ReceiptSpot | null;
}

/** A receipt that is entered, or removed. */
export interface LeafEntry extends SearchEntry {
  readonly leafIndex: number;
}

/** A list of a tenant under a profile, or the directory in its place. */
export interface ListPlace {
  readonly tenant: string;
  readonly profile: string;
  readonly list: string;
}

export interface UseCount {
  readonly times: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

interface MandateQuery extends OfTenants {
  readonly terms: readonly string[];
  /** Instants of registration; `until` is exclusive. */
  readonly from: string;
  readonly until: string;
  readonly after: Place | null;
  readonly limit: number;
}

/** The search over receipts, which follows the log, and over mandates. */
export interface SearchStore {
  /** The first leaf whose receipt is not entered yet. */
  nextLeaf(): Promise<number>;
  /** How many receipts of the log are not entered yet. */
  behind(): Promise<number>;
  /**
   * Enters receipts from that leaf on; the next leaf is then `next`. Returns false and enters nothing if others were
   * entered meanwhile. INVARIANT: a receipt whose body is deleted is not entered.
   */
  enter(from: number, next: number, entries: readonly LeafEntry[]): Promise<boolean>;
  find(query: ReceiptQuery): Promise<FoundSpots>;
  /** The receipts there, in that order. */
  receiptsAt(spots: readonly ReceiptSpot[]): Promise<readonly Receipt[]>;
  /** The same on one line each. */
  rowsAt(spots: readonly ReceiptSpot[]): Promise<readonly ReceiptRow[]>;
  /**
   * How often something was done by each of these values of a list, in their order; null for never. What was counted stays
   * when its receipt is pruned.
   */
  uses(place: ListPlace, values: readonly ListedUse['values'][]): Promise<readonly (UseCount | null)[]>;
  /** The ids of mandates, newest first. */
  mandates(query: MandateQuery): Promise<readonly string[]>;
}

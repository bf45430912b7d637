import type { AddendumPlace } from '@platform/core/objects/log';

/** An addendum in its place in this database's log. */
export type LoggedAddendum = Omit<AddendumPlace, 'log_id'>;

export interface AddendumReads {
  /** The addenda to a receipt, in log order. */
  addenda(receiptId: string): Promise<readonly LoggedAddendum[]>;
  /** The addenda to several receipts, by receipt, each in log order. */
  addendaOf(receiptIds: readonly string[]): Promise<ReadonlyMap<string, readonly LoggedAddendum[]>>;
  /** All addenda from a leaf onwards, in log order. */
  addendaByLeaf(from: number, limit: number): Promise<readonly LoggedAddendum[]>;
}

/** In a transaction that has locked the log and the tenant. */
export interface AddendumWrites extends Pick<AddendumReads, 'addenda'> {
  /** Inserts an addendum over what this database has in its place. */
  insertAddendum(addendum: LoggedAddendum): Promise<void>;
}

import type { ColumnType } from 'kysely';

type Integer = ColumnType<number | string | bigint, number, number>;

export interface WitnessSchema {
  /** The newest checkpoint of each log that was cosigned here. */
  cosigned: {
    origin: string;
    tree_size: Integer;
    /** Lowercase hex. */
    root_hash: string;
    /** The note as it is shown: the log’s own signature lines, and ours. */
    note: string;
  };
}

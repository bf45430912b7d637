import type { KeySet } from '@platform/protocol/key-entry';
import type { MandateRecord } from '@platform/protocol/mandate';

/** What a mandate’s page gives its script: the authority’s answers, as they came. */
export interface RevocationData {
  readonly record: MandateRecord;
  readonly keys: KeySet;
}

import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';

/** What a mandate’s page gives its script: the authority’s answers, as they came. */
export interface RevocationData {
  readonly record: MandateRecord;
  readonly keys: KeySet;
}

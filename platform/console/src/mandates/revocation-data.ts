import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';

/** The data that a mandate’s page gives its script: the authority’s unchanged answers. */
export interface RevocationData {
  readonly record: MandateRecord;
  readonly keys: KeySet;
  /** Whether the page has the form that ends it. */
  readonly mayEnd: boolean;
}

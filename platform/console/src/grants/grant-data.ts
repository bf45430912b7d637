import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';

/** The data that a grant’s page gives its script: the authority’s unchanged answers. */
export interface GrantData {
  readonly record: GrantRecord;
  /** Who signed the grant’s mandate, and alone decides about it. */
  readonly principal: string;
  readonly keys: KeySet;
}

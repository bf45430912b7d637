import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { TokensData } from '../tokens/tokens-data.ts';

/** The data that a mandate’s page gives its script: the authority’s unchanged answers. */
export interface RevocationData {
  readonly record: MandateRecord;
  readonly keys: KeySet;
  /** Whether the page has the form that ends it. */
  readonly mayEnd: boolean;
  /** Null for a reader who may not make and end tokens. */
  readonly tokens: TokensData | null;
}

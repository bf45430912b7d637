import type { Migration } from '@common/kit/sql/migrate';
import { narrowKnownActionsTables } from '@platform/keys/narrow-known-actions-tables';

/** Keys are made of the live actions at the next proposal, because only then is the plugin known. */
export const narrowKnownActions: Migration = narrowKnownActionsTables;

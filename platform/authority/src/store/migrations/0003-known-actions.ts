import type { Migration } from '@common/kit/sql/migrate';
import { knownActionsTable } from '@platform/keys/known-actions-table';

/** Its rows are made of the live grants at the first proposal after it, because only then is the plugin known. */
export const knownActions: Migration = knownActionsTable;

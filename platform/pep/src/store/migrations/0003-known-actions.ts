import type { Migration } from '@common/kit/sql/migrate';
import { knownActionsTable } from '@platform/keys/known-actions-table';

/** Its rows are made of what was executed, at the first execution after it, because only then is the plugin known. */
export const knownActions: Migration = knownActionsTable;

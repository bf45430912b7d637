import type { Migration } from '@common/kit/sql/migrate';
import { ownerTable } from '@common/kit/sql/owner';
import { witnessTables } from '@platform/keys/witness/memory';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-witness': witnessTables,
  '0002-owner': ownerTable,
};

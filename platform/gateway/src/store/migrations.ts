import type { Migration } from '@common/kit/sql/migrate';
import { ownerTable } from '@common/kit/sql/owner';
import { witnessTables } from '@platform/keys/witness/memory';

const firstTables: Migration = async (db, engine) => {
  await witnessTables(db, engine);
  await ownerTable(db, engine);
};

export const MIGRATIONS: Readonly<Record<string, Migration>> = { '0001-first-tables': firstTables };

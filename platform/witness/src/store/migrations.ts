import type { Migration } from '@common/kit/sql/migrate';
import { ownerTable } from '@common/kit/sql/owner';
import { cosigned } from './migrations/0001-cosigned.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-cosigned': cosigned,
  '0002-owner': ownerTable,
};

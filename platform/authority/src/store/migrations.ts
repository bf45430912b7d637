import type { Migration } from '@common/kit/sql/migrate';
import { ownerTable } from '@common/kit/sql/owner';
import { firstTables } from './migrations/0001-first-tables.ts';
import { rules } from './migrations/0003-rules.ts';
import { receiptRetention } from './migrations/0004-receipt-retention.ts';
import { approvals } from './migrations/0005-approvals.ts';
import { eventsByKind } from './migrations/0006-events-by-kind.ts';
import { notices } from './migrations/0007-notices.ts';
import { profileVersions } from './migrations/0008-profile-versions.ts';
import { checkpoints } from './migrations/0009-checkpoints.ts';
import { witnesses } from './migrations/0010-witnesses.ts';
import { anchors } from './migrations/0011-anchors.ts';
import { listOrders } from './migrations/0012-list-orders.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-owner': ownerTable,
  '0003-rules': rules,
  '0004-receipt-retention': receiptRetention,
  '0005-approvals': approvals,
  '0006-events-by-kind': eventsByKind,
  '0007-notices': notices,
  '0008-profile-versions': profileVersions,
  '0009-checkpoints': checkpoints,
  '0010-witnesses': witnesses,
  '0011-anchors': anchors,
  '0012-list-orders': listOrders,
};

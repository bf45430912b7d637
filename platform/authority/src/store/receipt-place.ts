import {
  closed,
  GrantId,
  Hash,
  Instant,
  Name,
  nullable,
  ProfileName,
  ReceiptId,
  TenantId,
} from '@platform/protocol/primitives';
import { type Static, Type } from 'typebox';

/** What must not be lost of a receipt, whatever becomes of its body: the log and the tenant's chain go on from it. */
export const ReceiptPlace = closed({
  log_id: Name,
  leaf_index: Type.Integer({ minimum: 0 }),
  /** The leaf's data: 64 hex digits. */
  log_entry: Hash,
  receipt_id: ReceiptId,
  grant_id: GrantId,
  tenant: TenantId,
  sequence: Type.Integer({ minimum: 0 }),
  /** Null if its body was deleted before its place was kept. */
  receipt_body_hash: nullable(Hash),
  profile: ProfileName,
  assembled_at: Instant,
});
export type ReceiptPlace = Static<typeof ReceiptPlace>;

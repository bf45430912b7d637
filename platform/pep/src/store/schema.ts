import type { KnownActionsSchema } from '@platform/keys/known-actions';
import type { StandingSchema } from '@platform/keys/standing';
import type { WitnessSchema } from '@platform/keys/witness/memory';
import type { ColumnType } from 'kysely';

type Integer = ColumnType<number | string | bigint, number, number>;

/** Rows as the database returns them; see migrations/. Objects are JSON text. */
export interface PepSchema extends WitnessSchema, StandingSchema, KnownActionsSchema {
  intent: {
    grant_id: string;
    operation: string;
    state: string;
    request: string;
    presentation: string | null;
    redemption: string;
    redeemed: string | null;
    ending: string | null;
    receipt_id: string | null;
    attempts: Integer;
    due_at: Integer;
    lease_owner: string | null;
    lease_until: Integer;
    presented_at: Integer;
    /** What the action took from the mandate's limits, kept while it may still happen or has happened. */
    reserved: string | null;
    sending: string | null;
    asking: string | null;
    /** When to ask next what became of it; null if nobody has to. */
    settle_due: number | null;
    settling: string | null;
  };
  effect: { tenant: string; idempotency_key: string; grant_id: string };
  redemption_prefix: { id: number; prefix: string };
  directory_entry: {
    tenant: string;
    profile: string;
    directory: string;
    sequence: Integer;
    entry_json: string;
  };
  seen_profile: { name: string; version: string; profile_hash: string };
}

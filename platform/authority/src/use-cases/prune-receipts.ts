import { formatInstant } from '@common/base/instant';
import type { PrunedReceipts } from '@platform/core/objects/event';
import type { Profile } from '@platform/core/objects/profile';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';

type Deps = Pick<
  AuthorityDeps,
  | 'deployment'
  | 'store'
  | 'readProfile'
  | 'plugins'
  | 'crypto'
  | 'authority'
  | 'clock'
  | 'randomBytes'
  | 'faults'
>;

const MS_PER_DAY = 86_400_000;
/** The most receipts in one event, and in one transaction. */
const BATCH = 100;

/**
 * Deletes the bodies of receipts older than the profile in force keeps them (`receipt_retention_days`), and
 * returns how many. INVARIANT: what a missing body could hide remains: its number in the chain, its place and
 * entry in the log, and an event, signed by the authority, that names the deleted bodies. A profile that
 * cannot be trusted deletes nothing.
 */
export async function pruneReceipts(deps: Deps): Promise<number> {
  let pruned = 0;
  for (const { manifest } of deps.plugins().values()) {
    const name = manifest.profile;
    const signed = await deps.readProfile(name);
    if (!signed.ok) continue;
    for (;;) {
      const count = await pruneBatch(deps, signed.value.profile);
      pruned += count;
      if (count === 0) break;
    }
  }
  return pruned;
}

async function pruneBatch(deps: Deps, profile: Profile): Promise<number> {
  const { name, receipt_retention_days: days } = profile;
  const before = formatInstant(deps.clock() - days * MS_PER_DAY);
  const tenant = await deps.store.tenantWithOldReceipts(name, before);
  if (tenant === null) return 0;
  const count = await deps.store.atomically(async (unit) => {
    await unit.lockTenant(tenant);
    const receipts = await unit.oldReceipts({ profile: name, tenant, before, limit: BATCH });
    if (receipts.length === 0) return 0;
    const body: PrunedReceipts = {
      profile: name,
      receipt_retention_days: days,
      before,
      receipts: [...receipts],
    };
    const { event } = await appendEvent(deps, unit, {
      kind: 'receipts_pruned',
      tenant,
      contract_id: null,
      grant_id: null,
      body,
    });
    await unit.pruneReceipts(
      receipts.map(({ receipt_id }) => receipt_id),
      event.event_id,
    );
    deps.faults.at('pruned', 'before');
    return receipts.length;
  });
  deps.faults.at('pruned', 'after');
  return count;
}

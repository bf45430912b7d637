import { formatInstant, requiredMs } from '@common/base/instant';
import { facadeOf } from '@platform/core/decide/decide';
import type { GrantRecord, RedeemResponse } from '@platform/core/objects/grant';
import { longestLeaseMs } from '@platform/keys/longest-lease';
import type { Intent } from '../store/store.ts';
import { endOfAcceptance } from './doubt.ts';
import type { AdvanceDeps } from './ports.ts';
import { signRedemption } from './redeem-grant.ts';
import { profileOf } from './results.ts';

/**
 * Enters grants in the log that were redeemed for it and that it does not have. A crash between the authority's answer
 * and the intent leaves such a grant; it never left. A log that was put back from a backup leaves others, which may
 * have left. INVARIANT: nobody can tell one from the other, so each is treated as a call that may have left: its
 * counterparty is asked first. Nothing is reserved for it yet.
 */
export async function adoptRedemptions(deps: AdvanceDeps): Promise<void> {
  const unreported = await deps.authority.unreported();
  // Without the authority nothing can be finished, which the reconciler's look at its log reports.
  if (!unreported.ok) return;
  for (const record of unreported.value) {
    if (!isOurs(deps, record) || (await deps.store.find(record.grant.grant_id)) !== null) continue;
    const intent = await intentFor(deps, record);
    if (intent === null) continue;
    // Free at once: the reconciler takes it in this pass.
    const adopted = await deps.store.create(intent, { owner: '', untilMs: 0 }, deps.clock());
    if (adopted)
      deps.notices.warn(
        { grant_id: intent.grantId },
        'a grant was redeemed for this log, which does not have it',
      );
  }
}

/** A worker holds what it works on for no longer than its lease; and another log may know of others. */
function isOurs({ redemptionPrefix, clock, leaseMs }: AdvanceDeps, record: GrantRecord): boolean {
  const { redemption_id: id, redeemed_at: at, receipt_id: receiptId } = record;
  // An authority of 0.1.0 does not know the question, and lists what is reported too.
  if (id === null || at === null || receiptId !== null) return false;
  return id.startsWith(redemptionPrefix) && clock() - requiredMs(at) >= leaseMs;
}

async function intentFor(deps: AdvanceDeps, record: GrantRecord): Promise<Intent | null> {
  const { grant, grant_hash, signature, action, salts, redemption_id, redeemed_at } = record;
  const request = { grant, grant_hash, signature, action, salts };
  const inForce = await deps.readProfile(profileOf(request));
  const mandate = await deps.authority.mandate(grant.contract_id);
  if (!inForce.ok || !mandate.ok || redemption_id === null || redeemed_at === null) return null;
  const at = requiredMs(redeemed_at);
  const redeemed: RedeemResponse = {
    status: 'redeemed',
    redemption_id,
    record,
    contract: mandate.value,
    send_within_ms: 0,
    ended: null,
  };
  return {
    grantId: grant.grant_id,
    operation: facadeOf(inForce.value.plugin.manifest, action)?.kind === 'fetch' ? 'fetch' : 'execute',
    state: 'sent',
    request,
    presentation: null,
    redemption: signRedemption(deps, request, { redemption_id, requested_at: formatInstant(deps.clock()) }),
    redeemed,
    ending: null,
    receiptId: null,
    attempts: 0,
    sending: { at, acceptedUntil: endOfAcceptance(deps, at + longestLeaseMs()) },
    asking: null,
    isReserved: false,
  };
}

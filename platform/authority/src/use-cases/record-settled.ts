import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Addendum } from '@platform/core/objects/log';
import { mayFollow, type SignedSettled } from '@platform/core/objects/settled';
import { entryLeaf } from '@platform/core/receipt/assemble';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { receiptIdOf } from '@platform/core/receipt/receipt-id';
import { ofAnotherDeployment, type SignedRefusal, verifySettled } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import { settledFaults } from '@platform/core/verify/acknowledgment';
import type { LoggedAddendum } from '../store/addenda.store.ts';
import type { Unit } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import { keepNewestHead, keepPlaces } from './continuity.ts';
import type { AuthorityDeps } from './deps.ts';
import { growLog } from './grow-log.ts';
import { becameEvents } from './notice-events.ts';
import { proveAddendum } from './read-addenda.ts';

export type SettledRefusal =
  | SignedRefusal
  | 'receipt_not_found'
  | 'receipt_pruned'
  | 'addendum_mismatch'
  | 'addendum_in_future'
  | 'addendum_follows_not';

type Deps = Pick<
  AuthorityDeps,
  'deployment' | 'store' | 'kept' | 'keys' | 'crypto' | 'authority' | 'logSigner' | 'clock' | 'randomBytes'
>;

interface Recorded {
  readonly addendum: Addendum;
  /** False if it was here before. */
  readonly isNew: boolean;
}

/** Clocks may differ by this much. */
const SKEW_MS = 60_000;

/**
 * Records an addendum as the next leaf of the log. INVARIANT: it changes no receipt and no grant, and there is one for each
 * state: another one of the same state is answered with the first.
 */
export async function recordSettled(
  deps: Deps,
  signed: SignedSettled,
): Promise<Result<Recorded, SettledRefusal>> {
  const { settled, signature } = signed;
  if (settled.deployment !== deps.deployment) return ofAnotherDeployment(settled, deps.deployment);
  const valid = unlessStolen(verifySettled(deps.crypto, signed, await deps.keys()));
  if (!valid.ok) return valid;
  if (requiredMs(settled.at) > deps.clock() + SKEW_MS) {
    const message = `It is from ${settled.at}, and it is ${formatInstant(deps.clock())} here.`;
    return fail('addendum_in_future', message);
  }
  const receiptId = receiptIdOf(settled.grant_id);
  const accepted = await acceptedBy(deps, signed, receiptId);
  if (!accepted.ok) return accepted;
  const { tenant, contract_id, acknowledgedAt } = accepted.value;
  const recorded = await deps.store.atomically(async (unit): Promise<Result<Entered, SettledRefusal>> => {
    const size = await unit.lockLog();
    await unit.lockTenant(tenant);
    const before = await unit.addenda(receiptId);
    const same = before.find(({ addendum }) => addendum.settled.state === settled.state);
    if (same !== undefined) return ok({ place: same, grown: null });
    const last = before.at(-1)?.addendum.settled.state ?? null;
    if (!mayFollow(last, settled.state)) {
      const message = `What was ${last} is not ${settled.state} later.`;
      return fail('addendum_follows_not', message);
    }
    const since = before.at(-1)?.addendum.settled.at ?? acknowledgedAt;
    if (since !== undefined && requiredMs(settled.at) < requiredMs(since) - SKEW_MS) {
      const message = `It is from ${settled.at}, before ${since}, when what it follows on happened.`;
      return fail('addendum_follows_not', message);
    }
    const about = { tenant, contract_id, grant_id: settled.grant_id };
    const source = signature.kid;
    await appendEvent(deps, unit, { ...about, kind: 'effect_settled', source, body: signed });
    await unit.enterNoticeEvents(becameEvents(signed, tenant, deps.clock()));
    return ok(await enterInLog(deps, unit, { size, tenant }, signed));
  });
  if (!recorded.ok) return recorded;
  const { place, grown } = recorded.value;
  // INVARIANT: kept before it is announced, even one that an earlier call recorded and could not keep.
  if (grown === null) await keepNewestHead(deps);
  else await keepPlaces(deps, [{ ...place, log_id: grown.tree_head.log_id }], grown);
  return ok({ addendum: await proveAddendum(deps, place), isNew: grown !== null });
}

interface Entered {
  readonly place: LoggedAddendum;
  /** The head under which it entered the log; null if it was there before. */
  readonly grown: Awaited<ReturnType<typeof growLog>>['head'] | null;
}

interface Accepted {
  readonly tenant: string;
  readonly contract_id: string;
  readonly acknowledgedAt: string | undefined;
}

/** The receipt's grant, if the addendum is about what its counterparty acknowledged, and by the same. */
async function acceptedBy(
  { store, crypto }: Pick<Deps, 'store' | 'crypto'>,
  { settled, signature }: SignedSettled,
  receiptId: string,
): Promise<Result<Accepted, SettledRefusal>> {
  const receipt = await store.receipt(receiptId);
  if (receipt === null) {
    return (await store.prunedBy(receiptId)) === null
      ? fail('receipt_not_found', `There is no receipt ${receiptId}.`)
      : fail('receipt_pruned', `The body of receipt ${receiptId} is no longer here.`);
  }
  const { how, what, who, why, signatures } = receipt;
  const faults = settledFaults(settled, signature.kid, {
    grantId: how.grant.grant_id,
    actionHash: what.action_hash,
    ackHash: how.counterparty_ack_hash,
    kid: signatures.counterparty?.kid ?? '',
    facade: what.facade,
    connector: why.plugin.connector,
  });
  if (faults.length > 0) return fail('addendum_mismatch', `${faults.join('; ')}.`);
  const opened = openReceipt(crypto, receipt);
  const acknowledgedAt = opened.ok ? opened.value.how.counterparty_ack?.acknowledged_at : undefined;
  return ok({ tenant: who.tenant, contract_id: who.contract.contract_id, acknowledgedAt });
}

async function enterInLog(
  deps: Deps,
  unit: Unit,
  { size, tenant }: { readonly size: number; readonly tenant: string },
  addendum: SignedSettled,
): Promise<Entered> {
  const leaf = entryLeaf(deps.crypto, addendum.settled_hash);
  const { head } = await growLog(deps, unit, size, [leaf]);
  const place = { leaf_index: size, recorded_at: formatInstant(deps.clock()), tenant, addendum };
  await unit.insertAddendum(place);
  return { place, grown: head };
}

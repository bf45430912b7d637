import { formatInstant, requiredMs } from '@common/base/instant';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { decide, facadeOf, type Reservation } from '@platform/core/decide/decide';
import { isLive, isOpen } from '@platform/core/decide/grant-states';
import { emptyStanding } from '@platform/core/decide/standing';
import type { EntryProofs } from '@platform/core/objects/directory';
import type { LogRestored } from '@platform/core/objects/event';
import type { Action, GrantEnding, GrantStatus } from '@platform/core/objects/grant';
import type { LeafPlace, ReceiptPlace } from '@platform/core/objects/log';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { Profile } from '@platform/core/objects/profile';
import type { OpenReceipt, Receipt } from '@platform/core/objects/receipt';
import { withoutPlace } from '@platform/core/receipt/assemble';
import { isWhole, openReceipt, saltsOfAction } from '@platform/core/receipt/open-receipt';
import { compareVersions } from '@platform/core/signed/profile';
import { givenStatements } from '@platform/core/signed/statements';
import { takenBy } from '@platform/keys/standing';
import type { StoredGrant, Unit } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import { placeOf } from './continuity.ts';
import type { AuthorityDeps } from './deps.ts';
import type { RestorePlan } from './restore-plan.ts';

type Deps = Pick<
  AuthorityDeps,
  'deployment' | 'store' | 'kept' | 'crypto' | 'authority' | 'clock' | 'randomBytes'
>;

/**
 * Completes the database's log, with every entry of a directory, and with the receipts' bodies, grants and mandates as far
 * as they are found, in one transaction, and records that in a signed event. Actions that had begun but have no receipt stay lost;
 * agents propose them again.
 */
export async function restoreLog(
  deps: Deps,
  plan: RestorePlan,
  readReceipt: (receiptId: string) => Promise<Receipt | null>,
): Promise<LogRestored> {
  const { places, head, from } = plan;
  // A body counts only if it is the one that entered the log, whatever its file contains.
  const bodyOf = async ({ receipt_id: id, log_entry: entry }: ReceiptPlace): Promise<Receipt | null> => {
    const receipt = await readReceipt(id);
    if (receipt === null || hashOf(deps.crypto, withoutPlace(receipt)) !== entry) return null;
    // Its hash says nothing of its values.
    return isWhole(deps.crypto, receipt) ? receipt : null;
  };
  const receipts = places.filter((place) => 'log_entry' in place);
  const entries = places.filter((place) => 'signed' in place).length;
  const addenda = places.length - receipts.length - entries;
  const lost: ReceiptPlace[] = [];
  for (const place of receipts) if ((await bodyOf(place)) === null) lost.push(place);
  const { log_id, tree_size: to, root_hash } = head.tree_head;
  const body: LogRestored = {
    log_id,
    from,
    to,
    root_hash,
    receipts_restored: receipts.length - lost.length,
    ...(entries === 0 ? {} : { entries_restored: entries }),
    ...(addenda === 0 ? {} : { addenda_restored: addenda }),
    receipts_lost: lost.map(({ tenant, receipt_id, sequence, leaf_index, log_entry }) => ({
      tenant,
      receipt_id,
      sequence,
      leaf_index,
      log_entry,
    })),
  };
  await deps.store.atomically(async (unit) => {
    // Locks the log, as the sequencer does.
    if ((await unit.lockLog()) !== from) throw new Error('the log has grown meanwhile: stop the authority');
    const event = { kind: 'log_restored', body } as const;
    const told = await appendEvent(deps, unit, { ...event, tenant: null, contract_id: null, grant_id: null });
    for (const place of places) {
      await unit.lockTenant(tenantOf(place));
      if ('signed' in place) {
        const { entry } = place.signed;
        await unit.restoreEntry(place);
        await unit.dropDrafts(entry, 0, entry.sequence + 1);
        continue;
      }
      if ('addendum' in place) {
        await unit.insertAddendum(place);
        continue;
      }
      const receipt = await bodyOf(place);
      if (receipt === null) await placeWithoutBody(unit, place, told.event.event_id);
      else await restoreReceipt(deps, unit, receipt, place);
      const chain = { sequence: place.sequence + 1, previousHash: place.receipt_body_hash };
      await unit.setReceiptChain(place.tenant, chain);
    }
    if (to > from) await unit.appendLog({ head, nodes: plan.nodes });
  });
  await deps.kept.keepHead(head);
  return body;
}

function tenantOf(place: LeafPlace): string {
  return 'signed' in place ? place.signed.entry.tenant : place.tenant;
}

/** INVARIANT: a grant with a receipt is over, whatever an older database shows, and is never spent again. */
async function placeWithoutBody(unit: Unit, place: ReceiptPlace, eventId: string): Promise<void> {
  const grant = await unit.grant(place.grant_id);
  if (grant !== null && isOpen(grant.record.status))
    await unit.restoreGrant({ ...grant, record: { ...grant.record, status: 'redeemed' } });
  await unit.insertLostReceipt(place, eventId);
}

async function restoreReceipt(deps: Deps, unit: Unit, receipt: Receipt, place: ReceiptPlace): Promise<void> {
  const { who, why, signatures } = receipt;
  const { contract, contract_hash } = who;
  if ((await unit.mandate(contract.contract_id)) === null) {
    const registered_at = formatInstant(deps.clock());
    const mandate = { contract, contract_hash, signature: signatures.principal };
    await unit.insertMandate({ ...mandate, registered_at, revocation: null, revocationRecordedAt: null });
  }
  const { profile, profile_hash, profile_signature: signature } = why;
  const { manifest, connector } = why.plugin;
  await unit.keepRules({ profile: { profile, profile_hash, signature }, plugin: { manifest, connector } });
  const seen = await unit.profileSeen(profile.name);
  if (seen === null || compareVersions(profile.version, seen.version) > 0) {
    await unit.setProfileSeen(profile.name, { version: profile.version, profileHash: profile_hash });
  }
  await restoreGrant(unit, grantOf(unwrap(openReceipt(deps.crypto, receipt))));
  await unit.insertReceipts([{ place: placeOf(receipt, place), receipt }], new Map());
}

/** Takes or keeps the grant's reservations if it was spent, and otherwise gives them back. */
export async function restoreGrant(unit: Unit, grant: StoredGrant): Promise<void> {
  const { record } = grant;
  const { grant_id: grantId, contract_id: mandateId } = record.grant;
  const stored = await unit.grant(grantId);
  const counted = stored !== null && isLive(stored.record.status);
  const redemption_id = record.redemption_id ?? stored?.record.redemption_id ?? null;
  await unit.restoreGrant({ ...grant, record: { ...record, redemption_id } });
  if (counted && !isLive(record.status)) await unit.standing.giveBack(mandateId, stored.reservations);
  if (!counted && isLive(record.status)) await unit.standing.take(mandateId, grant.reservations);
}

const STATUS = {
  executed: 'redeemed',
  refused: 'denied',
  denied: 'denied',
  expired: 'expired',
} as const satisfies Record<Receipt['what']['outcome'], GrantStatus>;

function grantOf(receipt: OpenReceipt): StoredGrant {
  const { who, what, when, why, how, signatures, receipt_id: receiptId } = receipt;
  const { grant, grant_hash, grant_signature: signature, decision } = how;
  const status = STATUS[what.outcome];
  const facade = facadeOf(why.plugin.manifest, what.action);
  const approval =
    signatures.approver === null || when.approved_at === null
      ? null
      : { action_hash: what.action_hash, approved_at: when.approved_at, signature: signatures.approver };
  // Whether it ended without effect, although the authority had not denied it at once.
  const isEnded = status !== 'redeemed' && grant.outcome !== 'deny';
  const { reason, detail } = decision;
  return {
    record: {
      grant,
      grant_hash,
      signature,
      action: what.action,
      salts: saltsOfAction(receipt),
      action_hash: what.action_hash,
      decision: why.decision,
      ...(why.directories === undefined ? {} : { directories: why.directories }),
      status,
      ending: isEnded ? { outcome: status, reason, detail, ...rejectionIn(how) } : null,
      approval,
      ...(how.earlier_approvals === undefined ? {} : { earlier_approvals: how.earlier_approvals }),
      redemption_id: null,
      redeemed_at: when.redeemed_at,
      receipt_id: receiptId,
    },
    unique: facade?.idempotency.unique ?? false,
    reservations:
      status === 'redeemed'
        ? reservationsOf(what.action, {
            mandate: who.contract,
            profile: why.profile,
            manifest: why.plugin.manifest,
            entries: why.directories,
          })
        : [],
  };
}

function rejectionIn({ rejection }: OpenReceipt['how']): Pick<GrantEnding, 'rejection'> {
  return rejection === undefined ? {} : { rejection };
}

interface DecidedBy {
  readonly mandate: Mandate;
  readonly profile: Profile;
  readonly manifest: PluginManifest;
  readonly entries?: EntryProofs | undefined;
}

/** Returns what the action takes from its mandate's limits, by deciding again with nothing before it. */
export function reservationsOf(
  { plugin, facade, params, statements, proposed_at: at }: Action,
  { mandate, profile, manifest, entries }: DecidedBy,
): readonly Reservation[] {
  const spec = facadeOf(manifest, { plugin, facade });
  const decided = decide({
    profile,
    manifest,
    mandate,
    mandateRevoked: false,
    standing: emptyStanding(spec, params),
    ...(entries === undefined ? {} : { entries }),
    statements: givenStatements(statements),
    plugin,
    facade,
    params,
    nowMs: requiredMs(at),
  });
  return takenBy(decided);
}

import { compareInstants, formatInstant, requiredMs } from '@common/base/instant';
import type { SignedEnforcement } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry, KeySet, KeyVersion } from '@platform/core/objects/key-entry';
import type { ReceiptPlace } from '@platform/core/objects/log';
import type { RecordedMark } from '@platform/core/objects/receipt';
import type { Signature } from '@platform/core/objects/signature';
import {
  assembleBody,
  entryLeaf,
  placeInLog,
  type ReceiptParts,
  type Rules,
  sealReceipt,
} from '@platform/core/receipt/assemble';
import { receiptIdOf } from '@platform/core/receipt/receipt-id';
import { historySince, versionsOf } from '@platform/core/signed/key-history';
import { keyOf, signHash, versionThatSigned } from '@platform/core/signed/signed';
import type { ChainHead, StoredMandate, Unit } from '../store/store.ts';
import { keepNewestHead, placeOf } from './continuity.ts';
import type { AuthorityDeps } from './deps.ts';
import { growLog } from './grow-log.ts';

/** The receipts of one batch share one signed tree head. */
const BATCH = 128;

/**
 * Makes the requested receipts in one transaction: chained per tenant, entered in the log, and signed.
 * Returns how many it made; call it again until it returns 0.
 */
export async function sequenceReceipts(deps: AuthorityDeps): Promise<number> {
  if (!(await deps.store.hasQueuedReceipts())) return 0;
  const keys = await deps.keys();
  const made = await deps.store.atomically(async (unit) => {
    const queued = await unit.takeQueued(BATCH);
    if (queued.length === 0) return [];
    const sealed = await chainReceipts(deps, unit, queued, keys);
    const places = await enterInLog(deps, unit, sealed);
    deps.faults.at('sequenced', 'before');
    return places;
  });
  if (made.length > 0) {
    await keepNewestHead(deps, made);
    deps.faults.at('sequenced', 'after');
  }
  return made.length;
}

/** Chains receipts: each names the one before it in its tenant. */
async function chainReceipts(
  deps: AuthorityDeps,
  unit: Unit,
  queued: readonly SignedEnforcement[],
  keys: KeySet,
): Promise<readonly SealedReceipt[]> {
  const loaded = await loadGrants(deps, unit, queued, keys);
  const chains = new Map<string, ChainHead>();
  // In name order, so that two transactions that lock several tenants cannot deadlock.
  for (const tenant of [...new Set(loaded.map(({ record }) => record.grant.tenant))].sort()) {
    chains.set(tenant, await unit.lockTenant(tenant));
  }
  const receipts: SealedReceipt[] = [];
  for (const parts of loaded) {
    const { tenant } = parts.record.grant;
    const chain = chains.get(tenant) ?? { sequence: 0, previousHash: null };
    const sealed = sealOne(deps, parts, keys, chain);
    chains.set(tenant, { sequence: chain.sequence + 1, previousHash: sealed.receipt.receipt_body_hash });
    receipts.push(sealed);
  }
  for (const [tenant, chain] of chains) await unit.setReceiptChain(tenant, chain);
  return receipts;
}

type SealedReceipt = ReturnType<typeof sealReceipt>;

interface ReceiptSource {
  readonly enforcement: SignedEnforcement;
  readonly record: GrantRecord;
  readonly mandate: StoredMandate;
  readonly rules: Rules;
  readonly ends: RecordedEnds;
}

/** When the authority recorded what ended a spent grant whose call may have been on its way. */
type RecordedEnds = Pick<ReceiptParts['status'], 'cancellation_recorded_at' | 'marks'>;

async function loadGrants(
  deps: AuthorityDeps,
  unit: Unit,
  queued: readonly SignedEnforcement[],
  keys: KeySet,
): Promise<readonly ReceiptSource[]> {
  const loaded: ReceiptSource[] = [];
  const known = new Map<string, Rules>();
  for (const enforcement of queued) {
    const { grant_id: grantId } = enforcement.decision;
    const record = await unit.grantUnlocked(grantId);
    const mandate = record === null ? null : await unit.mandate(record.grant.contract_id);
    if (record === null || mandate === null) throw new Error(`no grant ${grantId} for its receipt`);
    const { profile_hash: hash } = record.grant;
    const rules = known.get(hash) ?? (await unit.rules(hash));
    if (rules === null) throw new Error(`no rules ${hash} for the receipt of ${grantId}`);
    known.set(hash, rules);
    const ends = await recordedEnds(deps, unit, { enforcement, record, mandate, rules }, keys);
    loaded.push({ enforcement, record, mandate, rules, ends });
  }
  return loaded;
}

/** Costs nothing where nothing has ended, as for almost all that is executed. */
async function recordedEnds(
  { crypto }: AuthorityDeps,
  unit: Unit,
  { enforcement, record, mandate, rules }: Omit<ReceiptSource, 'ends'>,
  keys: KeySet,
): Promise<RecordedEnds> {
  const cancelled =
    record.cancellation === undefined ? null : await unit.cancellationRecordedAt(record.grant.grant_id);
  const ends = cancelled === null ? {} : { cancellation_recorded_at: cancelled };
  if (enforcement.decision.outcome !== 'executed') return ends;
  const { profile_hash, signature: publisher } = rules.profile;
  const { approval: last, earlier_approvals: earlier = [] } = record;
  const signed: { readonly hash: string; readonly signature: Signature }[] = [
    { hash: mandate.contract_hash, signature: mandate.signature },
    { hash: profile_hash, signature: publisher },
    ...[...earlier, ...(last === null ? [] : [last])].map(({ action_hash: hash, signature }) => ({
      hash,
      signature,
    })),
  ];
  const marked = new Map<string, KeyVersion>();
  for (const { hash, signature } of signed) {
    const key = keyOf(keys, signature.kid);
    if (key === undefined || versionsOf(key).every(({ compromised_at: lost }) => lost === null)) continue;
    const made = versionThatSigned(crypto, { key, hash, signature });
    if (made.ok && made.value.compromised_at !== null) marked.set(made.value.fingerprint, made.value);
  }
  const marks: RecordedMark[] = [];
  for (const [fingerprint, { kid }] of marked) {
    const at = await unit.markRecordedAt(fingerprint);
    if (at !== null) marks.push({ kid, fingerprint, recorded_at: at });
  }
  return marks.length === 0 ? ends : { ...ends, marks };
}

function sealOne(
  deps: AuthorityDeps,
  { enforcement, record, mandate, rules, ends }: ReceiptSource,
  keys: KeySet,
  chain: ChainHead,
): SealedReceipt {
  const nowMs = deps.clock();
  const { signature: principal } = mandate;
  const assembledAt = formatInstant(nowMs);
  const status = { ...statusOf(mandate, enforcement, record, nowMs), ...ends };
  const signed: [kid: string, at: string][] = [
    [principal.kid, mandate.contract.valid_from],
    [rules.profile.signature.kid, rules.profile.profile.published_at],
    [enforcement.signature.kid, enforcement.decision.decided_at],
    [record.signature.kid, record.grant.issued_at],
    [deps.authority.kid, assembledAt],
    [deps.assembly.kid, assembledAt],
  ];
  const { approval: last, earlier_approvals: earlier = [] } = record;
  for (const approval of [...earlier, ...(last === null ? [] : [last])]) {
    signed.push([approval.signature.kid, approval.approved_at]);
  }
  const rejection = record.ending?.rejection;
  if (rejection !== undefined) signed.push([rejection.signature.kid, rejection.rejected_at]);
  const cancellation = record.ending?.cancellation ?? record.cancellation;
  if (cancellation !== undefined)
    signed.push([cancellation.signature.kid, cancellation.cancellation.cancelled_at]);
  const { counterparty_ack: ack, settlement } = enforcement;
  if (settlement !== undefined) signed.push([settlement.signature.kid, settlement.settlement.settled_at]);
  if (ack !== null) signed.push([ack.signature.kid, ack.ack.acknowledged_at]);
  if (status.revocation !== null) {
    const { signature, revocation } = status.revocation;
    signed.push([signature.kid, revocation.revoked_at]);
  }
  const body = assembleBody({
    receipt_id: receiptIdOf(record.grant.grant_id),
    mandate,
    record,
    enforcement,
    rules,
    status,
    keys: bundleKeys(keys, signed),
    sequence: chain.sequence,
    previous_receipt_hash: chain.previousHash,
    assembled_at: assembledAt,
  });
  return sealReceipt(deps.crypto, body, (hash) => signHash(deps.assembly, hash));
}

/**
 * The mandate's status as it counts for this grant, with the instant at which a revocation was recorded here: the
 * verifier judges by it which came first, because the principal's clock is the principal's own. INVARIANT: under the
 * tenant's lock a grant is redeemed only while there is no revocation. If an older version recorded a revocation
 * without that instant, the receipt of what was executed shows what was known when the grant was spent.
 */
function statusOf(
  { contract: mandate, revocation, revocationRecordedAt: recordedAt }: StoredMandate,
  { decision }: SignedEnforcement,
  { redeemed_at: redeemedAt }: GrantRecord,
  nowMs: number,
): ReceiptParts['status'] {
  const revokedAt = revocation?.revocation.revoked_at ?? null;
  const isBefore = redeemedAt !== null && revokedAt !== null && compareInstants(revokedAt, redeemedAt) <= 0;
  if (isBefore && decision.outcome === 'executed' && recordedAt === null) {
    return { checked_at: redeemedAt, contract: 'active', revocation: null };
  }
  const isPast = requiredMs(mandate.valid_to) <= nowMs;
  const status = revocation !== null ? 'revoked' : isPast ? 'expired' : 'active';
  return {
    checked_at: formatInstant(nowMs),
    contract: status,
    revocation,
    ...(recordedAt === null ? {} : { revocation_recorded_at: recordedAt }),
  };
}

/** Returns for each kid the keys that it has had since its first signature here. */
function bundleKeys(keys: KeySet, signed: readonly (readonly [kid: string, at: string])[]): KeySet {
  const since = new Map<string, string>();
  const add = (kid: string, at: string): void => {
    const entry = keyOf(keys, kid);
    const known = since.get(kid);
    if (entry === undefined || (known !== undefined && compareInstants(known, at) <= 0)) return;
    since.set(kid, at);
    // The principal who enrolled a person is part of that person's proof.
    for (const { enrolment, not_before: from } of versionsOf(historySince(entry, at))) {
      if (enrolment !== null) add(enrolment.signature.kid, from);
    }
  };
  for (const [kid, at] of signed) add(kid, at);
  const bundle: Record<string, KeyEntry> = {};
  for (const [kid, at] of since) {
    const entry = keyOf(keys, kid);
    if (entry !== undefined) bundle[kid] = historySince(entry, at);
  }
  return bundle;
}

async function enterInLog(
  deps: AuthorityDeps,
  unit: Unit,
  sealed: readonly SealedReceipt[],
): Promise<readonly ReceiptPlace[]> {
  const leaves = sealed.map(({ entry }) => entryLeaf(deps.crypto, entry));
  const { signature, inclusions } = await growLog(deps, unit, leaves);
  const external = deps.newestEntry?.() ?? null;
  const places: ReceiptPlace[] = [];
  for (const [offset, { receipt, entry }] of sealed.entries()) {
    const log = inclusions[offset];
    if (log === undefined) throw new Error('a receipt has no place in the log');
    const placed = placeInLog(receipt, external === null ? log : { ...log, external }, signature);
    const { log_id } = log.tree_head;
    const place = placeOf(placed, { log_id, leaf_index: log.leaf_index, log_entry: entry });
    await unit.insertReceipt(place, placed);
    places.push(place);
  }
  return places;
}

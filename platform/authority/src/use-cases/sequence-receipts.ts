import { compareInstants, formatInstant, requiredMs } from '@common/base/instant';
import { ok } from '@common/base/result';
import { drawSalt } from '@common/evidence/disclosure';
import type { SignedEnforcement } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry, KeySet, KeyVersion } from '@platform/core/objects/key-entry';
import type { LogInclusion, SignedTreeHead } from '@platform/core/objects/log';
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
import { reliedOn } from '@platform/core/receipt/relied-on';
import { historySince, versionsOf } from '@platform/core/signed/key-history';
import { keyOf, signHash, versionThatSigned } from '@platform/core/signed/signed';
import type { ChainHead, PlacedReceipt, QueuedReceipt, StoredMandate, Unit } from '../store/store.ts';
import { keepNewestHead, keepPlaces, placeOf } from './continuity.ts';
import type { AuthorityDeps, CheckedReport, ReportOutcome } from './deps.ts';
import { proveStanding } from './endings.ts';
import { growLog } from './grow-log.ts';
import { type FreshReport, recordReports } from './record-reports.ts';

/** The receipts of one round share one signed tree head. */
const BATCH = 128;

interface Work {
  /** Called in the round's transaction, so that reports come along until it begins: at most half of a batch. */
  readonly takeReports: () => readonly CheckedReport[];
  /** Whether the round also makes the receipts that were requested. */
  readonly takesQueue: boolean;
}

interface Round {
  /** By report, in their order. */
  readonly outcomes: readonly ReportOutcome[];
  /** Whether more receipts may be requested than this round made. */
  readonly isMore: boolean;
  /** The receipts that it made, in log order. */
  readonly made: readonly PlacedReceipt[];
}

/**
 * Records reports, and makes their receipts and those that were requested, in one transaction: chained per tenant,
 * entered in the log, and signed.
 */
export async function sequenceReceipts(
  deps: AuthorityDeps,
  { takeReports, takesQueue }: Work,
): Promise<Round> {
  const keys = await deps.keys();
  const { made, outcomes, isMore } = await deps.store.atomically(async (unit) => {
    const reports = takeReports();
    const size = await unit.lockLog();
    const limit = BATCH - reports.length;
    const queued = takesQueue ? await unit.takeQueued(limit) : [];
    const tenants = [...queued, ...reports.map(({ record }) => record.grant)].map(({ tenant }) => tenant);
    const chains = await lockTenants(unit, tenants);
    const recorded = await recordReports(deps, unit, reports);
    const fresh = recorded.flatMap((each) => each.fresh ?? []);
    const ended = [...(await loadGrants(unit, queued)), ...fresh];
    const sealed = await chainReceipts(deps, unit, { ended, chains, keys });
    const entered = sealed.length === 0 ? null : await enterInLog(deps, unit, { size, sealed });
    if (entered !== null) await unit.insertReceipts(entered.placed, grownBy(sealed));
    if (fresh.length > 0) deps.faults.at('event_recorded', 'before');
    if (entered !== null) deps.faults.at('sequenced', 'before');
    return {
      made: entered,
      outcomes: recorded.map(({ outcome }) => outcome),
      isMore: takesQueue && queued.length === limit,
    };
  });
  if (outcomes.length > 0) deps.faults.at('event_recorded', 'after');
  const places = made?.placed.map(({ place }) => place) ?? [];
  // INVARIANT: kept before a receipt is announced, even one of an earlier round that failed before it was kept.
  if (made !== null) await keepPlaces(deps, places, made.head);
  else if (outcomes.length > 0) await keepNewestHead(deps);
  if (made !== null) deps.faults.at('sequenced', 'after');
  const receiptIds = new Map(places.map((place) => [place.grant_id, place.receipt_id]));
  return {
    outcomes: outcomes.map((outcome) => withReceipt(outcome, receiptIds)),
    isMore,
    made: made?.placed ?? [],
  };
}

function withReceipt(outcome: ReportOutcome, receiptIds: ReadonlyMap<string, string>): ReportOutcome {
  if (!outcome.ok) return outcome;
  const { record, receiptId } = outcome.value;
  return ok({
    ...outcome.value,
    receiptId: receiptId ?? receiptIds.get(record.event.grant_id ?? '') ?? null,
  });
}

/** In name order, so that two transactions that lock several tenants cannot deadlock. */
async function lockTenants(unit: Unit, tenants: readonly string[]): Promise<Map<string, ChainHead>> {
  const chains = new Map<string, ChainHead>();
  for (const tenant of [...new Set(tenants)].sort()) chains.set(tenant, await unit.lockTenant(tenant));
  return chains;
}

/** The grants whose receipts were requested, under their tenants' locks. */
async function loadGrants(unit: Unit, queued: readonly QueuedReceipt[]): Promise<readonly FreshReport[]> {
  const loaded: FreshReport[] = [];
  for (const { enforcement } of queued) {
    const { grant_id: grantId } = enforcement.decision;
    const record = await unit.grantUnlocked(grantId);
    const mandate = record === null ? null : await unit.mandate(record.grant.contract_id);
    if (record === null || mandate === null) throw new Error(`no grant ${grantId} for its receipt`);
    loaded.push({ enforcement, record, mandate });
  }
  return loaded;
}

interface Ended {
  readonly ended: readonly FreshReport[];
  /** Of the locked tenants. */
  readonly chains: Map<string, ChainHead>;
  readonly keys: KeySet;
}

/** Chains receipts: each names the one before it in its tenant. */
async function chainReceipts(
  deps: AuthorityDeps,
  unit: Unit,
  { ended, chains, keys }: Ended,
): Promise<readonly SealedReceipt[]> {
  const receipts: SealedReceipt[] = [];
  for (const parts of ended) {
    const { tenant, grant_id: grantId, profile_hash: hash } = parts.record.grant;
    const chain = chains.get(tenant);
    if (chain === undefined) throw new Error(`the tenant ${tenant} is not locked`);
    const rules = await unit.rules(hash);
    if (rules === null) throw new Error(`no rules ${hash} for the receipt of ${grantId}`);
    const ends = await recordedEnds(deps, unit, { ...parts, rules }, keys);
    const sealed = sealOne(deps, { ...parts, rules, ends }, keys, chain);
    chains.set(tenant, { sequence: chain.sequence + 1, previousHash: sealed.receipt.receipt_body_hash });
    receipts.push(sealed);
  }
  return receipts;
}

/** The ends of the tenants' chains after these receipts. */
function grownBy(sealed: readonly SealedReceipt[]): ReadonlyMap<string, ChainHead> {
  return new Map(
    sealed.map(({ receipt: { who, bundle, receipt_body_hash: previousHash } }) => [
      who.tenant,
      { sequence: bundle.sequence + 1, previousHash },
    ]),
  );
}

interface SealedReceipt extends ReturnType<typeof sealReceipt> {
  readonly parts: ReceiptParts;
}

interface ReceiptSource extends FreshReport {
  readonly rules: Rules;
  readonly ends: RecordedEnds;
}

/** When the authority recorded what ended a spent grant whose call may have been on its way. */
type RecordedEnds = Pick<ReceiptParts['status'], 'cancellation_recorded_at' | 'marks'>;

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
  for (const { entry, head } of Object.values(record.directories ?? {})) {
    for (const { entry: object, signatures } of [entry, head]) {
      for (const { kid } of signatures) signed.push([kid, object.signed_at]);
    }
  }
  for (const { statement, signature } of Object.values(record.action.statements ?? {})) {
    signed.push([signature.kid, statement.issued_at]);
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
  const parts: ReceiptParts = {
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
  };
  const body = assembleBody(deps.crypto, parts, () => drawSalt(deps.randomBytes));
  return { ...sealReceipt(deps.crypto, body, (hash) => signHash(deps.assembly, hash)), parts };
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

interface Entered {
  /** The log's size before. */
  readonly size: number;
  readonly sealed: readonly SealedReceipt[];
}

async function enterInLog(
  deps: AuthorityDeps,
  unit: Unit,
  { size, sealed }: Entered,
): Promise<{ readonly placed: readonly PlacedReceipt[]; readonly head: SignedTreeHead }> {
  const leaves = sealed.map(({ entry }) => entryLeaf(deps.crypto, entry));
  const heads = sealed.flatMap(({ parts }) => headsOf(parts).map(([, hash]) => hash));
  const headLeaves = await unit.entryLeaves([...new Set(heads)]);
  const asked = [...headLeaves.values()];
  const { head, inclusions, earlier } = await growLog(deps, unit, size, leaves, asked);
  const external = deps.newestEntry?.() ?? null;
  const standings = await provenStandings(deps, unit, head, sealed);
  const placed = sealed.map(({ receipt: unplaced, entry, parts }, offset) => {
    const inclusion = inclusions[offset];
    if (inclusion === undefined) throw new Error('a receipt has no place in the log');
    const heads = provenHeads(parts, headLeaves, earlier);
    const log = { ...inclusion, ...heads, ...standings[offset] };
    const receipt = placeInLog(unplaced, external === null ? log : { ...log, external }, head.signature);
    const { log_id } = log.tree_head;
    return { place: placeOf(receipt, { log_id, leaf_index: log.leaf_index, log_entry: entry }), receipt };
  });
  return { placed, head };
}

/** What was executed carries the proof of what had ended of all that it stood on. */
async function provenStandings(
  { crypto }: AuthorityDeps,
  unit: Unit,
  { tree_head: { standing } }: SignedTreeHead,
  sealed: readonly SealedReceipt[],
): Promise<readonly Pick<LogInclusion, 'standing'>[]> {
  const proven: Pick<LogInclusion, 'standing'>[] = [];
  for (const { receipt, parts } of sealed) {
    const isAsked = standing !== undefined && receipt.what.outcome === 'executed';
    proven.push(
      isAsked
        ? {
            standing: await proveStanding(
              { crypto },
              unit,
              standing,
              reliedOn({ ...receipt, why: { ...receipt.why, directories: parts.record.directories } }),
            ),
          }
        : {},
    );
  }
  return proven;
}

/** By directory, the hash of the head by which the action was decided. */
function headsOf({ record }: ReceiptParts): readonly (readonly [directory: string, hash: string])[] {
  return Object.entries(record.directories ?? {}).map(([name, { head }]) => [name, head.entry_hash]);
}

function provenHeads(
  parts: ReceiptParts,
  leaves: ReadonlyMap<string, number>,
  proofs: ReadonlyMap<number, string[]>,
): Pick<LogInclusion, 'heads'> {
  const heads = headsOf(parts).map(([name, hash]) => {
    const index = leaves.get(hash);
    const proof = index === undefined ? undefined : proofs.get(index);
    if (index === undefined || proof === undefined) throw new Error(`the log has no entry ${hash}`);
    return [name, { leaf_index: index, inclusion_proof: proof }] as const;
  });
  return heads.length === 0 ? {} : { heads: Object.fromEntries(heads) };
}

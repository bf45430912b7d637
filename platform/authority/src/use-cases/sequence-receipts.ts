import { compareInstants, formatInstant, requiredMs } from '@common/base/instant';
import { assembleBody, placeInLog, type ReceiptParts, sealReceipt } from '@platform/proof/receipt/assemble';
import { keyOf, signHash } from '@platform/proof/signed';
import type { KeyEntry, KeySet } from '@platform/protocol/key-entry';
import type { ReceiptChain, ReceiptMaterial, StoredGrant, StoredMandate, Unit } from '../store/store.ts';
import { type AuthorityDeps, freshId } from './deps.ts';
import { growLog } from './grow-log.ts';

/** Receipts of one batch: one signed tree head for all of them. */
const BATCH = 128;

/**
 * Makes the requested receipts: chained per tenant, entered in the log, signed, all in one transaction.
 * Returns how many it made; call again until it returns 0.
 */
export async function sequenceReceipts(deps: AuthorityDeps): Promise<number> {
  if (!(await deps.store.hasQueuedReceipts())) return 0;
  const keys = await deps.keys();
  const made = await deps.store.atomically(async (unit) => {
    const materials = await unit.takeQueued(BATCH);
    if (materials.length === 0) return 0;
    const sealed = await chainReceipts(deps, unit, materials, keys);
    await enterInLog(deps, unit, sealed);
    deps.faults.at('sequenced', 'before');
    return materials.length;
  });
  if (made > 0) deps.faults.at('sequenced', 'after');
  return made;
}

/** Each receipt names the one before it in its tenant. */
async function chainReceipts(
  deps: AuthorityDeps,
  unit: Unit,
  materials: readonly ReceiptMaterial[],
  keys: KeySet,
): Promise<readonly Sealed[]> {
  const loaded = await loadGrants(unit, materials);
  const chains = new Map<string, ReceiptChain>();
  // In name order, so that two transactions that lock several tenants cannot deadlock.
  for (const tenant of [...new Set(loaded.map(({ grant }) => grant.grant.tenant))].sort()) {
    chains.set(tenant, await unit.lockTenant(tenant));
  }
  const receipts: Sealed[] = [];
  for (const parts of loaded) {
    const { tenant } = parts.grant.grant;
    const chain = chains.get(tenant) ?? { sequence: 0, previousHash: null };
    const sealed = sealOne(deps, parts, keys, chain);
    chains.set(tenant, { sequence: chain.sequence + 1, previousHash: sealed.receipt.receipt_body_hash });
    receipts.push(sealed);
  }
  for (const [tenant, chain] of chains) await unit.setReceiptChain(tenant, chain);
  return receipts;
}

type Sealed = ReturnType<typeof sealReceipt>;

interface Loaded {
  readonly material: ReceiptMaterial;
  readonly grant: StoredGrant;
  readonly mandate: StoredMandate;
}

async function loadGrants(unit: Unit, materials: readonly ReceiptMaterial[]): Promise<readonly Loaded[]> {
  const loaded: Loaded[] = [];
  for (const material of materials) {
    const grant = await unit.grantUnlocked(material.grantId);
    const mandate = grant === null ? null : await unit.mandate(grant.grant.contract_id);
    if (grant === null || mandate === null) throw new Error(`no grant ${material.grantId} for its receipt`);
    loaded.push({ material, grant, mandate });
  }
  return loaded;
}

function sealOne(
  deps: AuthorityDeps,
  { material, grant, mandate }: Loaded,
  keys: KeySet,
  chain: ReceiptChain,
): Sealed {
  const nowMs = deps.clock();
  const manifest = deps.plugins.get(grant.plugin);
  const { signature: principal } = mandate;
  const signers = [
    principal.kid,
    grant.approval?.signature.kid,
    material.enforcement.signature.kid,
    material.ack?.signature.kid,
    deps.authority.kid,
    deps.assembly.kid,
  ];
  const body = assembleBody({
    receipt_id: freshId('rcpt_', deps),
    mandate: { contract: mandate.contract, contract_hash: mandate.contract_hash, signature: principal },
    grant: { grant: grant.grant, grant_hash: grant.grant_hash, signature: grant.signature },
    action: grant.action,
    policy_decision: grant.policyDecision,
    approval: grant.approval,
    redeemed_at: grant.redeemedAt,
    enforcement: material.enforcement,
    counterparty_ack: material.ack,
    plugin: { version: manifest?.version ?? '0.0.0', tier: manifest?.tier ?? 'unknown' },
    software: null,
    status: statusOf(mandate, grant, nowMs),
    keys: bundleKeys(keys, signers),
    sequence: chain.sequence,
    previous_receipt_hash: chain.previousHash,
    assembled_at: formatInstant(nowMs),
  });
  return sealReceipt(deps.crypto, body, (hash) => signHash(deps.assembly, hash));
}

/**
 * The mandate's status, as it counts for this grant. INVARIANT: under the tenant's lock a grant is redeemed only while
 * there is no revocation. So one whose own instant (by the principal's clock) is not after the redemption still came
 * later, and the receipt says what was known when the grant was spent.
 */
function statusOf(
  { contract: mandate, revocation }: StoredMandate,
  { redeemedAt }: StoredGrant,
  nowMs: number,
): ReceiptParts['status'] {
  const revokedAt = revocation?.revocation.revoked_at ?? null;
  if (redeemedAt !== null && revokedAt !== null && compareInstants(revokedAt, redeemedAt) <= 0) {
    return { checked_at: redeemedAt, contract: 'active', revocation: null };
  }
  const isPast = requiredMs(mandate.valid_to) < nowMs;
  const status = revocation !== null ? 'revoked' : isPast ? 'expired' : 'active';
  return { checked_at: formatInstant(nowMs), contract: status, revocation };
}

function bundleKeys(keys: KeySet, kids: readonly (string | undefined)[]): KeySet {
  const bundle: Record<string, KeyEntry> = {};
  const add = (kid: string | undefined): void => {
    const entry = kid === undefined ? undefined : keyOf(keys, kid);
    if (kid === undefined || entry === undefined || bundle[kid] !== undefined) return;
    bundle[kid] = entry;
    // The principal who enrolled a person is part of that person's proof.
    add(entry.enrolment?.signature.kid);
  };
  kids.forEach(add);
  return bundle;
}

async function enterInLog(deps: AuthorityDeps, unit: Unit, sealed: readonly Sealed[]): Promise<void> {
  const leaves = sealed.map(({ leaf }) => leaf);
  const { signature, inclusions } = await growLog(deps, unit, leaves);
  for (const [offset, { receipt }] of sealed.entries()) {
    const log = inclusions[offset];
    if (log === undefined) throw new Error('a receipt has no place in the log');
    await unit.insertReceipt(placeInLog(receipt, log, signature), log.leaf_index);
  }
}

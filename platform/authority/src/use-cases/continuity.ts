import { fail, ok, type Result } from '@common/base/result';
import { rootCoordinates, rootOf } from '@platform/core/log/merkle/tree';
import type { ReceiptPlace, SignedTreeHead, TreeHead } from '@platform/core/objects/log';
import type { SignedRevocation } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import type { AuthorityDeps } from './deps.ts';
import { type RevokeRefusal, revokeMandate } from './revoke-mandate.ts';

const OTHER_DATABASE =
  'If AUTHORITY_DATABASE_URL named another database before, name that one again, or move what it has: docs/operations/backup-and-restore.md says how.';
const WAY_OUT =
  'Put back the newest backup of the database, or run npx sanad authority restore: it reads the log back from kept/, from the receipts in RECEIPTS_DIR and from what enforcement point and gateway have seen, and says what is lost.';

/** Checks that the database's log continues the recorded one: not shorter, and with the same beginning. */
export async function checkLogKept({
  store,
  crypto,
  kept,
}: Pick<AuthorityDeps, 'store' | 'crypto' | 'kept'>): Promise<Result<void, 'log_rolled_back'>> {
  const known = (await kept.head())?.tree_head ?? null;
  if (known === null) return ok(undefined);
  const newest = (await store.treeHead(null))?.tree_head ?? null;
  const size = newest?.tree_size ?? 0;
  const kind = `The log had ${known.tree_size} entries at ${known.timestamp}`;
  if (size < known.tree_size) {
    return fail(
      'log_rolled_back',
      `${kind}, and in this database it has ${size}. ${OTHER_DATABASE} ${WAY_OUT}`,
    );
  }
  if (newest?.log_id !== known.log_id) {
    return fail(
      'log_rolled_back',
      `${kind} and was ${known.log_id}; this is another log. ${OTHER_DATABASE} ${WAY_OUT}`,
    );
  }
  const coordinates = rootCoordinates(known.tree_size);
  const nodes = await store.logNodes(coordinates);
  const hashes = coordinates.flatMap(({ level, index }) => nodes.get(`${level}:${index}`) ?? []);
  if (hashes.length === coordinates.length && rootOf(crypto, hashes) === known.root_hash)
    return ok(undefined);
  return fail('log_rolled_back', `${kind}, and in this database they are others. ${WAY_OUT}`);
}

const PAGE = 500;

/**
 * Records the places of receipts and the head that covers them beside the keys, after the places that an earlier run
 * missed. To be called after the transaction that made them, and before they are announced.
 */
export async function keepPlaces(
  deps: Pick<AuthorityDeps, 'store' | 'kept'>,
  places: readonly ReceiptPlace[],
  head: SignedTreeHead,
): Promise<void> {
  const { log_id: logId, tree_size: size } = head.tree_head;
  await keepMissed(deps, logId, places[0]?.leaf_index ?? size);
  await deps.kept.keepPlaces(places, head);
}

/** Records the newest head beside the keys, unless it is there, after the places that an earlier run missed. */
export async function keepNewestHead(deps: Pick<AuthorityDeps, 'store' | 'kept'>): Promise<void> {
  const newest = await deps.store.treeHead(null);
  if (newest === null) return;
  await keepMissed(deps, newest.tree_head.log_id, newest.tree_head.tree_size);
  const known = await deps.kept.head();
  if (known === null || isSmaller(known.tree_head, newest.tree_head)) await deps.kept.keepHead(newest);
}

async function keepMissed(
  { store, kept }: Pick<AuthorityDeps, 'store' | 'kept'>,
  logId: string,
  until: number,
): Promise<void> {
  let next = await kept.nextPlace(logId);
  while (next < until) {
    const missed = await store.receiptPlaces(next, PAGE);
    if (missed.length === 0) break;
    await kept.keepPlaces(
      missed.map((place) => ({ ...place, log_id: logId })),
      null,
    );
    next = (missed.at(-1)?.leaf_index ?? next) + 1;
  }
}

/** Returns a receipt's place. `log_entry`, `log_id` and `leaf_index` apply, whatever the receipt states. */
export function placeOf(
  receipt: Receipt,
  { log_id, leaf_index, log_entry }: Pick<ReceiptPlace, 'log_id' | 'leaf_index' | 'log_entry'>,
): ReceiptPlace {
  return {
    log_id,
    leaf_index,
    log_entry,
    receipt_id: receipt.receipt_id,
    grant_id: receipt.how.grant.grant_id,
    tenant: receipt.who.tenant,
    sequence: receipt.bundle.sequence,
    receipt_body_hash: receipt.receipt_body_hash,
    profile: receipt.who.contract.profile,
    assembled_at: receipt.when.assembled_at,
  };
}

function isSmaller(one: TreeHead, other: TreeHead): boolean {
  return one.tree_size < other.tree_size;
}

/**
 * Revokes mandates that this database shows as valid although their principals revoked them, because it is an
 * older copy or lost a transaction. Returns those mandates.
 */
export async function applyKeptRevocations(
  deps: Parameters<typeof revokeMandate>[0],
): Promise<readonly { readonly contract: string; readonly refusal: RevokeRefusal | null }[]> {
  const applied: { readonly contract: string; readonly refusal: RevokeRefusal | null }[] = [];
  for (const signed of await deps.kept.revocations()) {
    const { contract_id: contract } = signed.revocation;
    const mandate = await deps.store.mandate(contract);
    if (mandate === null || mandate.revocation !== null) continue;
    const revoked = await revokeMandate(deps, contract, signed);
    applied.push({ contract, refusal: revoked.ok ? null : revoked.error.code });
  }
  return applied;
}

/** INVARIANT: a mandate that its principal revoked never comes back, whatever the database has lost. */
export function refusalOfKept(
  signed: SignedRevocation | null,
  mandateHash: string,
): Result<void, 'contract_revoked'> {
  if (signed === null || signed.revocation.contract_hash !== mandateHash) return ok(undefined);
  return fail(
    'contract_revoked',
    `This mandate was revoked at ${signed.revocation.revoked_at}, for good: sign a new one.`,
  );
}

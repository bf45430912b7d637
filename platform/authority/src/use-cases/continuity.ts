import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { rootCoordinates, rootOf } from '@platform/core/log/merkle/tree';
import type {
  EntryPlace,
  LeafPlace,
  ReceiptPlace,
  SignedTreeHead,
  TreeHead,
} from '@platform/core/objects/log';
import type { SignedRevocation } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import type { AuthorityDeps, KeptFiles } from './deps.ts';
import { recordRevocation } from './revoke-mandate.ts';

const OTHER_DATABASE =
  'If AUTHORITY_DATABASE_URL named another database before, name that one again, or move what it has: docs/operations/backup-and-restore.md says how.';
const WAY_OUT =
  'Put back the newest backup of the database, or run npx sanad authority restore: it reads the log back from kept/, from the receipts in RECEIPTS_DIR and from what enforcement point and gateway have seen, and says what is lost.';

/**
 * Checks that the database's log continues the recorded one: not shorter, with the same beginning, and with every entry of
 * a directory, since a payee that was ended comes back where one is missing.
 */
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
  if (hashes.length !== coordinates.length || rootOf(crypto, hashes) !== known.root_hash) {
    return fail('log_rolled_back', `${kind}, and in this database they are others. ${WAY_OUT}`);
  }
  const [lost, ...more] = await missingEntries({ store, crypto }, await kept.entries(), known);
  if (lost === undefined) return ok(undefined);
  const { tenant, profile, directory, sequence } = lost.signed.entry;
  return fail(
    'log_rolled_back',
    `${kind}, and this database lacks ${more.length + 1} of them that are entries of directories: first entry ${sequence} of ${directory} of ${profile} and ${tenant}. ${WAY_OUT}`,
  );
}

/** Those of the entries up to a head of the log that the database does not have as they were recorded. */
async function missingEntries(
  { store, crypto }: Pick<AuthorityDeps, 'store' | 'crypto'>,
  kept: readonly EntryPlace[],
  { log_id: logId, tree_size: size }: Pick<TreeHead, 'log_id' | 'tree_size'>,
): Promise<readonly EntryPlace[]> {
  const here = new Map<number, string>();
  for (let from = 0; kept.length > 0; ) {
    const page = await store.entriesByLeaf(from, PAGE);
    for (const { leaf_index: leaf, signed } of page) here.set(leaf, hashOf(crypto, signed.entry));
    const last = page.at(-1);
    if (last === undefined) break;
    from = last.leaf_index + 1;
  }
  return kept.filter(
    ({ log_id, leaf_index: leaf, signed }) =>
      log_id === logId && leaf < size && here.get(leaf) !== signed.entry_hash,
  );
}

const PAGE = 500;

/**
 * Records the places of leaves and the head that covers them beside the keys, after the places that an earlier run
 * missed. To be called after the transaction that made them, and before they are announced.
 */
export function keepPlaces(
  deps: Pick<AuthorityDeps, 'store' | 'kept'>,
  places: readonly LeafPlace[],
  head: SignedTreeHead,
): Promise<void> {
  return inTurn(deps.kept, async () => {
    const { log_id: logId, tree_size: size } = head.tree_head;
    const first = places[0]?.leaf_index ?? size;
    const next = await keepMissed(deps, logId, first);
    if (next <= first) return deps.kept.keepPlaces(places, head);
    // Those who grew the log next were here before, and kept these as missed ones.
    await keepMissed(deps, logId, size);
    await keepLarger(deps.kept, head);
  });
}

/** Records the newest head beside the keys, unless it is there, after the places that an earlier run missed. */
export function keepNewestHead(deps: Pick<AuthorityDeps, 'store' | 'kept'>): Promise<void> {
  return inTurn(deps.kept, async () => {
    const newest = await deps.store.treeHead(null);
    if (newest === null) return;
    await keepMissed(deps, newest.tree_head.log_id, newest.tree_head.tree_size);
    await keepLarger(deps.kept, newest);
  });
}

async function keepLarger(kept: KeptFiles, head: SignedTreeHead): Promise<void> {
  const known = await kept.head();
  if (known === null || isSmaller(known.tree_head, head.tree_head)) await kept.keepHead(head);
}

/** The last that is at work on these files. */
const working = new WeakMap<KeptFiles, Promise<unknown>>();

/** The sequencer and those who record entries grow the log side by side; their places are kept in leaf order. */
function inTurn(kept: KeptFiles, work: () => Promise<void>): Promise<void> {
  const before = working.get(kept) ?? Promise.resolve();
  const done = before.then(work, work);
  working.set(kept, done);
  return done;
}

/** Returns the leaf after the last one that is kept. */
async function keepMissed(
  { store, kept }: Pick<AuthorityDeps, 'store' | 'kept'>,
  logId: string,
  until: number,
): Promise<number> {
  let next = await kept.nextPlace(logId);
  while (next < until) {
    // No more than are there: of leaves that are being added, another may be seen before the first.
    const missed = await store.leafPlaces(next, Math.min(PAGE, until - next));
    if (missed.length === 0) break;
    await kept.keepPlaces(
      missed.map((place) => ({ ...place, log_id: logId })),
      null,
    );
    next = (missed.at(-1)?.leaf_index ?? next) + 1;
  }
  return next;
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
  deps: Parameters<typeof recordRevocation>[0],
): Promise<readonly string[]> {
  const applied: string[] = [];
  for (const signed of await deps.kept.revocations()) {
    const { contract_id: id, contract_hash: hash } = signed.revocation;
    const mandate = await deps.store.mandate(id);
    if (mandate === null || mandate.revocation !== null || mandate.contract_hash !== hash) continue;
    await recordRevocation(deps, mandate, signed);
    applied.push(id);
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

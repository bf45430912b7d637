import { isDeepStrictEqual } from 'node:util';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import { isAuthentic } from '@platform/core/directory/signers';
import { applyEntry, type DirectoryState, emptyDirectory } from '@platform/core/directory/state';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import { entryLeaf } from '@platform/core/receipt/assemble';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import type { PepSchema } from '@platform/pep/store/schema';
import type { BankLine } from './bank-line.ts';
import type { AnsweredEntry } from './clerk.ts';
import { send } from './client.ts';
import type { Deployment } from './deployment.ts';

export interface DirectoryAudit {
  readonly directories: number;
  readonly entries: Readonly<Record<'added' | 'changed' | 'ended', number>>;
  readonly answered: number;
  /** Executed payments to payees of the clerk. */
  readonly paidByEntry: number;
  /** Calls that left by an entry that was changed or ended later. */
  readonly leftBefore: number;
  /** From the last of these to the answer of the change or end, in milliseconds. */
  readonly closestMs: number | null;
}

type Store = ReturnType<typeof createSqlStore>;

const MOST = 1_000_000;

/** A directory as the authority’s database has it, with what was in force after each entry. */
interface KeptDirectory {
  readonly entries: readonly SignedEntry[];
  readonly states: readonly DirectoryState[];
}

/**
 * Compares the directories of a deployment that has settled with what the clerk was answered, with the log, with the
 * enforcement points’ copies, and with every payment. Throws at the first disagreement. Every directory is whole and
 * numbered without a gap; an answered entry is in it once, and its hash is a leaf of the log; every payment was decided by
 * an entry that was in force; and none left for the bank after the answer to a change or an end of its entry.
 */
export async function auditDirectories(
  d: Deployment,
  { answered, sent }: { readonly answered: readonly AnsweredEntry[] } & Pick<BankLine, 'sent'>,
): Promise<DirectoryAudit> {
  const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
  const authority = await openDatabase<AuthoritySchema>({ url: d.databases.authority });
  const pep = await openDatabase<PepSchema>({ url: d.databases.pep });
  try {
    const store = createSqlStore(authority);
    const kept = await keptDirectories(d, store, keys);
    const all = [...kept.values()].flatMap(({ entries }) => entries);
    for (const { signed } of answered) {
      const found = all.filter(({ entry_hash: hash }) => hash === signed.entry_hash);
      demand(found.length === 1, `answered entry ${signed.entry.sequence} is recorded ${found.length} times`);
    }
    await compareLeaves(store, all);
    await compareCopies(pep.db, kept);
    const receipts = (await store.receiptsByLeaf(0, MOST)).flatMap(({ receipt }) => receipt ?? []);
    const paidByEntry = receipts.filter((receipt) => isPaid(receipt, kept)).length;
    const gaps = leftBeforeAnswers({ answered, sent, receipts });
    return {
      directories: kept.size,
      entries: countsOf(all),
      answered: answered.length,
      paidByEntry,
      leftBefore: gaps.length,
      closestMs: gaps.length === 0 ? null : Math.min(...gaps),
    };
  } finally {
    await authority.close();
    await pep.close();
  }
}

async function keptDirectories(
  d: Deployment,
  store: Store,
  keys: KeySet,
): Promise<ReadonlyMap<string, KeptDirectory>> {
  const kept = new Map<string, KeptDirectory>();
  for (const { sequence, ...place } of await store.directoryHeads(null)) {
    const name = keyOf(place);
    const entries = await store.directoryEntries(place, null, MOST);
    demand(entries.length === sequence + 1, `${name} has ${entries.length} entries up to number ${sequence}`);
    const states: DirectoryState[] = [];
    for (const signed of entries) {
      demand(isAuthentic(nodeCrypto, signed, keys), `${name}: no person signed entry ${states.length}`);
      const state: DirectoryState = states.at(-1) ?? emptyDirectory({ deployment: d.id, ...place });
      const applied = applyEntry(nodeCrypto, state, signed);
      if (!applied.ok) throw new Error(`${name}: ${applied.error.message}`);
      states.push(applied.value);
    }
    kept.set(name, { entries, states });
  }
  return kept;
}

async function compareLeaves(store: Store, all: readonly SignedEntry[]): Promise<void> {
  const places = await store.entriesByLeaf(0, MOST);
  demand(places.length === all.length, `${places.length} leaves for ${all.length} entries`);
  for (const { leaf_index: index, signed } of places) {
    const node = (await store.logNodes([{ level: 0, index }])).get(`0:${index}`);
    const leaf = entryLeaf(nodeCrypto, signed.entry_hash);
    demand(node === leaf, `leaf ${index} of the log is not entry ${signed.entry.sequence}`);
  }
}

/** What the enforcement points have followed is what the authority has, as far as they came. */
async function compareCopies(
  db: Awaited<ReturnType<typeof openDatabase<PepSchema>>>['db'],
  kept: ReadonlyMap<string, KeptDirectory>,
): Promise<void> {
  const rows = await db.selectFrom('directory_entry').selectAll().execute();
  for (const { sequence, entry_json, ...place } of rows) {
    const own = kept.get(keyOf(place))?.entries[Number(sequence)];
    const isSame = isDeepStrictEqual(own, JSON.parse(entry_json));
    demand(isSame, `the enforcement points have another entry ${sequence} of ${keyOf(place)}`);
  }
}

/** Whether the clerk’s directory decided this payment; throws unless each of its entries was in force at its head. */
function isPaid(receipt: Receipt, kept: ReadonlyMap<string, KeptDirectory>): boolean {
  const { what, why, who } = unwrap(openReceipt(nodeCrypto, receipt));
  if (what.outcome !== 'executed' || what.facade !== 'bank.executeTransfer') return false;
  const { tenant, profile } = who.contract;
  for (const directory of ['beneficiaries', 'accounts']) {
    const proof = why.directories?.[directory];
    demand(proof !== undefined, `a payment of ${tenant} has no entry of ${directory}`);
    const { entry, head } = proof;
    const state = kept.get(keyOf({ tenant, profile, directory }))?.states[head.entry.sequence];
    const inForce = state?.inForce.get(entry.entry.name)?.signed.entry_hash;
    demand(inForce === entry.entry_hash, `${entry.entry.name} was not in force when it was paid`);
  }
  return what.action.params.beneficiary_id?.toString().startsWith('payee_') === true;
}

/** For each call that left by an entry that was changed or ended: how long before the answer to that. */
function leftBeforeAnswers({
  answered,
  sent,
  receipts,
}: {
  readonly answered: readonly AnsweredEntry[];
  readonly receipts: readonly Receipt[];
} & Pick<BankLine, 'sent'>): readonly number[] {
  const decidedBy = new Map(
    receipts.map((receipt) => {
      const { how, why } = unwrap(openReceipt(nodeCrypto, receipt));
      return [how.grant.grant_id, why.directories?.beneficiaries?.entry];
    }),
  );
  return sent.flatMap(({ grantId, at }) => {
    const by = decidedBy.get(grantId)?.entry;
    demand(by !== undefined, `${grantId} left for the bank, and no receipt says by which entry`);
    const over = answered.find(
      ({ signed: { entry } }) => entry.name === by.name && entry.sequence > by.sequence,
    );
    if (over === undefined) return [];
    const { change, sequence } = over.signed.entry;
    demand(
      at <= over.answeredAt,
      `${grantId} left for ${by.name} after entry ${sequence} (${change}) was answered`,
    );
    return [over.answeredAt - at];
  });
}

function countsOf(all: readonly SignedEntry[]): DirectoryAudit['entries'] {
  const of = (change: string) => all.filter(({ entry }) => entry.change === change).length;
  return { added: of('added'), changed: of('changed'), ended: of('ended') };
}

function keyOf({
  tenant,
  profile,
  directory,
}: {
  readonly tenant: string;
  readonly profile: string;
  readonly directory: string;
}): string {
  return [tenant, profile, directory].join(' ');
}

function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

import assert from 'node:assert/strict';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import {
  applyEntry,
  type DirectoryState,
  emptyDirectory,
  nextEntry,
  proveEntry,
} from '../../src/directory/state.ts';
import { appendLeaf, foldProof, inclusionCoordinates, rootOf } from '../../src/log/merkle/tree.ts';
import type { StatementHead } from '../../src/objects/account-statement.ts';
import type { EntryProof } from '../../src/objects/directory.ts';
import type { SignedTreeHead, TreeHead } from '../../src/objects/log.ts';
import type { Movement, MovementPage, SignedMovementPage } from '../../src/objects/movement.ts';
import type { ProfileDraft } from '../../src/objects/profile.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import { receiptLeaf } from '../../src/receipt/assemble.ts';
import { rowOf } from '../../src/row/row-of.ts';
import { signObject } from '../../src/signed/signed.ts';
import { joinPages } from '../../src/statement/pages.ts';
import { statementPeriod } from '../../src/statement/period.ts';
import { reconcile, summaryOf } from '../../src/statement/reconcile.ts';
import { createStatementWriter } from '../../src/statement/write-file.ts';
import { pluginPath, readJson } from '../verify/shared-vectors.ts';
import { at, CAST, opened, tell } from '../verify/story.ts';
import { DEPLOYMENT } from '../verify/story-keys.ts';

/**
 * A month of tn_local: two payments, of which a person approved the first, and one that was denied. The payee stands in a
 * directory, which has changed after the first one.
 */

export const WHOSE = { tenant: 'tn_local', account: 'acct_operating_eur', month: '2026-06' } as const;
export const PERIOD = statementPeriod(WHOSE.month);
/** When the list is made, and the log's head: the month is over. */
const AFTER = '2026-07-02T09:00:00.000Z';

const PROFILE = readJson<ProfileDraft>(pluginPath('treasury/profile.json'));
const { beneficiaries: _, ...RULES } = PROFILE.rules;
const BY_DIRECTORY = {
  profile: { rules: { ...RULES, currency: 'EUR' }, directories: { beneficiaries: { needed: 1 } } },
};
const ADDED = { change: 'added', name: 'acme', signed_at: '2026-05-02T00:00:00.000Z' } as const;

/** A directory of payees of a tenant: with acme alone, and with one more payee at its head. */
export function payeesOf(tenant: string): { readonly alone: EntryProof; readonly later: EntryProof } {
  const id = { deployment: DEPLOYMENT, tenant, profile: PROFILE.name, directory: 'beneficiaries' };
  const added = (state: DirectoryState, name: string) => {
    const values = { beneficiary_id: name, to_account: 'DE02', currency: 'EUR' };
    const entry = unwrap(nextEntry(nodeCrypto, state, { ...ADDED, name, values }));
    const { hash, signature } = signObject(nodeCrypto, CAST.principal.signer, entry);
    return unwrap(applyEntry(nodeCrypto, state, { entry, entry_hash: hash, signatures: [signature] }));
  };
  const proven = (state: DirectoryState): EntryProof => {
    const proof = proveEntry(nodeCrypto, state, 'acme');
    assert.ok(proof !== null);
    return proof;
  };
  const alone = added(emptyDirectory(id), 'acme');
  return { alone: proven(alone), later: proven(added(alone, 'globex')) };
}

const PAYEES = payeesOf(WHOSE.tenant);
const ofTenant = {
  ...BY_DIRECTORY,
  mandate: { tenant: WHOSE.tenant },
  directories: { beneficiaries: PAYEES.later },
};
const FIRST = tell({ ...ofTenant, directories: { beneficiaries: PAYEES.alone }, logSize: 0 });
const DENIED = tell({ ...ofTenant, logSize: 1, outcome: 'denied', previous: FIRST });
const SECOND = tell({
  ...ofTenant,
  logSize: 2,
  approved: false,
  previous: DENIED,
  params: { reference: 'INVOICEINV8' },
});
export const RECEIPTS: readonly Receipt[] = [FIRST, DENIED, SECOND];

function movementOf(receipt: Receipt, changes: Partial<Movement> = {}): Movement {
  const { params, idempotency_key } = opened(receipt).what.action;
  return {
    movement_id: `txn_${receipt.bundle.sequence}`,
    booked_at: at('09:00:05.000'),
    direction: 'out',
    amount: String(params.amount),
    balance: '0',
    other_account: String(params.to_account),
    reference: String(params.reference),
    text: String(params.memo),
    idempotency_key,
    ...changes,
  };
}

export const MOVEMENTS: readonly Movement[] = [
  movementOf(FIRST, { balance: '750' }),
  {
    movement_id: 'fee_1',
    booked_at: at('10:00:00.000'),
    direction: 'out',
    amount: '1.5',
    balance: '748.5',
    ...{ other_account: null, reference: null, text: 'Account fee', idempotency_key: null },
  },
  movementOf(SECOND, { balance: '658.5', booked_at: at('11:00:00.000') }),
];

export function pageOf(movements: readonly Movement[], changes: Partial<MovementPage> = {}): MovementPage {
  return {
    type: 'sanad/movements/1',
    deployment: DEPLOYMENT,
    tenant: WHOSE.tenant,
    account: WHOSE.account,
    ...PERIOD.movements,
    after: null,
    plugin: 'treasury',
    counterparty: 'bank',
    currency: 'EUR',
    opening: '1000',
    closing: movements.at(-1)?.balance ?? '1000',
    movements: [...movements],
    more: false,
    listed_at: AFTER,
    ...changes,
  };
}

/** The list in two pages. */
export const PAGES: readonly MovementPage[] = [
  pageOf(MOVEMENTS.slice(0, 2), { more: true }),
  pageOf(MOVEMENTS.slice(2), { after: 'fee_1', opening: '748.5' }),
];

export function signPage(page: MovementPage, signer = CAST.pep.signer): SignedMovementPage {
  const { hash, signature } = signObject(nodeCrypto, signer, page);
  return { page, page_hash: hash, signature };
}

interface Told {
  readonly receipts: readonly Receipt[];
  /** Those that the log has at the file's head, and when that was signed. */
  readonly logged: readonly Receipt[];
  readonly headAt: string;
  readonly month: string;
  readonly pages: readonly SignedMovementPage[];
  readonly head: Partial<StatementHead>;
}

/** The lines of the month's file, with these changes, and everything that is signed signed anew. */
export function fileOf(changes: Partial<Told> = {}): string[] {
  const { receipts = RECEIPTS, pages = PAGES.map((page) => signPage(page)) } = changes;
  const { logged = RECEIPTS, headAt = AFTER, month = WHOSE.month } = changes;
  const log = logOf(logged, headAt);
  const writer = createStatementWriter(nodeCrypto);
  const text = [
    writer.head({
      type: 'sanad/account-statement/1',
      deployment: DEPLOYMENT,
      ...{ ...WHOSE, month },
      head: log.head,
      keys: { authority: CAST.authority.key, pep: CAST.pep.key },
      ...changes.head,
    }),
    ...receipts.map((receipt) => writer.receipt(receipt, log.proof(receipt.bundle.sequence))),
    ...pages.map(writer.movements),
    writer.end(
      pages.length === 0
        ? null
        : summaryIn(
            receipts,
            pages.map(({ page }) => page),
            statementPeriod(month),
          ),
    ),
  ];
  return text.join('').split('\n').slice(0, -1);
}

function summaryIn(receipts: readonly Receipt[], pages: readonly MovementPage[], period: typeof PERIOD) {
  const days = period.movements;
  const joined = joinPages({ deployment: DEPLOYMENT, ...WHOSE, days }, pages);
  const rows = receipts
    .map((receipt) => rowOf(opened(receipt)))
    .filter(({ account }) => account === WHOSE.account);
  return joined.ok ? summaryOf(reconcile({ period, rows, listed: joined.value })) : null;
}

function logOf(receipts: readonly Receipt[], timestamp: string) {
  const nodes = new Map<string, string>();
  let tree: { size: number; frontier: readonly string[] } = { size: 0, frontier: [] };
  for (const receipt of receipts) {
    const appended = appendLeaf(nodeCrypto, tree, receiptLeaf(nodeCrypto, receipt));
    for (const { level, index, hash } of appended.nodes) nodes.set(`${level}:${index}`, hash);
    tree = appended;
  }
  const { size, frontier } = tree;
  const treeHead: TreeHead = {
    type: 'sanad/tree-head/1',
    deployment: DEPLOYMENT,
    log_id: 'sanad-local',
    tree_size: size,
    root_hash: rootOf(nodeCrypto, frontier),
    timestamp,
  };
  const signature = signObject(nodeCrypto, CAST.authority.signer, treeHead).signature;
  const head: SignedTreeHead = {
    tree_head: treeHead,
    tree_head_hash: hashOf(nodeCrypto, treeHead),
    signature,
  };
  const proof = (index: number) =>
    foldProof(
      nodeCrypto,
      inclusionCoordinates(index, size),
      (node) => nodes.get(`${node.level}:${node.index}`) ?? '',
    );
  return { head, proof };
}

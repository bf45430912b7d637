import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { openDatabase } from '@common/kit/sql/database';
import { programArgs } from '@common/kit/testing/programs';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import { type LogFault, verifyLog } from '@platform/authority/use-cases/verify-log';
import type { Reservation } from '@platform/core/decide/decide';
import { isLive } from '@platform/core/decide/grant-states';
import type { EventRecord } from '@platform/core/objects/event';
import type { GrantStatus } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { verifySigned } from '@platform/core/signed/signed';
import { verify } from '@platform/core/verify/verify';
import type { BankSchema } from '@platform/counterparties/store/schema';
import { ACCOUNTS } from '@platform/counterparties/use-cases/seed';
import type { PepSchema } from '@platform/pep/store/schema';
import { send } from './client.ts';
import type { Deployment } from './deployment.ts';
import { folderVariables } from './people.ts';
import { PATIENCE_MS, until } from './wait.ts';

/** The contents of the stores, read directly, to compare them with each other. */
interface StoreContents {
  readonly accounts: readonly {
    readonly account_id: string;
    readonly currency: string;
    readonly balance: string;
  }[];
  readonly transfers: readonly {
    readonly grant_id: string;
    readonly amount: string;
    readonly to_account: string;
  }[];
  readonly answers: readonly {
    readonly idempotency_key: string;
    readonly kind: string;
    readonly body: string;
  }[];
  readonly receipts: readonly Receipt[];
  readonly grants: readonly {
    readonly grant_id: string;
    readonly contract_id: string;
    readonly status: GrantStatus;
    readonly reservations_json: string;
  }[];
  /** What the authority counts as used and reserved. */
  readonly reserved: StoreContents['standing'];
  /** The enforcement points' own counts of what was done. */
  readonly standing: readonly {
    readonly contract_id: string;
    readonly counter: string;
    readonly period: string;
    readonly value: string;
  }[];
  readonly keys: KeySet;
  readonly logFaults: readonly LogFault[];
  /** The events in chain order. */
  readonly events: readonly EventRecord[];
}

export interface Audit {
  readonly transfers: number;
  readonly receipts: number;
  readonly executed: number;
  readonly events: number;
  /** The number of mandates under which the enforcement points have counted anything. */
  readonly counted: number;
}

const CENTS = 10_000n;
/** More than any run makes. */
const MOST_RECEIPTS = 1_000_000;

/** Waits until nothing is left to reconcile, sequence or expire: everything that began has ended. */
export async function settle(d: Deployment): Promise<void> {
  await until(
    'all executions ended and recorded',
    async () => {
      const { body } = await send<{ readonly unfinished: number }>(`${d.urls.pep}/healthz`);
      return body.unfinished === 0 ? true : null;
    },
    PATIENCE_MS,
  );
  const database = await openDatabase<AuthoritySchema>({ url: d.databases.authority });
  try {
    await until('every redeemed grant has its receipt', async () => {
      const open = await database.db
        .selectFrom('action_grant')
        .select('grant_id')
        .where('status', 'not in', ['active', 'pending'])
        .where('grant_id', 'not in', (proven) => proven.selectFrom('receipt').select('grant_id'))
        .execute();
      return open.length === 0 ? true : null;
    });
  } finally {
    await database.close();
  }
}

/**
 * Compares all books of a deployment that has settled. Throws at the first disagreement. Money is conserved;
 * each executed receipt has exactly one transfer at the bank, and each transfer one receipt; a grant has at
 * most one receipt, which says how it ended; bank, answers and receipts agree; the authority counts exactly what live
 * grants reserve; the enforcement points have counted exactly what was
 * done; every receipt verifies, with the one before it in its chain, and is a file in `out`; the log and the
 * evidence chain are intact from the start.
 */
export async function audit(d: Deployment): Promise<Audit> {
  const books = await readBooks(d);
  const { accounts, transfers, receipts } = books;
  for (const [currency, held] of Map.groupBy(accounts, (account) => account.currency)) {
    const sum = sumOf(held);
    const opened = sumOf(ACCOUNTS.filter((account) => account.currency === currency));
    demand(sum === opened, `the accounts hold ${sum} of ${opened} ${currency}`);
  }
  const own = ACCOUNTS.filter(({ balance }) => balance !== '0').map(({ account_id }) => account_id);
  for (const { account_id, balance } of accounts.filter(({ account_id }) => !own.includes(account_id))) {
    const credited = transfers.filter(({ to_account }) => to_account === account_id);
    const expected = credited.reduce((total, { amount }) => total + cents(amount), 0n);
    demand(cents(balance) === expected, `${account_id} holds ${balance}, its transfers make ${expected}`);
  }
  const grants = receipts.map(({ how }) => how.grant.grant_id);
  demand(new Set(grants).size === grants.length, 'a grant has two receipts');
  compareTransfers(books);
  compareStanding(books);
  compareGrants(books);
  for (const receipt of receipts) verifyReceipt(receipt, receipts, books.keys);
  verifyChains(books);
  for (const receipt of receipts) await hasFile(d, receipt);
  demand(books.logFaults.length === 0, `the log: ${JSON.stringify(books.logFaults.slice(0, 3))}`);
  return {
    transfers: transfers.length,
    receipts: receipts.length,
    executed: executedTransfers(receipts).length,
    events: books.events.length,
    counted: new Set(books.standing.map(({ contract_id }) => contract_id)).size,
  };
}

function executedTransfers(receipts: readonly Receipt[]): readonly Receipt[] {
  return receipts.filter(({ what }) => what.outcome === 'executed' && what.facade === 'bank.executeTransfer');
}

function compareTransfers({ transfers, answers, receipts }: StoreContents): void {
  const executed = executedTransfers(receipts);
  const moved = new Map(transfers.map((transfer) => [transfer.grant_id, transfer]));
  demand(moved.size === transfers.length, 'the bank moved money twice for one grant');
  demand(
    executed.length === transfers.length,
    `${executed.length} receipts for ${transfers.length} transfers`,
  );
  const acknowledged = new Map(
    answers
      .filter(({ kind }) => kind === 'acknowledged')
      .map(({ idempotency_key, body }) => [idempotency_key, body]),
  );
  demand(
    acknowledged.size === transfers.length,
    `${acknowledged.size} answers for ${transfers.length} transfers`,
  );
  for (const receipt of executed) {
    const { how, what } = unwrap(openReceipt(nodeCrypto, receipt));
    const transfer = moved.get(how.grant.grant_id);
    demand(transfer !== undefined, `${how.grant.grant_id} has a receipt, and no transfer`);
    demand(transfer?.amount === what.action.params.amount, `${how.grant.grant_id} moved another amount`);
    const answer = JSON.parse(acknowledged.get(what.action.idempotency_key) ?? 'null');
    demand(
      answer?.ack_hash === how.counterparty_ack_hash,
      `${how.grant.grant_id} has another acknowledgment`,
    );
  }
}

/**
 * Compares the uses, and the day's sum of the proposals, under each mandate: as the enforcement points count
 * them, and as the receipts add up.
 */
function compareStanding({ standing, receipts }: StoreContents): void {
  const done = new Map<string, bigint>();
  const add = (key: string, cents: bigint) => done.set(key, (done.get(key) ?? 0n) + cents);
  for (const receipt of executedTransfers(receipts)) {
    const { what, who } = unwrap(openReceipt(nodeCrypto, receipt));
    const { contract_id } = who.contract;
    add(`${contract_id} uses `, CENTS);
    const day = what.action.proposed_at.slice(0, 10);
    add(`${contract_id} daily_max ${day}`, cents(String(what.action.params.amount)));
  }
  const counted = standing.filter(
    ({ counter, value }) => (counter === 'uses' || counter === 'daily_max') && value !== '0',
  );
  for (const { contract_id, counter, period, value } of counted) {
    const key = `${contract_id} ${counter} ${period}`;
    const expected = done.get(key) ?? 0n;
    demand(
      cents(value) === expected,
      `the enforcement points count ${value} for ${key}, not ${expected}/${CENTS}`,
    );
  }
  demand(counted.length === done.size, `${counted.length} counters for ${done.size} sums of receipts`);
}

const STATUS_AFTER = {
  executed: 'redeemed',
  refused: 'denied',
  denied: 'denied',
  expired: 'expired',
} as const satisfies Record<Receipt['what']['outcome'], GrantStatus>;

/** A grant that ended without effect has given back what it had reserved, once. */
function compareGrants({ grants, receipts, reserved }: StoreContents): void {
  const outcomes = new Map(receipts.map(({ how, what }) => [how.grant.grant_id, what.outcome]));
  const live = new Map<string, bigint>();
  for (const { grant_id, contract_id, status, reservations_json } of grants) {
    const outcome = outcomes.get(grant_id);
    demand(
      outcome === undefined || STATUS_AFTER[outcome] === status,
      `${grant_id} is ${status}, and its receipt says ${outcome}`,
    );
    if (!isLive(status)) continue;
    const reservations: readonly Reservation[] = JSON.parse(reservations_json);
    for (const { counter, period, amount } of reservations) {
      const key = `${contract_id} ${counter} ${period}`;
      live.set(key, (live.get(key) ?? 0n) + cents(amount));
    }
  }
  // The authority's own counters begin with $, and those of entries that were approved with `approved/`: neither are
  // reservations.
  const counted = reserved.filter(({ counter, value }) => value !== '0' && !/^(\$|approved\/)/.test(counter));
  for (const { contract_id, counter, period, value } of counted) {
    const key = `${contract_id} ${counter} ${period}`;
    const expected = live.get(key) ?? 0n;
    demand(cents(value) === expected, `the authority counts ${value} for ${key}, not ${expected}/${CENTS}`);
  }
  demand(counted.length === live.size, `the authority has ${counted.length} counters, not ${live.size}`);
}

function verifyReceipt(receipt: Receipt, receipts: readonly Receipt[], keys: KeySet): void {
  const previous = receipts.find(
    ({ who, bundle }) => who.tenant === receipt.who.tenant && bundle.sequence === receipt.bundle.sequence - 1,
  );
  const options = previous === undefined ? { keys } : { keys, previous };
  const { verdict, checks } = verify(nodeCrypto, receipt, options);
  const failed = checks
    .filter((check) => check.outcome === 'fail')
    .map(({ name, detail }) => `${name}: ${detail}`);
  demand(verdict === 'verified', `${receipt.receipt_id} is ${verdict}: ${failed.join('; ')}`);
}

function verifyChains({ receipts, events, keys }: StoreContents): void {
  for (const [tenant, chain] of Map.groupBy(receipts, ({ who }) => who.tenant)) {
    const sequences = chain.map(({ bundle }) => bundle.sequence).sort((a, b) => a - b);
    demand(
      sequences.every((sequence, index) => sequence === index),
      `the receipts of ${tenant} have a gap`,
    );
  }
  let previous: string | null = null;
  for (const [index, { event: object, event_hash: hash, signature, body }] of events.entries()) {
    const valid = verifySigned(nodeCrypto, { object, hash, signature, keys, at: object.at });
    demand(valid.ok, `event ${index} is not signed by the authority`);
    demand(object.body_hash === hashOf(nodeCrypto, body), `event ${index} has another body`);
    demand(
      object.sequence === index && object.previous_event_hash === previous,
      `event ${index} is not linked to the one before`,
    );
    previous = hash;
  }
}

/** Waits for the receipt's file, which is written soon after the receipt is made, and compares it. */
async function hasFile(d: Deployment, receipt: Receipt): Promise<void> {
  const file = join(d.folder, 'out', `${receipt.receipt_id}.json`);
  const text = await until(file, () => readFile(file, 'utf8').catch(() => null));
  demand(isDeepStrictEqual(JSON.parse(text), receipt), `${file} is another receipt`);
}

/** Runs the authority's `fsck` and returns its last line. Throws if it finds faults. */
export function fsck(d: Deployment): Promise<string> {
  return sanadAuthority(d, 'fsck');
}

/**
 * Runs `sanad authority ...` on this deployment and returns its output. Throws, with its errors, if it fails.
 */
async function sanadAuthority(d: Deployment, ...words: readonly string[]): Promise<string> {
  const program = join(REPOSITORY, 'platform/authority/src/cli/main.ts');
  const env = {
    ...process.env,
    ...folderVariables(d.folders),
    AUTHORITY_DATABASE_URL: d.databases.authority,
    RECEIPTS_DIR: join(d.folder, 'out'),
    ...(d.log === null ? {} : { LOG_ORIGIN: d.log.origin }),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [...programArgs(program), ...words], {
    env,
  });
  return stdout.trim();
}

async function readBooks(d: Deployment): Promise<StoreContents> {
  const bank = await openDatabase<BankSchema>({ url: d.databases.bank });
  const authority = await openDatabase<AuthoritySchema>({ url: d.databases.authority });
  const pep = await openDatabase<PepSchema>({ url: d.databases.pep });
  const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
  const store = createSqlStore(authority);
  try {
    const receipts = await store.receiptsByLeaf(0, MOST_RECEIPTS);
    const events = await authority.db.selectFrom('event').select('record_json').orderBy('sequence').execute();
    return {
      accounts: await bank.db.selectFrom('account').select(['account_id', 'currency', 'balance']).execute(),
      transfers: await bank.db.selectFrom('transfer').select(['grant_id', 'amount', 'to_account']).execute(),
      answers: await bank.db.selectFrom('answer').select(['idempotency_key', 'kind', 'body']).execute(),
      receipts: receipts.flatMap(({ receipt }) => receipt ?? []),
      grants: (await authority.db
        .selectFrom('action_grant')
        .innerJoin('grant_body', 'grant_body.grant_id', 'action_grant.grant_id')
        .select(['action_grant.grant_id', 'contract_id', 'status', 'reservations_json'])
        .execute()) as StoreContents['grants'],
      reserved: await authority.db.selectFrom('standing').selectAll().execute(),
      standing: await pep.db.selectFrom('standing').selectAll().execute(),
      keys,
      events: events.map(({ record_json }) => JSON.parse(record_json)),
      logFaults: await verifyLog({ store, crypto: nodeCrypto, keys: async () => keys }),
    };
  } finally {
    await bank.close();
    await authority.close();
    await pep.close();
  }
}

function sumOf(accounts: readonly { readonly balance: string }[]): bigint {
  return accounts.reduce((total, { balance }) => total + cents(balance), 0n);
}

function cents(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * CENTS + BigInt(fraction.padEnd(4, '0'));
}

function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

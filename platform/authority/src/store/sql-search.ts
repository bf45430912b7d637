import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import { type Kysely, sql } from 'kysely';
import { joinReceipts } from './receipt-parts.ts';
import type { AuthoritySchema } from './schema.ts';
import type { ReceiptQuery, ReceiptSpot, SearchStore } from './search.store.ts';
import { countUses, readUses } from './sql-listed-uses.ts';
import { insertEntries, lockSearch } from './sql-search-entries.ts';

type Db = Kysely<AuthoritySchema>;

/** A term that more receipts have is common: how many do is not counted to the end. */
const MOST_COUNTED = 1_000;
/** The most receipts that are compared for one page, in steps: so that no search takes long, however rare what it wants. */
const STEP = 4_000;
const MOST_STEPS = 5;

export function createSearchStore(database: Database<AuthoritySchema>): SearchStore {
  const { db, engine } = database;
  return {
    nextLeaf: () => nextLeafIn(db),
    async behind() {
      // Not by the size of the log: it has leaves that are no receipts.
      const { count } = await db
        .selectFrom('receipt')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('leaf_index', '>=', ({ selectFrom }) => selectFrom('search_state').select('next_leaf'))
        .executeTakeFirstOrThrow();
      return toInteger(count);
    },
    enter: (from, next, entries) =>
      transaction(
        database,
        async (trx) => {
          if ((await lockSearch(trx, engine)) !== from) return false;
          const bodies = await trx
            .selectFrom('receipt_body')
            .select('leaf_index')
            .where('leaf_index', '>=', from)
            .where('leaf_index', '<', next)
            .execute();
          const there = new Set(bodies.map(({ leaf_index }) => toInteger(leaf_index)));
          const kept = entries.filter(({ leafIndex }) => there.has(leafIndex));
          await insertEntries(trx, engine, kept);
          await countUses(trx, kept);
          await trx.updateTable('search_state').set({ next_leaf: next }).where('id', '=', 1).execute();
          return true;
        },
        { isolation: 'read committed' },
      ),
    find: (query) => find(db, query),
    async receiptsAt(spots) {
      if (spots.length === 0) return [];
      const rows = await db
        .selectFrom('receipt_body')
        .selectAll()
        .where('leaf_index', 'in', leavesOf(spots))
        .execute();
      const receipts = await joinReceipts(
        db,
        rows.map(({ receipt_json }) => receipt_json),
      );
      return inOrder(
        spots,
        rows.map(({ leaf_index }, index) => [toInteger(leaf_index), receipts[index] ?? null] as const),
      );
    },
    async rowsAt(spots) {
      if (spots.length === 0) return [];
      const rows = await db
        .selectFrom('receipt_row')
        .select(['leaf_index', 'row_json'])
        .where('leaf_index', 'in', leavesOf(spots))
        .execute();
      return inOrder(
        spots,
        rows.map(({ leaf_index, row_json }) => [toInteger(leaf_index), JSON.parse(row_json)] as const),
      );
    },
    uses: (place, values) => readUses(db, place, values),
    mandates: (query) => findMandates(db, query),
  };
}

async function nextLeafIn(db: Db): Promise<number> {
  const row = await db.selectFrom('search_state').select('next_leaf').executeTakeFirstOrThrow();
  return toInteger(row.next_leaf);
}

function leavesOf(spots: readonly ReceiptSpot[]): number[] {
  return spots.map(({ leafIndex }) => leafIndex);
}

function inOrder<Value>(
  spots: readonly ReceiptSpot[],
  found: readonly (readonly [leafIndex: number, value: Value | null])[],
): readonly Value[] {
  const byLeaf = new Map(found);
  return spots.flatMap(({ leafIndex }) => byLeaf.get(leafIndex) ?? []);
}

/** What the search goes through, newest first, comparing each with all else that is wanted. */
type Driver =
  | { readonly by: 'term'; readonly term: string }
  | { readonly by: 'amount' }
  | { readonly by: 'time' };

/** Goes through the rarest of what is wanted. */
async function find(db: Db, query: ReceiptQuery): ReturnType<SearchStore['find']> {
  const driver = await chooseDriver(db, query);
  if (driver === null) return { spots: [], more: null };
  const others = query.terms.filter((term) => driver.by !== 'term' || term !== driver.term);
  const isFiltered =
    others.length > 0 || query.anyOf !== null || (query.amount !== null && driver.by !== 'amount');
  const spots: ReceiptSpot[] = [];
  let before = query.before ?? { decidedMs: query.untilMs, leafIndex: 0 };
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const wanted = query.limit - spots.length;
    const among = isFiltered ? STEP : wanted;
    const found = await stepOf(db, query, { driver, others, before, among, wanted });
    spots.push(...found);
    const last = spots.at(-1);
    if (spots.length === query.limit && last !== undefined) return { spots, more: last };
    const end = isFiltered ? await spotAt(db, query, { driver, before, offset: among - 1 }) : null;
    if (end === null) return { spots, more: null };
    before = end;
  }
  return { spots, more: before };
}

/** Null if nothing can be found. */
async function chooseDriver(db: Db, { terms, amount }: ReceiptQuery): Promise<Driver | null> {
  let chosen: { readonly driver: Driver; readonly count: number } | null = null;
  const drivers: Driver[] = [
    ...terms.map((term) => ({ by: 'term', term }) as const),
    ...(amount === null ? [] : [{ by: 'amount' } as const]),
  ];
  if (drivers.length === 1 && drivers[0]?.by === 'term') return drivers[0];
  for (const driver of drivers) {
    const count = await countOf(db, driver, amount);
    if (count === 0) return null;
    // A span of amounts is in no order of time, so all of it is sorted.
    const isUsable = driver.by !== 'amount' || count <= MOST_COUNTED || amount?.least === amount?.most;
    if (isUsable && (chosen === null || count < chosen.count)) chosen = { driver, count };
  }
  return chosen?.driver ?? { by: 'time' };
}

async function countOf(db: Db, driver: Driver, amount: ReceiptQuery['amount']): Promise<number> {
  const { rows } = await sql<{ count: unknown }>`
    select count(*) as count from (select 1 from ${sourceOf(driver, amount)} limit ${MOST_COUNTED + 1}) as candidate
  `.execute(db);
  return toInteger(rows[0]?.count);
}

/** A span of amounts is read by its index and then sorted: with a bound, so that no engine goes by time instead. */
function sourceOf(driver: Driver, amount: ReceiptQuery['amount']) {
  if (driver.by === 'term') return sql`receipt_term where term = ${driver.term}`;
  if (driver.by === 'time') return sql`receipt_row where 1 = 1`;
  if (amount?.least === amount?.most) return sql`receipt_row where ${isAmount(amount)}`;
  const spots = sql`select decided_ms, leaf_index from receipt_row where ${isAmount(amount)}`;
  return sql`(${spots} limit ${MOST_COUNTED + 1}) as within where 1 = 1`;
}

function isAmount(amount: ReceiptQuery['amount']) {
  if (amount === null) return sql<boolean>`1 = 1`;
  const { least, most } = amount;
  return least === most
    ? sql<boolean>`amount_key = ${least}`
    : sql<boolean>`amount_key between ${least} and ${most}`;
}

interface From {
  readonly driver: Driver;
  readonly before: ReceiptSpot;
}

interface SpotRow {
  readonly decided_ms: unknown;
  readonly leaf_index: unknown;
}

function candidates({ amount, fromMs }: ReceiptQuery, { driver, before }: From) {
  return sql<SpotRow>`
    select decided_ms, leaf_index from ${sourceOf(driver, amount)}
    and decided_ms >= ${fromMs} and (decided_ms, leaf_index) < (${before.decidedMs}, ${before.leafIndex})
    order by decided_ms desc, leaf_index desc`;
}

interface Step extends From {
  readonly others: readonly string[];
  /** How many candidates are compared. */
  readonly among: number;
  readonly wanted: number;
}

async function stepOf(db: Db, query: ReceiptQuery, step: Step): Promise<readonly ReceiptSpot[]> {
  const { driver, others, among, wanted } = step;
  let found = db
    .selectFrom(sql<SpotRow>`(${candidates(query, step)} limit ${among})`.as('candidate'))
    .select(['candidate.decided_ms', 'candidate.leaf_index']);
  for (const terms of [...others.map((term) => [term]), ...(query.anyOf === null ? [] : [query.anyOf])]) {
    found = found.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('receipt_term as other')
          .select('other.leaf_index')
          .where('other.term', 'in', terms)
          .whereRef('other.decided_ms', '=', 'candidate.decided_ms')
          .whereRef('other.leaf_index', '=', 'candidate.leaf_index'),
      ),
    );
  }
  if (query.amount !== null && driver.by !== 'amount') {
    found = found.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('receipt_row as row')
          .select('row.leaf_index')
          .whereRef('row.leaf_index', '=', 'candidate.leaf_index')
          .where(isAmount(query.amount)),
      ),
    );
  }
  const rows = await found
    .orderBy('candidate.decided_ms', 'desc')
    .orderBy('candidate.leaf_index', 'desc')
    .limit(wanted)
    .execute();
  return rows.map(toSpot);
}

async function spotAt(
  db: Db,
  query: ReceiptQuery,
  { offset, ...from }: From & { readonly offset: number },
): Promise<ReceiptSpot | null> {
  const { rows } = await sql<SpotRow>`${candidates(query, from)} limit 1 offset ${offset}`.execute(db);
  return rows[0] === undefined ? null : toSpot(rows[0]);
}

function toSpot(row: SpotRow): ReceiptSpot {
  return { decidedMs: toInteger(row.decided_ms), leafIndex: toInteger(row.leaf_index) };
}

/** Mandates are few beside what is done under them, so the first term is gone through. */
async function findMandates(
  db: Db,
  { terms: [first, ...others], tenants, from, until, after, limit }: Parameters<SearchStore['mandates']>[0],
): Promise<readonly string[]> {
  const isAfter = ({ at, id }: { readonly at: string; readonly id: string }) =>
    sql<boolean>`(candidate.registered_at, candidate.contract_id) < (${at}, ${id})`;
  let found =
    first === undefined
      ? db.selectFrom('contract as candidate').select(['candidate.registered_at', 'candidate.contract_id'])
      : db
          .selectFrom('mandate_term as candidate')
          .select(['candidate.registered_at', 'candidate.contract_id'])
          .where('candidate.term', '=', first);
  found = found.where('candidate.registered_at', '>=', from).where('candidate.registered_at', '<', until);
  if (after !== null) found = found.where(isAfter(after));
  if (tenants !== null) {
    found = found.where('candidate.contract_id', 'in', ({ selectFrom }) =>
      selectFrom('contract').select('contract_id').where('tenant', 'in', tenants),
    );
  }
  for (const term of others) {
    found = found.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('mandate_term as other')
          .select('other.contract_id')
          .where('other.term', '=', term)
          .whereRef('other.contract_id', '=', 'candidate.contract_id')
          .whereRef('other.registered_at', '=', 'candidate.registered_at'),
      ),
    );
  }
  const rows = await found
    .orderBy('candidate.registered_at', 'desc')
    .orderBy('candidate.contract_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ contract_id }) => contract_id);
}

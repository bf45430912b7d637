import { randomUUID } from 'node:crypto';
import type { Database } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import type { SearchStore } from '@platform/authority/store/search.store';
import { createSearchStore } from '@platform/authority/store/sql-search';
import { createSqlStore } from '@platform/authority/store/sql-store';
import type { AuthorityStore } from '@platform/authority/store/store';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { GrowingStore, Operation } from './growing.ts';
import { fillTable, type RowText, sizeOf, tidy } from './table-filler.ts';

const TENANTS = 1_000;
const MANDATES = 10_000;
/** Grants that wait, at any size: those numbered below it. */
const WAITING = 50;
/** Bodies of receipts that were not deleted yet: the newest. */
const BODIES = 10_000;
const PAGE = 50;
const PADDING = 'x'.repeat(700);
const HEX64 = '0'.repeat(56);

/** An authority's grants, receipts and events, one of each for each row. */
export async function growAuthority(database: Database<AuthoritySchema>): Promise<GrowingStore> {
  await migrate(database, MIGRATIONS);
  const store = createSqlStore(database);
  const search = createSearchStore(database);
  await fillTable(database, 'contract', { from: 0, to: MANDATES }, ({ hex, instant, text }) => ({
    contract_id: `'ic_' || ${hex}`,
    tenant: `'tn_' || ${text(`i % ${TENANTS}`)}`,
    contract_hash: `${hex}`,
    contract_json: `'{"contract_id":"ic_' || ${hex} || '"}'`,
    signature_json: `'{}'`,
    registered_at: instant,
  }));
  return {
    what: 'authority',
    grow: (from, to) => addRows(database, from, to),
    bytes: () => sizeOf(database),
    operations: (size) => [...operations(store, size), ...searches(search, size)],
  };
}

async function addRows(database: Database<AuthoritySchema>, from: number, to: number): Promise<void> {
  const range = { from, to };
  const tenantOf = (text: (of: string) => string) => `'tn_' || ${text(`i % ${TENANTS}`)}`;
  await fillTable(database, 'action_grant', range, ({ hex, instant, text }) => ({
    grant_id: `'gr_' || ${hex}`,
    tenant: tenantOf(text),
    contract_id: `'ic_' || ${text(`i % ${MANDATES}`)}`,
    status: `case when i < ${WAITING} then 'pending' when i % 10 = 0 then 'denied' else 'redeemed' end`,
    proposed_at: instant,
    expires_at: instant,
    live_key: `case when i % 10 = 0 then null else 'key_' || ${hex} end`,
  }));
  await fillTable(database, 'grant_body', range, ({ hex }) => ({
    grant_id: `'gr_' || ${hex}`,
    action_hash: hex,
    action_json: `'{"padding":"${PADDING}"}'`,
    grant_json: `'{"grant_id":"gr_' || ${hex} || '"}'`,
    grant_hash: hex,
    signature_json: `'{}'`,
    decision_json: `'{}'`,
    is_unique: database.engine === 'postgres' ? 'true' : '1',
    reservations_json: `'[]'`,
  }));
  await fillTable(database, 'receipt', range, ({ hex, instant, text }) => ({
    receipt_id: `'rcpt_' || ${hex}`,
    grant_id: `'gr_' || ${hex}`,
    tenant: tenantOf(text),
    sequence: `i / ${TENANTS}`,
    leaf_index: 'i',
    log_entry: `'${HEX64}' || ${hex}`,
    profile: `'treasury.v1'`,
    assembled_at: instant,
    pruned_by: `case when i < ${to - BODIES} then 'ev_1' else null end`,
  }));
  await database.db.deleteFrom('receipt_body').execute();
  await fillTable(database, 'receipt_body', { from: Math.max(0, to - BODIES), to }, ({ hex }) => ({
    leaf_index: 'i',
    receipt_json: `'{"receipt_id":"rcpt_' || ${hex} || '","who":{},"why":{},"bundle":{}}'`,
  }));
  await database.db
    .updateTable('receipt')
    .set({ pruned_by: 'ev_1' })
    .where('leaf_index', '<', to - BODIES)
    .where('pruned_by', 'is', null)
    .execute();
  await fillTable(database, 'event', range, ({ hex, text }) => ({
    sequence: 'i + 1',
    event_id: `'ev_' || ${hex}`,
    kind: `case when i % 1000 = 0 then 'mandate_revoked' else 'enforcement' end`,
    grant_id: `'gr_' || ${hex}`,
    event_hash: hex,
    record_json: `'{"sequence":' || ${text('i + 1')} || '}'`,
  }));
  await database.db.updateTable('event_head').set({ sequence: to }).execute();
  await addSearch(database, range);
  await tidy(database);
}

/** Payees of a receipt: one of a thousand. */
const PAYEES = 1_000;
/** Terms of every receipt, in `i`: those that nearly all have, those of a few, and one that is its own. */
const TERMS: readonly ((text: RowText) => string)[] = [
  () => `'a:agent_ap'`,
  () => `case when i % 10 = 0 then 'o:denied' else 'o:executed' end`,
  ({ text }) => `'t:tn_' || ${text(`i % ${TENANTS}`)}`,
  ({ text }) => `'p:payee' || ${text(`i % ${PAYEES}`)}`,
  ({ text }) => `'m:ic_' || ${text(`i % ${MANDATES}`)}`,
  () => `case when i % 7 = 0 then 'n:cfo' else 'n:amina' end`,
  () => `'w:INV'`,
  ({ hex }) => `'r:INV-' || ${hex}`,
];

async function addSearch(
  database: Database<AuthoritySchema>,
  range: { readonly from: number; readonly to: number },
): Promise<void> {
  const spot = { decided_ms: `(1577836800 + i * 3) * cast(1000 as bigint)`, leaf_index: 'i' };
  await fillTable(database, 'receipt_row', range, ({ hex, text }) => ({
    ...spot,
    amount_key: `'0000000000000' || substr(${text('100000 + i % 90000')}, 2) || '.0000'`,
    row_json: `'{"receipt_id":"rcpt_' || ${hex} || '","padding":"${PADDING}"}'`,
  }));
  for (const term of TERMS)
    await fillTable(database, 'receipt_term', range, (text) => ({ ...spot, term: term(text) }));
}

/** What a person may look for; the last ones have two common terms that no receipt, or hardly one, has together. */
function searches(search: SearchStore, size: number): readonly Operation[] {
  const all = {
    terms: [],
    anyOf: null,
    amount: null,
    fromMs: 0,
    untilMs: 8e15,
    before: null,
    limit: PAGE,
  } as const;
  const find = async (query: Partial<Parameters<SearchStore['find']>[0]>) =>
    search.rowsAt((await search.find({ ...all, ...query })).spots);
  const amount = (least: string, most = least) => ({
    least: `${least.padStart(18, '0')}.0000`,
    most: `${most.padStart(18, '0')}.0000`,
  });
  const middleMs = Date.parse(instantOf(Math.floor(size / 2)));
  return [
    ['search: a reference', (sample) => find({ terms: [`r:INV-${hex((sample * 7_919) % size)}`] })],
    ['search: a payee', (sample) => find({ terms: [`p:payee${sample}`] })],
    ['search: a payee, denied', (sample) => find({ terms: [`p:payee${sample * 10}`, 'o:denied'] })],
    [
      'search: a payee in a month',
      (sample) =>
        find({ terms: [`p:payee${sample}`], fromMs: middleMs, untilMs: middleMs + 30 * 86_400_000 }),
    ],
    ['search: an amount', (sample) => find({ amount: amount(String(10_000 + sample)) })],
    ['search: amounts from to', () => find({ amount: amount('20000', '20010') })],
    ['search: large amounts of a word', () => find({ terms: ['w:INV'], amount: amount('80000', '99999') })],
    ['search: all of a period', () => find({ untilMs: middleMs })],
    ['search: two common ones, together in each tenth', () => find({ terms: ['o:denied', 'n:amina'] })],
    [
      'search: two common ones, never together',
      () => find({ terms: ['t:tn_1', 'o:denied', 'n:cfo', 'w:INV'] }),
    ],
    [
      'search: common, and never of that amount',
      () => find({ terms: ['w:INV', 'o:denied'], amount: amount('200000', '900000') }),
    ],
  ];
}

function operations(store: AuthorityStore, size: number): readonly Operation[] {
  const tenant = 'tn_7';
  const middle = { at: instantOf(Math.floor(size / 2)), id: `gr_${hex(Math.floor(size / 2))}` };
  const idOf = (prefix: string, sample: number) =>
    prefix + hex(Math.floor((sample + 0.5) * (size / 64)) % size);
  const list = { statuses: null, mandateId: null, tenants: null, after: null, limit: PAGE } as const;
  const page = { grantId: null, tenant: null, tenants: null, before: null, limit: PAGE } as const;
  return [
    ['a grant', (sample) => store.grant(idOf('gr_', sample))],
    ['the receipt of a grant', (sample) => store.receiptIdOfGrant(idOf('gr_', sample))],
    ['a receipt, newest', () => store.receipt(`rcpt_${hex(size - 1)}`)],
    ['grants, first page', () => store.grants(list)],
    ['grants, a page in the middle', () => store.grants({ ...list, after: middle })],
    ['grants that wait', () => store.grants({ ...list, statuses: ['pending'] })],
    ['redeemed grants, first page', () => store.grants({ ...list, statuses: ['redeemed'] })],
    ['grants of a mandate', (sample) => store.grants({ ...list, mandateId: `ic_${1 + sample}` })],
    ['mandates, first page', () => store.mandates({ tenants: null, after: null, limit: PAGE })],
    ['mandates with waiting grants', () => store.mandatesWithOpenGrants()],
    ['grants that are due', () => store.dueGrants(Date.UTC(2019, 0), PAGE)],
    ['receipts, first page', () => store.receipts(page)],
    ['receipts of a tenant', () => store.receipts({ ...page, tenant })],
    ['receipts of a tenant without any', () => store.receipts({ ...page, tenant: 'tn_none' })],
    ['receipts before all bodies', () => store.receipts({ ...page, before: size - BODIES })],
    [
      'a tenant with old receipts',
      () => store.tenantWithOldReceipts('treasury.v1', '2019-01-01T00:00:00.000Z'),
    ],
    ['files to write', () => store.receiptsByLeaf(size, PAGE)],
    ['events after the middle', () => store.events(Math.floor(size / 2), PAGE, null)],
    ['revocations after the middle', () => store.events(Math.floor(size / 2), PAGE, 'mandate_revoked')],
    ['a new grant, committed', () => addGrant(store)],
  ];
}

async function addGrant(store: AuthorityStore): Promise<void> {
  // Between the others, as a true id is.
  const grant_id = `gr_000${randomUUID()}`;
  await store.atomically(async (unit) => {
    await unit.lockTenant('tn_7');
    await unit.insertGrant({
      record: {
        grant: { grant_id, tenant: 'tn_7', contract_id: 'ic_7', idempotency_key: grant_id, expires_at: null },
        grant_hash: grant_id,
        signature: {},
        action_hash: grant_id,
        decision: { outcome: 'allow' },
        action: { padding: PADDING, plugin: 'treasury', proposed_at: '2019-01-01T00:00:00.000Z' },
        status: 'active',
        ending: null,
        approval: null,
        redemption_id: null,
        redeemed_at: null,
        receipt_id: null,
      } as unknown as GrantRecord,
      unique: true,
      reservations: [],
    });
  });
}

function hex(i: number): string {
  return i.toString(16).padStart(8, '0');
}

function instantOf(i: number): string {
  return new Date((1_577_836_800 + i * 3) * 1_000).toISOString();
}

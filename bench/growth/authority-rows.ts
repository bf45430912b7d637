import { randomUUID } from 'node:crypto';
import type { Database } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import type { AuthorityStore, StoredGrant } from '@platform/authority/store/store';
import type { Growing, Operation } from './growing.ts';
import { fillTable, tidy } from './table-filler.ts';

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
export async function growAuthority(database: Database<AuthoritySchema>): Promise<Growing> {
  await migrate(database, MIGRATIONS);
  const store = createSqlStore(database);
  await fillTable(database, 'contract', { from: 0, to: MANDATES }, ({ mixed, instant, text }) => ({
    contract_id: `'ic_' || ${mixed}`,
    tenant: `'tn_' || ${text(`i % ${TENANTS}`)}`,
    contract_hash: `${mixed}`,
    contract_json: `'{"contract_id":"ic_' || ${mixed} || '"}'`,
    signature_json: `'{}'`,
    registered_at: instant,
  }));
  return {
    what: 'authority',
    grow: (from, to) => addRows(database, from, to),
    operations: (size) => operations(store, size),
  };
}

async function addRows(database: Database<AuthoritySchema>, from: number, to: number): Promise<void> {
  const range = { from, to };
  const tenantOf = (text: (of: string) => string) => `'tn_' || ${text(`i % ${TENANTS}`)}`;
  await fillTable(database, 'action_grant', range, ({ mixed, instant, text }) => ({
    grant_id: `'gr_' || ${mixed}`,
    tenant: tenantOf(text),
    contract_id: `'ic_' || ${text(`i % ${MANDATES}`)}`,
    plugin: `'treasury'`,
    status: `case when i < ${WAITING} then 'pending' when i % 10 = 0 then 'denied' else 'redeemed' end`,
    proposed_at: instant,
    expires_at: instant,
    live_key: `case when i % 10 = 0 then null else 'key_' || ${mixed} end`,
    action_hash: mixed,
    action_json: `'{"padding":"${PADDING}"}'`,
    grant_json: `'{"grant_id":"gr_' || ${mixed} || '"}'`,
    grant_hash: mixed,
    signature_json: `'{}'`,
    decision_json: `'{}'`,
    is_unique: database.engine === 'postgres' ? 'true' : '1',
    reservations_json: `'[]'`,
    receipt_id: `'rcpt_' || ${mixed}`,
  }));
  await fillTable(database, 'receipt', range, ({ mixed, instant, text }) => ({
    receipt_id: `'rcpt_' || ${mixed}`,
    grant_id: `'gr_' || ${mixed}`,
    tenant: tenantOf(text),
    sequence: `i / ${TENANTS}`,
    leaf_index: 'i',
    receipt_json: `'{"receipt_id":"rcpt_' || ${mixed} || '"}'`,
    is_exported: database.engine === 'postgres' ? 'true' : '1',
    log_entry: `'${HEX64}' || ${mixed}`,
    profile: `'treasury.v1'`,
    assembled_at: instant,
    pruned_by: `case when i < ${to - BODIES} then 'ev_1' else null end`,
  }));
  await database.db
    .updateTable('receipt')
    .set({ pruned_by: 'ev_1', receipt_json: '' })
    .where('leaf_index', '<', to - BODIES)
    .where('pruned_by', 'is', null)
    .execute();
  await fillTable(database, 'event', range, ({ mixed, text }) => ({
    sequence: 'i + 1',
    event_id: `'ev_' || ${mixed}`,
    kind: `case when i % 1000 = 0 then 'mandate_revoked' else 'enforcement' end`,
    grant_id: `'gr_' || ${mixed}`,
    event_hash: mixed,
    record_json: `'{"sequence":' || ${text('i + 1')} || '}'`,
  }));
  await database.db.updateTable('event_head').set({ sequence: to }).execute();
  await tidy(database);
}

function operations(store: AuthorityStore, size: number): readonly Operation[] {
  const tenant = 'tn_7';
  const middle = { at: instantOf(Math.floor(size / 2)), id: 'gr_80000000' };
  const idOf = (prefix: string, sample: number) =>
    prefix + mixed(Math.floor((sample + 0.5) * (size / 64)) % size);
  const list = { statuses: null, mandateId: null, after: null, limit: PAGE } as const;
  const page = { grantId: null, tenant: null, before: null, limit: PAGE } as const;
  return [
    ['a grant', (sample) => store.grant(idOf('gr_', sample))],
    ['the receipt of a grant', (sample) => store.receiptIdOfGrant(idOf('gr_', sample))],
    ['a receipt, newest', () => store.receipt(`rcpt_${mixed(size - 1)}`)],
    ['grants, first page', () => store.grants(list)],
    ['grants, a page in the middle', () => store.grants({ ...list, after: middle })],
    ['grants that wait', () => store.grants({ ...list, statuses: ['pending'] })],
    ['redeemed grants, first page', () => store.grants({ ...list, statuses: ['redeemed'] })],
    ['grants of a mandate', (sample) => store.grants({ ...list, mandateId: `ic_${1 + sample}` })],
    ['mandates, first page', () => store.mandates({ after: null, limit: PAGE })],
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
    ['files to write', () => store.unexportedReceipts(PAGE)],
    ['events after the middle', () => store.events(Math.floor(size / 2), PAGE, null)],
    ['revocations after the middle', () => store.events(Math.floor(size / 2), PAGE, 'mandate_revoked')],
    ['a new grant, committed', () => addGrant(store)],
  ];
}

async function addGrant(store: AuthorityStore): Promise<void> {
  const grant_id = `gr_${randomUUID()}`;
  await store.atomically(async (unit) => {
    await unit.lockTenant('tn_7');
    await unit.insertGrant({
      ...({
        grant: { grant_id, tenant: 'tn_7', contract_id: 'ic_7', idempotency_key: grant_id, expires_at: null },
        action: { padding: PADDING },
        policyDecision: { outcome: 'allow' },
        signature: {},
      } as unknown as StoredGrant),
      ...{ grant_hash: grant_id, plugin: 'treasury', actionHash: grant_id, unique: true, reservations: [] },
      ...{ proposedAt: '2019-01-01T00:00:00.000Z', ending: null, approval: null, earlierApprovals: [] },
      ...{ redemptionId: null, redeemedAt: null, receiptId: null },
    });
  });
}

function mixed(i: number): string {
  return ((BigInt(i) * 2_654_435_761n) & 0xffff_ffffn).toString(16).padStart(8, '0');
}

function instantOf(i: number): string {
  return new Date((1_577_836_800 + i * 3) * 1_000).toISOString();
}

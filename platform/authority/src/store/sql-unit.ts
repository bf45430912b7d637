import { together } from '@common/base/together';
import { toInteger } from '@common/kit/sql/portable';
import type { Engine } from '@common/kit/sql/url';
import { isLive, mayMove, TRANSITIONS } from '@platform/core/decide/grant-states';
import type { EventRecord } from '@platform/core/objects/event';
import type { SignedSettlement } from '@platform/core/objects/settlement';
import { knownActionsIn } from '@platform/keys/known-actions';
import { standingIn } from '@platform/keys/standing';
import type { Transaction } from 'kysely';
import { divideReceipt } from './receipt-parts.ts';
import {
  fromGrant,
  fromMandate,
  fromPlace,
  instantColumn,
  toGrant,
  toMandate,
  toRecord,
  toReportedGrant,
  versionKey,
} from './rows.ts';
import type { AuthoritySchema } from './schema.ts';
import { writeAddenda } from './sql-addenda.ts';
import { writeAgentTokens } from './sql-agent-tokens.ts';
import { insertCheckpoint } from './sql-checkpoints.ts';
import { writeDirectories } from './sql-directories.ts';
import { nameDocuments, writeDocuments } from './sql-documents.ts';
import { writeEndings } from './sql-endings.ts';
import { insertAgentEvent, insertNoticeEvents } from './sql-notice-events.ts';
import { pruneOperations } from './sql-prune.ts';
import { IS_RARE, readGrants, readLog, readLogId, readNodes, readRules } from './sql-reads.ts';
import { enterMandate } from './sql-search-entries.ts';
import * as statements from './sql-statements.ts';
import type { StoredGrant, Unit } from './store.ts';

type Trx = Transaction<AuthoritySchema>;

const ROWS_PER_INSERT = 500;

/**
 * The operations of one transaction. SQLite has one writer at a time. On PostgreSQL, rows are locked in this
 * order: tenant, event_head; what grows the log locks log_state, then tenants by name, then event_head. No
 * transaction locks log_state after another row, and ending_state is locked last.
 */
export function createUnit(trx: Trx, engine: Engine): Unit {
  return {
    ...tenantOperations(trx, engine),
    ...mandateOperations(trx, engine),
    unreportedGrants: readGrants(trx).unreportedGrants,
    standing: standingIn(trx, engine),
    known: knownActionsIn(trx, engine),
    ...grantOperations(trx, engine),
    ...receiptOperations(trx, engine),
    ...eventOperations(trx, engine),
    ...logOperations(trx, engine),
    ...writeDirectories(trx),
    ...writeAddenda(trx),
    ...writeDocuments(trx),
    ...writeEndings(trx, engine),
    ...writeAgentTokens(trx),
  };
}

function tenantOperations(
  trx: Trx,
  engine: Engine,
): Pick<Unit, 'lockTenant' | 'readLocked' | 'setReceiptChain'> {
  const lock = (tenant: string) => statements.TENANT[engine].first(trx, { tenant });
  const lockNew = async (tenant: string) => {
    await trx
      .insertInto('tenant')
      .values({ tenant, receipt_sequence: 0, previous_receipt_hash: null })
      .onConflict((conflict) => conflict.column('tenant').doNothing())
      .execute();
    const row = await lock(tenant);
    if (row === undefined) throw new Error(`the tenant ${tenant} is gone`);
    return row;
  };
  return {
    async lockTenant(tenant) {
      const row = (await lock(tenant)) ?? (await lockNew(tenant));
      return { sequence: toInteger(row.receipt_sequence), previousHash: row.previous_receipt_hash };
    },
    async readLocked(tenant, read) {
      // PostgreSQL runs them one after the other: each read sees what was committed before the lock was given.
      const [row, found] = await together([lock(tenant), read()]);
      if (row !== undefined) return found;
      // INVARIANT: what was read without a lock is never used.
      await lockNew(tenant);
      return read();
    },
    async setReceiptChain(tenant, { sequence, previousHash }) {
      await statements.SET_RECEIPT_CHAIN.run(trx, {
        tenant,
        receipt_sequence: sequence,
        previous_receipt_hash: previousHash,
      });
    },
  };
}

function mandateOperations(
  trx: Trx,
  engine: Engine,
): Pick<
  Unit,
  'mandate' | 'insertMandate' | 'setRevocation' | 'profileSeen' | 'setProfileSeen' | 'keepRules' | 'rules'
> {
  return {
    async mandate(mandateId) {
      const row = await statements.MANDATE.first(trx, { mandateId });
      return row === undefined ? null : toMandate(row);
    },
    async insertMandate(mandate) {
      await trx.insertInto('contract').values(fromMandate(mandate)).execute();
      await enterMandate(trx, { ...mandate, registered_at: instantColumn(mandate.registered_at) });
    },
    async setRevocation(mandateId, revocation, recordedAt) {
      await trx
        .updateTable('contract')
        .set({ revocation_json: JSON.stringify(revocation), revocation_recorded_at: recordedAt })
        .where('contract_id', '=', mandateId)
        .execute();
    },
    async profileSeen(name) {
      const query = trx.selectFrom('profile_seen').selectAll().where('name', '=', name);
      const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
      return row === undefined ? null : { version: row.version, profileHash: row.profile_hash };
    },
    async setProfileSeen(name, { version, profileHash }) {
      await trx
        .insertInto('profile_seen')
        .values({ name, version, profile_hash: profileHash })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ version, profile_hash: profileHash }))
        .execute();
    },
    async keepRules({ profile, plugin }) {
      const { profile_hash } = profile;
      await trx
        .insertInto('rules')
        .values({
          profile_hash,
          profile_json: JSON.stringify(profile),
          plugin_json: JSON.stringify(plugin),
          name: profile.profile.name,
          version_key: versionKey(profile.profile.version),
        })
        .onConflict((conflict) => conflict.column('profile_hash').doNothing())
        .execute();
    },
    rules: (profileHash) => readRules(trx, profileHash),
  };
}

function grantOperations(
  trx: Trx,
  engine: Engine,
): Pick<
  Unit,
  | 'liveDuplicate'
  | 'liveActions'
  | 'grant'
  | 'grantUnlocked'
  | 'insertGrant'
  | 'moveGrant'
  | 'restoreGrant'
  | 'requestNotices'
  | 'enterNoticeEvents'
  | 'tellAgent'
  | 'keepApprovals'
  | 'raiseCounter'
  | 'noteOnGrant'
> {
  return {
    async liveDuplicate(tenant, idempotencyKey) {
      const row = await statements.LIVE_DUPLICATE.first(trx, { tenant, idempotencyKey });
      return row?.grant_id ?? null;
    },
    async liveActions(tenant, after, limit) {
      const rows = await statements.LIVE_ACTIONS.all(trx, { tenant, after, limit });
      return rows.map(({ live_key, action_json }) => ({
        place: live_key ?? '',
        action: JSON.parse(action_json),
      }));
    },
    async grant(grantId) {
      const row = await statements.LOCKED_GRANT[engine].first(trx, { grantId });
      return row === undefined ? null : toGrant(row);
    },
    async grantUnlocked(grantId) {
      const row = await statements.GRANT.first(trx, { grantId });
      return row === undefined ? null : toRecord(row);
    },
    async insertGrant(grant) {
      await insertGrant(trx, engine, grant);
    },
    async moveGrant(event, grant) {
      const { status: previous } = grant.record;
      if (!mayMove(previous, event)) return null;
      const moved = { ...grant, record: { ...grant.record, status: TRANSITIONS[event].to } };
      const row = { ...fromGrant(moved), previous };
      const isMoved =
        event === 'redeem'
          ? await spendGrant(trx, engine, row)
          : (await statements.MOVE_GRANT.run(trx, row)) === 1;
      if (!isMoved) return null;
      // INVARIANT: nothing else changes what a proposal fixed.
      if (event === 'approve') await statements.SIGN_GRANT_AGAIN.run(trx, row);
      if (grant.unique && !isLive(moved.record.status)) {
        await knownActionsIn(trx, engine).remove(grant.record.grant.grant_id);
      }
      return moved;
    },
    async restoreGrant(grant) {
      const { grant_id } = grant.record.grant;
      await trx.deleteFrom('receipt_queue').where('grant_id', '=', grant_id).execute();
      await trx.deleteFrom('action_grant').where('grant_id', '=', grant_id).execute();
      await trx.deleteFrom('grant_body').where('grant_id', '=', grant_id).execute();
      await insertGrant(trx, engine, grant);
      const isOpen = grant.record.status === TRANSITIONS.redeem.to && grant.record.receipt_id === null;
      const mark = isOpen ? statements.OPEN_REDEMPTION : statements.CLOSE_REDEMPTION;
      await mark.run(trx, { grant_id });
      // Nobody here knows the plugin, so all of the tenant's actions are read again at the next proposal.
      await knownActionsIn(trx, engine).forget(grant.record.grant.tenant);
    },
    async requestNotices(rounds) {
      if (rounds.length === 0) return;
      // A doubt may be declared again before its first notice is entered.
      await trx
        .insertInto('notice_round')
        .values(rounds)
        .onConflict((conflict) => conflict.columns(['grant_id', 'route', 'round']).doNothing())
        .execute();
    },
    enterNoticeEvents: (events) => insertNoticeEvents(trx, events),
    tellAgent: (event, mandateId) => insertAgentEvent(trx, event, mandateId),
    async keepApprovals({ grant, earlier_approvals: approvals }) {
      const { numUpdatedRows } = await trx
        .updateTable('action_grant')
        .set({ earlier_approvals_json: JSON.stringify(approvals ?? []) })
        .where('grant_id', '=', grant.grant_id)
        .where('status', '=', 'pending')
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async noteOnGrant(grantId, note) {
      const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
      await trx
        .updateTable('action_grant')
        .set({
          ...(note.inDoubt === undefined ? {} : { in_doubt_json: json(note.inDoubt) }),
          ...(note.settlement === undefined ? {} : { settlement_json: json(note.settlement) }),
          ...(note.cancellation === undefined ? {} : { cancellation_json: json(note.cancellation) }),
        })
        .where('grant_id', '=', grantId)
        .execute();
    },
    async raiseCounter({ fingerprint, enrolled, shown, mayStand }) {
      await trx
        .insertInto('sign_counter')
        .values({ fingerprint, counter: enrolled })
        .onConflict((conflict) => conflict.column('fingerprint').doNothing())
        .execute();
      const { numUpdatedRows } = await trx
        .updateTable('sign_counter')
        .set({ counter: shown })
        .where('fingerprint', '=', fingerprint)
        .where('counter', mayStand ? '<=' : '<', shown)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}

async function spendGrant(
  trx: Trx,
  engine: Engine,
  row: ReturnType<typeof fromGrant> & { readonly previous: string },
): Promise<boolean> {
  if (engine === 'postgres') return (await statements.SPEND_GRANT_AT_ONCE.first(trx, row)) !== undefined;
  if ((await statements.SPEND_GRANT.run(trx, row)) !== 1) return false;
  await statements.OPEN_REDEMPTION.run(trx, row);
  return true;
}

async function insertGrant(trx: Trx, engine: Engine, grant: StoredGrant): Promise<void> {
  const row = fromGrant(grant);
  if (engine === 'postgres') await statements.INSERT_GRANT_AT_ONCE.run(trx, row);
  else {
    await statements.INSERT_GRANT_STATE.run(trx, row);
    await statements.INSERT_GRANT_BODY.run(trx, row);
  }
  await nameDocuments(trx, grant.record.action);
}

function receiptOperations(
  trx: Trx,
  engine: Engine,
): Pick<
  Unit,
  'queueReceipt' | 'takeQueued' | 'insertReceipts' | 'insertLostReceipt' | 'oldReceipts' | 'pruneReceipts'
> {
  return {
    async queueReceipt(enforcement) {
      const { grant_id, decided_at } = enforcement.decision;
      await statements.QUEUE_RECEIPT.run(trx, {
        grant_id,
        queued_at: instantColumn(decided_at),
        enforcement_json: JSON.stringify(enforcement),
      });
      await statements.CLOSE_REDEMPTION.run(trx, { grant_id });
    },
    // Of two processes, one sequences, and the other waits and then finds nothing left.
    async takeQueued(limit) {
      const rows = await statements.QUEUED.all(trx, { limit });
      if (rows.length === 0) return [];
      const ids = rows.map(({ grant_id }) => grant_id);
      await trx.deleteFrom('receipt_queue').where('grant_id', 'in', ids).execute();
      return rows.map(({ enforcement_json, tenant }) => ({
        enforcement: JSON.parse(enforcement_json),
        tenant,
      }));
    },
    async insertReceipts(placed, chains) {
      const divided = placed.map(({ place, receipt }) => ({ place, ...divideReceipt(receipt) }));
      const receipts = divided.map(({ place }) => ({ ...fromPlace(place), pruned_by: null }));
      const bodies = divided.map(({ place, body }) => ({ leaf_index: place.leaf_index, receipt_json: body }));
      const known = new Map(divided.flatMap(({ parts }) => [...parts]));
      const parts = [...known].map(([hash, part_json]) => ({ hash, part_json }));
      const tenants = [...chains].map(([tenant, { sequence, previousHash }]) => ({
        tenant,
        receipt_sequence: sequence,
        previous_receipt_hash: previousHash,
      }));
      if (engine === 'postgres') {
        await statements.INSERT_RECEIPTS_AT_ONCE.run(trx, {
          receipts: JSON.stringify(receipts),
          bodies: JSON.stringify(bodies),
          parts: JSON.stringify(parts),
          tenants: JSON.stringify(tenants),
        });
        return;
      }
      for (const row of parts) await statements.INSERT_RECEIPT_PART.run(trx, row);
      for (const row of receipts) {
        await statements.INSERT_RECEIPT.run(trx, row);
        await statements.CLOSE_REDEMPTION.run(trx, row);
      }
      for (const row of bodies) await statements.INSERT_RECEIPT_BODY.run(trx, row);
      for (const row of tenants) await statements.SET_RECEIPT_CHAIN.run(trx, row);
    },
    async insertLostReceipt(place, eventId) {
      const row = fromPlace(place);
      await statements.INSERT_RECEIPT.run(trx, { ...row, pruned_by: eventId });
      await statements.CLOSE_REDEMPTION.run(trx, row);
    },
    ...pruneOperations(trx, engine),
  };
}

function eventOperations(
  trx: Trx,
  engine: Engine,
): Pick<
  Unit,
  | 'lockEvents'
  | 'insertEvents'
  | 'enforcementEvent'
  | 'reportedGrants'
  | 'settlements'
  | 'cancellationRecordedAt'
  | 'markRecordedAt'
> {
  return {
    async lockEvents() {
      const row = await statements.EVENT_HEAD[engine].first(trx, {});
      if (row === undefined) throw new Error('the chain of events has no head');
      return { sequence: toInteger(row.sequence), previousHash: row.previous_hash };
    },
    async insertEvents(records) {
      const rows = records.map((record) => ({
        sequence: record.event.sequence,
        event_id: record.event.event_id,
        kind: record.event.kind,
        grant_id: record.event.grant_id,
        event_hash: record.event_hash,
        record_json: JSON.stringify(record),
      }));
      const last = rows.at(-1);
      if (last === undefined) return;
      const head = { sequence: last.sequence + 1, previous_hash: last.event_hash };
      if (engine === 'postgres') {
        await statements.APPEND_EVENTS_AT_ONCE.run(trx, { ...head, events: JSON.stringify(rows) });
        return;
      }
      for (const row of rows) await statements.INSERT_EVENT.run(trx, row);
      await statements.SET_EVENT_HEAD.run(trx, head);
    },
    async settlements(grantId) {
      const rows = await trx
        .selectFrom('event')
        .select('record_json')
        .where('grant_id', '=', grantId)
        .where('kind', '=', 'grant_settled')
        .orderBy('sequence')
        .execute();
      return rows.map(({ record_json }) => (JSON.parse(record_json) as EventRecord).body as SignedSettlement);
    },
    async cancellationRecordedAt(grantId) {
      const row = await trx
        .selectFrom('event')
        .select('record_json')
        .where('grant_id', '=', grantId)
        .where('kind', '=', 'grant_cancelled')
        .orderBy('sequence')
        .executeTakeFirst();
      return row === undefined ? null : atOf(row);
    },
    async markRecordedAt(fingerprint) {
      const row = await trx
        .selectFrom('event')
        .select('record_json')
        .where('kind', '=', 'key_compromised')
        .where(IS_RARE)
        .where('record_json', 'like', `%"fingerprint":"${fingerprint}"%`)
        .orderBy('sequence')
        .executeTakeFirst();
      return row === undefined ? null : atOf(row);
    },
    async enforcementEvent(grantId) {
      const row = await statements.ENFORCEMENT_EVENT.first(trx, { grantId });
      return row === undefined ? null : JSON.parse(row.record_json);
    },
    async reportedGrants(grantIds) {
      const rows = await statements.reportedGrants(trx, engine, grantIds);
      return new Map(rows.map((row) => [row.grant_id, toReportedGrant(row)]));
    },
  };
}

function atOf({ record_json }: { readonly record_json: string }): string {
  return (JSON.parse(record_json) as EventRecord).event.at;
}

function logOperations(
  trx: Trx,
  engine: Engine,
): Pick<Unit, 'logId' | 'newestHead' | 'lockLog' | 'logNodes' | 'appendLog'> {
  return {
    logId: () => readLogId(trx, engine),
    newestHead: () => readLog({ db: trx, engine }).treeHead(null),
    async lockLog() {
      const row = await statements.LOG_SIZE[engine].first(trx, {});
      if (row === undefined) throw new Error('the log has no state');
      return toInteger(row.tree_size);
    },
    logNodes: (coordinates) => readNodes(trx, engine, coordinates),
    async appendLog({ head, nodes, checkpoint }) {
      const { tree_size } = head.tree_head;
      const rows = nodes.map(({ level, index, hash }) => ({ level, node_index: index, hash }));
      const head_json = JSON.stringify(head);
      if (engine === 'postgres' && checkpoint !== undefined) {
        const { origin, note } = checkpoint;
        const log = { nodes: JSON.stringify(rows), tree_size, head_json, origin, note };
        await statements.APPEND_LOG_AT_ONCE.run(trx, log);
        return;
      }
      await insertNodes(trx, engine, rows);
      await statements.INSERT_LOG_HEAD.run(trx, { tree_size, head_json });
      await statements.SET_LOG_SIZE.run(trx, { tree_size });
      if (checkpoint !== undefined) await insertCheckpoint(trx, checkpoint);
    },
  };
}

/** SQLite runs a prepared statement faster than Kysely builds one for all rows. */
async function insertNodes(
  trx: Trx,
  engine: Engine,
  rows: readonly AuthoritySchema['log_node'][],
): Promise<void> {
  if (engine === 'sqlite') {
    for (const row of rows) await statements.INSERT_LOG_NODE.run(trx, row);
    return;
  }
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await trx
      .insertInto('log_node')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .execute();
  }
}

import { toInteger } from '@common/kit/sql/portable';
import type { Engine } from '@common/kit/sql/url';
import { firstStatus, TRANSITIONS } from '@platform/policy/grant-states';
import type { SignedTreeHead } from '@platform/protocol/log';
import type { Receipt } from '@platform/protocol/receipt';
import type { Transaction } from 'kysely';
import {
  counterKey,
  fromGrant,
  fromMandate,
  fromMaterial,
  instantColumn,
  toGrant,
  toMandate,
  toMaterial,
} from './rows.ts';
import type { AuthoritySchema } from './schema.ts';
import { readNodes } from './sql-reads.ts';
import type { LogNode, StoredGrant, Unit } from './store.ts';

type Trx = Transaction<AuthoritySchema>;

const ROWS_PER_INSERT = 500;

/**
 * One transaction's operations. SQLite has one writer at a time; on PostgreSQL the rows that decide are locked, in this
 * order: tenant, event_head; the sequencer takes log_state, then tenants. Nobody takes log_state after another lock.
 */
export function createUnit(trx: Trx, engine: Engine): Unit {
  return {
    ...tenantOperations(trx, engine),
    ...mandateOperations(trx, engine),
    ...standingOperations(trx),
    ...grantOperations(trx, engine),
    ...receiptOperations(trx, engine),
    ...eventOperations(trx, engine),
    ...logOperations(trx),
  };
}

function tenantOperations(trx: Trx, engine: Engine): Pick<Unit, 'lockTenant' | 'setReceiptChain'> {
  return {
    async lockTenant(tenant) {
      const query = trx.selectFrom('tenant').selectAll().where('tenant', '=', tenant);
      const lock = () => (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
      let row = await lock();
      if (row === undefined) {
        await trx
          .insertInto('tenant')
          .values({ tenant, receipt_sequence: 0, previous_receipt_hash: null })
          .onConflict((conflict) => conflict.column('tenant').doNothing())
          .execute();
        row = await lock();
      }
      if (row === undefined) throw new Error(`the tenant ${tenant} is gone`);
      return { sequence: toInteger(row.receipt_sequence), previousHash: row.previous_receipt_hash };
    },
    async setReceiptChain(tenant, { sequence, previousHash }) {
      await trx
        .updateTable('tenant')
        .set({ receipt_sequence: sequence, previous_receipt_hash: previousHash })
        .where('tenant', '=', tenant)
        .execute();
    },
  };
}

function mandateOperations(
  trx: Trx,
  engine: Engine,
): Pick<Unit, 'mandate' | 'insertMandate' | 'setRevocation' | 'profileSeen' | 'setProfileSeen'> {
  return {
    async mandate(mandateId) {
      const row = await trx
        .selectFrom('contract')
        .selectAll()
        .where('contract_id', '=', mandateId)
        .executeTakeFirst();
      return row === undefined ? null : toMandate(row);
    },
    async insertMandate(mandate) {
      await trx.insertInto('contract').values(fromMandate(mandate)).execute();
    },
    async setRevocation(mandateId, revocation) {
      await trx
        .updateTable('contract')
        .set({ revocation_json: JSON.stringify(revocation) })
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
  };
}

function standingOperations(trx: Trx): Pick<Unit, 'standing' | 'setStanding'> {
  return {
    async standing(mandateId, counters) {
      if (counters.length === 0) return [];
      const rows = await trx
        .selectFrom('standing')
        .selectAll()
        .where('contract_id', '=', mandateId)
        .where('period', 'in', [...new Set(counters.map(({ period }) => period))])
        .execute();
      const values = new Map(rows.map((row) => [counterKey(row), row.value]));
      return counters.map((counter) => values.get(counterKey(counter)) ?? '0');
    },
    async setStanding(mandateId, { counter, period }, value) {
      await trx
        .insertInto('standing')
        .values({ contract_id: mandateId, counter, period, value })
        .onConflict((conflict) =>
          conflict.columns(['contract_id', 'counter', 'period']).doUpdateSet({ value }),
        )
        .execute();
    },
  };
}

function grantOperations(
  trx: Trx,
  engine: Engine,
): Pick<Unit, 'liveDuplicate' | 'grant' | 'grantUnlocked' | 'insertGrant' | 'moveGrant'> {
  return {
    async liveDuplicate(tenant, idempotencyKey) {
      const row = await trx
        .selectFrom('action_grant')
        .select('grant_id')
        .where('tenant', '=', tenant)
        .where('live_key', '=', idempotencyKey)
        .executeTakeFirst();
      return row?.grant_id ?? null;
    },
    async grant(grantId) {
      const query = trx.selectFrom('action_grant').selectAll().where('grant_id', '=', grantId);
      const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
      return row === undefined ? null : toGrant(row);
    },
    async grantUnlocked(grantId) {
      const row = await trx
        .selectFrom('action_grant')
        .selectAll()
        .where('grant_id', '=', grantId)
        .executeTakeFirst();
      return row === undefined ? null : toGrant(row);
    },
    async insertGrant(grant) {
      const first: StoredGrant = { ...grant, status: firstStatus(grant.policyDecision.outcome) };
      await trx
        .insertInto('action_grant')
        .values({ ...fromGrant(first), receipt_id: null })
        .execute();
      return first;
    },
    async moveGrant(event, grant) {
      const { from, to } = TRANSITIONS[event];
      const moved: StoredGrant = { ...grant, status: to };
      const { grant_id: grantId, ...columns } = fromGrant(moved);
      const { numUpdatedRows } = await trx
        .updateTable('action_grant')
        .set(columns)
        .where('grant_id', '=', grantId)
        .where('status', '=', grant.status)
        .where('status', 'in', from)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? moved : null;
    },
  };
}

function receiptOperations(
  trx: Trx,
  engine: Engine,
): Pick<Unit, 'queueReceipt' | 'takeQueued' | 'insertReceipt'> {
  return {
    async queueReceipt(material) {
      await trx
        .insertInto('receipt_queue')
        .columns(['grant_id', 'queued_at', 'material_json'])
        .expression(
          trx
            .selectFrom('action_grant')
            .select((of) => [
              of.val(material.grantId).as('grant_id'),
              of.val(instantColumn(material.enforcement.decision.decided_at)).as('queued_at'),
              of.val(fromMaterial(material)).as('material_json'),
            ])
            .where('grant_id', '=', material.grantId)
            .where('receipt_id', 'is', null),
        )
        .onConflict((conflict) => conflict.column('grant_id').doNothing())
        .execute();
    },
    async takeQueued(limit) {
      // Locks the log first: of two processes one sequences, the other waits and then finds nothing left.
      if (engine === 'postgres') {
        await trx.selectFrom('log_state').select('id').where('id', '=', 1).forUpdate().execute();
      }
      const rows = await trx
        .selectFrom('receipt_queue')
        .selectAll()
        .orderBy('queued_at')
        .orderBy('grant_id')
        .limit(limit)
        .execute();
      if (rows.length === 0) return [];
      const ids = rows.map(({ grant_id }) => grant_id);
      await trx.deleteFrom('receipt_queue').where('grant_id', 'in', ids).execute();
      return rows.map(({ material_json }) => toMaterial(material_json));
    },
    async insertReceipt(receipt: Receipt, leafIndex) {
      const grantId = receipt.how.grant.grant_id;
      await trx
        .insertInto('receipt')
        .values({
          receipt_id: receipt.receipt_id,
          grant_id: grantId,
          tenant: receipt.who.tenant,
          sequence: receipt.bundle.sequence,
          leaf_index: leafIndex,
          receipt_json: JSON.stringify(receipt),
          is_exported: false,
        })
        .execute();
      await trx
        .updateTable('action_grant')
        .set({ receipt_id: receipt.receipt_id })
        .where('grant_id', '=', grantId)
        .execute();
    },
  };
}

function eventOperations(
  trx: Trx,
  engine: Engine,
): Pick<Unit, 'lockEvents' | 'insertEvent' | 'enforcementEvent'> {
  return {
    async lockEvents() {
      const query = trx.selectFrom('event_head').selectAll().where('id', '=', 1);
      const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
      return { sequence: toInteger(row.sequence), previousHash: row.previous_hash };
    },
    async insertEvent(record) {
      const { event, event_hash } = record;
      await trx
        .insertInto('event')
        .values({
          sequence: event.sequence,
          event_id: event.event_id,
          kind: event.kind,
          grant_id: event.grant_id,
          event_hash,
          record_json: JSON.stringify(record),
        })
        .execute();
      await trx
        .updateTable('event_head')
        .set({ sequence: event.sequence + 1, previous_hash: event_hash })
        .where('id', '=', 1)
        .execute();
    },
    async enforcementEvent(grantId) {
      const row = await trx
        .selectFrom('event')
        .select('record_json')
        .where('grant_id', '=', grantId)
        .where('kind', '=', 'enforcement')
        .executeTakeFirst();
      return row === undefined ? null : JSON.parse(row.record_json);
    },
  };
}

function logOperations(trx: Trx): Pick<Unit, 'logSize' | 'logNodes' | 'appendLog'> {
  return {
    async logSize() {
      const row = await trx
        .selectFrom('log_state')
        .select('tree_size')
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      return toInteger(row.tree_size);
    },
    logNodes: (coordinates) => readNodes(trx, coordinates),
    async appendLog(head: SignedTreeHead, nodes: readonly LogNode[]) {
      for (let start = 0; start < nodes.length; start += ROWS_PER_INSERT) {
        const rows = nodes.slice(start, start + ROWS_PER_INSERT);
        await trx
          .insertInto('log_node')
          .values(rows.map(({ level, index, hash }) => ({ level, node_index: index, hash })))
          .execute();
      }
      const { tree_size } = head.tree_head;
      await trx
        .insertInto('log_head')
        .values({ tree_size, head_json: JSON.stringify(head) })
        .execute();
      await trx.updateTable('log_state').set({ tree_size }).where('id', '=', 1).execute();
    },
  };
}

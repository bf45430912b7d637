import type { SignedStatement } from '@common/evidence/statement';
import { EMPTY_LIST, type ListState } from '@common/evidence/statement-list';
import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import { sql } from 'kysely';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import type {
  AttestationStore,
  ListedStatement,
  PublishedKey,
  WantedStatement,
} from './attestations.store.ts';

/** Statements that one addition removes, so that the list never grows faster than it is pruned. */
const REMOVED_AT_ONCE = 2;

export function createAttestationStore(database: Database<ScreenerSchema>): AttestationStore {
  const { db } = database;
  return {
    keys: () => readKeys(db),
    beginKey: (publicKey, now) =>
      locked(database, async (trx) => {
        const [present] = await readKeys(trx);
        if (present !== undefined) return present.publicKey;
        await trx
          .insertInto('attestation_key')
          .values({ public_key: publicKey, not_before: now, not_after: null })
          .execute();
        return publicKey;
      }),
    replaceKey: (publicKey, now, overlapMs) =>
      locked(database, async (trx) => {
        await trx
          .updateTable('attestation_key')
          .set({ not_after: now + overlapMs })
          .where('not_after', 'is', null)
          .execute();
        await trx
          .insertInto('attestation_key')
          .values({ public_key: publicKey, not_before: now - overlapMs, not_after: null })
          .execute();
      }),
    find: (wanted) => findStatement(db, wanted),
    append: (wanted, make, removeBefore) =>
      locked(database, async (trx, list) => {
        const [present] = await readKeys(trx);
        if (present?.publicKey !== wanted.publicKey) return null;
        const known = await findStatement(trx, wanted);
        if (known !== null) return known;
        const { sealed, listHash, expiresAt } = make(list);
        await trx
          .insertInto('attestation')
          .values({
            number: list.size + 1,
            statement_hash: sealed.statement_hash,
            list_hash: listHash,
            evidence_hash: wanted.evidenceHash,
            public_key: wanted.publicKey,
            expires_at: expiresAt,
            sealed: JSON.stringify(sealed),
          })
          .execute();
        await removeOld(trx, removeBefore);
        return { before: list, listHash, sealed };
      }),
    list: () => readList(db),
    async read(from, to) {
      const rows = await db
        .selectFrom('attestation')
        .select(['number', 'statement_hash', 'list_hash', 'sealed'])
        .where('number', '>=', from)
        .where('number', '<=', to)
        .orderBy('number')
        .execute();
      return rows.map((row) => ({
        number: toInteger(row.number),
        statementHash: row.statement_hash,
        listHash: row.list_hash,
        sealed: row.sealed === null ? null : (JSON.parse(row.sealed) as SignedStatement),
      }));
    },
    listAt: (size) => listAt(db, size),
  };
}

/** One writer at a time. SQLite has only one anyway. */
function locked<Value>(
  database: Database<ScreenerSchema>,
  work: (trx: Executor, list: ListState) => Promise<Value>,
): Promise<Value> {
  return transaction(
    database,
    async (trx) => {
      if (database.engine === 'postgres')
        await sql`select pg_advisory_xact_lock(hashtext('attestations'), 0)`.execute(trx);
      return work(trx, await readList(trx));
    },
    // What it reads after the lock is all that was committed before.
    { isolation: 'read committed', group: 'attestations' },
  );
}

async function readKeys(db: Executor): Promise<readonly PublishedKey[]> {
  const rows = await db.selectFrom('attestation_key').selectAll().execute();
  return rows
    .map((row) => ({
      publicKey: row.public_key,
      notBefore: toInteger(row.not_before),
      notAfter: row.not_after === null ? null : toInteger(row.not_after),
    }))
    .sort((a, b) => (b.notAfter ?? Number.POSITIVE_INFINITY) - (a.notAfter ?? Number.POSITIVE_INFINITY));
}

async function readList(db: Executor): Promise<ListState> {
  const row = await db
    .selectFrom('attestation')
    .select(['number', 'list_hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? EMPTY_LIST : { size: toInteger(row.number), list_hash: row.list_hash };
}

async function listAt(db: Executor, size: number): Promise<ListState | null> {
  if (size === 0) return EMPTY_LIST;
  const row = await db
    .selectFrom('attestation')
    .select('list_hash')
    .where('number', '=', size)
    .executeTakeFirst();
  return row === undefined ? null : { size, list_hash: row.list_hash };
}

async function findStatement(
  db: Executor,
  { evidenceHash, issuer, publicKey, now }: WantedStatement,
): Promise<ListedStatement | null> {
  const row = await db
    .selectFrom('attestation')
    .select(['number', 'list_hash', 'sealed'])
    .where('evidence_hash', '=', evidenceHash)
    .where('public_key', '=', publicKey)
    .where('expires_at', '>', now)
    .where('sealed', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const sealed = JSON.parse(row.sealed ?? '') as SignedStatement;
  if (sealed.statement.issuer !== issuer) return null;
  const before = await listAt(db, toInteger(row.number) - 1);
  if (before === null) throw new Error(`the list of attestations has no number ${toInteger(row.number) - 1}`);
  return { before, listHash: row.list_hash, sealed };
}

async function removeOld(trx: Executor, before: number): Promise<void> {
  const old = trx
    .selectFrom('attestation')
    .select('number')
    .where('sealed', 'is not', null)
    .where('expires_at', '<', before)
    .orderBy('expires_at')
    .limit(REMOVED_AT_ONCE);
  await trx.updateTable('attestation').set({ sealed: null }).where('number', 'in', old).execute();
}

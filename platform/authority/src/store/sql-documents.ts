import { requiredMs } from '@common/base/instant';
import { toInteger, upsert } from '@common/kit/sql/portable';
import { OPEN_STATUSES } from '@platform/core/decide/grant-states';
import type { DocumentType } from '@platform/core/objects/document';
import type { Action } from '@platform/core/objects/grant';
import { type Kysely, sql } from 'kysely';
import type { DocumentReads, DocumentWrites, DueDocuments } from './documents.store.ts';
import type { AuthoritySchema } from './schema.ts';

type Db = Kysely<AuthoritySchema>;

export function readDocuments(db: Db): DocumentReads {
  return {
    async documentBytes({ tenant, sha256 }) {
      const row = await db
        .selectFrom('document_bytes')
        .select('bytes')
        .where('tenant', '=', tenant)
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      return row?.bytes ?? null;
    },
    async tenantsWithDueDocuments(due) {
      const rows = await db
        .selectFrom('document')
        .select('tenant')
        .where('uploaded_at', '<', due.uploadedBefore)
        .where(({ not, exists }) => not(exists(usesOfDocument(db))))
        .union(usesDue(db, due).select('tenant'))
        .execute();
      return rows.map(({ tenant }) => tenant);
    },
    async documentsAfter(after, limit) {
      let query = db.selectFrom('document').select(['tenant', 'sha256']);
      if (after !== null)
        query = query.where(({ or, and, eb }) =>
          or([
            eb('tenant', '>', after.tenant),
            and([eb('tenant', '=', after.tenant), eb('sha256', '>', after.sha256)]),
          ]),
        );
      return query.orderBy('tenant').orderBy('sha256').limit(limit).execute();
    },
  };
}

export function writeDocuments(trx: Db): DocumentWrites {
  return {
    async documents(tenant, hashes) {
      const rows = await trx
        .selectFrom('document')
        .select(['sha256', 'media_type', 'size_bytes'])
        .where('tenant', '=', tenant)
        .where('sha256', 'in', hashes)
        .execute();
      return rows.map(({ sha256, media_type, size_bytes }) => ({
        sha256,
        mediaType: media_type as DocumentType,
        sizeBytes: toInteger(size_bytes),
      }));
    },
    async documentsHeld(tenant, mandateId, since) {
      const sumOf = (condition: ReturnType<typeof sql<boolean>>) =>
        sql<unknown>`coalesce(sum(case when ${condition} then size_bytes else 0 end), 0)`;
      const sums = await trx
        .selectFrom('document')
        .select([
          sumOf(sql`1 = 1`).as('all'),
          sumOf(sql`contract_id = ${mandateId} and uploaded_at >= ${since}`).as('own'),
        ])
        .where('tenant', '=', tenant)
        .executeTakeFirstOrThrow();
      const { waiting } = await trx
        .selectFrom('document')
        .select(({ fn }) => fn.countAll().as('waiting'))
        .where('tenant', '=', tenant)
        .where('contract_id', '=', mandateId)
        .where(({ not, exists }) => not(exists(usesOfDocument(trx))))
        .executeTakeFirstOrThrow();
      return {
        waiting: toInteger(waiting),
        tenantBytes: toInteger(sums.all),
        mandateBytes: toInteger(sums.own),
      };
    },
    async keepDocument({ tenant, sha256, mandateId, mediaType, sizeBytes, uploadedAt, bytes }) {
      const place = { tenant, sha256 };
      const facts = { contract_id: mandateId, media_type: mediaType, size_bytes: sizeBytes };
      await upsert(trx, 'document', [{ ...place, ...facts, uploaded_at: uploadedAt }], ['tenant', 'sha256']);
      await upsert(trx, 'document_bytes', [{ ...place, bytes }], ['tenant', 'sha256']);
    },
    async pruneDocuments(tenant, due) {
      await trx
        .deleteFrom('document_use')
        .where('tenant', '=', tenant)
        .where('grant_id', 'in', usesDue(trx, due).select('grant_id'))
        .execute();
      await trx
        .deleteFrom('document')
        .where('tenant', '=', tenant)
        .where('uploaded_at', '<', due.uploadedBefore)
        .where(({ not, exists }) => not(exists(usesOfDocument(trx))))
        .execute();
      const kept = trx.selectFrom('document').select('sha256').where('tenant', '=', tenant);
      await trx
        .deleteFrom('document_bytes')
        .where('tenant', '=', tenant)
        .where('sha256', 'not in', kept)
        .execute();
    },
  };
}

/** Notes which documents the grant of an action names: they are kept as long as it. */
export async function nameDocuments(trx: Db, { grant_id, tenant, documents, proposed_at }: Action) {
  if (documents === undefined) return;
  const named_at = requiredMs(proposed_at);
  const rows = documents.map(({ sha256 }) => ({ grant_id, sha256, tenant, named_at }));
  await upsert(trx, 'document_use', rows, ['grant_id', 'sha256']);
}

function usesOfDocument(db: Db) {
  return db
    .selectFrom('document_use')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`document_use.tenant = document.tenant and document_use.sha256 = document.sha256`);
}

/** What grants that have ended named too long ago. */
function usesDue(db: Db, { namedBefore }: DueDocuments) {
  const open = db
    .selectFrom('action_grant')
    .select('grant_id')
    .where('status', 'in', [...OPEN_STATUSES]);
  return db
    .selectFrom('document_use')
    .where('named_at', '<', namedBefore ?? Number.MIN_SAFE_INTEGER)
    .where('grant_id', 'not in', open);
}

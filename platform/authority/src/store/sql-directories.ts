import { formatInstant } from '@common/base/instant';
import { toInteger } from '@common/kit/sql/portable';
import { prepare, type Slot } from '@common/kit/sql/prepared';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { Kysely } from 'kysely';
import type { DirectoryPlace, DirectoryReads, DirectoryWrites, LoggedEntry } from './directories.store.ts';
import type { AuthoritySchema } from './schema.ts';

type Db = Kysely<AuthoritySchema>;

interface Asked extends DirectoryPlace {
  readonly after: number;
  readonly limit: number;
}

/** Asked in every decision by a directory: mostly there is nothing new. */
const ENTRIES = prepare((db: Db, value: Slot<Asked>) =>
  db
    .selectFrom('directory_entry')
    .select('entry_json')
    .where('tenant', '=', value('tenant'))
    .where('profile', '=', value('profile'))
    .where('directory', '=', value('directory'))
    .where('sequence', '>', value('after'))
    .orderBy('sequence')
    .limit(value('limit')),
);

export function readDirectories(db: Db): DirectoryReads {
  return {
    async directoryEntries({ tenant, profile, directory }, after, limit) {
      const rows = await ENTRIES.all(db, { tenant, profile, directory, after: after ?? -1, limit });
      return rows.map(({ entry_json }): SignedEntry => JSON.parse(entry_json));
    },
    async directoryHeads(tenant) {
      let query = db
        .selectFrom('directory_entry')
        .select(['tenant', 'profile', 'directory', ({ fn }) => fn.max('sequence').as('sequence')])
        .groupBy(['tenant', 'profile', 'directory']);
      if (tenant !== null) query = query.where('tenant', '=', tenant);
      const rows = await query.orderBy('tenant').orderBy('profile').orderBy('directory').execute();
      return rows.map(({ sequence, ...place }) => ({ ...place, sequence: toInteger(sequence) }));
    },
    async entriesByLeaf(from, limit) {
      const rows = await db
        .selectFrom('directory_entry')
        .selectAll()
        .where('leaf_index', '>=', from)
        .orderBy('leaf_index')
        .limit(limit)
        .execute();
      return rows.flatMap((row) => loggedEntry(row) ?? []);
    },
    async entryLeaves(hashes) {
      if (hashes.length === 0) return new Map();
      const rows = await db
        .selectFrom('directory_entry')
        .selectAll()
        .where('entry_hash', 'in', hashes)
        .execute();
      const found = rows.flatMap((row) => loggedEntry(row) ?? []);
      return new Map(found.map(({ leaf_index, signed }) => [signed.entry_hash, leaf_index]));
    },
    async entryRecordedAt(hash) {
      const row = await db
        .selectFrom('directory_entry')
        .select('recorded_at')
        .where('entry_hash', '=', hash)
        .executeTakeFirst();
      return row?.recorded_at ?? null;
    },
    async directoryDrafts({ tenant, profile, directory }) {
      const rows = await db
        .selectFrom('directory_draft')
        .select('entry_json')
        .where('tenant', '=', tenant)
        .where('profile', '=', profile)
        .where('directory', '=', directory)
        .orderBy('sequence')
        .execute();
      return rows.map(({ entry_json }): SignedEntry => JSON.parse(entry_json));
    },
    async allDrafts(tenant) {
      let query = db.selectFrom('directory_draft').select('entry_json');
      if (tenant !== null) query = query.where('tenant', '=', tenant);
      const rows = await query
        .orderBy('tenant')
        .orderBy('profile')
        .orderBy('directory')
        .orderBy('sequence')
        .execute();
      return rows.map(({ entry_json }): SignedEntry => JSON.parse(entry_json));
    },
  };
}

export function writeDirectories(trx: Db): DirectoryWrites {
  return {
    ...readDirectories(trx),
    async insertEntries(entries) {
      await trx.insertInto('directory_entry').values(entries.map(fromEntry)).execute();
    },
    async restoreEntry(logged) {
      const { tenant, profile, directory, sequence, leaf_index, ...rest } = fromEntry(logged);
      await trx
        .deleteFrom('directory_entry')
        .where(({ and, or, eb }) =>
          or([eb('leaf_index', '=', leaf_index), and({ tenant, profile, directory, sequence })]),
        )
        .execute();
      const row = { tenant, profile, directory, sequence, leaf_index, ...rest };
      await trx.insertInto('directory_entry').values(row).execute();
    },
    async keepDraft(signed, nowMs) {
      const entry_json = JSON.stringify(signed);
      await trx
        .insertInto('directory_draft')
        .values({ ...placeOf(signed), entered_at: formatInstant(nowMs), entry_json })
        .onConflict((conflict) =>
          conflict.columns(['tenant', 'profile', 'directory', 'sequence']).doUpdateSet({ entry_json }),
        )
        .execute();
    },
    async dropDrafts({ tenant, profile, directory }, from, to) {
      let query = trx
        .deleteFrom('directory_draft')
        .where('tenant', '=', tenant)
        .where('profile', '=', profile)
        .where('directory', '=', directory)
        .where('sequence', '>=', from);
      if (to !== null) query = query.where('sequence', '<', to);
      await query.execute();
    },
  };
}

function fromEntry({ leaf_index, recorded_at, signed }: LoggedEntry): AuthoritySchema['directory_entry'] {
  const { entry_hash } = signed;
  return { ...placeOf(signed), leaf_index, recorded_at, entry_hash, entry_json: JSON.stringify(signed) };
}

function loggedEntry(row: AuthoritySchema['directory_entry']): LoggedEntry | null {
  const signed: SignedEntry = JSON.parse(row.entry_json);
  const { tenant, profile, directory, sequence } = placeOf(signed);
  const isInPlace =
    row.tenant === tenant &&
    row.profile === profile &&
    row.directory === directory &&
    toInteger(row.sequence) === sequence;
  if (!isInPlace) return null;
  return { leaf_index: toInteger(row.leaf_index), recorded_at: row.recorded_at, signed };
}

function placeOf({ entry: { tenant, profile, directory, sequence } }: SignedEntry) {
  return { tenant, profile, directory, sequence };
}

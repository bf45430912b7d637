import { formatInstant } from '@common/base/instant';
import { toInteger } from '@common/kit/sql/portable';
import { prepare, type Slot } from '@common/kit/sql/prepared';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { Kysely } from 'kysely';
import type { DirectoryPlace, DirectoryReads, DirectoryWrites } from './directories.store.ts';
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
  };
}

export function writeDirectories(trx: Db): DirectoryWrites {
  return {
    ...readDirectories(trx),
    async insertEntry(signed, nowMs) {
      await trx
        .insertInto('directory_entry')
        .values({ ...placeOf(signed), recorded_at: formatInstant(nowMs), entry_json: JSON.stringify(signed) })
        .execute();
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

function placeOf({ entry: { tenant, profile, directory, sequence } }: SignedEntry) {
  return { tenant, profile, directory, sequence };
}

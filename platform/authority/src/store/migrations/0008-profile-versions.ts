import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/** `GET /profiles/{name}/versions`: what is kept of each profile's versions, found by name and in their order. */
export const profileVersions: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema.alterTable('rules').addColumn('name', type.text).execute();
  await db.schema.alterTable('rules').addColumn('version_key', type.text).execute();
  const { rows } = await sql<Kept>`select profile_hash, profile_json from rules`.execute(db);
  for (const { profile_hash, profile_json } of rows) {
    const { name, version } = JSON.parse(profile_json).profile;
    const parts: readonly string[] = version.split('.');
    const key = parts.map((part) => part.padStart(5, '0')).join('.');
    await sql`update rules set name = ${name}, version_key = ${key} where profile_hash = ${profile_hash}`.execute(
      db,
    );
  }
  await db.schema.createIndex('rules_by_version').on('rules').columns(['name', 'version_key']).execute();
};

interface Kept {
  readonly profile_hash: string;
  readonly profile_json: string;
}
